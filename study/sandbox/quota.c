#include "study/sandbox/quota.h"

#include <dirent.h>
#include <ftw.h>
#include <inttypes.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PROCESSES_MOST = 4096, FILES_MOST = 4096, LEVELS_OPEN = 16 };
static const int64_t reserve_bytes = INT64_C(1) << 30;

struct family {
    pid_t of[PROCESSES_MOST];
    int count;
};

/* Any thread of a process can have children. */
static void add_children(struct family *family, pid_t id)
{
    char path[64];
    int child;
    snprintf(path, sizeof path, "/proc/%d/task", id);
    DIR *threads = opendir(path);
    for (const struct dirent *entry; threads && (entry = readdir(threads));) {
        snprintf(path, sizeof path, "/proc/%d/task/%.16s/children", id, entry->d_name);
        FILE *in = entry->d_name[0] == '.' ? NULL : fopen(path, "re");
        while (in && family->count < PROCESSES_MOST && fscanf(in, "%d", &child) == 1)
            family->of[family->count++] = child;
        if (in)
            fclose(in);
    }
    if (threads)
        closedir(threads);
}

static int64_t resident_bytes(pid_t id)
{
    char path[64];
    long pages = 0;
    snprintf(path, sizeof path, "/proc/%d/statm", id);
    FILE *in = fopen(path, "re");
    if (in && fscanf(in, "%*d %ld", &pages) != 1)
        pages = 0;
    if (in)
        fclose(in);
    return pages * sysconf(_SC_PAGESIZE);
}

static int64_t family_bytes(pid_t id)
{
    static struct family family;
    int64_t bytes = 0;
    family.of[0] = id;
    family.count = 1;
    for (int i = 0; i < family.count; i++) {
        bytes += resident_bytes(family.of[i]);
        add_children(&family, family.of[i]);
    }
    return bytes;
}

/* Memory may belong to no process: a file that exists in memory alone, a queue. */
static bool machine_has_memory(void)
{
    long long total_kb = 0, available_kb = INT64_MAX >> 10;
    char line[128];
    FILE *in = fopen("/proc/meminfo", "re");
    while (in && fgets(line, sizeof line, in))
        if (sscanf(line, "MemTotal: %lld", &total_kb) != 1 &&
            sscanf(line, "MemAvailable: %lld", &available_kb) == 1)
            break;
    if (in)
        fclose(in);
    return available_kb >=
           (total_kb >> 3 < reserve_bytes >> 10 ? total_kb >> 3 : reserve_bytes >> 10);
}

static int64_t found_bytes;
static int found_files;

/* A folder that hides its files from us counts as one without an end. */
static int add_file(const char *path, const struct stat *facts, int kind, struct FTW *place)
{
    (void)path;
    (void)place;
    if (kind == FTW_DNR || ++found_files > FILES_MOST ||
        (kind == FTW_D && (facts->st_mode & S_IRWXU) != S_IRWXU))
        found_bytes = INT64_MAX;
    else if (kind != FTW_NS)
        found_bytes += (int64_t)facts->st_blocks * 512;
    return found_bytes == INT64_MAX;
}

int64_t quota_folder_bytes(const char *folder)
{
    found_bytes = found_files = 0;
    (void)nftw(folder, add_file, LEVELS_OPEN, FTW_PHYS);
    return found_bytes;
}

const char *quota_passed(pid_t id, void *with)
{
    struct quota *quota = with;
    if (family_bytes(id) > quota->memory_most)
        snprintf(quota->passed, sizeof quota->passed, "took more than %" PRId64 " MiB of memory",
                 quota->memory_most >> 20);
    else if (!machine_has_memory())
        snprintf(quota->passed, sizeof quota->passed, "left the machine without memory");
    else if (quota->written && quota_folder_bytes(quota->written) > quota->written_most)
        snprintf(quota->passed, sizeof quota->passed, "wrote too much into the folder of results");
    else
        return NULL;
    return quota->passed;
}
