/* The catalogue of studies and the plans that it makes on this machine's CPU: nothing is measured.
 */
#include "study/base/message.h"
#include "study/plan/plan.h"
#include "study/plan/study.h"
#include "tests/assertions.h"
#include "tests/cpu_targets.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct plan plan_of(const struct plan_request *request)
{
    struct plan plan;
    assert_int_equal(plan_make(&plan, request, &list), 0);
    assert_true(plan.count > 0);
    return plan;
}

static const struct plan_request forms[] = {
    {.quick = true, .seed = 1},
    {.quick = false, .seed = 1},
    {.quick = true, .seed = 2, .element_bytes = 1},
    {.quick = true, .seed = 2, .element_bytes = 16},
};

static const struct parameter *parameter_of(const struct sweep *sweep)
{
    const struct pattern *pattern = pattern_find(sweep->pattern);
    for (int i = 0; i < pattern_parameter_count(pattern); i++)
        if (strcmp(pattern->parameters[i].name, sweep->parameter) == 0)
            return &pattern->parameters[i];
    return NULL;
}

/* Names that stand for what a pattern has no parameter for: the size of its arrays or elements,
 * fields where it has a fixed number. */
static bool is_no_parameter(const struct sweep *sweep)
{
    switch (sweep->kind) {
    case SWEEP_FOOTPRINTS:
    case SWEEP_SIZES:
        return strcmp(sweep->parameter, "footprint") == 0;
    case SWEEP_ELEMENTS:
        return strcmp(sweep->parameter, "element") == 0;
    case SWEEP_NODES:
        return strcmp(sweep->parameter, "memory_node") == 0;
    default:
        return strcmp(sweep->parameter, "element") == 0 || strcmp(sweep->parameter, "used") == 0;
    }
}

/* Each number that a sweep lists must be one that the pattern can have. */
static void check_values(const struct parameter *p, const char *text)
{
    char *rest;
    int count = 0;
    long long last = -1;
    for (long long value = strtoll(text, &rest, 10); rest != text;
         value = strtoll(text = rest, &rest, 10)) {
        assert_in_range(value, p->low, p->high);
        assert_false(p->power_of_two && (value & (value - 1)));
        assert_true(value > last); /* in order, none twice */
        last = value;
        count++;
    }
    assert_true(count > 0);
    assert_int_equal(*(text + strspn(text, " ")), '\0');
}

/* Entries of an index array are 32-bit, and the start of a chase differs from poison by being a
 * place in it: see the latency family. */
static void test_chases_have_places(void **state)
{
    (void)state;
    for (const struct pattern *const *p = pattern_catalogue; *p; p++) {
        struct shape largest = shape_standard(*p, 1, 1);
        if (!(*p)->index_length || !(*p)->elements)
            continue;
        largest.value[0] = (*p)->parameters[0].high;
        assert_in_range((*p)->index_length(&largest), 1, INT64_C(1) << 31);
    }
}

static void check_sweep(const struct sweep *sweep)
{
    const bool lists =
        sweep->kind == SWEEP_LISTED || sweep->kind == SWEEP_TEAMS || sweep->kind == SWEEP_WORKERS;
    print_message("    %s, %s\n", sweep->pattern, sweep->parameter);
    assert_non_null(pattern_find(sweep->pattern));
    const struct parameter *p = parameter_of(sweep);
    assert_true(p || is_no_parameter(sweep));
    assert_int_equal(lists, sweep->quick && sweep->full);
    if (lists && p) {
        check_values(p, sweep->quick);
        check_values(p, sweep->full);
    }
}

static void test_sweeps(void **state)
{
    (void)state;
    for (const struct study *s = study_catalogue; s->name; s++) {
        print_message("%s\n", s->name);
        assert_true(strlen(s->question) > 10 && s->question[strlen(s->question) - 1] == '?');
        assert_non_null(s->sweeps[0].pattern);
        for (int i = 0; i < SWEEPS_MAX && s->sweeps[i].pattern; i++)
            check_sweep(&s->sweeps[i]);
    }
}

/* Each study by its name alone, found as itself. */
static void test_names(void **state)
{
    (void)state;
    for (const struct study *s = study_catalogue; s->name; s++) {
        const struct plan_request request = {.names = (const char *[]){s->name}, .name_count = 1};
        for (const struct study *other = study_catalogue; other < s; other++)
            assert_string_not_equal(other->name, s->name);
        assert_int_equal(plan_check_names(&request), 0);
    }
}

