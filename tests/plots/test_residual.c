/* The residuals of made-up measurements and predictions, and their explanations. */
#include "plots/figure/residual.h"
#include "plots/figure/telling.h"
#include "plots/page/parts.h"
#include "study/base/file.h"
#include "tests/assertions.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define COLUMNS                                                                         \
    "study,pattern,target,element_bytes,parameter,value,elements,useful_bytes,samples," \
    "time_ns,ci_low_ns,ci_high_ns,fraction_of_copy,level,marks,valid,workers,"          \
    "predicted_time_ns,bound\n"
#define ROW(target, value, time, valid, predicted, bound)                            \
    "stride,stride," target ",4,stride," value ",100,100,10," time "," time "," time \
    ",1,memory,-," valid ",1," predicted "," bound "\n"

static const char rows[] = COLUMNS
    /* 10 % slower, 25 % faster, three times slower; three that do not count */
    ROW("cpu", "1", "100", "yes", "90", "lines") ROW("cpu", "2", "100", "yes", "125", "latency")
        ROW("cpu", "4", "300", "yes", "100", "lines") ROW("cpu", "8", "100", "no: x", "10", "lines")
            ROW("cpu", "16", "100", "yes", "-", "-") ROW("cpu", "-", "100", "yes", "10", "lines")
                ROW("gpu0", "65536", "100", "yes", "101", "sectors");

static void write_file(const char *folder, const char *name, const char *text)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    fputs(text, out);
    fclose(out);
}

static void read_set(struct dataset *set, const char *text)
{
    char folder[] = "/tmp/residual-XXXXXX", path[256], problem[512];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/results.csv", folder);
    write_file(folder, "results.csv", text);
    assert_int_equal(dataset_read(set, folder, NULL, problem, sizeof problem), 0);
    assert_int_equal(remove(path), 0);
    assert_int_equal(rmdir(folder), 0);
}

static void tells_how_far(void **state)
{
    (void)state;
    struct dataset set;
    struct residuals r;
    read_set(&set, rows);
    assert_near(residual_of(&set.points[0]), -0.1, 1e-9);
    assert_near(residual_of(&set.points[1]), 0.25, 1e-9);
    for (int i = 3; i < 6; i++)
        assert_true(isnan(residual_of(&set.points[i])));
    r = residuals_among(set.by_study, set.count, &set, "cpu");
    assert_int_equal(r.count, 3);
    assert_int_equal(r.repeats, 0);
    assert_false(residuals_within_noise(&r));
    assert_near(r.median, -0.1, 1e-9);
    assert_near(r.median_absolute, 0.25, 1e-9);
    assert_ptr_equal(r.largest, &set.points[2]);
    r = residuals_among(set.by_study, set.count, &set, "gpu1");
    assert_int_equal(r.count, 0);
    assert_null(r.largest);
    dataset_free(&set);
}

/* The typical error is 25 %; the repeats of one study's points vary by 20, 30 and 100 %. */
static void is_judged_beside_the_noise(void **state)
{
    static const char repeats[] = "study,target,time_ns,again_ns\nstride,cpu,100,120\n"
                                  "stride,cpu,100,70\nstride,cpu,100,200\ngather,cpu,100,101\n"
                                  "stride,gpu0,100,100\n";
    char folder[] = "/tmp/residual-XXXXXX", problem[512];
    struct dataset set;
    struct residuals r;
    (void)state;
    assert_non_null(mkdtemp(folder));
    write_file(folder, "results.csv", rows);
    write_file(folder, "repeats.csv", repeats);
    assert_int_equal(dataset_read(&set, folder, NULL, problem, sizeof problem), 0);
    r = residuals_among(set.by_study, set.count, &set, "cpu");
    assert_near(r.p90_absolute, 0.58333, 1e-4); /* of 0.1, 0.25 and 2/3 */
    assert_int_equal(r.repeats, 3);
    assert_near(r.spread, 0.3, 1e-9);
    assert_true(residuals_within_noise(&r));
    r = residuals_among(set.by_study, set.count, &set, "gpu0");
    assert_near(r.spread, 0, 1e-9);
    assert_false(residuals_within_noise(&r));
    dataset_free(&set);
    folder_remove(folder);
}

static void says_what_it_means(void **state)
{
    (void)state;
    struct dataset set;
    char text[256];
    read_set(&set, rows);
    assert_non_null(strstr(residual_meaning(&set.points[2]), "missed prefetches"));
    assert_string_not_equal(residual_meaning(&set.points[1]), residual_meaning(&set.points[2]));
    residual_summary(&set, text, sizeof text);
    assert_string_equal(text,
                        "median error of the predictions: cpu 25 % (3 points), gpu0 1 % (1 point)");
    dataset_free(&set);
}

static char *told(const struct dataset *set)
{
    struct chart chart;
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    chart_build(&chart, "stride", &telling_general, set, 1);
    predictions_tell(out, &chart);
    fclose(out);
    chart_free(&chart);
    return text;
}

static void captions_name_the_largest(void **state)
{
    (void)state;
    struct dataset set;
    read_set(&set, rows);
    char *text = told(&set);
    assert_non_null(strstr(text,
                           "for the CPU: 25 % (3 points). Largest error: stride at stride 4 took "
                           "3.0 times the predicted time (bound: cache or memory bandwidth)."));
    assert_non_null(strstr(text,
                           "for the GPU: 1 % (1 point). Largest error: stride at stride 64 Ki "
                           "is 1.0 % faster than predicted (bound: memory or L2 bandwidth)."));
    free(text);
    dataset_free(&set);
}

static void is_silent_without_predictions(void **state)
{
    (void)state;
    struct dataset set;
    char summary[256];
    read_set(&set, COLUMNS ROW("cpu", "1", "100", "yes", "-", "-"));
    char *text = told(&set);
    assert_string_equal(text, "");
    residual_summary(&set, summary, sizeof summary);
    assert_string_equal(summary, "");
    free(text);
    dataset_free(&set);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tells_how_far),
        cmocka_unit_test(is_judged_beside_the_noise),
        cmocka_unit_test(says_what_it_means),
        cmocka_unit_test(captions_name_the_largest),
        cmocka_unit_test(is_silent_without_predictions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
