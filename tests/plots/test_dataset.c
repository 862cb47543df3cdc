/* Result files as nobody wrote them: what cannot be is named and refused, samples that say
 * otherwise leave a row out, and a row's yardstick is the median of the copies before it. */
#include "plots/data/dataset.h"
#include "plots/data/row_reader.h"
#include "tests/assertions.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define COLUMNS                                                                    \
    "study,pattern,target,element_bytes,parameter,value,footprint_bytes,elements," \
    "useful_bytes,samples,time_ns,ci_low_ns,ci_high_ns,level,marks,valid,workers\n"
#define ROW(value, elements, bytes, samples, times) \
    "s,p,cpu,4,x," value ",800," elements "," bytes "," samples "," times ",memory,-,yes,2\n"
#define GOOD     ROW("1", "100", "800", "3", "20,10,30")
#define COPY(ns) "s,copy,cpu,4,-,-,800,100,800,1," ns "," ns "," ns ",memory,-,yes,2\n"

struct folder {
    char path[64];
};

static void write_file(const struct folder *folder, const char *name, const char *text)
{
    char path[128];
    snprintf(path, sizeof path, "%s/%s", folder->path, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

/* Reads rows and samples (NULL: there is no such file) from a separate folder. */
static int read_set(struct dataset *set, const char *rows, const char *samples, char problem[512])
{
    struct folder folder = {"/tmp/warpline-dataset-XXXXXX"};
    char path[128];
    assert_non_null(mkdtemp(folder.path));
    write_file(&folder, "results.csv", rows);
    if (samples)
        write_file(&folder, "samples.csv", samples);
    const int code = dataset_read(set, folder.path, NULL, problem, 512);
    snprintf(path, sizeof path, "%s/results.csv", folder.path);
    unlink(path);
    snprintf(path, sizeof path, "%s/samples.csv", folder.path);
    unlink(path);
    rmdir(folder.path);
    return code;
}

/* The one bad row is on line 3. */
static const struct {
    const char *row, *problem;
} refused[] = {
    {ROW("1", "-1", "800", "3", "20,10,30"),
     "line 3, column elements: -1 is no whole number from 1"},
    {ROW("1", "0", "800", "3", "20,10,30"), "column elements: 0 "},
    {ROW("1", "1.5", "800", "3", "20,10,30"), "column elements: 1.5 is no whole number"},
    {ROW("1", "-", "800", "3", "20,10,30"), "column elements: - "},
    {ROW("1", "100", "inf", "3", "20,10,30"), "line 3, column useful_bytes: inf "},
    {ROW("1", "100", "-8", "3", "20,10,30"), "column useful_bytes: -8 "},
    {ROW("1", "100", "0x10", "3", "20,10,30"), "column useful_bytes: 0x10 "},
    {ROW("1", "100", "1e30", "3", "20,10,30"), "column useful_bytes: 1e30 "},
    {ROW("1", "100", "", "3", "20,10,30"), "column useful_bytes:  "},
    {ROW("1", "100", "800", "-3", "20,10,30"), "column samples: -3 "},
    {ROW("1", "100", "800", "3", "nan,10,30"), "column time_ns: nan is no number"},
    {ROW("1", "100", "800", "3", "-20,-30,-10"), "column time_ns: -20 "},
    {ROW("1", "100", "800", "3", "1e300,10,30"), "column time_ns: 1e300 "},
    {ROW("1", "100", "800", "3", "20,-10,30"), "column ci_low_ns: -10 "},
    {ROW("1", "100", "800", "3", "20,30,10"), "column ci_low_ns: 30 is above ci_high_ns"},
    {ROW("1", "100", "800", "3", "200,10,30"), "column time_ns: 200 is not between"},
    {ROW("1", "100", "800", "3", "20 ns,10,30"), "column time_ns: 20 ns is no number"},
    {ROW("-4", "100", "800", "3", "20,10,30"), "column value: -4 "},
    {ROW("1e", "100", "800", "3", "20,10,30"), "column value: 1e "},
    {"s,p,cpu,4,x,1\n", "line 3 has 6 fields where the column line has 17"},
    {"s,p,cpu,4,x,1,1,1,1,1,1,1,1,1,1,1,1,1\n", "line 3 has 18 fields"},
    {"\"s\",p,cpu,4,x,1,1,1,1,1,1,1,1,1,1,1,1\n", "line 3: a quotation mark"},
    {"s,p\x1b[31m,cpu,4,x,1,1,1,1,1,1,1,1,1,1,1,1\n", "line 3: a control character (0x1b)"},
    {"s,p\xfc,cpu,4,x,1,1,1,1,1,1,1,1,1,1,1,1\n", "line 3: a byte (0xfc) of a character"},
    {"s, =p(1),cpu,4,x,1,1,1,1,1,1,1,1,1,1,1,1\n", "line 3: =p(1), which a spreadsheet"},
};

static void refuses_what_cannot_be(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        char rows[1024], problem[512];
        struct dataset set;
        snprintf(rows, sizeof rows, "%s%s%s%s", COLUMNS, GOOD, refused[i].row, GOOD);
        assert_true(read_set(&set, rows, NULL, problem) < 0);
        if (!strstr(problem, refused[i].problem) || !strstr(problem, "results.csv: "))
            fail_msg("%s: not `%s`", problem, refused[i].problem);
        assert_non_null(strstr(problem, "measure again"));
    }
}

#define SAMPLES          "# samples\npoint,sample,time_ns\n"
#define THREE(point, ns) point ",0," ns "\n" point ",1,10\n" point ",2,30\n"

/* Two rows of three samples, whose median is 20 ns. */
static const struct {
    const char *samples; /* NULL: none */
    int contradicted;
    const char *note;
} checks[] = {
    {SAMPLES THREE("0", "20") THREE("1", "20"), 0, ""},
    {SAMPLES THREE("0", "20") THREE("1", "20") THREE("2", "99"), 0,
     ""},                                                       /* its row was not written */
    {SAMPLES THREE("0", "20") THREE("1", "20") "2,0,9", 0, ""}, /* and it was killed there */
    {NULL, 0, "samples.csv: No such file or directory; times are not checked"},
    {"# sam", 0, "samples.csv: there is no complete line of column names"},
    {SAMPLES THREE("0", "20") THREE("1", "21"), 1, "line 3, time_ns 20.00 of 3 samples"},
    {SAMPLES THREE("0", "60") THREE("1", "60"), 2, "contradicts 2 of the 2 rows"},
    {SAMPLES THREE("0", "20"), 1, "line 3, time_ns 20.00 of 3 samples, but there are 0"},
    {SAMPLES THREE("0", "20") THREE("1", "20") "1,3,20\n", 1, "there are 4"},
    {SAMPLES THREE("0", "20") THREE("1", "20") "0,3,20\n", 1, "line 2, "},
    {SAMPLES THREE("0", "20") "1,0,20\n", 1, "there are 1"},
    {SAMPLES, 2, "contradicts 2 of the 2 rows"},
};

static void holds_rows_to_their_samples(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof checks / sizeof *checks; i++) {
        char problem[512];
        struct dataset set;
        int usable = 0;
        assert_int_equal(read_set(&set, COLUMNS GOOD GOOD, checks[i].samples, problem), 0);
        if (set.contradicted != checks[i].contradicted || !strstr(set.note, checks[i].note))
            fail_msg("check %zu: %d: %s", i, set.contradicted, set.note);
        for (int p = 0; p < set.count; p++)
            usable += set.points[p].usable;
        assert_int_equal(usable, 2 - checks[i].contradicted);
        dataset_free(&set);
    }
}

