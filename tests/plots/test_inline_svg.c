/* What a figure of gnuplot's becomes on a page: the same strokes, marks and words, in fewer bytes.
 */
#include "plots/figure/inline_svg.h"
#include "tests/assertions.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SVG "<?xml version=\"1.0\"?>\n<svg \n viewBox=\"0 0 10 20\"\n>\n<title>it</title>\n"
#define GROUP(width)                                                                 \
    "<g fill=\"none\" color=\"black\" stroke=\"currentColor\" stroke-width=\"" width \
    "\" stroke-linecap=\"butt\" stroke-linejoin=\"miter\">\n"
#define MARK "<use xlink:href='#gpPt6' transform='translate(1.04,2.00) scale(3.00)' color='red'/>"

/* The caller frees the element. */
static char *inlined(const char *svg)
{
    char path[] = "/tmp/inline_svg_XXXXXX", *text = NULL;
    size_t size = 0;
    const int file = mkstemp(path);
    FILE *out = open_memstream(&text, &size);
    assert_true(file >= 0 && out);
    assert_int_equal(write(file, svg, strlen(svg)), strlen(svg));
    close(file);
    inline_svg(out, path, "f1.", "a", "\"name\" & <b>");
    fclose(out);
    unlink(path);
    return text;
}

#define ROOT                                                                \
    "<svg role=\"img\" aria-label=\"a: &quot;name&quot; &amp; &lt;b&gt;\" " \
    "fill=\"none\" color=\"black\" font-family=\"Arial\" font-size=\"13\" viewBox=\"0 0 10 20\">"

static const struct {
    const char *svg, *element;
} cases[] = {
    {SVG "</svg>", ROOT "</svg>"},
    /* strokes: what every group says is said once; coordinates have tenths */
    {SVG GROUP("0.80") "<path stroke='rgb(  0, 114, 178)' class=\"gridline\"  "
                       "d='M1.00,2.96 L3.06,4.00 \n\t\tL100.00,2.50 '/></g></svg>",
     ROOT "<g stroke-width=\"0.8\"><path stroke='#0072b2' "
          "d='M1,3 L3.1,4 L100,2.5 '/></g></svg>"},
    {SVG GROUP("1.00") "</g>\n" GROUP("2.00") MARK "\n</g></svg>",
     ROOT "<g stroke-width=\"2\"><use href='#f1.gpPt6' "
          "transform='translate(1,2) scale(3)' color='red'/></g></svg>"},
    /* symbols that marks use, with ids of the figure's own; curves have neither id nor title */
    {SVG "<rect x=\"0\" y=\"0\" width=\"10\" height=\"20\" fill=\"#ffffff\"/>\n"
         "<defs>\n\t<circle id='gpPt5' r='1'/>\n<use xlink:href='#gpPt5' id='gpPt6'/>"
         "<path id='gpPt1'/>\n<path id='gpPt66'/>"
         "<filter id='textbox'><feFlood/></filter></defs>" MARK "</svg>",
     ROOT "<defs><circle id='f1.gpPt5' r='1'/><use href='#f1.gpPt5' id='f1.gpPt6'/></defs>"
          "<use href='#f1.gpPt6' transform='translate(1,2) scale(3)' color='red'/></svg>"},
    {SVG "<defs>\n\t<circle id='gpPt5' r='1'/></defs>\n<path d='M1,2'/></svg>",
     ROOT "<defs></defs><path d='M1,2'/></svg>"},
    {SVG "<polygon fill = 'rgb(  0, 114, 178)' points = '1.00,2 '/></svg>",
     ROOT "<polygon fill='#0072b2' points='1,2 '/></svg>"},
    {SVG "<g id=\"it_plot_1a\" ><title>it_plot_1a</title>\n" GROUP("1.20") MARK
     "</g>\n\t</g></svg>",
     ROOT "<g><g stroke-width=\"1.2\"><use href='#f1.gpPt6' "
          "transform='translate(1,2) scale(3)' color='red'/></g></g></svg>"},
    /* words stay as they are, also those that look like a tag's */
    {SVG "<g transform=\"translate(5.26,6.00) rotate(-90.00)\" stroke=\"none\" "
         "fill=\"rgb(51,51,51)\" font-family=\"Arial\" font-size=\"12.00\"  text-anchor=\"end\">"
         "\n\t\t<text> 1.00, a &lt; b fill=\"none\"</text>\n</g></svg>",
     ROOT
     "<g transform=\"translate(5.3,6) rotate(-90)\" fill=\"#333333\" "
     "font-size=\"12\" text-anchor=\"end\"><text>1.00, a &lt; b fill=\"none\"</text></g></svg>"},
    /* what is not gnuplot's habit stays */
    {SVG "<g stroke='none' fill=\"red\">\n<ellipse rx='1.234'/></g></svg>",
     ROOT "<g stroke='none' fill=\"red\"><ellipse rx='1.234'/></g></svg>"},
    {"no picture", ""},
    {"", ""},
};

static void test_inlined(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char *text = inlined(cases[i].svg);
        assert_string_equal(text, cases[i].element);
        free(text);
    }
}

/* A file that is cut off is no crash. */
static void test_cut_off(void **state)
{
    static const char whole[] = SVG "<defs><path id='gpPt6' d='M-1,0'/></defs>" GROUP("1.00") MARK
        "<path stroke='red' d='M1,2 L3,2'/><g transform=\"translate(5,6)\">"
        "<text>a</text></g></g></svg>";
    (void)state;
    for (size_t length = 1; length < strlen(whole); length++) {
        char *part = strndup(whole, length);
        free(inlined(part));
        free(part);
    }
}

static void test_no_file(void **state)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    (void)state;
    inline_svg(out, "/tmp/no-such-figure.svg", "f1.", "a", "name");
    fclose(out);
    assert_string_equal(text, "");
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_inlined),
                                       cmocka_unit_test(test_cut_off),
                                       cmocka_unit_test(test_no_file)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
