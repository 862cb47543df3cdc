/* The predictions that the recorded results hold, made again on any machine: for each of their rows
 * the program plans the same point, on targets as they describe them, with the ceilings that the
 * run had measured until then, and writes the same text into the columns that the models fill.
 *
 * ceilings.csv has six digits of each ceiling, the run had all: times may differ in the last digit.
 * It does not say either between which rows a ceiling was measured, but both files are in the order
 * of time: a row may use any ceilings that are not older than those of the row before. */
#include "plots/data/csv.h"
#include "plots/data/names.h"
#include "plots/data/row_reader.h"
#include "study/ceilings/ceilings.h"
#include "study/ceilings/ceilings_file.h"
#include "study/model/model.h"
#include "study/run/columns.h"
#include "study/run/results.h"
#include "tests/results/recorded_machine.h"
#include "tests/tree.h"

#include <math.h>

#define RECORDED TEST_DATA "/../../plots/recorded/h200"

enum { ROWS_MAX = 16384, STATES_MAX = 2048, TOLD_MAX = 20, TARGETS = 2, TEXT = PATH_MAX + 256 };
enum { PROBES_MOST = 256 }; /* between two rows */
/* Half a digit of the recorded time, and one of each of two ceilings. */
static const double last_digit = 2e-5;

static const char *const column_names[] = {"elements",
                                           "useful_bytes",
                                           "level",
                                           "predicted_bytes",
                                           "requests",
                                           "lines",
                                           "sectors_per_request",
                                           "conflict_degree",
                                           "l1_misses",
                                           "l2_misses",
                                           "l3_misses",
                                           "write_allocate_bytes",
                                           "predicted_time_ns",
                                           "bound"};
enum { COLUMNS = sizeof column_names / sizeof *column_names };

static char folder[TREE_PATH_MAX]; /* of the rows that this program writes */
static struct plan_request request = {.warmup = -1};
static char on[KEY_MAX];
static struct plan plan;

/* The knowledge of each target after each row of ceilings.csv. */
static struct ceiling_set known[TARGETS][STATES_MAX];
static double core_index_ns[ROWS_MAX]; /* the median over each row's samples; NaN: unknown */
static int state_count;
static bool is_written[ROWS_MAX]; /* of the recorded rows: a point was planned for it */
static int wrong;

/* The recorded run's options: what its `# command:` line says. */
static void read_command(void)
{
    char problem[TEXT];
    struct table table;
    if (table_open(&table, RECORDED, "results.csv", problem, sizeof problem))
        fail_msg("%s", problem);
    const char *command = table_header_value(&table, "command");
    const char *targets = command ? strstr(command, "--on ") : NULL;
    const char *seed = command ? strstr(command, "--seed ") : NULL;
    if (!targets || !seed || sscanf(targets, "--on %63s", on) != 1) {
        fail_msg("results.csv does not tell its command");
        return;
    }
    request.seed = strtoll(seed + strlen("--seed "), NULL, 10);
    request.quick = strstr(command, "--quick") != NULL;
    table_close(&table);
}

static void take_ceiling(const struct ceiling_set *row, enum resource resource,
                         struct ceiling_set *set)
{
    ceiling_take(set, resource,
                 (struct probed){row->known.ns_each[resource], row->core_ns[resource],
                                 row->disturbed[resource]});
    set->probed_s[resource] = row->probed_s[resource];
    set->took_s[resource] = row->took_s[resource];
    set->speed[resource] = row->speed[resource];
}

/* The state before, with the one row that the folder's ceilings.csv holds. */
static void keep_state(void)
{
    char problem[TEXT];
    assert_true(state_count < STATES_MAX && machine.targets.count <= TARGETS);
    for (int i = 0; i < machine.targets.count; i++) {
        struct ceiling_set row, *set = &known[i][state_count];
        *set = state_count ? set[-1] : (struct ceiling_set){.known = ceilings_unknown()};
        if (ceilings_read_set(folder, machine.targets.targets[i].name, &row, problem,
                              sizeof problem))
            continue; /* -ENOENT: it is another target's row */
        for (int resource = 0; resource < RESOURCES; resource++)
            if (row.probed_s[resource] > 0)
                take_ceiling(&row, (enum resource)resource, set);
    }
    state_count++;
}

/* Reads ceilings.csv as it was after each of its rows. */
static void read_ceilings(void)
{
    char path[TREE_PATH_MAX + 16], *head = NULL, *line = NULL;
    size_t head_room = 0, room = 0;
    snprintf(path, sizeof path, "%s/ceilings.csv", folder);
    FILE *in = fopen(RECORDED "/ceilings.csv", "r");
    assert_non_null(in);
    do
        assert_true(getline(&head, &head_room, in) > 0);
    while (*head == '#');
    while (getline(&line, &room, in) > 0) {
        FILE *out = fopen(path, "w");
        assert_non_null(out);
        fprintf(out, "%s%s", head, line);
        fclose(out);
        if (recorded_target(strtok(line, ",")))
            keep_state();
    }
    free(head);
    free(line);
    fclose(in);
    assert_true(state_count > 0);
}

