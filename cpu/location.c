/* hwloc's way of naming parts of a machine, as hwloc-calc and hwloc-bind read it. */
#include "cpu/placing.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* One location of the list while it is read. */
struct location {
    const struct topology *topology;
    const char *text;
    hwloc_bitmap_t cpus; /* its hardware threads so far, allowed or not */
    char *problem;
    size_t problem_size;
};

static int refuse(const struct location *location, const char *why)
{
    snprintf(location->problem, location->problem_size, "option --cpus: %.60s: %.150s",
             location->text, why);
    return -EINVAL;
}

static const char forms[] = "use numbers such as 0-3, or TYPE:INDEX such as core:0-3";

/* Which objects of a level an index names: `count` of them from `first` on, every `step`th. */
struct pick {
    long first, count, step;
    bool wraps; /* from the last one to the first */
};

/* Reads "all", "odd", "even", "2", "2-5", "2-" or "2:4" for a level of `there` objects. False if
 * it is none of them. */
static bool read_index(const char *text, long there, struct pick *pick)
{
    char *end;
    *pick = (struct pick){.count = there, .step = 1};
    if (strcmp(text, "all") == 0)
        return true;
    if (strcmp(text, "odd") == 0 || strcmp(text, "even") == 0) {
        pick->first = text[0] == 'o';
        pick->step = 2;
        pick->count = (there - pick->first + 1) / 2;
        return true;
    }
    if (!isdigit((unsigned char)*text))
        return false;
    pick->first = strtol(text, &end, 10);
    pick->count = 1;
    if (strcmp(end, "-") == 0)
        pick->count = there > pick->first ? there - pick->first : 1;
    else if (*end == '-' && isdigit((unsigned char)end[1]))
        pick->count = strtol(end + 1, &end, 10) - pick->first + 1;
    else if (*end == ':' && isdigit((unsigned char)end[1]))
        pick->count = strtol(end + 1, &end, 10), pick->wraps = true;
    return pick->count > 0 && pick->count < INT_MAX && (*end == '\0' || strcmp(end, "-") == 0);
}

/* Object number `number` of that depth within the set; NULL if there are fewer. */
static hwloc_obj_t object_within(const struct location *location, int depth,
                                 hwloc_const_cpuset_t within, long number)
{
    hwloc_obj_t object = NULL;
    while ((object = hwloc_get_next_obj_by_depth(location->topology->hwloc, depth, object)))
        if (!hwloc_bitmap_iszero(object->cpuset) &&
            hwloc_bitmap_isincluded(object->cpuset, within) && number-- == 0)
            return object;
    return NULL;
}

static int read_chain(struct location *location, char *chain, hwloc_const_cpuset_t within);

/* The part of the chain after an object: its hardware threads if there is none. */
static int read_below(struct location *location, const char *rest, hwloc_const_cpuset_t set)
{
    char copy[128];
    if (!rest)
        return hwloc_bitmap_or(location->cpus, location->cpus, set);
    snprintf(copy, sizeof copy, "%s", rest);
    return read_chain(location, copy, set);
}

/* Kinds of cores are no objects: hwloc numbers them by efficiency. */
static int read_kinds(struct location *location, const char *index, const char *rest,
                      hwloc_const_cpuset_t within)
{
    hwloc_topology_t hwloc = location->topology->hwloc;
    const int there = hwloc_cpukinds_get_nr(hwloc, 0);
    struct pick pick = {.count = 0};
    hwloc_bitmap_t set = hwloc_bitmap_alloc();
    int error = set ? 0 : -ENOMEM;
    if (there < 1)
        error = refuse(location, "hwloc knows no kinds of cores on this machine");
    else if (!read_index(index, there, &pick) || pick.first + (pick.count - 1) * pick.step >= there)
        error = refuse(location, "there is no such kind of cores; see warpline topo");
    for (long i = 0; !error && i < pick.count; i++) {
        hwloc_cpukinds_get_info(hwloc, (unsigned)(pick.first + i * pick.step), set, NULL, NULL,
                                NULL, 0);
        hwloc_bitmap_and(set, set, within);
        error = read_below(location, rest, set);
    }
    hwloc_bitmap_free(set);
    return error;
}

static int read_objects(struct location *location, int depth, const char *index, const char *rest,
                        hwloc_const_cpuset_t within)
{
    char why[128];
    struct pick pick;
    long there = 0;
    while (object_within(location, depth, within, there))
        there++;
    if (!read_index(index, there, &pick))
        return refuse(location, "its index is no 2, 2-5, 2-, 2:4, all, odd or even");
    for (long i = 0; i < pick.count; i++) {
        const long number = pick.first + i * pick.step;
        hwloc_obj_t object =
            object_within(location, depth, within, pick.wraps && there ? number % there : number);
        if (!object || (pick.wraps && (pick.first >= there || pick.count > there))) {
            snprintf(why, sizeof why, "there are %ld of these, numbered from 0; see warpline topo",
                     there);
            return refuse(location, why);
        }
        const int error = read_below(location, rest, object->cpuset);
        if (error)
            return error;
    }
    return 0;
}

/* The depth of the objects of that name as hwloc reads it ("L3Cache", "co"), of those that have
 * CPUs or memory; HWLOC_TYPE_DEPTH_UNKNOWN. */
