#include "study/ceilings/remembered.h"

#include "plots/data/text_digest.h"
#include "study/base/file.h"
#include "study/base/folders.h"
#include "warpline_build.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>

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

static bool folder_of(const char *name, const struct target_facts *facts, char path[PATH_TEXT_MAX])
{
    char machine[MACHINE_DIGEST_MAX];
    if (user_folder("XDG_STATE_HOME", ".local/state", path))
        return false;
    machine_digest(facts, machine);
    const size_t length = strlen(path);
    snprintf(path + length, PATH_TEXT_MAX - length, "/ceilings-%s-%s", name, machine);
    return true;
}

void ceilings_remember(const struct target *target, const struct ceilings *known)
{
    char folder[PATH_TEXT_MAX], path[PATH_TEXT_MAX + 16], problem[PATH_TEXT_MAX + 256];
    struct ceilings all;
    struct whole_file file;
    bool any = false;
    if (!folder_of(target->name, &target->facts, folder) ||
        folder_make(folder, 0700, NULL, NULL, 0))
        return;
    const int code = ceilings_recall(target->name, &target->facts, &all, problem, sizeof problem);
    if (code == -ENOMEM || code == -EMFILE)
        return; /* what could not be read would be lost */
    for (int i = 0; i < RESOURCES; i++) {
        const bool measured = known->ns_each[i] > 0; /* 0: not needed so far */
        any |= measured;
        all.ns_each[i] = measured ? known->ns_each[i] : all.ns_each[i];
    }
    snprintf(path, sizeof path, "%s/ceilings.csv", folder);
    if (!any || whole_file_open(&file, path, problem, sizeof problem))
        return;
    ceilings_write(file.out, target->name, &all);
    (void)whole_file_close(&file, problem, sizeof problem);
}

int ceilings_recall(const char *name, const struct target_facts *facts, struct ceilings *known,
                    char *problem, size_t problem_size)
{
    char folder[PATH_TEXT_MAX];
    *known = ceilings_unknown();
    return folder_of(name, facts, folder)
               ? ceilings_read(folder, name, known, problem, problem_size)
               : -ENOENT;
}