/* Every pattern of the catalogue is requested by some study. */
static void test_all_patterns_are_used(void **state)
{
    (void)state;
    for (const struct pattern *const *p = pattern_catalogue; *p; p++) {
        bool used = false;
        for (const struct study *s = study_catalogue; s->name; s++)
            for (int i = 0; i < SWEEPS_MAX && s->sweeps[i].pattern; i++)
                used |= strcmp(s->sweeps[i].pattern, (*p)->name) == 0;
        if (!used)
            fail_msg("no study sweeps %s", (*p)->name);
    }
}

/* Whether the study has a pattern that runs on a CPU, and the nodes that it places memory on. */
static bool is_for_cpu(const struct study *study)
{
    const char *name;
    if (study->sweeps[0].kind == SWEEP_NODES && !list.targets[0].host_nodes)
        return false;
    for (int i = 0; (name = study_pattern(study, i)); i++)
        if (!pattern_find(name)->no_cpu)
            return true;
    return false;
}

static void test_every_study_has_points(void **state)
{
    (void)state;
    for (size_t form = 0; form < sizeof forms / sizeof *forms; form++) {
        struct plan plan = plan_of(&forms[form]);
        for (const struct study *s = study_catalogue; s->name; s++) {
            int baselines = 0, points = 0;
            for (int i = 0; i < plan.count; i++)
                if (plan.points[i].study == s)
                    *(plan.points[i].baseline ? &baselines : &points) += 1;
            if (points == 0 && !forms[form].element_bytes && is_for_cpu(s))
                fail_msg("study %s has no points", s->name);
            assert_int_equal(baselines, !s->no_copy && (plan.points[0].pattern->sizes &
                                                        plan.points[0].element_bytes));
        }
        plan_free(&plan);
    }
}

static void check_point(const struct point *point)
{
    assert_ptr_equal(point->target, &list.targets[0]);
    assert_null(point->pattern->no_cpu);
    assert_true(point->pattern->sizes & point->element_bytes);
    assert_non_null(point->kernel);
    assert_int_equal(point->kernel->element_bytes, point->element_bytes);
    assert_true(point->shape.elements > 0 && point->shape.threads > 0 && point->shape.workers > 0);
    assert_int_equal(point->shape.elements,
                     point_elements(point->pattern, &point->shape, point->shape.elements));
    assert_true(point->footprint_bytes > 0);
    assert_true(point->useful_bytes > 0);
    for (int i = 0; i < pattern_parameter_count(point->pattern); i++) {
        const struct parameter *p = &point->pattern->parameters[i];
        assert_true(point->shape.value[i] >= p->low && point->shape.value[i] <= p->high);
    }
}

/* Points can be run, none comes twice; what has not the requested element size
 * is left out. */
static void test_points(void **state)
{
    (void)state;
    for (size_t form = 0; form < sizeof forms / sizeof *forms; form++) {
        struct plan plan = plan_of(&forms[form]);
        for (int i = 0; i < plan.count; i++) {
            const struct point *p = &plan.points[i];
            check_point(p);
            for (int j = 0; j < i; j++)
                assert_false(plan.points[j].study == p->study &&
                             plan.points[j].pattern == p->pattern &&
                             plan.points[j].value == p->value &&
                             strcmp(plan.points[j].settings, p->settings) == 0 &&
                             strcmp(plan.points[j].parameter, p->parameter) == 0);
        }
        plan_free(&plan);
    }
}

/* Patterns with several element sizes, but not the requested one, are in no plan; those with only
 * one keep it. */
static void test_element_sizes(void **state)
{
    struct plan plan =
        plan_of(&(struct plan_request){.quick = true, .seed = 1, .element_bytes = 16});
    bool copies = false;
    (void)state;
    for (int i = 0; i < plan.count; i++) {
        const struct point *p = &plan.points[i];
        const bool has_one = (p->pattern->sizes & (p->pattern->sizes - 1)) == 0;
        const bool swept = strcmp(p->parameter, "element") == 0;
        assert_true(p->element_bytes == 16 || has_one || swept);
        assert_string_not_equal(p->pattern->name, "transpose_tile"); /* 1, 2 and 4 */
        assert_string_not_equal(p->pattern->name, "triad");          /* 4 and 8 */
        copies |= strcmp(p->pattern->name, "copy") == 0 && p->element_bytes == 16;
    }
    assert_true(copies);
    plan_free(&plan);
}

