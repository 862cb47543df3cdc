#include "plots/nodes/fleet.h"

#include "study/base/array.h"
#include "study/base/median.h"

#include <math.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>

/* Header keys in which a member may differ from others of its kind; % is the target. The first is
 * instead a column of the member's first row: where its memory is. */
static const char *const fact_keys[FACTS_MAX] = {"pages",
                                                 "machine_governor",
                                                 "machine_turbo",
                                                 "machine_numa_balancing",
                                                 "machine_large_pages",
                                                 "machine_load",
                                                 "kernel",
                                                 "%_detail",
                                                 "%_driver",
                                                 "%_ecc",
                                                 "%_mig",
                                                 "%_power_limit_w",
                                                 "%_sm_clock_most_mhz"};

static int by_names(const void *left, const void *right)
{
    const struct fleet_point *a = left, *b = right;
    return memcmp(a, b, offsetof(struct fleet_point, class));
}

static int class_number(struct fleet *fleet, const char *class)
{
    if (fleet->class_count == 0)
        fleet->classes[fleet->class_count++] = "all";
    for (int i = ALL_CLASSES + 1; i < fleet->class_count; i++)
        if (fleet->classes[i] == class)
            return i;
    if (fleet->class_count == FLEET_CLASSES_MAX)
        return FLEET_CLASSES_MAX - 1;
    fleet->classes[fleet->class_count] = class;
    return fleet->class_count++;
}

/* The point of a row, created if it is new. */
static struct fleet_point *point_of(struct fleet *fleet, const struct measured *row)
{
    static const enum point_field order[] = {POINT_STUDY,     POINT_PATTERN, POINT_ELEMENT,
                                             POINT_PARAMETER, POINT_VALUE,   POINT_SETTINGS};
    struct fleet_point key = {.study = NULL};
    const char **const texts[] = {&key.study,     &key.pattern, &key.element,
                                  &key.parameter, &key.value,   &key.settings};
    for (size_t i = 0; i < sizeof order / sizeof *order; i++)
        *texts[i] = names_keep(&fleet->names, row->field[order[i]]);
    struct fleet_point *point = tree_keep(&fleet->tree, &key, sizeof key, by_names);
    if (point->class)
        return point;
    const char *class = fleet->class_of ? fleet->class_of(point->pattern) : NULL;
    point->number = fleet->count;
    point->class = names_keep(&fleet->names, class ? class : "other");
    point->class_number = class_number(fleet, point->class);
    array_make_room(fleet->points, fleet->count, fleet->room);
    return fleet->points[fleet->count++] = point;
}

static const char *kind_of(struct fleet *fleet, const char *title)
{
    const char *kind = names_keep(&fleet->names, title);
    for (int i = 0; i < fleet->kind_count; i++)
        if (fleet->kinds[i] == kind)
            return kind;
    array_make_room(fleet->kinds, fleet->kind_count, fleet->kind_room);
    return fleet->kinds[fleet->kind_count++] = kind;
}

/* A load is a number that always differs: only its presence is compared. */
static const char *fact_text(const char *key, const char *value)
{
    if (strcmp(key, "machine_load") != 0)
        return value;
    return strtod(value, NULL) > 2 ? "above 2" : "at most 2";
}

static void take_facts(struct fleet *fleet, struct member *member, const struct rows *rows)
{
    char key[128];
    const int pages = table_column(&rows->table, "pages");
    for (int i = 0; i < FACTS_MAX; i++) {
        const char *rest = fact_keys[i][0] == '%' ? fact_keys[i] + 1 : fact_keys[i];
        snprintf(key, sizeof key, "%.60s%s", rest == fact_keys[i] ? "" : member->target, rest);
        const char *value = i > 0        ? rows_header(rows, key)
                            : pages >= 0 ? rows->table.cells[pages]
                                         : NULL;
        if (value)
            member->facts[member->fact_count++] = (struct member_fact){
                fact_keys[i], names_keep(&fleet->names, fact_text(key, value))};
    }
}

