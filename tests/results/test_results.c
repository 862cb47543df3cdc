/* A results folder that a run, a full disk, a crash or a person left in any state: opening it again
 * ends with the very same points, or refuses and changes nothing. */
#include "plots/data/row_reader.h"
#include "study/base/message.h"
#include "study/measure/append.h"
#include "study/plan/targets.h"
#include "study/run/columns.h"
#include "study/run/results.h"
#include "tests/tree.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { POINTS = 3, FILE_MAX = 1 << 16 };

static const char command[] = "warpline run stride --on null --seed 1";
static struct target_list targets;
static struct plan plan;
static char folder[TREE_PATH_MAX]; /* below one of the test's own */
static char top[TREE_PATH_MAX - 16];

/* A file's text; empty if there is none. */
struct text {
    char bytes[FILE_MAX];
    size_t length;
};
static struct text whole[2];
static const char *const names[2] = {"results.csv", "samples.csv"};

static void path_of(const char *name, char path[TREE_PATH_MAX])
{
    assert_true(snprintf(path, TREE_PATH_MAX, "%s/%s", folder, name) < TREE_PATH_MAX);
}

static void read_text(const char *name, struct text *text)
{
    char path[TREE_PATH_MAX];
    path_of(name, path);
    text->length = 0;
    FILE *file = fopen(path, "r");
    if (file) {
        text->length = fread(text->bytes, 1, FILE_MAX - 1, file);
        fclose(file);
    }
    text->bytes[text->length] = '\0';
}

static void write_text(const char *name, const char *bytes, size_t length)
{
    char path[TREE_PATH_MAX];
    path_of(name, path);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
}

/* As `warpline run`, but each point takes no time: measures the points that are still missing,
 * point number i as the measurement i. */
static int measure_as(const struct measurement *const measured[POINTS])
{
    const int kept = dup(STDERR_FILENO), nowhere = open("/dev/null", O_WRONLY);
    dup2(nowhere, STDERR_FILENO); /* thousands of messages */
    struct results results;
    const struct ceilings ceilings = {.ns_each = {0}};
    int status = results_open(&results, folder, command, NULL, &targets, &plan);
    for (int i = 0; i < plan.count && !status; i++)
        if (results_row(&results, &plan.points[i]) < 0) {
            const struct seen_memory unseen = {"-", "-", "-"};
            const struct result result = result_of(&plan.points[i], measured[i], &unseen, 0,
                                                   cost_of(&plan.points[i]), &ceilings);
            status = results_add(&results, &result);
        }
    results_close(&results);
    dup2(kept, STDERR_FILENO);
    close(kept);
    close(nowhere);
    return status;
}

static int go_on(void)
{
    static const struct measurement one = {.pass_ns = {.samples = 2, .median = 4},
                                           .samples = {3, 5}};
    return measure_as((const struct measurement *const[POINTS]){&one, &one, &one});
}