/* A pass is made of whole turns, blocks or windows where the pattern cannot do with less. */
static void test_whole_passes(void **state)
{
    struct plan plan =
        plan_of(&(struct plan_request){.quick = true, .seed = 1, .footprint_bytes = 12345678});
    (void)state;
    for (int i = 0; i < plan.count; i++) {
        const struct point *p = &plan.points[i];
        const int64_t elements = p->shape.elements, turns = elements / p->shape.threads;
        if (p->pattern->rounding == POWER_OF_TWO)
            assert_int_equal(elements & (elements - 1), 0);
        if (p->pattern->rounding == WHOLE_BLOCKS)
            assert_int_equal(elements % 1024, 0);
        if (p->pattern->rounding == WHOLE_TURNS) {
            assert_int_equal(elements % p->shape.threads, 0);
            assert_int_equal(turns & (turns - 1), 0);
        }
        if (strcmp(p->parameter, "window") == 0 || strcmp(p->parameter, "run") == 0)
            assert_in_range(p->value, 1, p->pattern->rounding == WHOLE_TURNS ? turns : elements);
    }
    plan_free(&plan);
}

/* The size is what is swept, or the parameters decide it. */
static bool work_may_differ(const struct point *p)
{
    return p->pattern->elements || strcmp(p->parameter, "footprint") == 0;
}

/* Points of one sweep request equally many bytes in a pass, except for what rounding to whole
 * structs, rows and turns makes of it. */
static void test_equal_work(void **state)
{
    (void)state;
    for (size_t form = 0; form < sizeof forms / sizeof *forms; form++) {
        struct plan plan = plan_of(&forms[form]);
        for (int i = 0; i < plan.count; i++)
            for (int j = 0; j < i; j++) {
                const struct point *a = &plan.points[i], *b = &plan.points[j];
                if (a->study == b->study && a->pattern == b->pattern &&
                    strcmp(a->parameter, b->parameter) == 0 && !work_may_differ(a))
                    assert_true(llabs(a->useful_bytes - b->useful_bytes) <= a->useful_bytes / 1000);
            }
        plan_free(&plan);
    }
}

static int64_t bytes_of_a_load(const struct point *p)
{
    return p->pattern->accesses(&p->shape) * p->element_bytes;
}

/* Whatever the pattern and its element size, a load or store of all steps moves as much as one of
 * the study's copy, unless a pass is rounded up. */
static void test_work_of_the_copy(void **state)
{
    (void)state;
    for (size_t form = 0; form < sizeof forms / sizeof *forms; form++) {
        struct plan plan = plan_of(&forms[form]);
        for (int i = 0; i < plan.count; i++)
            for (int b = 0; b < plan.count; b++) {
                const struct point *p = &plan.points[i], *copy = &plan.points[b];
                if (copy->baseline && p->study == copy->study && !work_may_differ(p) &&
                    p->pattern->rounding == ANY_NUMBER)
                    assert_true(llabs(bytes_of_a_load(p) - bytes_of_a_load(copy)) <=
                                bytes_of_a_load(copy) / 1000);
            }
        plan_free(&plan);
    }
}

/* How many copies stand before point `end`, of any study or of that of the point. */
static int copies_before(const struct plan *plan, int end, bool own)
{
    int count = 0;
    for (int i = 0; i < end; i++)
        count +=
            plan->points[i].baseline && (!own || plan->points[i].study == plan->points[end].study);
    return count;
}

/* A study's points come after its own copy and some of its neighbours', but not all copies come
 * first. */
static void test_copies_all_along(void **state)
{
    const struct plan_request request = {.quick = true, .seed = 3};
    struct plan plan = plan_of(&request);
    int last = 0, fresh = 0;
    (void)state;
    for (int i = 0; i < plan.count; i++) {
        const struct point *p = &plan.points[i];
        if (p->baseline || p->study->no_copy)
            continue;
        assert_int_equal(copies_before(&plan, i, true), 1);
        assert_true(copies_before(&plan, i, false) >= 3);
        fresh += copies_before(&plan, i, false) > last;
        last = copies_before(&plan, i, false);
    }
    assert_true(fresh > 10);
    plan_free(&plan);
}

static void test_seed_gives_the_order(void **state)
{
    const struct plan_request request = {.quick = true, .seed = 7},
                              other = {.quick = true, .seed = 8};
    struct plan one = plan_of(&request), same = plan_of(&request), another = plan_of(&other);
    int moved = 0;
    (void)state;
    assert_int_equal(one.count, same.count);
    assert_int_equal(one.count, another.count);
    for (int i = 0; i < one.count; i++) {
        assert_int_equal(one.points[i].value, same.points[i].value);
        assert_ptr_equal(one.points[i].pattern, same.points[i].pattern);
        moved += one.points[i].value != another.points[i].value;
    }
    assert_true(moved > 0);
    plan_free(&one);
    plan_free(&same);
    plan_free(&another);
}