static int depth_of(const struct location *location, const char *name)
{
    int depth;
    hwloc_obj_type_t type;
    if (hwloc_type_sscanf_as_depth(name, &type, location->topology->hwloc, &depth) != 0 ||
        !(hwloc_obj_type_is_normal(type) || type == HWLOC_OBJ_NUMANODE))
        return HWLOC_TYPE_DEPTH_UNKNOWN;
    return depth;
}

/* "TYPE:INDEX" and, after a dot, what is within. */
static int read_chain(struct location *location, char *chain, hwloc_const_cpuset_t within)
{
    char *rest = strchr(chain, '.'), *index = strchr(chain, ':');
    if (rest)
        *rest++ = '\0';
    if (!index || (rest && index > rest))
        return refuse(location, forms);
    *index++ = '\0';
    if (strcasecmp(chain, "kind") == 0)
        return read_kinds(location, index, rest, within);
    const int depth = depth_of(location, chain);
    if (depth == HWLOC_TYPE_DEPTH_UNKNOWN || depth == HWLOC_TYPE_DEPTH_MULTIPLE)
        return refuse(location, "this machine has none of these; there are package, die, group, "
                                "numa, l3, l2, l1, core, pu and kind, as warpline topo draws them");
    return read_objects(location, depth, index, rest, within);
}

/* False if they are no numbers, nor a mask. */
static bool take_numbers(struct location *location)
{
    const bool is_mask = strncmp(location->text, "0x", 2) == 0;
    return (is_mask ? hwloc_bitmap_sscanf(location->cpus, location->text)
                    : hwloc_bitmap_list_sscanf(location->cpus, location->text)) == 0 &&
           (is_mask || !location->text[strspn(location->text, "0123456789-")]) &&
           !hwloc_bitmap_iszero(location->cpus);
}

/* Numbers as the system has them: each must be there. */
static int read_numbers(struct location *location)
{
    char why[160], given[96];
    if (!take_numbers(location))
        return refuse(location, forms);
    if (hwloc_bitmap_isincluded(location->cpus, location->topology->allowed))
        return 0;
    hwloc_bitmap_list_snprintf(given, sizeof given, location->topology->allowed);
    snprintf(why, sizeof why, "the process may use CPUs %s only", given);
    return refuse(location, why);
}

/* "TYPE:INDEX.TYPE:INDEX", of which any machine may have any number. */
static bool is_chain(const char *text)
{
    enum { PARTS_MOST = 1 << 20 };
    char copy[128], *rest = copy, *part;
    struct pick pick;
    hwloc_obj_type_t type;
    bool well = snprintf(copy, sizeof copy, "%s", text) < (int)sizeof copy;
    while (well && (part = strsep(&rest, "."))) {
        char *index = strchr(part, ':');
        if (index)
            *index++ = '\0';
        well = index && read_index(index, PARTS_MOST, &pick) &&
               (strcasecmp(part, "kind") == 0 || hwloc_type_sscanf(part, &type, NULL, 0) == 0);
    }
    return well;
}

/* Without a machine. */
static int check_one(struct location *location)
{
    const char *text = location->text;
    const bool well = strcmp(text, "all") == 0 ||
                      (isdigit((unsigned char)*text) ? take_numbers(location) : is_chain(text));
    return well ? 0 : refuse(location, forms);
}

static int read_one(struct location *location, hwloc_bitmap_t cpus)
{
    char copy[128], given[96], why[160];
    const struct topology *topology = location->topology;
    if (strlen(location->text) >= sizeof copy)
        return refuse(location, "too long");
    strcpy(copy, location->text); /* NOLINT: its length was looked at */
    hwloc_bitmap_zero(location->cpus);
    const int error =
        strcmp(copy, "all") == 0 ? hwloc_bitmap_copy(location->cpus, topology->allowed)
        : isdigit((unsigned char)copy[0])
            ? read_numbers(location)
            : read_chain(location, copy, hwloc_topology_get_topology_cpuset(topology->hwloc));
    if (error)
        return error;
    if (!hwloc_bitmap_intersects(location->cpus, topology->allowed)) {
        hwloc_bitmap_list_snprintf(given, sizeof given, topology->allowed);
        snprintf(why, sizeof why, "has none of the CPUs that the process may use, %s", given);
        return refuse(location, why);
    }
    return hwloc_bitmap_or(cpus, cpus, location->cpus);
}

int location_read(const struct topology *topology, const char *list, hwloc_bitmap_t cpus,
                  char *problem, size_t problem_size)
{
    char *copy = strdup(list), *rest = copy, *part, *one;
    struct location location = {topology, list, hwloc_bitmap_alloc(), problem, problem_size};
    int error = copy && location.cpus ? 0 : -ENOMEM;
    while (!error && (part = strsep(&rest, ","))) {
        location.text = part;
        if (!part[strspn(part, " ")])
            error = refuse(&location, "a location is missing; use such as core:0-3 or 0-3,8");
        while (!error && (one = strsep(&part, " ")))
            if (*(location.text = one))
                error = topology ? read_one(&location, cpus) : check_one(&location);
    }
    hwloc_bitmap_free(location.cpus);
    free(copy);
    return error;
}