static int make_whole(void **state)
{
    (void)state;
    const struct plan_request request = {.names = (const char *[]){"stride"},
                                         .name_count = 1,
                                         .quick = true,
                                         .warmup = -1,
                                         .seed = 1};
    assert_int_equal(targets_open(&targets, "null", NULL), 0);
    assert_int_equal(plan_make(&plan, &request, &targets), 0);
    plan.count = POINTS;
    /* In memory: a disk's file system may wait at each file that is cut and written again. */
    snprintf(top, sizeof top, "%s/warpline-results-XXXXXX",
             access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
    assert_non_null(mkdtemp(top));
    snprintf(folder, sizeof folder, "%s/r", top);
    assert_int_equal(go_on(), 0);
    for (int i = 0; i < 2; i++)
        read_text(names[i], &whole[i]);
    return 0;
}

static int remove_all(void **state)
{
    (void)state;
    plan_free(&plan);
    targets_close(&targets);
    tree_remove(top);
    return 0;
}

/* The text after the header, whose date may differ. */
static const char *rows_of(const struct text *text)
{
    const char *line = text->bytes;
    while (*line == '#' && strchr(line, '\n'))
        line = strchr(line, '\n') + 1;
    return line;
}

static void put_back(void)
{
    for (int i = 0; i < 2; i++)
        write_text(names[i], whole[i].bytes, whole[i].length);
}

/* Continues from files as they are: returns the exit status, after a look at what became of them.
 */
static int try(const char *what)
{
    static struct text before[2], after[2];
    for (int i = 0; i < 2; i++)
        read_text(names[i], &before[i]);
    const int status = go_on();
    for (int i = 0; i < 2; i++) {
        read_text(names[i], &after[i]);
        const bool same = before[i].length == after[i].length &&
                          memcmp(before[i].bytes, after[i].bytes, after[i].length) == 0;
        if (status == EXIT_USAGE && !same)
            fail_msg("%s: %s was changed, and refused", what, names[i]);
        if (status == 0 && strcmp(rows_of(&after[i]), rows_of(&whole[i])) != 0)
            fail_msg("%s: %s is not what it was: %s", what, names[i], after[i].bytes);
    }
    if (status != 0 && status != EXIT_USAGE)
        fail_msg("%s: exit %d", what, status);
    return status;
}

static void test_cut_anywhere(void **state)
{
    (void)state;
    int refused[2] = {0};
    char what[64];
    for (int i = 0; i < 2; i++)
        for (size_t length = 0; length <= whole[i].length; length++) {
            put_back();
            write_text(names[i], whole[i].bytes, length);
            snprintf(what, sizeof what, "%s cut to %zu bytes", names[i], length);
            refused[i] += try(what) != 0;
        }
    /* Rows that were cut are measured again; samples of rows that are there cannot be. */
    assert_int_equal(refused[0], 0);
    assert_int_equal(refused[1], whole[1].length);
}

/* Both at one moment, as a kill leaves them: samples are written before their row. */
static void test_killed_anywhere(void **state)
{
    (void)state;
    char what[64];
    const char *row = strchr(rows_of(&whole[0]), '\n') + 1;
    const char *samples = strchr(rows_of(&whole[1]), '\n') + 1;
    for (int point = 0; point < POINTS; point++) {
        const char *next = strchr(strchr(samples, '\n') + 1, '\n') + 1;
        for (const char *end = samples; end <= next; end++) {
            write_text(names[0], whole[0].bytes, (size_t)(row - whole[0].bytes));
            write_text(names[1], whole[1].bytes, (size_t)(end - whole[1].bytes));
            snprintf(what, sizeof what, "killed in point %d", point);
            assert_int_equal(try(what), 0);
        }
        row = strchr(row, '\n') + 1;
        samples = next;
    }
}

/* Stopped before its first point was finished, a run still continues: its ceilings are there. */
static void test_no_point_yet(void **state)
{
    (void)state;
    const char *row = strchr(rows_of(&whole[0]), '\n') + 1;
    for (int cut = 0; cut < 2; cut++) {
        struct results results;
        write_text(names[0], whole[0].bytes, (size_t)(row - whole[0].bytes));
        write_text(names[1], whole[1].bytes, cut ? 0 : 20);
        assert_int_equal(results_open(&results, folder, command, NULL, &targets, &plan), 0);
        assert_non_null(results.done.row);
        assert_int_equal(results.rows, 0);
        results_close(&results);
        assert_int_equal(try("no point yet"), 0);
    }
}

enum { SAMPLES = 4, OLD_NS = 40, NEW_NS = 60, CALM = 0, KILLED = 99 };

/* Of which `disturbed` samples are disturbed. */
static struct measurement measurement_of(double ns, int disturbed, const char *invalid)
{
    return (struct measurement){
        .pass_ns =
            {.samples = SAMPLES, .median = ns, .minimum = ns, .maximum = ns, .low = ns, .high = ns},
        .samples = {ns, ns, ns, ns},
        .count = SAMPLES,
        .disturbed = disturbed,
        .invalid = invalid};
}

/* A folder with these measurements, of a time when the machine was busy. */
static void make_busy(const struct measurement *const measured[POINTS])
{
    static const char key[] = "# machine_load: ", busy[] = "# machine_load: 99.00, 99 now";
    static struct text text, changed;
    char path[TREE_PATH_MAX];
    path_of(names[0], path);
    (void)unlink(path);
    assert_int_equal(measure_as(measured), 0);
    read_text(names[0], &text);
    const char *at = strstr(text.bytes, key);
    assert_non_null(at);
    changed.length = (size_t)snprintf(changed.bytes, FILE_MAX, "%.*s%s%s", (int)(at - text.bytes),
                                      text.bytes, busy, at + strcspn(at, "\n"));
    write_text(names[0], changed.bytes, changed.length);
}

static int point_of(const struct measured *row)
{
    char identity[IDENTITY_MAX], text[IDENTITY_MAX] = "";
    for (int i = 0; i < POINT_SETTINGS; i++)
        identity_add(text, row->field[i]);
    identity_add(text, row->footprint_bytes);
    identity_add(text, row->field[POINT_SETTINGS]);
    for (int i = 0; i < POINTS; i++)
        if (strcmp(point_identity(&plan.points[i], identity), text) == 0)
            return i;
    fail_msg("no such point: %s", text);
    return -1;
}

/* The first sample of each point, whose rows and samples agree: 0 if a point has no row. */
static void read_points(const char *what, double ns[POINTS])
{
    char problem[1024];
    struct rows rows;
    struct measured row;
    memset(ns, 0, POINTS * sizeof *ns);
    assert_int_equal(rows_open(&rows, folder, problem, sizeof problem), 0);
    while (rows_next(&rows, &row) == 1) {
        const int point = point_of(&row);
        if (ns[point] != 0 || row.contradicted)
            fail_msg("%s: point %d twice, or not as its samples", what, point);
        ns[point] = row.times_ns[0];
    }
    assert_int_equal(rows.strays, 0);
    rows_close(&rows);
}

/* The row that stays is the less disturbed one. */
static const struct {
    const char *what;
    int was;
    const char *was_invalid;
    int is;
    const char *is_invalid;
    bool better;
} again[] = {
    {"quiet after disturbed", 3, NULL, 0, NULL, true},
    {"less disturbed", 4, NULL, 3, NULL, true},
    {"as disturbed", 3, NULL, 3, NULL, false},
    {"more disturbed", 3, NULL, 4, NULL, false},
    {"valid after invalid", 1, "it varies", 4, NULL, true},
    {"invalid after disturbed", 4, NULL, 0, "it varies", false},
    {"invalid and quiet after invalid", 1, "it varies", 0, "it varies", true},
    {"more disturbed, both invalid", 1, "it varies", 2, "it varies", false},
};

static void test_measured_again(void **state)
{
    (void)state;
    const struct measurement calm = measurement_of(OLD_NS, CALM, NULL);
    for (size_t i = 0; i < sizeof again / sizeof *again; i++)
        for (int p = 0; p < POINTS; p++) {
            const struct measurement was =
                measurement_of(OLD_NS, again[i].was, again[i].was_invalid);
            const struct measurement is = measurement_of(NEW_NS, again[i].is, again[i].is_invalid);
            const struct measurement *before[POINTS] = {&calm, &calm, &calm};
            double ns[POINTS];
            before[p] = &was;
            make_busy(before);
            assert_int_equal(measure_as((const struct measurement *[]){&is, &is, &is}), 0);
            read_points(again[i].what, ns);
            for (int k = 0; k < POINTS; k++)
                if (ns[k] != (k == p && again[i].better ? NEW_NS : OLD_NS))
                    fail_msg("%s: point %d of %d: %g ns", again[i].what, k, p, ns[k]);
        }
}

/* A file that somebody put there meanwhile is not replaced. */
static void test_replaced_meanwhile(void **state)
{
    (void)state;
    const struct measurement busy = measurement_of(OLD_NS, SAMPLES, NULL),
                             better = measurement_of(NEW_NS, CALM, NULL);
    const struct seen_memory unseen = {"-", "-", "-"};
    const struct ceilings ceilings = {.ns_each = {0}};
    static struct text now;
    char path[TREE_PATH_MAX];
    struct results results;
    make_busy((const struct measurement *const[POINTS]){&busy, &busy, &busy});
    assert_int_equal(results_open(&results, folder, command, NULL, &targets, &plan), 0);
    path_of(names[0], path);
    assert_int_equal(unlink(path), 0);
    write_text(names[0], whole[0].bytes, whole[0].length);
    const struct result result =
        result_of(&plan.points[0], &better, &unseen, 0, cost_of(&plan.points[0]), &ceilings);
    assert_int_equal(results_add(&results, &result), EXIT_WRONG);
    results_close(&results);
    read_text(names[0], &now);
    assert_string_equal(now.bytes, whole[0].bytes);
}

/* The program's calls that change files, of which one fails or is the last one before a kill, which
 * leaves half of what it writes. */
static int calls_left = -1;
static bool killed;

static bool ends_here(void)
{
    errno = ENOSPC;
    return calls_left >= 0 && calls_left-- == 0;
}

static int fail_or_die(void)
{
    if (killed)
        _exit(KILLED);
    return -1;
}

int rename(const char *from, const char *to)
{
    return ends_here() ? fail_or_die() : renameat(AT_FDCWD, from, AT_FDCWD, to);
}

int fsync(int file)
{
    return ends_here() ? fail_or_die() : (int)syscall(SYS_fsync, file);
}

ssize_t write(int file, const void *bytes, size_t count)
{
    const bool ends = ends_here();
    const ssize_t written = syscall(SYS_write, file, bytes, ends ? count / 2 : count);
    return ends ? fail_or_die() : written;
}

/* A kill between the two renames leaves the new samples under another name, until a run comes. */
static bool is_between(void)
{
    char rows[TREE_PATH_MAX], samples[TREE_PATH_MAX];
    path_of("results.csv.new", rows);
    path_of("samples.csv.new", samples);
    return access(rows, F_OK) != 0 && access(samples, F_OK) == 0;
}

static int run_until(int call, const struct measurement *const measured[POINTS])
{
    int status;
    const pid_t child = fork();
    if (child == 0) {
        calls_left = call;
        _exit(measure_as(measured));
    }
    waitpid(child, &status, 0);
    return WEXITSTATUS(status);
}

/* Each point has its old row or its new one at any moment, and the same command does the rest. */
static void interrupt(bool kills)
{
    const struct measurement calm = measurement_of(OLD_NS, CALM, NULL),
                             busy = measurement_of(OLD_NS, SAMPLES, NULL),
                             better = measurement_of(NEW_NS, CALM, NULL);
    const struct measurement *const before[] = {&busy, &calm, &busy}, *const after[] = {&better,
                                                                                        &better,
                                                                                        &better};
    double ns[POINTS] = {0};
    char what[64];
    int status = -1, between = 0;
    killed = kills;
    for (int call = 0; status != 0; call++) {
        snprintf(what, sizeof what, "%s at call %d", kills ? "killed" : "failed", call);
        make_busy(before);
        status = run_until(call, after);
        const bool readable = !is_between();
        between += !readable;
        if (readable)
            read_points(what, ns);
        for (int i = 0; i < POINTS && readable; i++)
            if (ns[i] != OLD_NS && (i == 1 || ns[i] != NEW_NS))
                fail_msg("%s: point %d: %g ns", what, i, ns[i]);
        assert_int_equal(measure_as(after), 0);
        read_points(what, ns);
        if (ns[0] != NEW_NS || ns[1] != OLD_NS || ns[2] != NEW_NS || is_between())
            fail_msg("%s, then continued: %g, %g, %g ns", what, ns[0], ns[1], ns[2]);
        assert_true(call < 100);
    }
    assert_int_equal(between, kills ? 2 : 0);
}

static void test_killed_again(void **state)
{
    (void)state;
    interrupt(true);
}

static void test_failed_again(void **state)
{
    (void)state;
    interrupt(false);
}

/* Changes made by hand or by another version: `from` becomes `to`, the first time that it is there
 * (`last`: the last time). */
static const struct change {
    const char *what;
    int file;
    const char *from, *to;
    bool last;
    int status;
} changes[] = {
    {"nothing", 0, "# ", "# ", false, 0},
    {"another's file", 0, "# warpline: ", "# gnuplot: ", false, 2},
    {"no comment at all", 0, "# warpline: ", "warpline: ", false, 2},
    {"another version", 0, "# warpline: ", "# warpline: 9", false, 2},
    {"another commit", 0, "# commit: ", "# commit: 9", false, 2},
    {"another compiler", 0, "# compiler: GNU", "# compiler: Clang", false, 2},
    {"other flags", 0, "# cpu_flags: ", "# cpu_flags: -Og ", false, 2},
    {"another host", 0, "# host: ", "# host: not", false, 2},
    {"another system", 0, "# kernel: ", "# kernel: not", false, 2},
    {"another command", 0, "--seed 1", "--seed 2", false, 2},
    {"another target", 0, "# null_detail: ", "# null_detail: 2 cores and ", false, 2},
    {"other points", 0, "digest ", "digest 0", false, 2},
    {"another page policy", 0, "# machine_large_pages: ", "# machine_large_pages: un", false, 2},
    {"a variable more", 0, "# null: ", "# environment: OMP_TEAMS_THREAD_LIMIT=1\n# null: ", false,
     2},
    {"a key more", 0, "# null: ", "# news: of another version\n# null: ", false, 2},
    {"a key less", 0, "# null_detail: ", "#", false, 2},
    {"another date", 0, "# date: 2", "# date: 1", false, 0},
    {"other load", 0, "# machine_load: ", "# machine_load: 9", false, 0},
    {"another limit", 0, "# memory_limit: ", "# memory_limit: 9", false, 0},
    {"another job", 0, "# null: ", "# environment: SLURM_JOB_ID=17\n# null: ", false, 0},
    {"other binding", 0, "# null: ", "# environment: OMP_PROC_BIND=true\n# null: ", false, 0},
    {"a column less", 0, ",valid,", ",", false, 2},
    {"no predictions", 0, ",predicted_bytes,", "\n", false, 2},
    {"columns in another order", 0, "pages,ran_on", "ran_on,pages", false, 2},
    {"seven fields in the last row", 0, ",134217728,", "\n", true, 2},
    {"a short row in the middle", 0, ",2,0,", "\n", false, 2},
    {"a field more", 0, ",2,0,", ",2,0,7,", false, 2},
    {"an empty row", 0, "\nstride,stride,", "\n\nstride,stride,", false, 2},
    {"lines of Windows", 0, "\nstride,stride,", "\r\nstride,stride,", false, 2},
    {"another number of samples", 0, ",2,0,", ",3,0,", false, 2},
    {"no comment in samples", 1, "# point", "point", false, 2},
    {"other columns of samples", 1, "time_ns", "time_us", true, 2},
    {"a sample less", 1, "1,0,", "", false, 2},
    {"a sample more", 1, "1,0,", "0,2,4.00\n1,0,", false, 2},
    {"samples of a point that never was", 1, "1,0,", "7,0,", false, 2},
    {"a word for a time", 1, "1,0,3.00", "1,0,abc", false, 2},
    {"a word for the number of a sample", 1, "1,0,", "1,x,", false, 2},
    {"nan for a time", 1, "1,0,3.00", "1,0,nan", false, 2},
    {"a word for a number of a row", 0, ",2,0,", ",2,x,", false, 2},
};

static void change(const struct change *c)
{
    static struct text changed;
    const char *text = whole[c->file].bytes, *at = strstr(text, c->from);
    for (const char *next = at; c->last && next; next = strstr(next + 1, c->from))
        at = next;
    if (!at)
        fail_msg("%s: there is no %s in %s", c->what, c->from, text);
    changed.length = (size_t)snprintf(changed.bytes, FILE_MAX, "%.*s%s%s", (int)(at - text), text,
                                      c->to, at + strlen(c->from));
    put_back();
    write_text(names[c->file], changed.bytes, changed.length);
}

static void test_changed(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        change(&changes[i]);
        const int status = try(changes[i].what);
        if (status != changes[i].status)
            fail_msg("%s: exit %d instead of %d", changes[i].what, status, changes[i].status);
    }
}

