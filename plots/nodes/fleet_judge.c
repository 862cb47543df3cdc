#include "plots/nodes/fleet.h"

#include "study/base/median.h"
#include "study/base/message.h"
#include "study/base/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A normal variable deviates by this many standard deviations with a probability of 1e-5. So a
 * fleet of a thousand nodes with ten classes has one false outlier in ten runs. */
static const double far_out = 4.4;

/* With fewer members than MEMBERS_LEAST, nobody can say which of them is the outlier. */
enum { MEMBERS_LEAST = 3, MEMBERS_FEW = 5 };

struct judging {
    struct fleet *fleet;
    double *room;   /* one number per member */
    double *ratios; /* one number per point */
    float *medians; /* of the current kind, by point */
};

static int members_of(const struct fleet *fleet, const char *kind)
{
    int count = 0;
    for (int i = 0; i < fleet->member_count; i++)
        count += fleet->members[i].kind == kind;
    return count;
}

static void find_medians(struct judging *judging, const char *kind)
{
    struct band band;
    for (int p = 0; p < judging->fleet->count; p++)
        judging->medians[p] =
            fleet_band(judging->fleet, kind, p, judging->room, &band) && band.members > 1
                ? (float)band.median
                : NAN;
}

static struct class_speed speed_in(struct judging *judging, const struct member *member, int class)
{
    int count = 0;
    for (int p = 0; p < judging->fleet->count && p < member->room; p++) {
        const double ratio = member->speed[p] / judging->medians[p];
        if (ratio > 0 && (class == ALL_CLASSES || judging->fleet->points[p]->class_number == class))
            judging->ratios[count++] = ratio;
    }
    return (struct class_speed){.points = count,
                                .ratio = estimate_of_median(judging->ratios, count, far_out)};
}

/* 1.4826 times the median absolute deviation is a normal variable's standard deviation (Hampel
 * 1974). */
static const double deviation = 1.4826;

/* The variation of a member's points, as logarithms. Points at which the member itself is the
 * median (ratio 1) say nothing and are skipped. `ratios` has the ratios of all its points, and is
 * overwritten. */
static double point_spread(double *ratios, int count)
{
    int n = 0;
    for (int i = 0; i < count; i++)
        if (ratios[i] < 1 || ratios[i] > 1)
            ratios[n++] = fabs(log(ratios[i]));
    return n > 0 ? deviation * median_of(ratios, n) : 0;
}

static int most_points(struct judging *judging, const char *kind)
{
    int most = 0;
    for (int i = 0; i < judging->fleet->member_count; i++)
        if (judging->fleet->members[i].kind == kind) {
            const struct class_speed all =
                speed_in(judging, &judging->fleet->members[i], ALL_CLASSES);
            most = all.points > most ? all.points : most;
        }
    return most;
}

/* The same for a kind: the variation of its median member, among those with at least half of the
 * points. */
static double kind_point_spread(struct judging *judging, const char *kind)
{
    const int most = most_points(judging, kind);
    int n = 0;
    for (int i = 0; i < judging->fleet->member_count; i++) {
        const struct member *member = &judging->fleet->members[i];
        if (member->kind != kind)
            continue;
        const struct class_speed all = speed_in(judging, member, ALL_CLASSES);
        if (all.points > 0 && 2 * all.points >= most)
            judging->room[n++] = point_spread(judging->ratios, all.points);
    }
    return n > 0 ? median_of(judging->room, n) : 0;
}

/* The variation among the members of a kind in a class, as logarithms. */
static double spread_of(struct judging *judging, const char *kind, int class)
{
    int n = 0;
    for (int i = 0; i < judging->fleet->member_count; i++) {
        const struct member *member = &judging->fleet->members[i];
        const struct class_speed *of = &member->class[class];
        if (member->kind == kind && of->points > 0)
            judging->room[n++] = fabs(log(of->ratio.value));
    }
    return n > 0 ? deviation * median_of(judging->room, n) : 0;
}

/* A few members may be close to each other by chance, and a disturbance affects all points that are
 * measured one after another. So with up to MEMBERS_FEW members, the variation of a class is at
 * least that of a single point. */
