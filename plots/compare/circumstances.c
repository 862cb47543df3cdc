#include "plots/compare/contrast.h"

#include <string.h>

/* Prefixes and suffixes of the header keys to compare: others, such as the date, differ from run to
 * run. */
static const char *const keys[] = {"warpline",
                                   "commit",
                                   "compiler",
                                   "cpu_flags",
                                   "gpu_flags",
                                   "kernel",
                                   "cpu",
                                   "gpu",
                                   "machine_governor",
                                   "machine_turbo",
                                   "machine_numa_balancing",
                                   "machine_large_pages"};
static const char *const ends[] = {"_driver", "_ecc", "_mig", "_power_limit_w",
                                   "_sm_clock_most_mhz"};

/* Also true for "gpu0", the title of a GPU. */
static bool is_key(const char *key)
{
    const size_t length = strlen(key);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        const size_t begin = strlen(keys[i]);
        if (strncmp(key, keys[i], begin) == 0 && !key[begin + strspn(key + begin, "0123456789")])
            return true;
    }
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (length > strlen(ends[i]) && strcmp(key + length - strlen(ends[i]), ends[i]) == 0)
            return true;
    return false;
}

static struct circumstance *find(struct contrast *contrast, const char *key)
{
    struct circumstance *all = contrast->circumstances;
    for (int i = 0; i < contrast->circumstance_count; i++)
        if (all[i].key == key)
            return &all[i];
    if (contrast->circumstance_count == CIRCUMSTANCES_MOST)
        return NULL;
    all[contrast->circumstance_count] = (struct circumstance){.key = key};
    return &all[contrast->circumstance_count++];
}

/* The key without the node: `gpu0_driver` for `node12_gpu0_driver` of merged results. */
static const char *own_key(const char *key)
{
    const size_t length = node_prefix(key);
    return length > 0 && key[length] == '_' ? key + length + 1 : key;
}

void circumstances_take(struct contrast *contrast, int side, const struct table *table)
{
    struct names *names = &contrast->names;
    const char *several = names_keep(names, "several");
    for (int i = 0; i < table->header_count; i++) {
        const char *key = own_key(table->headers[i].key);
        if (!is_key(key))
            continue;
        const char *value = names_keep(names, table->headers[i].value);
        struct circumstance *one = find(contrast, names_keep(names, key));
        if (one && one->value[side] != several)
            one->value[side] = !one->value[side] || one->value[side] == value ? value : several;
    }
}

bool circumstance_differs(const struct circumstance *one)
{
    return one->value[0] && one->value[1] && strcmp(one->value[0], one->value[1]) != 0;
}