static void refuses_samples_that_are_none(void **state)
{
    char problem[512];
    struct dataset set;
    (void)state;
    assert_true(read_set(&set, COLUMNS GOOD, SAMPLES "0,0,nan\n", problem) < 0);
    assert_non_null(strstr(problem, "samples.csv: line 3, column time_ns: nan"));
    assert_true(read_set(&set, COLUMNS GOOD, "point,sample\n0,0\n", problem) < 0);
    assert_non_null(strstr(problem, "no column `time_ns`"));
}

/* Results of two runs in one file are no data set, with or without samples. */
static void refuses_a_second_header(void **state)
{
    char problem[512];
    struct dataset set;
    (void)state;
    assert_true(read_set(&set, "# host: a\n" COLUMNS GOOD "# host: b\n" GOOD, NULL, problem) < 0);
    assert_non_null(strstr(problem, "a second header above line 5"));
}

/* Also of a row that they contradict, of which the file's own numbers stay as well. */
static void keeps_the_samples(void **state)
{
    char problem[512];
    struct dataset set;
    (void)state;
    assert_int_equal(read_set(&set, COLUMNS GOOD GOOD GOOD,
                              SAMPLES THREE("0", "20") "2,0,9\n0,3,7\n1,0,8\n", problem),
                     0);
    assert_int_equal(set.strays, 2);
    assert_int_equal(set.contradicted, 3);
    assert_int_equal(set.points[0].sample_count, 3);
    assert_near(row_samples(&set.points[0])[2], 30, 1e-9);
    assert_int_equal(set.points[1].sample_count, 0);
    assert_int_equal(set.points[2].sample_count, 1);
    assert_near(row_samples(&set.points[2])[0], 9, 1e-9);
    assert_true(isnan(set.points[2].number.time_ns));
    assert_near(set.points[2].stated.time_ns, 20, 1e-9);
    dataset_free(&set);
}

