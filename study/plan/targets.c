#include "study/plan/targets.h"

#include "cpu/early.h"
#include "cpu/memory.h"
#include "cpu/placing.h"
#include "cpu/topology.h"
#include "patterns/clock.h"
#include "plots/data/draft.h"
#include "study/base/message.h"
#include "study/base/stop.h"
#include "study/base/text.h"
#include "study/base/units.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_COLUMNS = 7 };

#define TARGET(name, folder) &name##_target_ops,
const struct target_ops *const target_kinds[] = {
#include "patterns/targets.def"
    NULL};
enum { KINDS = sizeof target_kinds / sizeof *target_kinds - 1 };

/* Whether these are the digits of a device's number. */
static bool is_number(const char *digits)
{
    const size_t length = strlen(digits);
    return length > 0 && length < 4 && strspn(digits, "0123456789") == length;
}

const struct target_ops *target_kind(const char *name, int *number)
{
    *number = 0;
    for (int i = 0; target_kinds[i]; i++) {
        const size_t length = strlen(target_kinds[i]->name);
        if (strncmp(name, target_kinds[i]->name, length) != 0)
            continue;
        const char *digits = name + length;
        if (target_kinds[i]->numbered ? is_number(digits) : !*digits) {
            *number = atoi(digits);
            return target_kinds[i];
        }
    }
    return NULL;
}

const char *target_name(const struct target_ops *kind, int number, char text[TARGET_NAME_MAX])
{
    if (kind->numbered)
        snprintf(text, TARGET_NAME_MAX, "%s%d", kind->name, number);
    else
        snprintf(text, TARGET_NAME_MAX, "%s", kind->name);
    return text;
}

static int count_of(const struct target_ops *ops)
{
    doing("looking for targets (%s)", ops->name);
    const int count = ops->count();
    doing_watch_again();
    return count;
}

static int open_one(struct target_list *list, const struct target_ops *ops, int number,
                    const char *name, const struct placing *placing)
{
    char problem[TEXT_MAX] = "";
    struct target *target = &list->targets[list->count];
    const int there = count_of(ops);
    doing("opening %s", name);
    if (number >= there)
        return complain(EXIT_NO_DEVICE,
                        "option --on: %s is missing (found: %d); see warpline list targets", name,
                        there);
    *target = (struct target){.ops = ops, .placing = *placing};
    int error = ops->open(target, number, placing, problem, sizeof problem);
    if (error)
        return complain(error == -EINVAL ? EXIT_USAGE : EXIT_NO_DEVICE, "target %s: %s", name,
                        problem);
    list->count++;
    return 0;
}

static int no_such_target(const char *name)
{
    char examples[KINDS][TARGET_NAME_MAX];
    const char *names[KINDS + 1] = {NULL};
    for (int i = 0; i < KINDS; i++)
        names[i] = target_name(target_kinds[i], 0, examples[i]);
    return complain(EXIT_USAGE, "option --on: there is no target %s; use %s", name,
                    NEAREST(name, names));
}

static int open_named(struct target_list *list, const char *name, const struct placing *placing)
{
    int number;
    const struct target_ops *ops = target_kind(name, &number);
    if (!ops)
        return no_such_target(name);
    for (int i = 0; i < list->count; i++)
        if (strcmp(list->targets[i].name, name) == 0)
            return complain(EXIT_USAGE, "option --on: %s is named twice; name it once", name);
    if (list->count == TARGETS_MAX)
        return complain(EXIT_USAGE, "option --on: %s is one too many; use at most %d", name,
                        TARGETS_MAX);
    return open_one(list, ops, number, name, placing);
}

/* Opens those that run kernels. */
static int open_all(struct target_list *list, const struct placing *placing)
{
    int status = 0;
    char name[TARGET_NAME_MAX];
    for (int i = 0; target_kinds[i] && !status; i++) {
        const int count = target_kinds[i]->module_kind ? count_of(target_kinds[i]) : 0;
        for (int number = 0; number < count && list->count < TARGETS_MAX && !status; number++)
            status = open_named(list, target_name(target_kinds[i], number, name), placing);
    }
    return status;
}