static void test_zeros_in_it(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        static struct text text;
        put_back();
        text = whole[i];
        memset(text.bytes + text.length / 2, 0, 16);
        write_text(names[i], text.bytes, text.length);
        assert_int_equal(try("zeros"), EXIT_USAGE);
    }
}

static void test_a_file_is_missing(void **state)
{
    (void)state;
    char path[TREE_PATH_MAX];
    for (int i = 0; i < 2; i++) {
        put_back();
        path_of(names[i], path);
        assert_int_equal(unlink(path), 0);
        assert_int_equal(try("missing"), i == 0 ? 0 : EXIT_USAGE);
    }
    assert_int_not_equal(access(path, F_OK), 0); /* refused: not made, either */
}

static void test_name_refused(void **state)
{
    (void)state;
    struct results results;
    char path[2 * 4096], parent[TREE_PATH_MAX];
    assert_int_equal(results_open(&results, "", command, NULL, &targets, &plan), EXIT_USAGE);
    memset(path, 'a', sizeof path);
    path[sizeof path - 1] = '\0';
    assert_int_equal(results_open(&results, path, command, NULL, &targets, &plan), EXIT_USAGE);
    path[4090] = '\0';
    assert_int_equal(results_open(&results, path, command, NULL, &targets, &plan), EXIT_USAGE);
    snprintf(parent, sizeof parent, "%s/new", top);
    snprintf(path, sizeof path, "%s/er/%0300d", parent, 0);
    assert_int_equal(results_open(&results, path, command, NULL, &targets, &plan), EXIT_USAGE);
    assert_int_not_equal(access(parent, F_OK), 0); /* no folder is left behind */
}