/* The speed index that the cores had at each row. */
static void read_indices(void)
{
    char problem[TEXT];
    static struct rows rows;
    struct measured row;
    if (rows_open(&rows, RECORDED, problem, sizeof problem))
        fail_msg("%s", problem);
    while (rows_next(&rows, &row) == 1)
        core_index_ns[rows.row] = row.speeds ? speed_usual(row.speeds, row.samples).core_ns : NAN;
    rows_close(&rows);
}

static int set_up(void **state)
{
    (void)state;
    tree_make(&(struct tree_file){NULL, NULL}, folder);
    read_command();
    recorded_machine_read(RECORDED, on);
    assert_int_equal(plan_make(&plan, &request, &machine.targets), 0);
    read_ceilings();
    read_indices();
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    plan_free(&plan);
    tree_remove(folder);
    return 0;
}

/* Whether the row's other parameters are those of the settings; "-" is none. */
static bool is_set(struct table *row, const char *settings)
{
    return strcmp(recorded_cell(row, "settings"), settings && *settings ? settings : "-") == 0;
}

static bool is_row_of(struct table *row, const struct point *point)
{
    const char *value = recorded_cell(row, "value");
    return strcmp(recorded_cell(row, "study"), point->study->name) == 0 &&
           strcmp(recorded_cell(row, "pattern"), point->pattern->name) == 0 &&
           strcmp(recorded_cell(row, "target"), point->target->name) == 0 &&
           strcmp(recorded_cell(row, "parameter"), point->parameter) == 0 &&
           is_set(row, point->settings) &&
           strtol(recorded_cell(row, "element_bytes"), NULL, 10) == point->element_bytes &&
           (point->baseline ? strcmp(value, "-") == 0 : strtoll(value, NULL, 10) == point->value) &&
           strtoll(recorded_cell(row, "footprint_bytes"), NULL, 10) == point->footprint_bytes;
}

static const struct point *point_of(struct table *row)
{
    for (int i = 0; i < plan.count; i++)
        if (is_row_of(row, &plan.points[i]))
            return &plan.points[i];
    return NULL;
}

static void tell(struct table *row, const char *what, const char *ours, const char *recorded)
{
    if (wrong++ < TOLD_MAX)
        print_message("line %d: %s %s on %s, %s %s: %s: %s, recorded is %s\n", row->line,
                      recorded_cell(row, "study"), recorded_cell(row, "pattern"),
                      recorded_cell(row, "target"), recorded_cell(row, "parameter"),
                      recorded_cell(row, "value"), what, ours, recorded);
}

/* How far a number may be from the recorded one. Counts of random indices are those of a sample,
 * which other versions take elsewhere. What an L3 loses follows from a ceiling: a part of the lines
 * that it serves. */
static double apart(struct table *recorded, const char *column)
{
    static const double sampled = 5e-3;
    const double number = fabs(strtod(recorded_cell(recorded, column), NULL));
    if (word_among("gather gather_repeated scatter table", recorded_cell(recorded, "pattern")))
        return sampled * number;
    if (strcmp(column, "l3_misses") == 0)
        return last_digit * strtod(recorded_cell(recorded, "l2_misses"), NULL);
    return strcmp(column, "predicted_time_ns") == 0 ? last_digit * number : 0;
}

static bool is_near(struct table *recorded, const char *column, const char *got)
{
    char *end;
    const char *wanted = recorded_cell(recorded, column);
    const double number = strtod(wanted, &end);
    return strcmp(got, wanted) == 0 ||
           (end != wanted && fabs(strtod(got, NULL) - number) <= apart(recorded, column));
}

static bool is_number(struct table *recorded, const char *column, double ours)
{
    char text[COLUMN_TEXT_MAX] = "-";
    if (!isnan(ours))
        snprintf(text, sizeof text, "%.6g", ours);
    return is_near(recorded, column, text);
}

/* The measured core time of the row's kernel; NaN if it has none. */
static double core_ns_of(struct table *row)
{
    const char *ns = recorded_cell(row, "core_ns");
    return strcmp(ns, "-") == 0 ? NAN : strtod(ns, NULL);
}

/* Ceilings of which the time does not depend may still change what a cache holds. */
static bool is_predicted(const struct result *result, struct table *row)
{
    static const char *const misses[COST_LEVELS] = {"l1_misses", "l2_misses", "l3_misses"};
    const struct cost *cost = &result->cost;
    for (int i = 0; i < COST_LEVELS; i++)
        if (!is_number(row, misses[i], cost->misses[i]))
            return false;
    return is_number(row, "predicted_time_ns", result->predicted_ns) &&
           is_number(row, "predicted_bytes", cost->predicted_bytes) &&
           strcmp(recorded_cell(row, "bound"), result->bound ? result->bound : "-") == 0;
}

