
#include "cpu/early.h"
#include "study/base/message.h"
#include "study/run/header.h"

#include <ctype.h>
#include <hwloc.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

enum { HOST_NAME_MAX_BYTES = 256 };

/* A key of the header and the variable that gives it. Slurm has none for a node's features and for
 * the constraint: the job script of `warpline batch` requests them. */
static const struct {
    const char *key, *variable;
} facts[] = {
    {"cluster", "SLURM_CLUSTER_NAME"},     {"partition", "SLURM_JOB_PARTITION"},
    {"node", "SLURMD_NODENAME"},           {"job", "SLURM_JOB_ID"},
    {"array_job", "SLURM_ARRAY_JOB_ID"},   {"array_task", "SLURM_ARRAY_TASK_ID"},
    {"restarts", "SLURM_RESTART_COUNT"},   {"features", "WARPLINE_NODE_FEATURES"},
    {"constraint", "WARPLINE_CONSTRAINT"},
};

/* Slurm writes "(null)" for nothing. */
static const char *value_of(const char *variable)
{
    const char *value = getenv(variable);
    return value && *value && strcmp(value, "(null)") != 0 ? value : NULL;
}

static const char *gpus_given(void)
{
    const char *of_step = value_of("SLURM_STEP_GPUS");
    return of_step ? of_step : value_of("SLURM_JOB_GPUS");
}

/* This machine's name in results: Slurm's name of the node (SLURMD_NODENAME), which stays the same
 * in a container, or else the host's. Returns text. */
static const char *host_of(char text[HOST_NAME_MAX_BYTES])
{
    struct utsname host;
    const char *node = value_of("SLURMD_NODENAME");
    uname(&host);
    snprintf(text, HOST_NAME_MAX_BYTES, "%s", node ? node : host.nodename);
    return text;
}

/* Numbers of GPUs as part of a file's name: "0,2-3" is "0+2-3". */
static void add_gpus(char *name, size_t size, const char *gpus)
{
    size_t used = strlen(name);
    snprintf(name + used, size - used, ".gpu%s", gpus);
    for (char *c = name + used + 1; *c; c++)
        if (!isalnum((unsigned char)*c) && *c != '-')
            *c = *c == ',' ? '+' : '_';
}

int job_folder(const char *under, char path[PATH_TEXT_MAX])
{
    char name[2 * HOST_NAME_MAX_BYTES], host[HOST_NAME_MAX_BYTES];
    const char *gpus = gpus_given();
    snprintf(name, sizeof name, "%s", host_of(host));
    if (!host[0] || host[0] == '.' || strchr(host, '/'))
        return complain(EXIT_USAGE,
                        "option --under: a folder cannot have the name of this host (%s); use "
                        "--out DIR",
                        host);
    if (gpus)
        add_gpus(name, sizeof name, gpus);
    if (!under[0] || snprintf(path, PATH_TEXT_MAX, "%s/%s", under, name) >= PATH_TEXT_MAX)
        return complain(EXIT_USAGE, "option --under: the name is %s; name a folder",
                        under[0] ? "too long" : "empty");
    return 0;
}

/* As libgomp found it, before it bound threads: "0-3,8". */
static void put_cpuset(FILE *out)
{
    char *text = NULL;
    hwloc_bitmap_t given = hwloc_bitmap_alloc();
    if (given && early_cpus(given) && hwloc_bitmap_list_asprintf(&text, given) >= 0)
        header_put(out, "cpuset", "%s", text);
    free(text);
    hwloc_bitmap_free(given);
}

void job_write_header(FILE *out)
{
    char host[HOST_NAME_MAX_BYTES];
    struct utsname own;
    uname(&own);
    header_put(out, "host", "%s", host_of(host));
    if (strcmp(host, own.nodename) != 0)
        header_put(out, "hostname", "%s", own.nodename);
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++)
        if (value_of(facts[i].variable))
            header_put(out, facts[i].key, "%s", value_of(facts[i].variable));
    put_cpuset(out);
    if (gpus_given())
        header_put(out, "gpus_given", "%s", gpus_given());
}

bool job_owns_key(const char *key)
{
    static const char *const others[] = {"hostname", "cpuset", "gpus_given"};
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++)
        if (strcmp(facts[i].key, key) == 0)
            return true;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strcmp(others[i], key) == 0)
            return true;
    return false;
}
