/* The plateaus of a series: consecutive points within a factor of the square root of two, of one
 * level of memory or over the whole sweep. */
#include "plots/caption/caption.h"
#include "plots/caption/compared.h"
#include "plots/caption/wording.h"

#include <math.h>
#include <string.h>

enum { PLATEAUS_MAX = 32 };

struct plateau {
    const struct row *first, *last;
    double low, high;
    int count;
    bool busy; /* other load made one of its points a bound */
};

struct plateaus {
    struct plateau of[PLATEAUS_MAX];
    int count;
};

static bool same_level(const struct plateau *a, const struct plateau *b)
{
    return strcmp(a->last->level, b->first->level) == 0;
}

static bool joins(const struct plateau *before, const struct plateau *next, bool by_level)
{
    return fmax(before->high, next->high) <= sqrt(2) * fmin(before->low, next->low) &&
           (!by_level || same_level(before, next));
}

static struct plateau plateau_of(const struct chart *chart, const struct row *point)
{
    const double amount = quantity_median(chart->told, chart, point);
    return (struct plateau){point, point, amount, amount, 1, point->busy};
}

static struct plateaus find_plateaus(const struct chart *chart, const struct series *series,
                                     bool by_level)
{
    struct plateaus found = {.count = 0};
    for (int i = 0; i < series->count && found.count < PLATEAUS_MAX; i++) {
        if (!row_is_compared(series->points[i]))
            continue;
        const struct plateau next = plateau_of(chart, series->points[i]);
        struct plateau *last = found.count ? &found.of[found.count - 1] : NULL;
        if (!last || !joins(last, &next, by_level)) {
            found.of[found.count++] = next;
            continue;
        }
        last->last = next.last;
        last->low = fmin(last->low, next.low);
        last->high = fmax(last->high, next.high);
        last->busy |= next.busy;
        last->count++;
    }
    return found;
}

/* A single point between plateaus is a transition; so is one at a level's end, if the level has a
 * plateau. Over a sweep, its two ends are said in any case. */
static bool is_transition(const struct plateaus *all, int index, bool by_level)
{
    const struct plateau *one = &all->of[index];
    bool better = false;
    for (int i = 0; i < all->count; i++)
        better |= all->of[i].count > 1 && (!by_level || same_level(&all->of[i], one));
    return one->count == 1 && better && (by_level || (index > 0 && index + 1 < all->count));
}

/* Whether a level has one plateau alone: its name says where that is. */
static bool is_whole_level(const struct plateaus *all, int index)
{
    for (int i = 0; i < all->count; i++)
        if (i != index && !is_transition(all, i, true) && same_level(&all->of[i], &all->of[index]))
            return false;
    return true;
}

static const char *header_of(const struct row *point, const char *what)
{
    char key[80];
    snprintf(key, sizeof key, "%.40s%s", point->target, what);
    return table_header_value(&point->from->table, key);
}

/* The cache of one worker that is full between the lines of two points; "" if none is. */
static void find_cache(const struct row *below, const struct row *above, char name[8])
{
    const char *caches = header_of(below, "_caches_of_one");
    double bytes, line;
    for (; caches; caches = strchr(caches, ';')) {
        caches += *caches == ';';
        if (sscanf(caches, " %7s %lf %lf", name, &bytes, &line) == 3 && below->at * line <= bytes &&
            bytes < above->at * line)
            return;
    }
    *name = '\0';
}

/* "L2" in a level, "L2, " before sizes if it has several plateaus; "past its L1, " and "past a TLB’s reach, " after a step of a chase that
 * visits one line in each of its pages: the first step where no cache is full is a TLB's. */
static void write_cause(FILE *out, const struct clauses *clauses, const struct plateaus *all,
                        int index, bool *tlb)
{
    const struct plateau *one = &all->of[index];
    const bool slower = clauses->told->chart->told->less_is_better;
    char name[8];
    if (clauses->sentence->remark == REMARK_LEVELS) {
        const bool again = slower && index > 0 && same_level(&all->of[index - 1], one) &&
                           all->of[index - 1].count > 1 && all->of[index - 1].high < one->low;
        fprintf(out, "%s%s%s", one->first->level, again ? " and likely TLB misses" : "",
                is_whole_level(all, index) ? "" : ", ");
    } else if (clauses->sentence->sign && index > 0 &&
               one->first->at <= 2 * all->of[index - 1].last->at) {
        find_cache(all->of[index - 1].last, one->first, name);
        if (*name)
            fprintf(out, "past its %s, ", name);
        else if (!*tlb)
            fputs("past a TLB’s reach, ", out);
        *tlb |= !*name;
    }
}

static bool write_plateaus(FILE *out, struct clauses *clauses, const struct series *series,
                           bool again)
{
    struct told *told = clauses->told;
    const bool by_level = clauses->sentence->remark == REMARK_LEVELS;
    const struct plateaus all = find_plateaus(told->chart, series, by_level);
    bool tlb = false, begun = false;
    for (int i = 0; i < all.count; i++) {
        const struct plateau *one = &all.of[i];
        if (is_transition(&all, i, by_level))
            continue;
        if (!begun && !again)
            begin_clause(out, clauses, series, NULL);
        fprintf(out, "%s ", begun || again ? "," : verb_of(told));
        if (one->high > 1.01 * one->low)
            write_range(out, told, one->low, one->high, one->busy);
        else
            write_amount(out, told, one->first);
        fputs(" (", out);
        write_cause(out, clauses, &all, i, &tlb);
        if (!by_level || !is_whole_level(&all, i))
            fputs(places_slot(told->chart, clauses->sentence->place, "–", one->first, one->last)
                      .text,
                  out);
        fputs(")", out);
        begun = true;
    }
    return begun;
}

void tell_plateaus(FILE *out, struct told *told, const struct sentence *sentence)
{
    write_clauses(out, told, sentence, write_plateaus);
}