static struct member *add_member(struct fleet *fleet, const struct rows *rows, const char *node,
                                 const char *target)
{
    const char *title = rows_header(rows, target);
    array_make_room(fleet->members, fleet->member_count, fleet->member_room);
    struct member *member = &fleet->members[fleet->member_count++];
    *member = (struct member){.node = node,
                              .target = target,
                              .kind = kind_of(fleet, title ? title : target),
                              .worst = NO_CLASS,
                              .doubt = NO_CLASS};
    take_facts(fleet, member, rows);
    return member;
}

/* The member of a row. Only the last few members are searched, because the rows of a node are
 * contiguous. */
static struct member *member_of(struct fleet *fleet, const struct rows *rows,
                                const struct measured *row)
{
    const char *node = names_keep(&fleet->names, row->node),
               *target = names_keep(&fleet->names, row->field[POINT_TARGET]);
    for (int i = fleet->member_count - 1; i >= 0 && fleet->members[i].node == node; i--)
        if (fleet->members[i].target == target)
            return &fleet->members[i];
    return add_member(fleet, rows, node, target);
}

static void put_speed(struct member *member, int point, double speed)
{
    int known = member->room;
    array_make_room(member->speed, point, member->room);
    while (known < member->room)
        member->speed[known++] = NAN;
    member->speed[point] = (float)speed;
}

static void count_marks(struct member *member, const struct measured *row)
{
    member->rows++;
    member->invalid += !row->usable;
    member->throttled += strstr(row->marks, "throttled") != NULL;
    member->low_clock += strstr(row->marks, "low-clock") != NULL;
    member->shared += strstr(row->marks, "shared") != NULL;
    const bool quota = word_among(row->marks, "quota");
    member->quota += quota;
    member->disturbed += !quota && strstr(row->marks, "disturbed") != NULL;
}

int fleet_add(struct fleet *fleet, const char *folder, char *problem, size_t problem_size)
{
    struct rows rows;
    struct measured row;
    int code = rows_open(&rows, folder, problem, problem_size);
    if (!code)
        code = roll_program(&fleet->roll, &rows);
    if (!code)
        roll_folder(&fleet->roll, &rows, 0);
    while (code >= 0 && (code = rows_next(&rows, &row)) == 1) {
        const struct fleet_point *point = point_of(fleet, &row);
        struct member *member = member_of(fleet, &rows, &row);
        roll_row(&fleet->roll, &row);
        count_marks(member, &row);
        if (row.usable && row.elements > 0)
            put_speed(member, point->number, row.elements / row.time_ns);
    }
    fleet->contradicted += rows.contradicted;
    rows_close(&rows);
    return code;
}

static double speed_of(const struct member *member, int point)
{
    return point < member->room ? member->speed[point] : NAN;
}

bool fleet_band(const struct fleet *fleet, const char *kind, int point, double *room,
                struct band *band)
{
    int n = 0;
    for (int i = 0; i < fleet->member_count; i++) {
        const struct member *member = &fleet->members[i];
        if (member->kind == kind && speed_of(member, point) > 0)
            room[n++] = speed_of(member, point);
    }
    *band = (struct band){.median = median_of(room, n), .members = n};
    if (n > 0) {
        band->low = room[(n - 1) / 10];
        band->high = room[n - 1 - (n - 1) / 10];
    }
    return n > 0;
}

void fleet_free(struct fleet *fleet)
{
    tdestroy(fleet->tree, free);
    for (int i = 0; i < fleet->member_count; i++)
        free(fleet->members[i].speed);
    free(fleet->points);
    free(fleet->members);
    free(fleet->kinds);
    names_free(&fleet->names);
    roll_free(&fleet->roll);
    *fleet = (struct fleet){.threshold = fleet->threshold};
}
