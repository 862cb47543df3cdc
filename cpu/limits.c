#include "cpu/limits.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { NAME_LENGTH_MAX = 4096, LINE_MAX_BYTES = 8192 };

/* The two kinds of groups: version 2, and the memory controller of version 1. A machine may have
 * both. */
static const struct kind {
    const char *filesystem;
    const char *controller; /* in cgroup and among the mount's options; "" for version 2 */
    const char *limits[2];  /* NULL after the last */
    const char *used;
    const char *unused_key; /* of memory.stat, for the group and those below it */
} kinds[] = {
    {"cgroup2", "", {"memory.max", "memory.high"}, "memory.current", "inactive_file "},
    {"cgroup",
     "memory",
     {"memory.limit_in_bytes"},
     "memory.usage_in_bytes",
     "total_inactive_file "},
};

static FILE *open_below(const char *root, const char *folder, const char *name)
{
    char path[3 * NAME_LENGTH_MAX];
    snprintf(path, sizeof path, "%s%s/%s", root, folder, name);
    return fopen(path, "r");
}

/* The number behind a key in a file of lines ("MemTotal: 1234 kB"), or, with an empty key, the only
 * one in the file. -1 if there is none, also where the file says "max". */
static int64_t number_in(const char *root, const char *folder, const char *name, const char *key)
{
    char line[LINE_MAX_BYTES];
    int64_t number = -1;
    FILE *file = open_below(root, folder, name);
    if (!file)
        return -1;
    while (number < 0 && fgets(line, sizeof line, file))
        if (strncmp(line, key, strlen(key)) == 0 &&
            sscanf(line + strlen(key), "%" SCNd64, &number) != 1)
            number = -1;
    fclose(file);
    return number;
}

static void take(struct memory_limits *limits, int64_t bytes, int64_t used_bytes, const char *what,
                 const char *name)
{
    const int64_t left = bytes > used_bytes ? bytes - used_bytes : 0;
    if (bytes < limits->all_bytes)
        limits->all_bytes = bytes;
    if (left >= limits->free_bytes)
        return;
    limits->free_bytes = left;
    snprintf(limits->who, sizeof limits->who, "%s%.150s", what, name);
}

static void take_group(const char *root, const struct kind *kind, const char *folder,
                       const char *name, void *with)
{
    struct memory_limits *limits = with;
    int64_t used = number_in(root, folder, kind->used, "");
    const int64_t unused = number_in(root, folder, "memory.stat", kind->unused_key);
    if (used > 0 && unused > 0)
        used = used > unused ? used - unused : 0;
    for (int i = 0; i < 2 && kind->limits[i]; i++) {
        const int64_t bytes = number_in(root, folder, kind->limits[i], "");
        if (bytes >= 0)
            take(limits, bytes, used > 0 ? used : 0, "control group ", name);
    }
}

/* Whether a word is in a comma-separated list. */
static bool among(const char *list, const char *word)
{
    const size_t length = strlen(word);
    for (const char *at = list; at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL)
        if (strncmp(at, word, length) == 0 && strchr(",\n", at[length]))
            return true; /* strchr also finds the end of the text */
    return false;
}

/* Finds the process's group of that kind: a line "4:memory:/job/step", "0::/job/step" in version
 * 2. */
static bool own_group(const char *root, const struct kind *kind, char group[NAME_LENGTH_MAX])
{
    char line[LINE_MAX_BYTES];
    bool found = false;
    FILE *file = open_below(root, "/proc/self", "cgroup");
    while (file && !found && fgets(line, sizeof line, file)) {
        char *controllers = strchr(line, ':'), *path = NULL;
        if (controllers)
            path = strchr(++controllers, ':');
        if (!path)
            continue;
        *path++ = '\0';
        path[strcspn(path, "\n")] = '\0';
        found = among(controllers, kind->controller) && strlen(path) < NAME_LENGTH_MAX;
        if (found)
            memcpy(group, path, strlen(path) + 1);
    }
    if (file)
        fclose(file);
    return found;
}

/* mountinfo writes blanks and the like as \040. */
static void unescape(char *text)
{
    char *to = text;
    for (const char *from = text; *from; to++) {
        unsigned code;
        if (from[0] == '\\' && sscanf(from + 1, "%3o", &code) == 1) {
            *to = (char)code;
            from += 4;
        } else {
            *to = *from++;
        }
    }
    *to = '\0';
}

/* The folder of the groups' tree that a mount shows (`top`), and where it is mounted. */
struct mount {
    char top[NAME_LENGTH_MAX], folder[NAME_LENGTH_MAX];
};