static void judge_class(const struct fleet *fleet, struct class_speed *of, double spread,
                        double of_a_point, int members)
{
    const double many = fmax(1, (double)members / MEMBERS_FEW);
    if (of->points == 0)
        return;
    of->chance = far_out * fmax(spread, of_a_point / sqrt(many));
    const double value = of->ratio.value, by_chance = exp(of->chance);
    const struct estimate ratio = {value, fmin(of->ratio.low, value / by_chance),
                                   fmax(of->ratio.high, value * by_chance)};
    of->speed = compare_ratio(ratio, (struct margin){.threshold = fleet->threshold, .drift = 1});
}

bool is_off(const struct class_speed *of)
{
    return of->points > 0 && of->speed.beyond;
}

bool is_doubtful(const struct class_speed *of)
{
    return of->points > 0 && !is_off(of) && of->speed.far;
}

/* The deviation as a logarithm: for an outlier the nearest end of its interval, for a doubtful
 * member its ratio. */
static double off_by(const struct class_speed *of)
{
    return of->speed.verdict == VERDICT_SLOWER ? -log(of->ratio.high) : log(of->ratio.low);
}

static double doubtful_by(const struct class_speed *of)
{
    return fabs(log(of->ratio.value));
}

static void judge_kind(struct judging *judging, const char *kind)
{
    struct fleet *fleet = judging->fleet;
    find_medians(judging, kind);
    const double of_a_point = kind_point_spread(judging, kind);
    const int members = members_of(fleet, kind);
    for (int class = ALL_CLASSES; class < fleet->class_count; class ++) {
        for (int i = 0; i < fleet->member_count; i++)
            if (fleet->members[i].kind == kind)
                fleet->members[i].class[class] = speed_in(judging, &fleet->members[i], class);
        const double spread = spread_of(judging, kind, class);
        for (int i = 0; i < fleet->member_count; i++)
            if (fleet->members[i].kind == kind)
                judge_class(fleet, &fleet->members[i].class[class], spread, of_a_point, members);
    }
}

static void find_worst(int classes, struct member *member)
{
    member->worst = member->doubt = NO_CLASS;
    for (int class = ALL_CLASSES; class < classes; class ++) {
        const struct class_speed *of = &member->class[class];
        if (is_off(of) &&
            (member->worst == NO_CLASS || off_by(of) > off_by(&member->class[member->worst])))
            member->worst = class;
        if (is_doubtful(of) && (member->doubt == NO_CLASS ||
                                doubtful_by(of) > doubtful_by(&member->class[member->doubt])))
            member->doubt = class;
    }
    if (member->worst != NO_CLASS)
        member->doubt = NO_CLASS;
}

bool member_judged(const struct member *member)
{
    return member->class[ALL_CLASSES].points > 0;
}

bool member_without_times(const struct fleet *fleet, const struct member *member)
{
    return !member_judged(member) && members_of(fleet, member->kind) >= MEMBERS_LEAST;
}

/* Members most of whose rows have no valid time are named: they may seem to be like their kind. The
 * target for trials never has one. */
static void note_invalid(struct fleet *fleet)
{
    for (int i = 0; i < fleet->member_count; i++) {
        const struct member *member = &fleet->members[i];
        if (2 * member->invalid > member->rows && strcmp(member->target, "null") != 0)
            roll_invalid(&fleet->roll, member->node, member->target, member->invalid, member->rows);
    }
}

/* Sorts slower members before faster ones, each by falling deviation; doubtful members come
 * last. */
static int by_distance(const void *left, const void *right)
{
    double order[2][3] = {{0}};
    const struct member *const members[] = {left, right};
    for (int i = 0; i < 2; i++) {
        const struct member *member = members[i];
        if (member->worst != NO_CLASS) {
            const struct class_speed *worst = &member->class[member->worst];
            order[i][0] = worst->speed.verdict == VERDICT_SLOWER;
            order[i][1] = off_by(worst);
        } else if (member->doubt != NO_CLASS)
            order[i][2] = doubtful_by(&member->class[member->doubt]);
    }
    for (int k = 0; k < 3; k++)
        if (order[0][k] != order[1][k])
            return order[0][k] > order[1][k] ? -1 : 1;
    const int nodes = strcmp(members[0]->node, members[1]->node);
    return nodes ? nodes : strcmp(members[0]->target, members[1]->target);
}

