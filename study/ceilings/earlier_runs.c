#include "study/ceilings/earlier_runs.h"

#include "plots/data/csv.h"
#include "plots/data/text_digest.h"
#include "study/base/array.h"
#include "study/base/file.h"
#include "study/base/folders.h"
#include "study/base/median.h"
#include "study/ceilings/remembered.h"
#include "study/measure/append.h"
#include "study/plan/study.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { RUN_MAX = 48, RUNS_MOST = 64, FILE_BYTES_MOST = 1 << 18 };

static const char file_name[] = "earlier_runs.csv";
static const char head[] =
    "# speeds of points in earlier runs: how much this machine varies between runs\n"
    "machine,run,point,time_ns,l2_index_ns,memory_index_ns\n";

static bool folder_of(char path[PATH_TEXT_MAX])
{
    return user_folder("XDG_STATE_HOME", ".local/state", path) == 0;
}

static uint64_t digest_of(const char *text)
{
    return digest_add(digest_begin, text, strlen(text));
}

/* Digests of copies are smaller than all others, so they are always selected. */
static uint64_t point_digest(const struct point *point)
{
    const uint64_t first_half = UINT64_MAX / 2;
    char text[1024];
    if (point->baseline) {
        snprintf(text, sizeof text, "copy %d %lld", point->element_bytes,
                 (long long)point->footprint_bytes);
        return digest_of(text) & first_half;
    }
    snprintf(text, sizeof text, "%s %s %d %s=%lld %s %lld", point->study->name,
             point->pattern->name, point->element_bytes, point->parameter, (long long)point->value,
             point->settings, (long long)point->footprint_bytes);
    return digest_of(text) | (first_half + 1);
}

static int by_target_and_point(const void *left, const void *right)
{
    const struct run_speed *a = left, *b = right;
    return a->target != b->target ? (a->target > b->target) - (a->target < b->target)
                                  : (a->point > b->point) - (a->point < b->point);
}

/* Sorts the points and drops those that are not selected, and all copies of a kind but one. */
static void select_points(struct run_speeds *speeds)
{
    int count = 0, of_target = 0;
    if (speeds->count == 0)
        return;
    qsort(speeds->of, (size_t)speeds->count, sizeof *speeds->of, by_target_and_point);
    for (int i = 0; i < speeds->count; i++) {
        const struct run_speed *speed = &speeds->of[i],
                               *last = &speeds->of[count > 0 ? count - 1 : 0];
        const bool first = count == 0 || last->target != speed->target;
        of_target = first ? 0 : of_target;
        if (of_target == RUN_POINTS || (!first && last->point == speed->point))
            continue;
        speeds->of[count++] = *speed;
        of_target++;
    }
    speeds->count = count;
}

void run_speeds_add(struct run_speeds *speeds, const struct point *point,
                    const struct fast_third *third)
{
    array_make_room(speeds->of, speeds->count, speeds->room);
    speeds->of[speeds->count++] =
        (struct run_speed){point->target, point_digest(point), third->log_ns, third->log_speed};
}

/* A point of an earlier run, in logarithms. */
struct earlier_point {
    double ns; /* NaN: absent */
    struct sample_speed speed;
};

/* The plan's points in the latest runs. */
struct earlier_runs {
    char run[RUN_MAX]; /* of the last row */
    int run_count;     /* run number n is in place n modulo RUNS_MOST */
    struct earlier_point of[RUNS_MOST][RUN_POINTS];
    int common[RUNS_MOST];
};

static void add_row(struct earlier_runs *earlier, const struct run_speeds *planned, const char *run,
                    uint64_t point, struct earlier_point measured)
{
    int at = 0;
    while (at < planned->count && planned->of[at].point != point)
        at++;
    if (at == planned->count)
        return;
    if (earlier->run_count == 0 || strcmp(earlier->run, run) != 0) {
        const int place = earlier->run_count++ % RUNS_MOST;
        snprintf(earlier->run, sizeof earlier->run, "%s", run);
        earlier->common[place] = 0;
        for (int i = 0; i < RUN_POINTS; i++)
            earlier->of[place][i].ns = NAN;
    }
    const int place = (earlier->run_count - 1) % RUNS_MOST;
    earlier->common[place] += isnan(earlier->of[place][at].ns);
    earlier->of[place][at] = measured;
}

enum earlier_column { MACHINE, RUN, POINT, TIME, CORE, MEMORY, EARLIER_COLUMNS };

static void read_runs(struct table *table, const char *machine, const struct run_speeds *planned,
                      struct earlier_runs *earlier)
{
    static const char *const names[EARLIER_COLUMNS] = {"machine", "run",         "point",
                                                       "time_ns", "l2_index_ns", "memory_index_ns"};
    const struct table_range time = {.least = 1e-9, .most = 1e15},
                             speed = {.least = 1e-9, .most = 1e15, .absent = true};
    int at[EARLIER_COLUMNS];
    for (int i = 0; i < EARLIER_COLUMNS; i++)
        if ((at[i] = table_column(table, names[i])) < 0)
            return;
    while (table_next(table) == 1) {
        double ns[EARLIER_COLUMNS];
        int code = strcmp(table->cells[at[MACHINE]], machine);
        for (int i = TIME; i < EARLIER_COLUMNS && !code; i++)
            code = table_number(table, at[i], i == TIME ? &time : &speed, &ns[i]);
        if (!code)
            add_row(earlier, planned, table->cells[at[RUN]],
                    strtoull(table->cells[at[POINT]], NULL, 16),
                    (struct earlier_point){log(ns[TIME]), {log(ns[CORE]), log(ns[MEMORY])}});
    }
}

