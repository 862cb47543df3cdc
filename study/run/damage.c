#include "study/run/damage.h"

#include "study/model/cost.h"

#include <math.h>
#include <stdio.h>

void damage_note(struct damage *damage, const struct point *point,
                 const struct measurement *measured, int number, const struct ceiling_set *set)
{
    struct demand demand;
    damage->points++;
    damage->disturbed_points += measured->disturbed > 0;
    damage->samples += measured->count;
    damage->disturbed_samples += measured->disturbed;
    damage->switches += measured->switches;
    damage->migrations += measured->migrations;
    damage->kernel_ns += measured->kernel_ns;
    damage->throttled_ns += measured->throttled_ns;
    damage->lost_ns += fmin(measured->lost_ns, measured->kernel_ns);
    if (!ceilings_complete(set) && cost_demand(point, &demand))
        damage->unpredicted[number][demand_missing(&demand, &set->known)]++;
}

static void tell_disturbed(const struct damage *damage)
{
    if (damage->disturbed_points == 0)
        return;
    fprintf(
        stderr,
        "%s disturbed %d of %d points (%d of %d samples, even after they were repeated): it took "
        "%.1f %% of the time, interrupted threads %d time%s and moved %d; when the machine is "
        "quieter, the same command "
        "measures again what is marked\n",
        measure_cause(damage->throttled_ns, damage->lost_ns), damage->disturbed_points,
        damage->points, damage->disturbed_samples, damage->samples,
        100 * damage->lost_ns / damage->kernel_ns, damage->switches,
        damage->switches == 1 ? "" : "s", damage->migrations);
}

static void tell_unpredicted(const int *points, const char *target)
{
    for (int i = 0; i < RESOURCES; i++)
        if (points[i] > 0)
            fprintf(stderr,
                    "no time predicted for %d point%s on %s: the ceiling of %s was not measured\n",
                    points[i], points[i] == 1 ? "" : "s", target, resources[i].name);
}

void damage_tell(const struct damage *damage, const struct target_list *targets)
{
    tell_disturbed(damage);
    for (int i = 0; i < targets->count; i++)
        tell_unpredicted(damage->unpredicted[i], targets->targets[i].name);
}