/* A footprint that is requested is that of the copies. */
static void test_footprint_option(void **state)
{
    const struct plan_request request = {.quick = true, .seed = 1, .footprint_bytes = 1 << 24};
    struct plan plan = plan_of(&request);
    (void)state;
    for (int i = 0; i < plan.count; i++)
        if (plan.points[i].baseline)
            assert_int_equal(plan.points[i].footprint_bytes, 1 << 24);
    plan_free(&plan);
}

/* A point that does not fit is made smaller, or left out if its size is the question. */
static void test_little_memory(void **state)
{
    (void)state;
    static const int64_t rooms[] = {INT64_C(1) << 30, 100 << 20, 20 << 20, 4 << 20};
    static const struct plan_request quick = {.quick = true, .seed = 1};
    struct target *cpu = &list.targets[0];
    const int64_t room = cpu->room_bytes;
    int points = 1 << 20;
    for (size_t i = 0; i < sizeof rooms / sizeof *rooms; i++) {
        cpu->room_bytes = rooms[i] < room ? rooms[i] : room;
        struct plan plan = plan_of(&quick);
        for (int p = 0; p < plan.count; p++)
            assert_true(plan.points[p].footprint_bytes <= cpu->room_bytes);
        assert_true(plan.count <= points);
        points = plan.count;
        plan_free(&plan);
    }
    cpu->room_bytes = room;
}

/* A footprint that was requested is not made smaller. */
static void test_asked_for_too_much(void **state)
{
    (void)state;
    const struct plan_request asked = {.names = (const char *[]){"stride"},
                                       .name_count = 1,
                                       .quick = true,
                                       .footprint_bytes = 4 << 20};
    struct plan plan;
    struct target *cpu = &list.targets[0];
    const int64_t room = cpu->room_bytes;
    cpu->room_bytes = 4 << 20;
    assert_int_equal(plan_make(&plan, &asked, &list), EXIT_USAGE);
    plan_free(&plan);
    cpu->room_bytes = room;
}

/* What plan_make prints. */
static void planned(const struct plan_request *request, char *said, size_t size)
{
    FILE *file = tmpfile();
    assert_non_null(file);
    fflush(stderr);
    const int kept = dup(STDERR_FILENO);
    dup2(fileno(file), STDERR_FILENO);
    struct plan plan;
    const int status = plan_make(&plan, request, &list);
    fflush(stderr);
    dup2(kept, STDERR_FILENO);
    close(kept);
    plan_free(&plan);
    rewind(file);
    said[fread(said, 1, size - 1, file)] = '\0';
    fclose(file);
    assert_int_equal(status, 0);
}

/* Points that the user's numbers make too long are counted, each once; the others are missing
 * without a word. */
static void test_too_long(void **state)
{
    (void)state;
    static const struct {
        const char *study, *setting;
        int64_t footprint_bytes;
        int left_out;
    } all[] = {
        {"latency", NULL, 0, 0},
        {"latency", "chains=2", 0, 0},
        {"latency", "footprint=1MiB", 0, 0},
        {"latency", "footprint=4MiB", 0, 2}, /* chase, chase_in_order */
        {"chains", NULL, 0, 0},
        {"chains", NULL, 8 << 20, 5},
        {"scaling", NULL, 0, 0},
        {"scaling", "each=1MiB", 0, 0},
        {"scaling", "each=4MiB", 0, 1}, /* of one worker, in four lines of the study */
    };
    static const struct cache_level only = {
        .name = "L1", .size_bytes = 64 << 10, .one_bytes = 64 << 10, .line_bytes = 64};
    struct target *cpu = &list.targets[0], was = *cpu;
    cpu->facts.cache_levels = 1;
    cpu->facts.caches[0] = only;
    cpu->facts.launch.workers = 1;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        char said[4096], wanted[4096] = "";
        const struct plan_request request = {.names = &all[i].study,
                                             .name_count = 1,
                                             .settings = &all[i].setting,
                                             .setting_count = all[i].setting != NULL,
                                             .footprint_bytes = all[i].footprint_bytes,
                                             .quick = true};
        planned(&request, said, sizeof said);
        if (all[i].left_out)
            snprintf(wanted, sizeof wanted,
                     "warpline: target cpu: --set or --footprint makes arrays larger than 2 "
                     "MiB, which take too long: points left out: %d; use less, or request their "
                     "values by --sweep\n",
                     all[i].left_out);
        assert_string_equal(said, wanted);
    }
    *cpu = was;
}