static bool is_mount(const char *line, const struct kind *kind, struct mount *mount)
{
    char filesystem[64], options[1024];
    const char *rest = strstr(line, " - ");
    if (!rest || sscanf(rest, " - %63s %*s %1023s", filesystem, options) != 2 ||
        strcmp(filesystem, kind->filesystem) != 0 ||
        (kind->controller[0] && !among(options, kind->controller)) ||
        sscanf(line, "%*s %*s %*s %4095s %4095s", mount->top, mount->folder) != 2)
        return false;
    unescape(mount->top);
    unescape(mount->folder);
    return true;
}

static bool find_mount(const char *root, const struct kind *kind, struct mount *mount)
{
    char line[LINE_MAX_BYTES];
    bool found = false;
    FILE *file = open_below(root, "/proc/self", "mountinfo");
    while (file && !found && fgets(line, sizeof line, file))
        found = is_mount(line, kind, mount);
    if (file)
        fclose(file);
    return found;
}

/* The group's path below the mount: the part that a container's mount does not show is cut off. If
 * the group is not below it at all, as seen from another namespace, only the mount itself is
 * visible. */
static const char *below_mount(const struct mount *mount, const char *group)
{
    const size_t length = strcmp(mount->top, "/") == 0 ? 0 : strlen(mount->top);
    if (strncmp(group, mount->top, length) != 0 || (group[length] && group[length] != '/') ||
        strstr(group, "/.."))
        return "";
    return strcmp(group + length, "/") == 0 ? "" : group + length;
}

/* Calls `visit` with the folder and the name of the process's own group and of all above it. */
static void visit_groups(const char *root, const struct kind *kind,
                         void (*visit)(const char *root, const struct kind *kind,
                                       const char *folder, const char *name, void *with),
                         void *with)
{
    char group[NAME_LENGTH_MAX], folder[2 * NAME_LENGTH_MAX];
    struct mount mount;
    if (!own_group(root, kind, group) || !find_mount(root, kind, &mount))
        return;
    const size_t top = strlen(mount.folder);
    snprintf(folder, sizeof folder, "%s%s", mount.folder, below_mount(&mount, group));
    for (char *end = folder + strlen(folder); end >= folder + top; end--)
        if (*end == '/' || *end == '\0') {
            *end = '\0';
            visit(root, kind, folder, folder[top] ? folder + top : "/", with);
        }
}

/* "Max address space 1048576 unlimited bytes": the first number is the limit in force. */
static void take_resources(const char *root, struct memory_limits *limits)
{
    static const struct {
        const char *key, *used_key, *name;
    } resources[] = {{"Max address space", "VmSize:", "ulimit -v"},
                     {"Max data size", "VmData:", "ulimit -d"}};
    for (int i = 0; i < 2; i++) {
        const int64_t bytes = number_in(root, "/proc/self", "limits", resources[i].key);
        const int64_t used_kib = number_in(root, "/proc/self", "status", resources[i].used_key);
        if (bytes >= 0)
            take(limits, bytes, used_kib > 0 ? used_kib * 1024 : 0, resources[i].name, "");
    }
}

/* Version 2 counts microseconds, version 1 nanoseconds. */
static void take_throttled(const char *root, const struct kind *kind, const char *folder,
                           const char *name, void *with)
{
    double *most_ns = with;
    const bool is_v2 = kind->controller[0] == '\0';
    const int64_t count =
        number_in(root, folder, "cpu.stat", is_v2 ? "throttled_usec " : "throttled_time ");
    const double ns = (double)count * (is_v2 ? 1e3 : 1);
    (void)name;
    if (ns > *most_ns)
        *most_ns = ns;
}

double limits_throttled_ns(const char *root)
{
    static const struct kind v2 = {.filesystem = "cgroup2", .controller = ""},
                             v1 = {.filesystem = "cgroup", .controller = "cpu"};
    double most_ns = 0;
    visit_groups(root, &v2, take_throttled, &most_ns);
    visit_groups(root, &v1, take_throttled, &most_ns);
    return most_ns;
}

void limits_read(const char *root, struct memory_limits *limits)
{
    const int64_t all_kib = number_in(root, "/proc", "meminfo", "MemTotal:");
    const int64_t free_kib = number_in(root, "/proc", "meminfo", "MemAvailable:");
    *limits = (struct memory_limits){.all_bytes = all_kib < 0 ? INT64_MAX : all_kib * 1024,
                                     .free_bytes = free_kib < 0 ? INT64_MAX : free_kib * 1024,
                                     .who = "the machine"};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        visit_groups(root, &kinds[i], take_group, limits);
    take_resources(root, limits);
    if (limits->all_bytes == INT64_MAX)
        limits->all_bytes = 0;
    if (limits->free_bytes == INT64_MAX)
        limits->free_bytes = 0;
}