/* How far two runs are apart, and by how many points; NaN if the target's speed differed. */
static double distance(const struct earlier_point *a, const struct earlier_point *b, int *points)
{
    double ratios[RUN_POINTS], core[RUN_POINTS], memory[RUN_POINTS];
    int count = 0;
    for (int i = 0; i < RUN_POINTS; i++) {
        if (isnan(a[i].ns) || isnan(b[i].ns))
            continue;
        ratios[count] = a[i].ns - b[i].ns;
        core[count] = a[i].speed.core_ns - b[i].speed.core_ns;
        memory[count++] = a[i].speed.memory_ns - b[i].speed.memory_ns;
    }
    *points = count;
    const struct sample_speed none = {0, 0},
                              change = {median_of(core, count), median_of(memory, count)};
    return same_speed(change, none) ? median_of(ratios, count) : NAN;
}

/* Half of the mean squared distance of all pairs is the variance of one run. */
static void write_deviation(const struct earlier_runs *earlier, char *text, size_t size)
{
    const int known = earlier->run_count < RUNS_MOST ? earlier->run_count : RUNS_MOST;
    static double by_points[RUNS_MOST * RUNS_MOST];
    int most = 0, runs = 0, pairs = 0;
    double squares = 0;
    for (int i = 0; i < known; i++)
        most = earlier->common[i] > most ? earlier->common[i] : most;
    for (int i = 0; i < known; i++) {
        runs += 2 * earlier->common[i] >= most;
        for (int j = 0; j < i && 2 * earlier->common[i] >= most; j++) {
            int points;
            const double apart = distance(earlier->of[i], earlier->of[j], &points);
            if (2 * earlier->common[j] < most || isnan(apart))
                continue;
            squares += apart * apart / 2;
            by_points[pairs++] = points;
        }
    }
    if (pairs > 0)
        snprintf(text, size, "%d runs of %.0f points, deviation %.4g", runs,
                 floor(median_of(by_points, pairs)), sqrt(squares / pairs));
}

static void plan_points(const struct target *target, const struct plan *plan,
                        struct run_speeds *planned)
{
    const struct fast_third none = {.log_ns = 0};
    for (int i = 0; i < plan->count; i++)
        if (plan->points[i].target == target)
            run_speeds_add(planned, &plan->points[i], &none);
    select_points(planned);
}

const char *earlier_runs_text(const struct target *target, const struct plan *plan, char *text,
                              size_t size)
{
    char folder[PATH_TEXT_MAX], problem[PATH_TEXT_MAX + 256], machine[MACHINE_DIGEST_MAX];
    struct run_speeds planned = {.count = 0};
    struct table table;
    *text = '\0';
    if (!folder_of(folder) || table_open(&table, folder, file_name, problem, sizeof problem))
        return text;
    struct earlier_runs *earlier = needed(calloc(1, sizeof *earlier));
    machine_digest(&target->facts, machine);
    plan_points(target, plan, &planned);
    read_runs(&table, machine, &planned, earlier);
    write_deviation(earlier, text, size);
    table_close(&table);
    free(planned.of);
    free(earlier);
    return text;
}

/* A large file loses its first half: machines change. */
static void shorten(const char *path)
{
    char problem[PATH_TEXT_MAX + 256], *text;
    size_t length;
    struct whole_file file;
    if (file_read(path, (size_t)4 * FILE_BYTES_MOST, &text, &length, problem, sizeof problem))
        return;
    const char *rest = length > FILE_BYTES_MOST ? strchr(text + length / 2, '\n') : NULL;
    if (rest && whole_file_open(&file, path, problem, sizeof problem) == 0) {
        fprintf(file.out, "%s%s", head, rest + 1);
        (void)whole_file_close(&file, problem, sizeof problem);
    }
    free(text);
}

static void put_index(FILE *out, double log_ns)
{
    if (isfinite(log_ns))
        fprintf(out, ",%.4g", exp(log_ns));
    else
        fputs(",-", out);
}

static void put_run(FILE *out, const struct run_speeds *speeds)
{
    char machine[MACHINE_DIGEST_MAX], date[32];
    struct timespec now;
    struct tm utc;
    clock_gettime(CLOCK_REALTIME, &now);
    strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%S", gmtime_r(&now.tv_sec, &utc));
    for (int i = 0; i < speeds->count; i++) {
        machine_digest(&speeds->of[i].target->facts, machine);
        fprintf(out, "%s,%s.%09ldZ,%016llx,%.6g", machine, date, now.tv_nsec,
                (unsigned long long)speeds->of[i].point, exp(speeds->of[i].log_ns));
        put_index(out, speeds->of[i].log_speed.core_ns);
        put_index(out, speeds->of[i].log_speed.memory_ns);
        fputc('\n', out);
    }
}

/* Opens the file for appending, and makes its folder; -1 if that is impossible. */
static int open_file(char path[PATH_TEXT_MAX])
{
    if (!folder_of(path) || folder_make(path, 0700, NULL, NULL, 0))
        return -1;
    const size_t length = strlen(path);
    snprintf(path + length, PATH_TEXT_MAX - length, "/%s", file_name);
    return file_open_kept(path, NULL, NULL, 0);
}

void earlier_runs_add(struct run_speeds *speeds)
{
    char path[PATH_TEXT_MAX];
    struct draft draft;
    const int file = speeds->count > 0 ? open_file(path) : -1;
    if (file >= 0) {
        (void)cut_torn_line(file);
        draft_open(&draft);
        if (lseek(file, 0, SEEK_END) == 0)
            fputs(head, draft.out);
        select_points(speeds);
        put_run(draft.out, speeds);
        (void)append_draft(&draft, file, file_name);
        close(file);
        shorten(path);
    }
    free(speeds->of);
    *speeds = (struct run_speeds){.count = 0};
}