void fleet_judge(struct fleet *fleet)
{
    struct judging judging = {.fleet = fleet,
                              .room =
                                  needed(calloc((size_t)fleet->member_count + 1, sizeof(double))),
                              .ratios = needed(calloc((size_t)fleet->count + 1, sizeof(double))),
                              .medians = needed(calloc((size_t)fleet->count + 1, sizeof(float)))};
    for (int k = 0; k < fleet->kind_count; k++)
        if (members_of(fleet, fleet->kinds[k]) >= MEMBERS_LEAST)
            judge_kind(&judging, fleet->kinds[k]);
    for (int i = 0; i < fleet->member_count; i++)
        find_worst(fleet->class_count, &fleet->members[i]);
    note_invalid(fleet);
    qsort(fleet->members, (size_t)fleet->member_count, sizeof *fleet->members, by_distance);
    free(judging.room);
    free(judging.ratios);
    free(judging.medians);
}

static const char *fact_of(const struct member *member, const char *key)
{
    for (int f = 0; f < member->fact_count; f++)
        if (member->facts[f].key == key)
            return member->facts[f].value;
    return NULL;
}

/* The value of a fact that more than half of a member's kind share; NULL if there is none. Values
 * are interned: equal values have equal pointers. */
static const char *usual(const struct fleet *fleet, const char *kind, const char *key)
{
    const char *candidate = NULL;
    int lead = 0, count = 0, members = 0;
    for (int i = 0; i < fleet->member_count; i++) { /* the only possible majority */
        const char *value = fact_of(&fleet->members[i], key);
        if (fleet->members[i].kind != kind)
            continue;
        if (lead == 0)
            candidate = value;
        lead += value == candidate ? 1 : -1;
    }
    for (int i = 0; i < fleet->member_count; i++)
        if (fleet->members[i].kind == kind) {
            count += fact_of(&fleet->members[i], key) == candidate;
            members++;
        }
    return 2 * count > members ? candidate : NULL;
}

/* Counts of rows with each mark. A mark distinguishes a member from its kind if most other members
 * have it on less than half as many rows. */
static const struct mark_count {
    size_t at; /* offset of an int in struct member */
    const char *words;
} mark_counts[] = {{offsetof(struct member, throttled), "throttled by power or heat"},
                   {offsetof(struct member, low_clock), "low clock"},
                   {offsetof(struct member, shared), "others on the device"},
                   {offsetof(struct member, quota), "stopped by a CPU quota"},
                   {offsetof(struct member, disturbed), "disturbed by other load"},
                   {offsetof(struct member, invalid), "without a valid time"}};

static int count_of(const struct member *member, const struct mark_count *mark)
{
    return *(const int *)((const char *)member + mark->at);
}

static bool is_unusual(const struct fleet *fleet, const struct member *member,
                       const struct mark_count *mark)
{
    const int count = count_of(member, mark), least = 2, percent_least = 5;
    int members = 0, alike = 0;
    for (int i = 0; i < fleet->member_count; i++)
        if (fleet->members[i].kind == member->kind) {
            members++;
            alike += 2 * count_of(&fleet->members[i], mark) >= count;
        }
    return count >= least && 100 * count >= percent_least * member->rows && 2 * alike <= members;
}

const char *member_reason(const struct fleet *fleet, const struct member *member,
                          char text[REASON_MAX])
{
    text[0] = '\0';
    for (size_t i = 0; i < sizeof mark_counts / sizeof *mark_counts; i++)
        if (is_unusual(fleet, member, &mark_counts[i]))
            text_add(text, REASON_MAX, "%s%s (%d of %d points)", *text ? "; " : "",
                     mark_counts[i].words, count_of(member, &mark_counts[i]), member->rows);
    for (int f = 0; f < member->fact_count; f++) {
        const struct member_fact *fact = &member->facts[f];
        const char *key = fact->key[0] == '%' ? fact->key + 2 : fact->key;
        const char *others = usual(fleet, member->kind, fact->key);
        if (others && others != fact->value)
            text_add(text, REASON_MAX, "%s%s: %.80s (most: %.80s)", *text ? "; " : "", key,
                     fact->value, others);
    }
    return text;
}