/* Another process, since a process's own locks are no hindrance. */
static void test_locked(void **state)
{
    (void)state;
    int status, ready[2];
    put_back();
    assert_int_equal(pipe(ready), 0);
    const pid_t other = fork();
    if (other == 0) {
        struct results results;
        char opened = (char)results_open(&results, folder, command, NULL, &targets, &plan);
        if (write(ready[1], &opened, 1) == 1)
            pause();
        _exit(1);
    }
    char opened = 1;
    assert_int_equal(read(ready[0], &opened, 1), 1);
    assert_int_equal(opened, 0);
    assert_int_equal(try("locked"), EXIT_USAGE);
    kill(other, SIGKILL);
    waitpid(other, &status, 0);
    assert_int_equal(try("not locked any more"), 0);
}

static void test_removed_meanwhile(void **state)
{
    (void)state;
    struct results results;
    char path[TREE_PATH_MAX], moved[TREE_PATH_MAX];
    put_back();
    assert_int_equal(results_open(&results, folder, command, NULL, &targets, &plan), 0);
    assert_int_equal(results_still_there(&results), 0);
    snprintf(moved, sizeof moved, "%s/moved", top);
    assert_int_equal(rename(folder, moved), 0);
    assert_int_equal(results_still_there(&results), EXIT_WRONG);
    assert_int_equal(rename(moved, folder), 0);
    path_of(names[0], path);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(results_still_there(&results), EXIT_WRONG);
    results_close(&results);
}

