#include "cpu/early.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { WORDS = 1024, BITS_OF_WORD = 8 * sizeof(unsigned long) };

static unsigned long mask[WORDS];
static long mask_bytes; /* bytes that the kernel filled in; 0 or less: unknown */

/* Without sanitizers, which have not started yet either. */
__attribute__((no_sanitize("address", "undefined"))) static void note_cpus(void)
{
    mask_bytes = syscall(SYS_sched_getaffinity, 0, sizeof mask, mask);
}

__attribute__((section(".preinit_array"),
               used)) static void (*const first_of_all)(void) = note_cpus;

bool early_cpus(hwloc_bitmap_t cpus)
{
    if (mask_bytes <= 0)
        return false;
    hwloc_bitmap_zero(cpus);
    for (unsigned bit = 0; bit < 8 * (unsigned)mask_bytes; bit++)
        if (mask[bit / BITS_OF_WORD] >> bit % BITS_OF_WORD & 1)
            hwloc_bitmap_set(cpus, bit);
    return true;
}

const char *early_binding_asked(char *text, size_t text_size)
{
    static const char *const names[] = {"OMP_PROC_BIND", "OMP_PLACES", "GOMP_CPU_AFFINITY"};
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; i < sizeof names / sizeof *names && used < text_size; i++) {
        const char *value = getenv(names[i]);
        if (value && strcasecmp(value, "false") != 0)
            used += (size_t)snprintf(text + used, text_size - used, "%s%s=%s", used ? ", " : "",
                                     names[i], value);
    }
    return text;
}
