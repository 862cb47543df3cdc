/* A target, on which patterns run: the contract that cpu/, offload/ and the null target implement.
 *
 * A target is opened once, gives memory, runs kernels, and is closed. Every function that returns
 * int returns 0 or a negative errno value, after it has written one line about the cause into
 * `problem` if it has that argument. Times are nanoseconds of a monotonic clock. */
#ifndef WARPLINE_TARGET_H
#define WARPLINE_TARGET_H

#include "clock.h"
#include "pattern.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { CACHE_LEVELS_MAX = 4, TEXT_MAX = 256, TARGET_SETTINGS_MAX = 12, SETTING_TEXT_MAX = 96 };
enum { NODES_MAX = 64 }; /* NUMA nodes: those that the system numbers from 0 to 63 */

/* Where a run's threads and memory shall be: the options of these names. NULL, 0: not given. */
struct placing {
    const char *cpus, *bind, *memory, *pages;
    int64_t cores;
};

/* What the kernel says of some memory, in words; "-": nothing. */
struct seen_memory {
    char nodes[TEXT_MAX];      /* "node 0 50 %; node 1 50 %": where its pages are */
    char policy[TEXT_MAX];     /* "interleave 0-1": where new pages go */
    char page_sizes[TEXT_MAX]; /* "2 MiB 98 %; 4 KiB" */
};

/* Some of a CPU's workers, one after another. */
struct worker_range {
    int first, count;
};

/* How far apart two cores of a CPU are: the nearest thing that both belong to. */
enum distance { ONE_CORE, ONE_L2, ONE_L3, ONE_PACKAGE, TWO_PACKAGES, DISTANCES };

enum { CORES_MAX = 4096 };

/* One level of cache; level 0 is the nearest. */
struct cache_level {
    char name[8]; /* "L1", "L2", "L3" */
    /* The capacity of this level that the target's workers can use together. 0 if data does not
     * stay with the worker that used it: a GPU's L1 serves whichever warp runs alone. */
    int64_t size_bytes;
    int64_t one_bytes; /* the part of it that one worker can use */
    int line_bytes;
    int ways;     /* 0: fully associative, -1: not known */
    double share; /* the part of it that its workers were found to have; 0: not known, all */
};

/* Pages of 2 MiB: a virtual machine's host may map them in small ones, so that a TLB needs an entry
 * for each of those, and lines of a page are anywhere in a cache. */
enum large_pages { LARGE_UNKNOWN, LARGE_WHOLE, LARGE_SPLIT };

/* A setting of a target, for the header of results: "ecc", "on". */
struct target_setting {
    char key[SETTING_TEXT_MAX], value[SETTING_TEXT_MAX];
};

/* Conditions outside of the program that make a target slower than usual. */
enum condition { CONDITION_SHARED = 1, CONDITION_THROTTLED = 2, CONDITION_LOW_CLOCK = 4 };

struct conditions {
    unsigned marks;      /* enum condition, or-ed */
    char text[TEXT_MAX]; /* what was seen, in words; empty if nothing was */
};

/* The known facts of an open target. Unknown texts are empty, unknown numbers 0. */
struct target_facts {
    char title[TEXT_MAX];     /* model name */
    char detail[TEXT_MAX];    /* driver, cores and where they are, in words */
    char binding[TEXT_MAX];   /* who binds its threads, and to which cores */
    char requested[TEXT_MAX]; /* what struct placing requested: "bind=core memory=node:1" */
    char bound[TEXT_MAX];     /* the CPUs that its threads are bound to: "0-3" */
    struct worker_range on_node[NODES_MAX]; /* of a CPU: the workers of each NUMA node */
    unsigned char to_next[CORES_MAX]; /* of a CPU: the enum distance from each worker to the next */
    struct launch launch;             /* how it starts kernels by default */
    int multiprocessors;              /* GPU multiprocessors or CPU cores in use */
    int64_t memory_bytes;             /* all memory of the target */
    int memory_nodes;                 /* NUMA nodes of the target */
    bool host_memory;                 /* the program itself may read and write it */
    size_t arrays_apart_bytes;        /* arrays begin at different multiples of it */
    bool elsewhere;        /* described by a topology of another machine: cannot be measured */
    int64_t team_l1_bytes; /* L1 of one multiprocessor that the teams' shared memory leaves */
    double peak_gbps;      /* memory bandwidth by its data sheet; 0: unknown */
    double l3_stays_ns;    /* how long an L3 has a line that nobody uses; 0: unknown */
    enum large_pages large_pages; /* of a CPU */
    int cache_levels;             /* how many of `caches` are filled in */
    struct cache_level caches[CACHE_LEVELS_MAX];
    struct target_setting settings[TARGET_SETTINGS_MAX];
    int setting_count;
    double start_seconds; /* time to open the target, its first region included */
};

/* The PCI address of a device. */
struct pci_place {
    int domain, bus, device;
};

/* Where a sample ran, as reported from inside the region. */
struct placement {
    int32_t where;             /* RAN_ON_HOST or RAN_ON_DEVICE */
    int workers;               /* workers that took part */
    char where_text[TEXT_MAX]; /* "cores 0-1, memory on node 0", "NVIDIA H200, 132x12 warps" */
    int64_t loaded_bytes;      /* that the loading workers of a chase moved */
    struct loss loss;          /* of its workers, or of the thread that launched it */
};

/* How fast a target is at the moment: the time of fixed pieces of work, in ns for each KiB. NaN:
 * unknown. */
struct speed_index {
    double core_ns;   /* of the slowest worker: lines between L1 and L2, read and written */
    double memory_ns; /* the mean over its workers: a read from memory */
};