static int open_list(struct target_list *list, const char *on, const struct placing *placing)
{
    char *names = needed(strdup(on)), *rest = names, *name;
    int status = *on ? 0 : complain(EXIT_USAGE, "option --on: names no target; use cpu or gpu0");
    while (!status && (name = strsep(&rest, ",")))
        status = open_named(list, name, placing);
    free(names);
    return status;
}

/* Only a CPU has threads to place; without one, an option that places them would do nothing. */
static int check_placed(const struct target_list *list, const struct placing *placing)
{
    const char *name, *value;
    bool has_cpu = false;
    for (int i = 0; i < list->count; i++)
        has_cpu = has_cpu || list->targets[i].ops->side == SIDE_CPU;
    for (int i = 0; !has_cpu && (name = placing_option(placing, i, &value)); i++)
        if (value)
            return complain(EXIT_USAGE,
                            "option --%s: places the CPU's threads and memory, and cpu is not "
                            "among the targets; add it to --on",
                            name);
    return 0;
}

/* Four fifths of the free memory, since the program itself needs some; of the host's memory, an
 * equal share for each target, because arrays stay with their target from point to point. */
static void share_memory(struct target_list *list)
{
    int sharers = 0;
    for (int i = 0; i < list->count; i++)
        sharers += list->targets[i].ops->module_kind != NULL;
    const int64_t host = memory_free_bytes() / 5 * 4 / (sharers ? sharers : 1);
    for (int i = 0; i < list->count; i++) {
        struct target *t = &list->targets[i];
        const int64_t own = t->ops->free_bytes(t, -1) / 5 * 4;
        t->host_nodes = memory_nodes();
        t->host_room_bytes = host;
        t->room_bytes = t->facts.host_memory && host < own ? host : own;
    }
}

static void prepare_all(void)
{
    for (int i = 0; target_kinds[i]; i++)
        if (target_kinds[i]->prepare)
            target_kinds[i]->prepare();
}

int targets_open(struct target_list *list, const char *on, const struct placing *placing)
{
    static const struct placing anywhere = {.cores = 0};
    list->count = 0;
    prepare_all();
    placing = placing ? placing : &anywhere;
    int status = on ? open_list(list, on, placing) : open_all(list, placing);
    if (!status)
        status = check_placed(list, placing);
    if (status)
        targets_close(list);
    else
        share_memory(list);
    return status;
}

/* One thread runs on each core, whatever the variable says; a message says so if the variable says
 * another number. */
static void tell_threads(const struct target *target)
{
    const char *asked = getenv("OMP_NUM_THREADS");
    const int cores = target->facts.multiprocessors;
    if (asked && target->facts.binding[0] && atoi(asked) != cores)
        complain(
            0,
            "OMP_NUM_THREADS=%s is ignored: %d thread%s, one on each core in use; --cores requests "
            "fewer",
            asked, cores, cores == 1 ? " runs" : "s run");
}

static int measurable(const struct target *target)
{
    char asked[TEXT_MAX];
    if (target->facts.elsewhere)
        return complain(
            EXIT_USAGE,
            "target %s: HWLOC_SYNTHETIC or HWLOC_XMLFILE describes another machine; topo "
            "and show can describe it, but it cannot be measured here; unset it",
            target->name);
    if (target->facts.binding[0] && early_binding_asked(asked, sizeof asked)[0])
        complain(0, "%s is ignored: threads are bound %s", asked, target->facts.binding);
    tell_threads(target);
    return 0;
}

int targets_measurable(const struct target_list *list)
{
    int status = 0;
    for (int i = 0; i < list->count && !status; i++)
        status = measurable(&list->targets[i]);
    return status;
}

void targets_close(struct target_list *list)
{
    for (int i = 0; i < list->count; i++)
        list->targets[i].ops->close(&list->targets[i]);
    list->count = 0;
}