static struct plan plan_on_null(struct target_list *null, const struct cache_level *caches,
                                int count)
{
    const struct plan_request request = {
        .names = (const char *[]){"latency", "footprint"}, .name_count = 2, .seed = 1};
    struct plan plan;
    struct target_facts *facts = &null->targets[0].facts;
    facts->cache_levels = count;
    memcpy(facts->caches, caches, sizeof *caches * (size_t)count);
    assert_int_equal(plan_make(&plan, &request, null), 0);
    return plan;
}

/* A level that nothing stays in but what one worker has alone, as a GPU's L1, is a level of chases
 * and changes no footprint. */
static void test_level_of_one(void **state)
{
    static const struct cache_level caches[] = {
        {.name = "L1", .one_bytes = 160 << 10, .line_bytes = 128},
        {.name = "L2", .size_bytes = 60 << 20, .one_bytes = 60 << 20, .line_bytes = 128}};
    struct target_list null;
    (void)state;
    assert_int_equal(targets_open(&null, "null", NULL), 0);
    struct plan with = plan_on_null(&null, caches, 2), without = plan_on_null(&null, caches + 1, 1);
    assert_int_equal(with.count, without.count);
    for (int i = 0; i < with.count; i++) {
        const struct point *a = &with.points[i], *b = &without.points[i];
        const bool near = a->pattern->alone && a->value <= 128 << 10;
        assert_ptr_equal(a->pattern, b->pattern);
        assert_int_equal(a->value, b->value);
        assert_true(a->value > 0 || a->baseline);
        assert_int_equal(a->footprint_bytes, b->footprint_bytes);
        assert_string_equal(a->level, near ? "L1" : b->level);
    }
    plan_free(&with);
    plan_free(&without);
    targets_close(&null);
}

/* The matrix of a machine with CPUs on nodes 0 and 3 and memory on 0, 2 and 3: each pair once, with
 * that node's workers. */
static void test_nodes(void **state)
{
    (void)state;
    static const char *const names[] = {"numa"};
    const struct plan_request request = {.names = names, .name_count = 1, .quick = true, .seed = 1};
    struct target *cpu = &list.targets[0], was = *cpu;
    int met[2][4] = {{0}};
    memset(cpu->facts.on_node, 0, sizeof cpu->facts.on_node);
    cpu->facts.on_node[0] = cpu->facts.on_node[3] = (struct worker_range){0, 1};
    cpu->host_nodes = 1 << 0 | 1 << 2 | 1 << 3;
    struct plan plan = plan_of(&request);
    for (int i = 0; i < plan.count; i++) {
        const struct point *point = &plan.points[i];
        char settings[32];
        snprintf(settings, sizeof settings, "cpu_node=%d", point->cpu_node - 1);
        assert_string_equal(point->settings, settings);
        assert_int_equal(point->value, point->memory_node - 1);
        assert_int_equal(point->shape.workers, 1);
        assert_true(point->cpu_node == 1 || point->cpu_node == 4);
        met[point->cpu_node == 4][point->memory_node - 1]++;
    }
    for (int node = 0; node < 4; node++)
        for (int of = 0; of < 2; of++)
            assert_int_equal(met[of][node], node == 1 ? 0 : 2); /* reads and writes */
    plan_free(&plan);
    cpu->host_nodes = 0; /* as in a container that may not place memory */
    assert_int_equal(plan_make(&plan, &request, &list), EXIT_USAGE);
    plan_free(&plan);
    *cpu = was;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sweeps),
        cmocka_unit_test(test_chases_have_places),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_all_patterns_are_used),
        cmocka_unit_test(test_every_study_has_points),
        cmocka_unit_test(test_points),
        cmocka_unit_test(test_element_sizes),
        cmocka_unit_test(test_whole_passes),
        cmocka_unit_test(test_equal_work),
        cmocka_unit_test(test_work_of_the_copy),
        cmocka_unit_test(test_copies_all_along),
        cmocka_unit_test(test_seed_gives_the_order),
        cmocka_unit_test(test_footprint_option),
        cmocka_unit_test(test_little_memory),
        cmocka_unit_test(test_asked_for_too_much),
        cmocka_unit_test(test_too_long),
        cmocka_unit_test(test_level_of_one),
        cmocka_unit_test(test_nodes),
    };
    return cmocka_run_group_tests(tests, open_cpu, close_cpu);
}
