/* What a pattern runs on: the contract that cpu/, offload/ and the null target fill in.
 *
 * A target is opened once, gives memory, runs kernels, and is closed. Every function that returns
 * int returns 0 or a negative errno value, after it has written one line about the cause into
 * `problem` where it has that argument. Times are nanoseconds of a monotonic clock.
 */
#ifndef WARPLINE_TARGET_H
#define WARPLINE_TARGET_H

#include "clock.h"
#include "pattern.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { CACHE_LEVELS_MAX = 4, TEXT_MAX = 256, TARGET_SETTINGS_MAX = 12, SETTING_TEXT_MAX = 96 };

/* One level of cache, from the nearest on. */
struct cache_level {
    char name[8]; /* "L1", "L2", "L3" */
    /* All of this level that the target's workers can use together. 0 where nothing stays with the
     * worker that used it: a GPU's L1 serves who is alone. */
    int64_t size_bytes;
    int64_t one_bytes; /* of these, what one of the workers can use */
    int line_bytes;
    int ways; /* 0: fully associative, -1: not known */
};

/* What is set on a target, for the head of results: "ecc", "on". */
struct target_setting {
    char key[SETTING_TEXT_MAX], value[SETTING_TEXT_MAX];
};

/* What can make a target slower than it is, beyond the program's own doing. */
enum condition { CONDITION_SHARED = 1, CONDITION_THROTTLED = 2, CONDITION_LOW_CLOCK = 4 };

struct conditions {
    unsigned marks;      /* enum condition, or-ed */
    char text[TEXT_MAX]; /* what was seen, in words; empty where nothing was */
};

/* What is known of a target once it is open. Text is empty, numbers are 0, where nothing is. */
struct target_facts {
    char title[TEXT_MAX];   /* model name */
    char detail[TEXT_MAX];  /* driver, cores and where they are, in words */
    char binding[TEXT_MAX]; /* who binds its threads, and to which cores */
    struct launch launch;   /* how its kernels are started by default */
    int multiprocessors;    /* GPU multiprocessors or CPU cores in use */
    int64_t memory_bytes;   /* all memory of the target */
    int memory_nodes;       /* NUMA nodes that it is on */
    bool host_memory;       /* the program itself may read and write it */
    bool elsewhere;         /* described by a topology of another machine: not to be measured */
    int64_t team_l1_bytes;  /* of the L1 of one multiprocessor, what the tiles of teams leave */
    double peak_gbps;       /* memory bandwidth by its data sheet, 0 where nobody says */
    int cache_levels;       /* how many of `caches` are filled in */
    struct cache_level caches[CACHE_LEVELS_MAX];
    struct target_setting settings[TARGET_SETTINGS_MAX];
    int setting_count;
    double start_seconds; /* what the target took to open, its first region included */
};

/* Where a device is plugged in. */
struct pci_place {
    int domain, bus, device;
};

/* Where a sample ran, as seen from inside the region. */
struct placement {
    int32_t where;             /* RAN_ON_HOST or RAN_ON_DEVICE */
    int workers;               /* workers that took part */
    char where_text[TEXT_MAX]; /* "cores 0-1, memory on node 0", "NVIDIA H200, 132x12 warps" */
    struct loss loss;          /* of its workers, or of the thread that launched it */
};

/* What a target is: what patterns say of CPUs or of GPUs holds for it (no_cpu, no_gpu, the meaning
 * of parameters of a launch). Nothing does for one that runs no kernels. */
enum side { SIDE_NONE, SIDE_CPU, SIDE_GPU };

/* How its memory is modelled (study/model/model.h). */
enum memory_model {
    MODEL_NONE,
    MODEL_CACHE_LINES, /* caches of lines, in which each core's threads go from level to level */
    MODEL_SECTORS,     /* warps' requests, taken apart into sectors of lines */
    MODELS
};

struct target {
    const struct target_ops *ops;
    char name[16];             /* "cpu", "gpu0", "null": exactly what --on takes */
    struct target_facts facts; /* filled in by open */
    /* What the arrays of a plan may take of its own memory, and of the host's for copies that are
     * checked there: part of what was free when the targets were opened. */
    int64_t room_bytes, host_room_bytes;
    void *state; /* the target's own; made by open, freed by close */
};