/* 800 bytes: 8 GB/s take 100 ns. What comes later does not count, nor what is longer ago than five
 * copies, nor a copy of another size. */
static void takes_the_last_copies(void **state)
{
    static const char rows[] = COLUMNS GOOD COPY("100") GOOD COPY("50") COPY("400") GOOD
        "t,copy,cpu,4,-,-,999,100,800,1,1,1,1,memory,-,yes,2\n"
        "s,copy,cpu,4,-,-,800,100,800,1,1,1,1,memory,-,no: x,2\n" GOOD COPY("40") COPY("32")
            GOOD COPY("25") GOOD;
    static const double gbps[] = {8, 8, 12, 8, 8, 800, 8, 8, 12, 16, 16, 20, 20};
    char problem[512];
    struct dataset set;
    (void)state;
    assert_int_equal(read_set(&set, rows, NULL, problem), 0);
    assert_int_equal(set.count, 14);
    assert_true(isnan(set.points[0].yardstick.gbps));
    for (int i = 1; i < set.count; i++)
        assert_near(set.points[i].yardstick.gbps, gbps[i - 1], 1e-9);
    const struct yardstick *last = &set.points[13].yardstick;
    assert_near(last->low_gbps, 2, 1e-9);
    assert_near(last->high_gbps, 32, 1e-9);
    assert_near(row_fraction(&set.points[13]), 2, 1e-9);
    dataset_free(&set);
}

/* A copy that other load slowed down is no yardstick: no row becomes twelve times a copy. */
static void leaves_disturbed_copies_out(void **state)
{
    static const char rows[] = COLUMNS
        "s,copy,cpu,4,-,-,800,100,800,1,1200,1200,1200,memory,disturbed,yes,2\n" GOOD COPY("20")
            GOOD;
    char problem[512];
    struct dataset set;
    (void)state;
    assert_int_equal(read_set(&set, rows, NULL, problem), 0);
    assert_true(isnan(row_fraction(&set.points[1])));
    assert_near(row_fraction(&set.points[3]), 1, 1e-9);
    dataset_free(&set);
}

/* Without other load, a pass of three samples takes at least this: the shortest one if it was
 * disturbed by nothing, else what the load left of it. */
static void bounds_disturbed_points(void **state)
{
    static const struct {
        int disturbed;
        const char *samples;
        double least_ns;
    } cases[] = {
        {2, "point,sample,time_ns,lost_share\n0,0,30,0.5\n0,1,20,0.01\n0,2,16,0.5\n", 16},
        {3, "point,sample,time_ns,lost_share\n0,0,30,0.5\n0,1,20,0.4\n0,2,16,0.2\n", 12},
        {3, "point,sample,time_ns,lost_share\n0,0,30,0.9\n0,1,20,0.7\n0,2,16,0.8\n", 3},
        {3, "point,sample,time_ns,lost_share\n0,0,30,-\n0,1,20,0.7\n0,2,16,-\n", 6},
        {3, "point,sample,time_ns,lost_share\n0,0,30,1.4\n0,1,20,1\n0,2,16,1.1\n", 0.16},
        {3, "point,sample,time_ns\n0,0,30\n0,1,20\n0,2,16\n", 8}, /* of an earlier version */
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char rows[1024], problem[512];
        struct dataset set;
        snprintf(rows, sizeof rows,
                 "%.*s,disturbed\ns,p,cpu,4,x,1,800,100,800,3,20,18,22,memory,disturbed,yes,2,%d\n",
                 (int)strlen(COLUMNS) - 1, COLUMNS, cases[i].disturbed);
        assert_int_equal(read_set(&set, rows, cases[i].samples, problem), 0);
        assert_true(set.points[0].busy);
        assert_near(set.points[0].number.ci_low_ns, cases[i].least_ns, 1e-9);
        dataset_free(&set);
    }
}

