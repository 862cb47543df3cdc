/* ceilings.csv in a results folder: one row per probe, added as it ends. A CPU's resources have
 * many, and the last of them count (ceilings_at). */
#ifndef WARPLINE_CEILINGS_FILE_H
#define WARPLINE_CEILINGS_FILE_H

#include "plots/data/row_reader.h"
#include "study/measure/measure.h"
#include "study/model/demand.h"
#include "study/plan/point.h"

#include <stdio.h>

enum { CEILING_TEXT_MAX = 32 };

/* The last probes of a ceiling that found one, and met a known speed; `count` of all of them. */
enum { PAST_PROBES = 10 };
struct past_probes {
    int count;
    double ns_each[PAST_PROBES], core_ns[PAST_PROBES]; /* number i is at i % PAST_PROBES */
};

/* What a run knows of a target's ceilings. */
struct ceiling_set {
    struct ceilings known; /* by the last probe of each */
    struct past_probes past[RESOURCES];
    bool needed[RESOURCES];     /* by the points to come */
    bool disturbed[RESOURCES];  /* by other load, while it was measured */
    double probed_s[RESOURCES]; /* when, in seconds since 1970; 0: not yet */
    double took_s[RESOURCES];   /* how long its probe; 0: by an earlier run */
    double core_ns[RESOURCES];  /* speed index of the cores during the probe; 0, NaN:
                                 * unknown */
    double l1_over_part; /* the reported L1 over the least part that a probe found; 0: unknown */
    struct sample_speed speed[RESOURCES]; /* of the target when that run began */
    struct sample_speed speed_now;        /* when the run began; all 0: not read yet */
};

struct ceilings_file {
    int file; /* descriptor; -1 if closed: no rows are stored then */
};

/* All NaN: nothing is known. */
struct ceilings ceilings_unknown(void);

/* What a probe found. */
struct probed {
    double ns_each; /* the time of one unit; NaN: it could not be measured */
    double core_ns; /* the cores' speed index meanwhile; 0, NaN: unknown */
    bool disturbed; /* by other load */
};

/* Enters it. Earlier probes no longer count where it could not be measured, and where they were
 * disturbed: then they took too long. */
void ceiling_take(struct ceiling_set *set, enum resource resource, struct probed probed);

/* The ceilings for cores of that speed index, in ns a KiB; NaN: for the median of those that the
 * probes met. Each is the lower median of what its last probes found at the five nearest speeds,
 * scaled to that one (cost_if_slower); a ceiling whose probe met no known speed is as in `known`.
 * Where the index says that two workers share a core, and probes have found it, each has a part of
 * its caches. */
struct ceilings ceilings_at(const struct ceiling_set *set, double core_ns);

/* "36 ns", "110 GB/s": returns text. */
const char *ceiling_text(enum resource resource, double ns_each, char text[CEILING_TEXT_MAX]);

/* Opens the folder's file for more rows. A row that was cut off is removed, and a file with other
 * columns is emptied, as with `anew`. Returns 0, or an exit status after a message. */
int ceilings_file_open(struct ceilings_file *file, const char *folder, bool anew);

void ceilings_file_close(struct ceilings_file *file);

/* Adds the row of a probe, completely or not at all: what it found, its passes (not read if that is
 * nothing), and how fast the target's memory was meanwhile, in ns a KiB (NaN: unknown). Returns 0,
 * or an exit status after a message. */
int ceilings_file_add(struct ceilings_file *file, const struct point *point, enum resource resource,
                      struct probed probed, const struct summary *ns, double memory_ns);

/* Adds the row of a ceiling that was measured earlier, without its probe. Returns 0, or an exit
 * status after a message. */
int ceilings_file_copy(struct ceilings_file *file, const char *target, enum resource resource,
                       const struct ceiling_set *set);

/* Writes a file with such a row for each known ceiling. */
void ceilings_write(FILE *out, const char *target, const struct ceiling_set *set);

/* Reads the ceilings of the target of that name, for cores as fast as they usually were
 * (ceilings_at), from folder/ceilings.csv. Returns 0, -ENOENT if the folder has none of that
 * target, or another negative errno, with a line in `problem`; nothing is known then. */
int ceilings_read(const char *folder, const char *target, struct ceilings *ceilings, char *problem,
                  size_t problem_size);

/* The same for the first target of that name's kind: GPUs of one kind are taken to be alike. */
int ceilings_like(const char *folder, const char *target, struct ceilings *ceilings, char *problem,
                  size_t problem_size);

/* The same as ceilings_read, with the times of probing and the speeds then; `needed` is not known
 * yet. */
int ceilings_read_set(const char *folder, const char *target, struct ceiling_set *set,
                      char *problem, size_t problem_size);

#endif