struct target_ops {
    const char *name; /* the name without its number: "cpu", "gpu", "null" */
    const char *what; /* it is, in words: "CPU" or "GPU", as headers of results say it too */
    bool numbered;    /* there may be several: "gpu0", "gpu1" */
    enum side side;
    enum memory_model model;
    const char *module_kind; /* which kernel modules it runs: "cpu", "gpu"; NULL: none */
    /* Recorded results of one like that which `outline` tells of: their ceilings stand for those of
     * one that is not there. NULL: none. */
    const char *likeness;
    /* Names of environment variables that can make its kernels slow, ended by NULL; NULL: none. */
    const char *const *slowed_by;
    /* Called before the first region of the program and before anything asks for devices; NULL:
     * there is nothing to prepare. */
    void (*prepare)(void);
    /* Writes, as one line, that there is one which the program does not use, why, and what would
     * help; false where there is none. NULL: nobody looks. */
    bool (*unused)(char *text, size_t text_size);
    /* Tells of device `number` without opening it: facts as far as they are known, and where it is
     * plugged in. False where there is no such device. NULL: it is no device. */
    bool (*look_up)(int number, struct target_facts *facts, struct pci_place *place);
    /* Fills in what predictions need of one, there or not: launch, caches. Opens nothing. NULL on a
     * target without a model. */
    int (*outline)(struct target_facts *facts, char *problem, size_t problem_size);
    /* How many there are now: 1, or the number of devices. */
    int (*count)(void);
    /* Opens device `number` and fills in facts. */
    int (*open)(struct target *target, int number, char *problem, size_t problem_size);
    /* Lets it use so many workers at most; NULL where that cannot be chosen. */
    void (*limit)(struct target *target, int64_t workers);
    /* Bytes that could be allocated now. */
    int64_t (*free_bytes)(struct target *target);
    /* Memory aligned to 4096 bytes at least, not yet touched; NULL where there is none. Only a CPU
     * has a choice of pages. */
    void *(*allocate)(struct target *target, size_t bytes, enum pages pages);
    void (*release)(struct target *target, void *memory, size_t bytes);
    /* Copies between the target's memory and the host's. */
    int (*copy_in)(struct target *target, void *to, const void *host, size_t bytes);
    int (*copy_out)(struct target *target, void *host, const void *from, size_t bytes);
    /* Keeps pages of the host where they are, for copies, and lets them go again; false where the
     * target won't. NULL where copies gain nothing by it. */
    bool (*pin)(struct target *target, void *host, size_t bytes);
    void (*unpin)(struct target *target, void *host);
    /* Has the driver set memory of the device to a byte; goes on before that is done, but what the
     * device is told to do afterwards waits for it. False where it won't. NULL: there is no driver.
     */
    bool (*set_memory)(void *memory, int byte, size_t bytes);
    /* Runs the kernel once, with the target's own workers; fills in *ns, and *placement if it is
     * not NULL. args->notes are the target's to set, and so is args->launch, which may ask for
     * teams for each multiprocessor and workers in each team, 0: the target's own choice. */
    int (*run)(struct target *target, kernel_function *kernel, const struct kernel_args *args,
               double *ns, struct placement *placement);
    /* How long `run` rests after each of several launches with so many workers, in ns. NULL: it
     * does not. */
    double (*rest_ns)(int64_t workers);
    /* Looks for what makes it slow just now. NULL where nobody can tell. */
    void (*look)(struct target *target, struct conditions *conditions);
    /* Writes in words where the pages of this memory are; "-" where nobody can tell. */
    void (*locate)(struct target *target, const void *memory, size_t bytes, char *text,
                   size_t text_size);
    /* Time that a hypervisor has kept the target's CPUs from running since they started, in ns;
     * NULL where nobody can tell. */
    double (*stolen_ns)(struct target *target);
    void (*close)(struct target *target);
};

/* All kinds: name_target_ops of each line of targets.def. */
#define TARGET(name, folder) extern const struct target_ops name##_target_ops;
#include "patterns/targets.def"
#undef TARGET

#endif
