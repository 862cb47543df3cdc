/* The range of amounts in each level of memory. */
#include "plots/caption/caption.h"
#include "plots/caption/compared.h"
#include "plots/caption/wording.h"

#include <math.h>
#include <string.h>

struct level {
    double low, high;
    int count;
};

static struct level level_of(const struct chart *chart, const struct series *series,
                             const char *name)
{
    struct level level = {NAN, NAN, 0};
    for (int i = 0; i < series->count; i++) {
        const struct row *point = series->points[i];
        if (point->hollow || strcmp(point->level, name) != 0)
            continue;
        const double amount = quantity_median(chart->told, chart, point);
        level.low = fmin(level.low, amount);
        level.high = fmax(level.high, amount);
        level.count++;
    }
    return level;
}

static bool met_before(const struct series *series, int index)
{
    for (int i = 0; i < index; i++)
        if (!series->points[i]->hollow &&
            strcmp(series->points[i]->level, series->points[index]->level) == 0)
            return true;
    return false;
}

/* "cpu takes 1.72 ns an access in L1, 5.38–6.90 in L2". False if no point can be compared. */
static bool write_levels(FILE *out, struct clauses *clauses, const struct series *series,
                         bool again)
{
    struct told *told = clauses->told;
    bool begun = false;
    for (int i = 0; i < series->count; i++) {
        const struct row *point = series->points[i];
        if (point->hollow || met_before(series, i))
            continue;
        const struct level level = level_of(told->chart, series, point->level);
        if (!begun && !again) {
            begin_clause(out, clauses, series, NULL);
            fputs(verb_of(told), out);
        }
        fputs(begun || again ? ", " : " ", out);
        if (level.high > 1.01 * level.low)
            write_range(out, told, level.low, level.high);
        else
            write_amount(out, told, point);
        fprintf(out, " in %s", point->level);
        begun = true;
    }
    return begun;
}

void tell_levels(FILE *out, struct told *told, const struct sentence *sentence)
{
    write_clauses(out, told, sentence, write_levels);
}