/* ceilings.csv grows by whole lines, whatever its last one is. */
static void test_torn_line(void **state)
{
    (void)state;
    static const char text[] = "# ceilings\ntarget,value\ncpu,1.5\n";
    static struct text now;
    char path[TREE_PATH_MAX];
    path_of("ceilings.csv", path);
    for (size_t length = 0; length < sizeof text; length++) {
        write_text("ceilings.csv", text, length);
        const int file = open(path, O_RDWR | O_APPEND);
        struct draft draft;
        assert_int_equal(cut_torn_line(file), 0);
        assert_non_null(draft_open(&draft));
        fputs("cpu,2\n", draft.out);
        assert_int_equal(append_draft(&draft, file, "ceilings.csv"), 0);
        close(file);
        read_text("ceilings.csv", &now);
        assert_memory_equal(now.bytes, text, now.length - 6);
        assert_string_equal(now.bytes + now.length - 6, "cpu,2\n");
        assert_true(now.length == 6 || now.bytes[now.length - 7] == '\n');
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cut_anywhere),      cmocka_unit_test(test_killed_anywhere),
        cmocka_unit_test(test_no_point_yet),      cmocka_unit_test(test_changed),
        cmocka_unit_test(test_zeros_in_it),       cmocka_unit_test(test_a_file_is_missing),
        cmocka_unit_test(test_name_refused),      cmocka_unit_test(test_locked),
        cmocka_unit_test(test_removed_meanwhile), cmocka_unit_test(test_torn_line),
        cmocka_unit_test(test_measured_again),    cmocka_unit_test(test_killed_again),
        cmocka_unit_test(test_failed_again),      cmocka_unit_test(test_replaced_meanwhile),
    };
    return cmocka_run_group_tests(tests, make_whole, remove_all);
}