static void put_facts(FILE *out, const struct target_facts *facts)
{
    char size[SIZE_TEXT_MAX];
    fprintf(out, "%s%s%s", facts->title, facts->title[0] ? ", " : "", facts->detail);
    if (facts->memory_bytes)
        fprintf(out, ", %s of memory", rounded_size_text(facts->memory_bytes, size));
    if (facts->peak_gbps > 0)
        fprintf(out, ", peak %.0f GB/s", facts->peak_gbps);
    for (int i = 0; i < facts->cache_levels; i++) {
        const struct cache_level *cache = &facts->caches[i];
        const bool each = cache->size_bytes == 0;
        fprintf(out, ", %s %s%s", cache->name,
                rounded_size_text(each ? cache->one_bytes : cache->size_bytes, size),
                each ? " each" : "");
    }
}

static void print_facts(const char *name, const struct target_facts *facts)
{
    struct draft draft;
    put_facts(draft_open(&draft), facts);
    char *text = draft_close(&draft);
    printf("%-*s", NAME_COLUMNS, name);
    print_wrapped(text, NAME_COLUMNS);
    free(text);
}

/* Kinds without kernels exist, but run only on request. */
static void print_others(void)
{
    for (int i = 0; target_kinds[i]; i++)
        if (!target_kinds[i]->module_kind)
            printf("%-*s%s\n", NAME_COLUMNS, target_kinds[i]->name, target_kinds[i]->what);
}

int targets_print(void)
{
    struct target_list list = {0};
    int status = targets_open(&list, NULL, NULL);
    for (int i = 0; i < list.count && !status; i++)
        print_facts(list.targets[i].name, &list.targets[i].facts);
    targets_close(&list);
    if (!status)
        print_others();
    return status;
}

const char *target_failure(int error)
{
    if (error == -EAGAIN)
        return "fewer threads were started than it has cores; is OMP_THREAD_LIMIT set? Use --cores "
               "for fewer";
    if (error == -EXDEV)
        return "a thread ran on a CPU that --cpus or --bind did not name; did another program "
               "move it?";
    if (error == -ENOENT)
        return "its kernel module cannot be loaded";
    return "a region did not run where it should";
}

int target_result(const struct target *target, int error)
{
    return error ? complain(EXIT_NO_DEVICE, "target %s: %s", target->name, target_failure(error))
                 : 0;
}

int target_workers(struct target *target, kernel_function *kernel, const struct launch *asked)
{
    double ns;
    struct placement placement = {0};
    const struct kernel_args args = {.shape = {.elements = 1, .threads = 1, .value = {1, 1, 1, 1}},
                                     .launch = *asked};
    doing("counting the workers of a kernel on %s", target->name);
    int error = target->ops->run(target, kernel, &args, &ns, &placement);
    return error ? error : placement.workers;
}

static bool is_listed(const struct target_list *list, const struct target_ops *ops, int number)
{
    char name[TARGET_NAME_MAX];
    target_name(ops, number, name);
    for (int i = 0; list && i < list->count; i++)
        if (strcmp(list->targets[i].name, name) == 0)
            return true;
    return !list;
}

/* Prints devices, of which there may be none. */
static void print_devices(const struct target_ops *ops)
{
    char name[TARGET_NAME_MAX];
    struct target_facts facts = {.cache_levels = 0};
    struct pci_place place;
    int number = 0;
    for (; ops->look_up(number, &facts, &place); number++) {
        print_facts(target_name(ops, number, name), &facts);
        facts = (struct target_facts){.cache_levels = 0};
    }
    if (number == 0)
        printf("%-*snone found by a driver\n", NAME_COLUMNS, ops->name);
}

static int print_outline(const struct target_ops *ops)
{
    char problem[TEXT_MAX];
    struct target_facts facts = {.cache_levels = 0};
    if (ops->outline(&facts, problem, sizeof problem))
        return complain(EXIT_USAGE, "target %s: %s", ops->name, problem);
    print_facts(ops->name, &facts);
    return 0;
}