/* Settings are in the name; large numbers as on the axes. */
static void names_settings(void **state)
{
    static const struct {
        const char *settings, *name;
    } cases[] = {{"-", "p"},
                 {"chains=2 window=64", "p chains=2 window=64"},
                 {"each=16384", "p each=16Ki"},
                 {"each=134217728 bind=1", "p each=128Mi bind=1"},
                 {"each=16385", "p each=16385"},
                 {"step=-1 by=a", "p step=-1 by=a"},
                 {"each=5000000000000000000", "p each=4882812500000000Ki"}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char rows[1024], problem[512];
        struct dataset set;
        snprintf(rows, sizeof rows, "%.*s,settings\n%.*s,%s\n", (int)strlen(COLUMNS) - 1, COLUMNS,
                 (int)strlen(GOOD) - 1, GOOD, cases[i].settings);
        assert_int_equal(read_set(&set, rows, NULL, problem), 0);
        assert_string_equal(set.points[0].pattern, cases[i].name);
        dataset_free(&set);
    }
}

/* Points of another level than their copies' can be compared with each other, if that is known. */
static void tells_other_levels(void **state)
{
    (void)state;
    const struct row l2 = {.usable = true, .hollow = true, .marks = "level-differs", .level = "L2"};
    struct row both = l2, busy = l2, invalid = l2;
    both.level = "L2/memory";
    busy.marks = "level-differs disturbed";
    invalid.usable = false;
    assert_true(row_is_of_other_level(&l2) && !row_is_compared(&l2));
    assert_false(row_is_of_other_level(&both));
    assert_false(row_is_of_other_level(&busy));
    assert_false(row_is_of_other_level(&invalid));
}

/* A sample at another speed than the point's others is marked; an unknown speed is none. */
static void marks_samples_at_other_speeds(void **state)
{
    static const struct {
        double core_ns[5];
        const char *marks[5];
    } cases[] = {{{20, 21, 19, 22, 18}, {"-", "-", "-", "-", "-"}},
                 {{36, 20, 24.9, 15.9, 20}, {"slow", "-", "-", "fast", "-"}},
                 {{20, 36, 36, 37, 21}, {"fast", "-", "-", "-", "fast"}},
                 {{NAN, NAN, NAN, NAN, NAN}, {"-", "-", "-", "-", "-"}}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *text = NULL;
        size_t size;
        FILE *out = open_memstream(&text, &size);
        struct sample_speed speeds[5];
        const double times_ns[5] = {1, 2, 3, 4, 5}, lost_shares[5] = {0, NAN, 0.5, 0, 0};
        assert_non_null(out);
        for (int sample = 0; sample < 5; sample++)
            speeds[sample] = (struct sample_speed){cases[i].core_ns[sample], 60};
        samples_write(out, 7, times_ns, speeds, lost_shares, 5);
        fclose(out);
        const char *line = text;
        for (int sample = 0; sample < 5; sample++, line = strchr(line, '\n') + 1) {
            const char *mark = cases[i].marks[sample], *end = strchr(line, '\n');
            assert_non_null(end);
            assert_int_equal(strncmp(end - strlen(mark) - 1, ",", 1), 0);
            assert_int_equal(strncmp(end - strlen(mark), mark, strlen(mark)), 0);
        }
        assert_int_equal(strncmp(text, "7,0,1.00,", strlen("7,0,1.00,")), 0);
        assert_string_equal(line, "");
        free(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(refuses_what_cannot_be),
        cmocka_unit_test(holds_rows_to_their_samples),
        cmocka_unit_test(refuses_samples_that_are_none),
        cmocka_unit_test(refuses_a_second_header),
        cmocka_unit_test(keeps_the_samples),
        cmocka_unit_test(takes_the_last_copies),
        cmocka_unit_test(leaves_disturbed_copies_out),
        cmocka_unit_test(bounds_disturbed_points),
        cmocka_unit_test(names_settings),
        cmocka_unit_test(tells_other_levels),
        cmocka_unit_test(marks_samples_at_other_speeds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
