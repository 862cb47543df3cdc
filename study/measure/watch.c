#include "study/measure/watch.h"

#include "study/base/message.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WHOLE_WORD_BYTES = 4 /* a copy of smaller elements is slower anyway */ };
/* As a share of the data sheet's bandwidth. */
static const double slow_copy = 0.7;
/* Ratio of the fastest to the slowest copy: on a GPU without other load they differ by a few
 * percent at most. */
static const double copies_apart = 1.1;

/* Messages go below the line that a terminal renews. */
static void begin_line(void)
{
    if (isatty(STDERR_FILENO))
        fputc('\n', stderr);
}

/* Printed once, before anything is measured, since the user may have forgotten the variables. */
static void say_environment(struct watch *watch, const struct target *target)
{
    for (const char *const *name = target->ops->slowed_by; name && *name; name++)
        if (!watch->looked && getenv(*name)) {
            begin_line();
            complain(0, "target %s: %s=%s is set, which can slow its kernels down", target->name,
                     *name, getenv(*name));
        }
    watch->looked = true;
}

unsigned watch_look(struct watch *watch, struct target *target)
{
    struct conditions now = {.marks = 0};
    say_environment(watch, target);
    if (target->ops->look)
        target->ops->look(target, &now);
    if (now.marks)
        memcpy(watch->text, now.text, sizeof watch->text);
    if (now.marks & ~watch->said) {
        begin_line();
        complain(0, "target %s: %s; points measured meanwhile are marked", target->name, now.text);
    }
    watch->said |= now.marks;
    return now.marks;
}

/* Variables that are set and slow it, the conditions seen, or other likely causes. */
static void write_reasons(FILE *out, const struct watch *watch, const struct target *target)
{
    const char *before = "likely because ";
    for (const char *const *name = target->ops->slowed_by; *name; name++)
        if (getenv(*name)) {
            fprintf(out, "%s%s=%s is set", before, *name, getenv(*name));
            before = " and ";
        }
    if (watch->said) {
        fprintf(out, "%s%s", before, watch->text);
        before = " and ";
    }
    if (strcmp(before, " and ") != 0)
        fputs("the reason is unknown: others may use it unseen, or its clocks may be low", out);
}

static void say_slow_copy(struct watch *watch, const struct target *target, double gbps)
{
    char reasons[2 * TEXT_MAX] = "";
    FILE *out = needed(fmemopen(reasons, sizeof reasons, "w"));
    write_reasons(out, watch, target);
    fclose(out);
    begin_line();
    complain(0, "target %s: its copy reaches %.0f GB/s, %.0f %% of the %.0f in its data sheet; %s",
             target->name, gbps, 100 * gbps / target->facts.peak_gbps, target->facts.peak_gbps,
             reasons);
    watch->slow_copy_said = true;
}

void watch_point(struct watch *watch, const struct point *point, unsigned marks, double gbps)
{
    const struct target *target = point->target;
    watch->points++;
    watch->marked += marks != 0;
    if (!target->ops->slowed_by || !point->baseline || strcmp(point->level, "memory") != 0 ||
        point->element_bytes < WHOLE_WORD_BYTES || !(gbps > 0))
        return;
    if (watch->slowest_gbps == 0 || gbps < watch->slowest_gbps)
        watch->slowest_gbps = gbps;
    if (gbps > watch->fastest_gbps)
        watch->fastest_gbps = gbps;
    if (gbps < slow_copy * target->facts.peak_gbps && !watch->slow_copy_said)
        say_slow_copy(watch, target, gbps);
}

void watch_end(const struct watch *watch, const struct target *target)
{
    if (watch->marked > 0)
        complain(0, "target %s: %d of %d points are marked, last since %s", target->name,
                 watch->marked, watch->points, watch->text);
    if (watch->fastest_gbps > copies_apart * watch->slowest_gbps)
        complain(0,
                 "target %s: its copies varied from %.0f to %.0f GB/s: something slowed the slow "
                 "ones, and may have slowed other points",
                 target->name, watch->slowest_gbps, watch->fastest_gbps);
}
