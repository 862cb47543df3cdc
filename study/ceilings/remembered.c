#include "study/ceilings/remembered.h"

#include "cpu/memory.h"
#include "plots/data/text_digest.h"
#include "study/base/file.h"
#include "study/base/folders.h"
#include "study/ceilings/ceilings.h"
#include "warpline_build.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>

/* A day: hosts of virtual machines and their software change. */
static const double reused_most_s = 24 * 3600.0;

static const double speed_agrees = 1.1;
/* Where cores are that many times as slow as for an earlier ceiling, others have most of them: an
 * L1 then copied 4.5 GB/s, not 336. */
static const double speed_lost = 2;

void machine_digest(const struct target_facts *facts, char machine[MACHINE_DIGEST_MAX])
{
    struct utsname host;
    char text[1024];
    uname(&host);
    snprintf(text, sizeof text, "%s; %s; %s; %s", WARPLINE_VERSION, host.nodename, facts->title,
             facts->binding);
    snprintf(machine, MACHINE_DIGEST_MAX, "%016llx",
             (unsigned long long)digest_add(digest_begin, text, strlen(text)));
}

/* 0, -ENOENT without a user's folder, or another negative errno: then it cannot be found now. */
static int folder_of(const char *name, const struct target_facts *facts, char path[PATH_TEXT_MAX])
{
    char machine[MACHINE_DIGEST_MAX], pages[32];
    const int error = memory_page_policy("", pages, sizeof pages);
    if (error || user_folder("XDG_STATE_HOME", ".local/state", path))
        return error ? error : -ENOENT;
    machine_digest(facts, machine);
    const uint64_t memory = digest_add(digest_add(digest_begin, pages, strlen(pages)),
                                       facts->requested, strlen(facts->requested));
    const size_t length = strlen(path);
    snprintf(path + length, PATH_TEXT_MAX - length, "/ceilings-%s-%s-%016llx", name, machine,
             (unsigned long long)memory);
    return 0;
}

/* The file has one index for each: that of the run's begin, by which a later run decides. */
static void take(struct ceiling_set *to, const struct ceiling_set *from, int i)
{
    const double begin_ns = from->speed[i].core_ns;
    const struct ceilings at = begin_ns > 0 ? ceilings_at(from, begin_ns) : from->known;
    ceiling_take(to, (enum resource)i,
                 (struct probed){at.ns_each[i], begin_ns, from->disturbed[i]});
    to->probed_s[i] = from->probed_s[i];
    to->speed[i] = from->speed[i];
}

static bool is_recent(const struct ceiling_set *earlier, int i)
{
    const double age_s = ceilings_now_s() - earlier->probed_s[i];
    return age_s >= 0 && age_s <= reused_most_s;
}

static bool lost_speed(const struct ceiling_set *earlier, const struct ceiling_set *set, int i)
{
    return is_recent(earlier, i) && set->speed[i].core_ns > speed_lost * earlier->speed[i].core_ns;
}

void ceilings_remember(const struct target *target, const struct ceiling_set *set)
{
    char folder[PATH_TEXT_MAX], path[PATH_TEXT_MAX + 16], problem[PATH_TEXT_MAX + 256];
    struct ceiling_set all;
    struct whole_file file;
    bool any = false;
    if (folder_of(target->name, &target->facts, folder) || folder_make(folder, 0700, NULL, NULL, 0))
        return;
    const int code = ceilings_recall(target->name, &target->facts, &all, problem, sizeof problem);
    if (code == -ENOMEM || code == -EMFILE)
        return; /* what could not be read would be lost */
    for (int i = 0; i < RESOURCES; i++) {
        const double ns_each = set->known.ns_each[i];
        all.disturbed[i] = isnan(all.speed[i].core_ns);
        const bool disturbed = set->disturbed[i] || lost_speed(&all, set, i);
        if (isnan(ns_each) || !ceiling_replaces(&all, (enum resource)i, ns_each, disturbed))
            continue;
        any = true;
        take(&all, set, i);
        if (disturbed)
            all.speed[i] = speed_unknown; /* it is not used again */
    }
    snprintf(path, sizeof path, "%s/ceilings.csv", folder);
    if (!any || whole_file_open(&file, path, problem, sizeof problem))
        return;
    ceilings_write(file.out, target->name, &all);
    (void)whole_file_close(&file, problem, sizeof problem);
}

int ceilings_recall(const char *name, const struct target_facts *facts, struct ceiling_set *set,
                    char *problem, size_t problem_size)
{
    char folder[PATH_TEXT_MAX];
    *set = (struct ceiling_set){.known = ceilings_unknown()};
    const int error = folder_of(name, facts, folder);
    if (error)
        snprintf(problem, problem_size, "the last ceilings of %s cannot be found: %s", name,
                 strerror(-error));
    return error ? error : ceilings_read_set(folder, name, set, problem, problem_size);
}

static bool alike(double a_ns, double b_ns)
{
    return fabs(log(a_ns / b_ns)) <= log(speed_agrees); /* not if one is unknown */
}

/* Those that take seconds to measure are used again. A wrong capacity of a near cache would spoil
 * the probes of its level in each run. */
static bool may_reuse(const struct ceiling_set *earlier, const struct ceiling_set *set, int i)
{
    return set->needed[i] && set->probed_s[i] == 0 && !ceiling_of_each_run((enum resource)i) &&
           earlier->known.ns_each[i] > 0 && is_recent(earlier, i) &&
           alike(earlier->speed[i].core_ns, set->speed_now.core_ns) &&
           alike(earlier->speed[i].memory_ns, set->speed_now.memory_ns);
}

int ceilings_reuse(struct target *target, struct ceilings_file *file, struct ceiling_set *set,
                   int *reused)
{
    char problem[PATH_TEXT_MAX + 256];
    struct ceiling_set earlier;
    int status = 0;
    *reused = 0;
    if (ceilings_recall(target->name, &target->facts, &earlier, problem, sizeof problem))
        return 0;
    for (int i = 0; i < RESOURCES && !status; i++) {
        if (!may_reuse(&earlier, set, i))
            continue;
        take(set, &earlier, i);
        status = ceilings_file_copy(file, target->name, (enum resource)i, set);
        *reused += 1;
    }
    ceilings_apply(&set->known, &target->facts);
    return status;
}