/* Enters the parts of the caches that the cores had. Returns whether they were others until then.
 */
static bool apply_capacities(struct target *target, const struct ceilings *state)
{
    struct cache_level before[CACHE_LEVELS_MAX];
    memcpy(before, target->facts.caches, sizeof before);
    ceilings_apply(state, &target->facts);
    for (int i = 0; i < target->facts.cache_levels; i++)
        if (target->facts.caches[i].share != before[i].share)
            return true;
    return false;
}

/* A row's cost where its cores have those parts of their caches. It takes long, and parts change
 * from probe to probe. */
static const struct cost *known_cost(const struct point *point, bool is_new)
{
    static struct {
        double shares[CACHE_LEVELS_MAX];
        struct cost cost;
    } known_costs[8];
    static int count;
    const struct target_facts *facts = &point->target->facts;
    double shares[CACHE_LEVELS_MAX] = {0};
    count = is_new ? 0 : count;
    for (int i = 0; i < facts->cache_levels; i++)
        shares[i] = facts->caches[i].share;
    for (int i = 0; i < count; i++)
        if (memcmp(known_costs[i].shares, shares, sizeof shares) == 0)
            return &known_costs[i].cost;
    count = count < 8 ? count + 1 : 1;
    memcpy(known_costs[count - 1].shares, shares, sizeof shares);
    known_costs[count - 1].cost = cost_of(point);
    return &known_costs[count - 1].cost;
}

/* Predicts the row's time with the oldest ceilings from number `first` on that give it, or with
 * that number if none does. Returns their number. */
static int predict_as(struct table *row, const struct point *point, double index_ns,
                      struct result *result, int first)
{
    static struct measurement measured = {.pass_ns = {.median = 1}};
    static const struct seen_memory unseen = {"-", "-", "-"};
    const int target = (int)(point->target - machine.targets.targets);
    const struct ceiling_set *states = known[target];
    const double core_ns = core_ns_of(row);
    measured.load_gbps = strtod(recorded_cell(row, "load_gbps"), NULL); /* 0: "-" */
    for (int i = first; i <= first + PROBES_MOST; i++) {
        const int state = i < state_count && i < first + PROBES_MOST ? i : first;
        const struct ceilings ceilings = ceilings_at(&states[state], index_ns);
        if (apply_capacities(&machine.targets.targets[target], &ceilings) || i == first)
            *result =
                result_of(point, &measured, &unseen, 0, *known_cost(point, i == first), &ceilings);
        result_predict(result, core_ns, &ceilings);
        if (is_predicted(result, row))
            return i;
    }
    return first;
}

/* Writes the rows again, in the recorded order. Returns how many that are. */
static int write_rows(struct table *recorded)
{
    struct results results;
    struct result result;
    int states[TARGETS] = {0}, rows = 0, more;
    assert_int_equal(results_open(&results, folder, "", NULL, &machine.targets, &plan), 0);
    for (; (more = table_next(recorded)) == 1; rows++) {
        assert_true(rows < ROWS_MAX);
        const struct point *point = point_of(recorded);
        is_written[rows] = point != NULL;
        if (!point) {
            tell(recorded, "the point", "not planned", "measured");
            continue;
        }
        const int target = (int)(point->target - machine.targets.targets);
        states[target] = predict_as(recorded, point, core_index_ns[rows], &result, states[target]);
        assert_int_equal(results_add(&results, &result), 0);
    }
    assert_int_equal(more, 0);
    results_close(&results);
    return rows;
}

static void compare_row(struct table *recorded, struct table *ours)
{
    for (int i = 0; i < COLUMNS; i++) {
        const char *wanted = recorded_cell(recorded, column_names[i]);
        const char *got = recorded_cell(ours, column_names[i]);
        if (!is_near(recorded, column_names[i], got))
            tell(recorded, column_names[i], got, wanted);
    }
}

static void open_rows(struct table *table, const char *where, char problem[TEXT])
{
    if (table_open(table, where, "results.csv", problem, TEXT))
        fail_msg("%s", problem);
}

static void test_rows(void **state)
{
    char problem[TEXT], our_problem[TEXT];
    struct table recorded, ours;
    int compared = 0;
    (void)state;
    open_rows(&recorded, RECORDED, problem);
    const int rows = write_rows(&recorded);
    table_close(&recorded);
    open_rows(&recorded, RECORDED, problem);
    open_rows(&ours, folder, our_problem);
    for (int i = 0; i < rows; i++) {
        assert_int_equal(table_next(&recorded), 1);
        if (!is_written[i])
            continue;
        assert_int_equal(table_next(&ours), 1);
        compare_row(&recorded, &ours);
        compared++;
    }
    table_close(&recorded);
    table_close(&ours);
    if (wrong > 0)
        fail_msg("%d differences, the first %d are printed", wrong, TOLD_MAX);
    assert_int_equal(compared, rows);
    assert_int_equal(plan.count, rows); /* a GPU with arrays of no more than 16 GiB, for example */
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_rows)};
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