/* The kind of a target: it decides which statements of patterns apply (no_cpu, no_gpu, the meaning
 * of launch parameters). None of them apply to a target that runs no kernels. */
enum side { SIDE_NONE, SIDE_CPU, SIDE_GPU };

/* The model of its memory (study/model/model.h). */
enum memory_model {
    MODEL_NONE,
    MODEL_CACHE_LINES, /* caches of lines; each core's threads access one level after the other */
    MODEL_SECTORS,     /* warps' requests, divided into sectors of lines */
    MODELS
};

struct target {
    const struct target_ops *ops;
    char name[16];             /* "cpu", "gpu0", "null": exactly what --on takes */
    struct placing placing;    /* that it was opened with */
    struct target_facts facts; /* filled in by open */
    /* Limits for the arrays of a plan in its own memory, and in the host's for copies that are
     * checked there. They are a part of what was free when the targets were opened. */
    int64_t room_bytes, host_room_bytes;
    uint64_t host_nodes; /* NUMA nodes that the host's memory may be taken from, a bit each */
    void *state;         /* the target's own; made by open, freed by close */
};

struct target_ops {
    const char *name; /* the name without its number: "cpu", "gpu", "null" */
    const char *what; /* in words: "CPU" or "GPU", as in headers of results */
    bool numbered;    /* there may be several: "gpu0", "gpu1" */
    enum side side;
    enum memory_model model;
    const char *module_kind; /* which kernel modules it runs: "cpu", "gpu"; NULL: none */
    /* Recorded results of a similar target, as `outline` describes it: their ceilings replace those
     * of a target that is absent. NULL: none. */
    const char *likeness;
    /* Names of environment variables that can make its kernels slow, ended by NULL; NULL: none. */
    const char *const *slowed_by;
    /* Called before the first region of the program and before any query of devices; NULL: nothing
     * to prepare. */
    void (*prepare)(void);
    /* Writes one line if there is a device that the program does not use: why, and what would help.
     * False if there is none. NULL: it is not checked. */
    bool (*unused)(char *text, size_t text_size);
    /* Describes device `number` without opening it: the known facts, and its PCI address. False if
     * there is no such device. NULL: it is no device. */
    bool (*look_up)(int number, struct target_facts *facts, struct pci_place *place);
    /* Fills in the facts that predictions need, launch and caches, whether the target is present or
     * not; all others are unknown. Opens nothing. NULL on a target without a model. */
    int (*outline)(struct target_facts *facts, char *problem, size_t problem_size);
    /* How many are present: 1, or the number of devices. */
    int (*count)(void);
    /* Opens device `number` and fills in facts. Only a CPU has threads and memory to place. */
    int (*open)(struct target *target, int number, const struct placing *placing, char *problem,
                size_t problem_size);
    /* Bytes that could be allocated now, on that NUMA node (-1: where the target puts it). */
    int64_t (*free_bytes)(struct target *target, int node);
    /* Memory aligned to 4096 bytes at least, not yet touched; NULL: there is not enough. Only a CPU
     * has a choice of pages and of nodes. */
    void *(*allocate)(struct target *target, size_t bytes, enum pages pages, int node);
    void (*release)(struct target *target, void *memory, size_t bytes);
    /* Copies between the target's memory and the host's. */
    int (*copy_in)(struct target *target, void *to, const void *host, size_t bytes);
    int (*copy_out)(struct target *target, void *host, const void *from, size_t bytes);
    /* Pins pages of the host for copies, and unpins them; false if the target cannot. NULL: copies
     * gain nothing by it. */
    bool (*pin)(struct target *target, void *host, size_t bytes);
    void (*unpin)(struct target *target, void *host);
    /* Makes the driver set memory of the device to a byte. Returns before that is complete, but
     * later commands of the device wait for it. False if it cannot. NULL: there is no driver. */
    bool (*set_memory)(void *memory, int byte, size_t bytes);
    /* Runs the kernel once, with the target's own workers; fills in *ns, and *placement if it is
     * not NULL. The target sets args->notes and args->launch; args->launch may request teams for
     * each multiprocessor and workers in each team, 0: the target's default; on a CPU, threads of
     * them from first_worker on. */
    int (*run)(struct target *target, kernel_function *kernel, const struct kernel_args *args,
               double *ns, struct placement *placement);
    /* The pause of `run` after each of several launches with that number of workers, in ns. NULL:
     * none. */
    double (*rest_ns)(int64_t workers);
    /* Looks for conditions that slow it down at the moment. NULL: unknown. */
    void (*look)(struct target *target, struct conditions *conditions);
    /* Asks the kernel where this memory is, and writes it to *seen if that is not NULL. Returns
     * -EXDEV with a line in `problem` if it is not where it was to be: on `node`, or, if that is
     * -1, as struct placing requests. */
    int (*locate)(struct target *target, const void *memory, size_t bytes, int node,
                  struct seen_memory *seen, char *problem, size_t problem_size);
    /* Time since boot for which a hypervisor stopped the target's CPUs from running, in ns; NULL:
     * unknown. */
    double (*stolen_ns)(struct target *target);
    /* How fast `workers` of its workers are at the moment (0: all). NULL: unknown. */
    struct speed_index (*speed)(struct target *target, int64_t workers);
    void (*close)(struct target *target);
};

/* All kinds: name_target_ops of each line of targets.def. */
#define TARGET(name, folder) extern const struct target_ops name##_target_ops;
#include "patterns/targets.def"
#undef TARGET

#endif
