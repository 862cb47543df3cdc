/* A figure of gnuplot on a page: the same strokes, points and words, in fewer bytes.
 */
#include "plots/page/compact_svg.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define SVG "<?xml version=\"1.0\"?>\n<svg \n viewBox=\"0 0 10 20\"\n>\n<title>it</title>\n"
#define GROUP(width) \
    "<g fill=\"none\" color=\"black\" stroke=\"currentColor\" stroke-width=\"" width "\">"
#define MARK(place, scale, colour)                                                              \
    "<use xlink:href='#gpPt6' transform='translate(" place ") scale(" scale ")' color='" colour \
    "'/>\n"

/* Frees nothing that is not its own: the caller frees what comes back. */
static char *compacted(const char *svg)
{
    char *text = NULL;
    size_t size = 0;
    FILE *in = fmemopen((void *)svg, strlen(svg), "r");
    FILE *out = open_memstream(&text, &size);
    assert_non_null(in);
    assert_non_null(out);
    assert_int_equal(compact_svg(out, in, "f1.", "a \"name\" & <b>"), 0);
    fclose(in);
    fclose(out);
    return text;
}

static const struct {
    const char *svg, *drawn; /* a part of what comes back */
} cases[] = {
    {SVG "</svg>", "<svg role=\"img\" aria-label=\"a &quot;name&quot; &amp; &lt;b&gt;\""},
    {SVG "</svg>", "viewBox=\"0 0 10 20\""},
    /* strokes: the group's width, colours in short, tenths of a pixel, rounded */
    {SVG GROUP("0.80") "<path stroke='rgb(  0, 114, 178)'  d='M1.00,2.96 L3.06,4.00  '/></g></svg>",
     "<path stroke=\"#0072b2\" stroke-width=\"0.8\" d=\"M1 3 3.1 4\"/>"},
    {SVG GROUP("1.00") "<path stroke='black' stroke-dasharray='2.5,4.0' d='M1,2 L3,2'/></g></svg>",
     "<path stroke=\"black\" stroke-dasharray=\"2.5,4.0\" d=\"M1 2H3\"/>"},
    /* a level line's samples are its ends; one that turns back keeps its turn */
    {SVG GROUP("1.00") "<path stroke='black' d='M1,2 L2,2 L3.5,2\n\t\tL4,2 L4,5 L4,6 '/></g></svg>",
     "d=\"M1 2H4V6\""},
    {SVG GROUP("1.00") "<path stroke='black' d='M1,2 L3,2 L2,2 L-0.50,2.00 L1,1'/></g></svg>",
     "d=\"M1 2H3H-0.5L1 1\""},
    {SVG GROUP("1.00") "<path stroke='black' d='M1,2 L1,3 M4,5 L5,6 L7,8 z'/></g></svg>",
     "d=\"M1 2V3M4 5 5 6 7 8z\""},
    /* points: a symbol of the figure's for each look, two where one stands on another */
    {SVG GROUP("1.00") MARK("1.04,2.00", "3.00", "rgb(1,2,3)") "</g></svg>",
     "<use href=\"#f1.0\" x=\"1\" y=\"2\"/>"},
    {SVG GROUP("1.00") MARK("1.04,2.00", "3.00", "rgb(1,2,3)") "</g></svg>",
     "<g id=\"f1.0\"><use href=\"#f1.gpPt6\" transform=\"scale(3.00)\" "
     "color=\"#010203\"/></g>"},
    {SVG GROUP("1.00") MARK("1,2", "3", "#FFFFFF") "</g>" GROUP("1.00") MARK("1,2", "4", "black")
         MARK("5,6", "3", "#FFFFFF") MARK("5,6", "4", "black") "</g></svg>",
     "<use href=\"#f1.0\" x=\"1\" y=\"2\"/>\n<use href=\"#f1.0\" x=\"5\" y=\"6\"/>\n<defs>"},
    {SVG GROUP("1.00") MARK("1,2", "3", "red") MARK("1,7", "3", "red") "</g></svg>",
     "<use href=\"#f1.0\" x=\"1\" y=\"2\"/>\n<use href=\"#f1.0\" x=\"1\" y=\"7\"/>"},
    /* words */
    {SVG GROUP("1.00") "<g transform=\"translate(5.26,6.00) rotate(-90.00)\" stroke=\"none\" "
                       "fill=\"rgb(51,51,51)\" font-family=\"Arial\" font-size=\"12.00\"  "
                       "text-anchor=\"end\">"
                       "\n\t\t<text>a &lt; b</text>\n</g></g></svg>",
     "<text transform=\"translate(5.3 6.0)rotate(-90)\" font-size=\"12\" text-anchor=\"end\" "
     "fill=\"#333333\">a &lt; b</text>"},
    {SVG "<g transform=\"translate(5,6)\" fill=\"red\" font-size=\"15.00\" text-anchor=\"start\">"
         "<text xml:space=\"preserve\">a  b</text></g></svg>",
     "<text x=\"5.0\" y=\"6.0\" font-size=\"15\" fill=\"red\" xml:space=\"preserve\">a  "
     "b</text>"},
    /* symbols' definitions */
    {SVG "<defs>\n\t<circle id='gpPt5' r='1'/>\n<use xlink:href='#gpPt5' id='gpPt6'/>"
         "<filter id='textbox'><feFlood/></filter></defs></svg>",
     "<defs><circle id='f1.gpPt5' r='1'/><use xlink:href='#f1.gpPt5' id='f1.gpPt6'/></defs>"},
    /* what is not known stands as it is, in its group */
    {SVG "<g id=\"gnuplot_canvas\">\n<rect x=\"0\"/></g></svg>", "<g><rect x=\"0\"/></g>"},
    {SVG "<g stroke='none'><ellipse rx='1.23'/></g></svg>",
     "<g stroke='none'><ellipse rx='1.23'/></g>"},
    {SVG GROUP("1") "<path fill='red' stroke='black' d='M1.234,2 L1,2'/></g></svg>",
     "<path fill='red' stroke='black' d='M1.234,2 L1,2'/></g>"},
};

static void test_drawn(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char *text = compacted(cases[i].svg);
        if (!strstr(text, cases[i].drawn))
            fail_msg("%s\nbecomes\n%s\nwithout\n%s", cases[i].svg, text, cases[i].drawn);
        free(text);
    }
}

/* Elements that draw nothing disappear; truncated or invalid input does not crash. */
static void test_left_out(void **state)
{
    static const char *const empty =
        SVG GROUP("1.00") "</g><g id=\"it_plot_1\" ><title>it_plot_1</title>" GROUP(
            "2.00") "</g></g><g transform=\"translate(1,2)\" font-size=\"1\"><text> "
                    "</text></g></svg>";
    static const char *const whole = SVG "<defs><path id='gpPt6' d='M-1,0'/></defs>" GROUP("1.00")
        MARK("1.04,2.00", "3.00", "rgb(1,2,3)") "<path stroke='rgb(1,2,3)' d='M1,2 L3,2'/>"
                                                "<g transform=\"translate(5,6)\" "
                                                "fill=\"red\"><text>a</text></g></g></g></g></svg>";
    (void)state;
    char *text = compacted(empty);
    assert_null(strstr(text, "plot_1"));
    assert_null(strstr(text, "<text"));
    free(text);
    for (size_t length = 1; length < strlen(whole); length++) {
        char *part = strndup(whole, length);
        free(compacted(part));
        free(part);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_drawn),
                                       cmocka_unit_test(test_left_out)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
