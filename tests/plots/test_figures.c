/* Colours of targets and patterns, the groups that panels are made of, and the places of points. */
#include "plots/figure/chart.h"
#include "plots/figure/inline_svg.h"
#include "plots/figure/look.h"
#include "tests/assertions.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The luminance of one sRGB channel, by WCAG 2.1. */
static double linear(unsigned channel)
{
    const double value = channel / 255.0;
    return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4);
}

static double luminance(const char *colour)
{
    unsigned red = 0, green = 0, blue = 0;
    assert_int_equal(sscanf(colour, "#%2x%2x%2x", &red, &green, &blue), 3);
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

static double contrast(const char *a, const char *b)
{
    const double one = luminance(a) + 0.05, other = luminance(b) + 0.05;
    return fmax(one, other) / fmin(one, other);
}

/* The rules of a dark page. */
static char *rules;

static int read_rules(void **state)
{
    size_t size;
    FILE *out = open_memstream(&rules, &size);
    (void)state;
    inline_svg_rules(out);
    return fclose(out);
}

static int free_rules(void **state)
{
    (void)state;
    free(rules);
    return 0;
}

/* The colour of a target's shade on white paper, or in the rules of a dark page. */
static const char *colour_on(bool dark, int hue, int shade)
{
    const char *colour = style_colour(hue, shade);
    char rule[64];
    snprintf(rule, sizeof rule, "svg [stroke=\"%s\"]{stroke:", colour);
    if (!dark)
        return colour;
    const char *found = strstr(rules, rule);
    assert_non_null(found);
    return found + strlen(rule);
}

static const char *const papers[] = {"#ffffff", "#14171a"}; /* report.css has the dark one */
static const char *const inks[] = {"#000000", "#ffffff"};

static void test_contrast(void **state)
{
    (void)state;
    assert_true(fabs(contrast("#ffffff", "#ffffff") - 1) < 1e-9);
    assert_true(fabs(contrast("#000000", "#ffffff") - 21) < 1e-9);
    for (int dark = 0; dark < 2; dark++)
        for (int hue = 0; hue < HUES; hue++)
            for (int shade = 0; shade < SHADES; shade++)
                if (contrast(colour_on(dark, hue, shade), papers[dark]) < (shade < 3 ? 4.5 : 3))
                    fail_msg("%.7s has too little contrast", colour_on(dark, hue, shade));
}

/* CIE Lab of a colour as a dichromat sees it; `sight` is a matrix of Machado et al. (2009). */
static void lab_of(double lab[3], const char *colour, const double sight[3][3])
{
    static const double to_xyz[3][3] = {{0.4339, 0.3762, 0.1899},
                                        {0.2126, 0.7152, 0.0722},
                                        {0.0178, 0.1095, 0.8730}}; /* divided by the white point */
    unsigned rgb[3] = {0};
    double seen[3] = {0}, f[3];
    assert_int_equal(sscanf(colour, "#%2x%2x%2x", &rgb[0], &rgb[1], &rgb[2]), 3);
    for (int i = 0; i < 9; i++)
        seen[i / 3] += sight[i / 3][i % 3] * linear(rgb[i % 3]);
    for (int i = 0; i < 3; i++) {
        double value = 0;
        for (int k = 0; k < 3; k++)
            value += to_xyz[i][k] * fmin(fmax(seen[k], 0), 1);
        f[i] = value > 0.008856 ? cbrt(value) : 7.787 * value + 16 / 116.0;
    }
    lab[0] = 116 * f[1] - 16;
    lab[1] = 500 * (f[0] - f[1]);
    lab[2] = 200 * (f[1] - f[2]);
}

static void assert_apart(const char *left, const char *right)
{
    static const double sights[][3][3] = {
        {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
        {{0.152286, 1.052583, -0.204868},
         {0.114503, 0.786281, 0.099216},
         {-0.003882, -0.048116, 1.051998}}, /* protanopia */
        {{0.367322, 0.860646, -0.227968},
         {0.280085, 0.672501, 0.047413},
         {-0.011820, 0.042940, 0.968881}}, /* deuteranopia */
    };
    for (size_t i = 0; i < sizeof sights / sizeof *sights; i++) {
        double a[3], b[3];
        lab_of(a, left, sights[i]);
        lab_of(b, right, sights[i]);
        const double apart = sqrt(pow(a[0] - b[0], 2) + pow(a[1] - b[1], 2) + pow(a[2] - b[2], 2));
        if (apart < 15)
            fail_msg("%.7s and %.7s are %.1f apart to sight %zu", left, right, apart, i);
    }
}

/* A panel has one target's shades, or the first one of each target; no shade of a CPU or of the
 * first two GPUs passes for the ink. */
static void test_colours_differ(void **state)
{
    (void)state;
    for (int dark = 0; dark < 2; dark++) {
        for (int hue = 0; hue < HUES; hue++)
            for (int other = 0; other < hue; other++)
                assert_apart(colour_on(dark, hue, 0), colour_on(dark, other, 0));
        for (int hue = 0; hue < 3; hue++)
            for (int shade = 0; shade < SHADES; shade++) {
                assert_apart(colour_on(dark, hue, shade), inks[dark]);
                for (int other = 0; other < shade; other++)
                    assert_apart(colour_on(dark, hue, shade), colour_on(dark, hue, other));
            }
    }
}

static void test_groups(void **state)
{
    static const struct {
        const char *groups, *pattern;
        int group;
    } cases[] = {
        {NULL, "copy", 0},
        {"", "copy", 0},
        {"aos soa|aos_write soa_write", "soa", 0},
        {"aos soa|aos_write soa_write", "aos_write", 1},
        {"aos soa|aos_write soa_write", "soa_write", 1},
        {"a|b|c", "c", 2},
        {"aos soa|aos_write", "vec3", 0},
        {"aos_write|aos", "aos", 1},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(telling_group(cases[i].groups, cases[i].pattern), cases[i].group);
}

enum { PATTERNS_MOST = 9, SETS_MOST = 4, SERIES_MADE = 2 * PATTERNS_MOST * SETS_MOST };

/* Some patterns on a CPU and on a GPU of each machine, one point each. */
struct made {
    struct row rows[SERIES_MADE];
    const struct row *points[SERIES_MADE];
    struct series series[SERIES_MADE];
    struct dataset sets[SETS_MOST];
    struct presentation shown;
    struct telling telling;
    struct chart chart;
};

static struct made *make(const char *const *patterns, int count, const char *groups, int machines)
{
    static const char *const names[] = {"alder", "birch", "cedar", "doug"};
    const int series = 2 * count * machines;
    struct made *made = calloc(1, sizeof *made);
    assert_non_null(made);
    made->shown.groups = groups;
    made->shown.panels[0].quantity = &useful_bandwidth;
    made->telling.shown = &made->shown;
    for (int m = 0; m < machines; m++)
        made->sets[m] =
            (struct dataset){.name = m ? names[m] : NULL, .called = m ? NULL : names[0]};
    for (int i = 0; i < series; i++) {
        struct row *row = &made->rows[i];
        row->gpu = i / count % 2;
        row->target = row->gpu ? "gpu0" : "cpu";
        row->pattern = patterns[i % count];
        row->parameter = "footprint";
        row->element_bytes = "4";
        row->from = &made->sets[i / (2 * count)];
        row->at = 64;
        row->number.useful_bytes = row->number.elements = 1000;
        row->number.time_ns = row->number.ci_low_ns = row->number.ci_high_ns = 10;
        row->number.predicted_ns = NAN;
        made->points[i] = row;
        made->series[i] = (struct series){
            .points = &made->points[i], .count = 1, .told = i < 2 * count, .label = "x"};
    }
    made->chart = (struct chart){.telling = &made->telling,
                                 .parameter = "footprint",
                                 .drawn = made->points,
                                 .drawn_count = series,
                                 .series = made->series,
                                 .series_count = series,
                                 .by_name = machines > 1};
    return made;
}

/* Every series is in a panel, no panel has more than four, and hues are the targets'. */
static void test_panels(void **state)
{
    static const char *const patterns[] = {"a", "b", "c", "d", "e", "f", "g", "h"};
    static const struct {
        int patterns;
        const char *groups;
        int panels;
    } cases[] = {
        {1, NULL, 2},      {2, NULL, 2},        {4, NULL, 2},
        {4, "a b|c d", 4}, {5, "a b c|d e", 4}, {8, "a b c|d e f|g h", 6},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct made *made = make(patterns, cases[i].patterns, cases[i].groups, 1);
        struct look look;
        look_make(&look, &made->chart);
        assert_int_equal(look.split, SPLIT_KIND);
        assert_int_equal(look.panel_count, cases[i].panels);
        int stand = 0;
        for (int p = 0; p < look.panel_count; p++) {
            int here = 0;
            for (int s = 0; s < made->chart.series_count; s++)
                here += look_shows(&look, p, s);
            assert_in_range(here, 1, 4);
            stand += here;
        }
        assert_int_equal(stand, made->chart.series_count);
        for (int s = 0; s < made->chart.series_count; s++)
            assert_int_equal(look.styles[s].hue, s >= cases[i].patterns);
        look_free(&look);
        free(made);
    }
}

/* Whether two series of a panel look the same. */
static bool look_alike(const struct style *a, const struct style *b)
{
    return a->hue == b->hue && a->shade == b->shade;
}

/* However many machines and patterns: every series is in one panel, no panel has more than four,
 * those of a panel differ, and hues stay the targets'. */
static void test_machines(void **state)
{
    static const char *const patterns[] = {"a", "b", "c", "d", "e", "f", "g", "h", "i"};
    static const char *const groups[] = {NULL, "a b c|d e f|g h i"};
    (void)state;
    for (int machines = 2; machines <= SETS_MOST; machines++)
        for (int count = 1; count <= PATTERNS_MOST; count++)
            for (int g = 0; g < 2; g++) {
                struct made *made = make(patterns, count, groups[g], machines);
                struct look look;
                int stand = 0;
                look_make(&look, &made->chart);
                for (int p = 0; p < look.panel_count; p++) {
                    int here = 0;
                    for (int s = 0; s < made->chart.series_count; s++) {
                        here += look_shows(&look, p, s);
                        for (int t = 0; t < s; t++)
                            assert_false(look_shows(&look, p, s) && look_shows(&look, p, t) &&
                                         look_alike(&look.styles[s], &look.styles[t]));
                    }
                    assert_in_range(here, 1, 4);
                    stand += here;
                }
                assert_int_equal(stand, made->chart.series_count);
                for (int s = 0; s < made->chart.series_count; s++)
                    assert_int_equal(look.styles[s].hue, s / count % 2);
                look_free(&look);
                free(made);
            }
}

static void test_place(void **state)
{
    static const char *const patterns[] = {"a"};
    struct made *made = make(patterns, 1, NULL, 1);
    (void)state;
    assert_true(quantity_place(&useful_bandwidth, &made->chart, &made->rows[0]) == 64);
    made->shown.axes[0].element_added = true;
    assert_true(quantity_place(&useful_bandwidth, &made->chart, &made->rows[0]) == 68);
    free(made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_contrast), cmocka_unit_test(test_colours_differ),
        cmocka_unit_test(test_groups),   cmocka_unit_test(test_panels),
        cmocka_unit_test(test_machines), cmocka_unit_test(test_place)};
    return cmocka_run_group_tests(tests, read_rules, free_rules);
}
