#include "study/ceilings/repeats.h"

#include "patterns/random.h"
#include "plots/data/row_reader.h"
#include "study/base/folders.h"
#include "study/measure/append.h"

#include <stdio.h>
#include <unistd.h>

/* Both prime to the number of targets and of samples, so that no kind of point is left out. */
enum { ONE_OF = 16, LATER_MOST = 97 };

static void write_head(FILE *out)
{
    fputs("# points that were measured twice in this run: both times of a pass\n", out);
    for (const struct column *c = columns; c->name; c++)
        if (c->identifies)
            fprintf(out, "%s,", c->name);
    fputs("time_ns,again_ns\n", out);
}

int repeats_open(struct repeats *repeats, const char *folder, uint64_t seed, bool anew)
{
    char path[PATH_TEXT_MAX];
    *repeats = (struct repeats){.seed = seed};
    snprintf(path, sizeof path, "%s/repeats.csv", folder);
    return append_open(path, write_head, anew, &repeats->file);
}

void repeats_note(struct repeats *repeats, int index, double time_ns)
{
    const uint64_t place = random_word(repeats->seed + (uint64_t)(index / ONE_OF));
    if (index % ONE_OF != (int)(place % ONE_OF) || repeats->count == REPEATS_WAITING_MAX)
        return;
    const int later = 1 + (int)(place / ONE_OF % LATER_MOST);
    repeats->waiting[repeats->count++] = (struct repeat){index, index + later, time_ns};
}

bool repeats_due(struct repeats *repeats, int index, struct repeat *due)
{
    for (int i = 0; i < repeats->count; i++)
        if (repeats->waiting[i].after <= index) {
            *due = repeats->waiting[i];
            repeats->waiting[i] = repeats->waiting[--repeats->count];
            return true;
        }
    return false;
}

int repeats_add(const struct repeats *repeats, const char *identity, double first_ns,
                double again_ns)
{
    struct draft row;
    fprintf(draft_open(&row), "%s%.2f,%.2f\n", identity, first_ns, again_ns);
    return append_draft(&row, repeats->file, "repeats.csv");
}

void repeats_close(struct repeats *repeats)
{
    if (repeats->file >= 0)
        close(repeats->file);
    repeats->file = -1;
}