int targets_print_found(void)
{
    int status = 0;
    for (const struct target_ops *const *kind = target_kinds; *kind && !status; kind++)
        if ((*kind)->look_up)
            print_devices(*kind);
        else if ((*kind)->outline)
            status = print_outline(*kind);
    return status;
}

/* Adds those of one kind; returns the new total. A driver is not started if the list has none of
 * its devices. */
static int look_up_all(const struct target_list *list, const struct target_ops *ops,
                       struct topology_device *devices, int count)
{
    char name[TARGET_NAME_MAX];
    bool any = !list;
    for (int i = 0; list && i < list->count; i++)
        any = any || list->targets[i].ops == ops;
    for (int number = 0; any && ops->look_up && count < TARGETS_MAX; number++) {
        struct target_facts facts = {.cache_levels = 0};
        if (!ops->look_up(number, &facts, &devices[count].place))
            break;
        snprintf(devices[count].label, TEXT_MAX, "%s %.200s", target_name(ops, number, name),
                 facts.title);
        count += is_listed(list, ops, number);
    }
    return count;
}

int targets_devices(const struct target_list *list, struct topology_device *devices)
{
    int count = 0;
    for (int i = 0; target_kinds[i]; i++)
        count = look_up_all(list, target_kinds[i], devices, count);
    return count;
}

/* The null target does nothing as fast as possible, so a run on it takes the time of the harness.
 * Its points are below the clock's resolution and are marked so. */
static int null_count(void)
{
    return 1;
}

static int null_open(struct target *target, int number, const struct placing *placing,
                     char *problem, size_t problem_size)
{
    (void)number, (void)placing, (void)problem, (void)problem_size;
    snprintf(target->name, sizeof target->name, "null");
    snprintf(target->facts.title, sizeof target->facts.title, "nothing");
    snprintf(target->facts.detail, sizeof target->facts.detail, "measures the harness itself");
    target->facts.launch = (struct launch){.teams = 1, .threads = 1, .workers = 1};
    target->facts.multiprocessors = 1;
    return 0;
}

static int64_t null_free_bytes(struct target *target, int node)
{
    (void)target, (void)node;
    return INT64_MAX;
}

static char nothing[4096] __attribute__((aligned(4096)));

static void *null_allocate(struct target *target, size_t bytes, enum pages pages, int node)
{
    (void)target, (void)bytes, (void)pages, (void)node;
    return nothing;
}

static void null_release(struct target *target, void *memory, size_t bytes)
{
    (void)target, (void)memory, (void)bytes;
}

static int null_copy(struct target *target, void *to, const void *from, size_t bytes)
{
    (void)target, (void)to, (void)from, (void)bytes;
    return 0;
}

static int null_run(struct target *target, kernel_function *kernel, const struct kernel_args *args,
                    double *ns, struct placement *placement)
{
    (void)target, (void)kernel, (void)args;
    const double before_ns = clock_now_ns();
    *ns = clock_now_ns() - before_ns;
    if (placement)
        *placement =
            (struct placement){.where = RAN_NOWHERE, .workers = 1, .where_text = "nowhere"};
    return 0;
}

static int null_locate(struct target *target, const void *memory, size_t bytes, int node,
                       struct seen_memory *seen, char *problem, size_t problem_size)
{
    (void)target, (void)memory, (void)bytes, (void)node;
    (void)seen, (void)problem, (void)problem_size;
    return 0;
}

static void null_close(struct target *target)
{
    (void)target;
}

const struct target_ops null_target_ops = {
    .name = "null",
    .what = "does nothing: measures the harness itself",
    .module_kind = NULL,
    .count = null_count,
    .open = null_open,
    .free_bytes = null_free_bytes,
    .allocate = null_allocate,
    .release = null_release,
    .copy_in = null_copy,
    .copy_out = null_copy,
    .run = null_run,
    .locate = null_locate,
    .close = null_close,
};
