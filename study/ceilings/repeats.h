/* Points that a run measures a second time, each at a random place later in the run. How much a
 * point varies within a run says how small the error of its prediction can be.
 *
 * One point of 16 is repeated. repeats.csv in the folder of results has a row for each: the columns
 * that identify the point, and both times of a pass. */
#ifndef WARPLINE_REPEATS_H
#define WARPLINE_REPEATS_H

#include <stdbool.h>
#include <stdint.h>

enum { REPEATS_WAITING_MAX = 16 };

struct repeat {
    int index; /* of the point in the plan */
    int after; /* the point after which it is measured again */
    double time_ns;
};

struct repeats {
    int file; /* descriptor; -1 if closed */
    uint64_t seed;
    struct repeat waiting[REPEATS_WAITING_MAX];
    int count;
};

/* Opens the folder's file for more rows; `anew` empties it. Returns 0, or an exit status after a
 * message. */
int repeats_open(struct repeats *repeats, const char *folder, uint64_t seed, bool anew);

/* Point `index` of the plan took time_ns: decides whether, and when, it is repeated. */
void repeats_note(struct repeats *repeats, int index, double time_ns);

/* Takes a point that is to be repeated now that point `index` is measured; false: there is none. At
 * the end of a run, all that are left are due after point INT_MAX. */
bool repeats_due(struct repeats *repeats, int index, struct repeat *due);

/* Adds a row. `identity` has the point's identifying fields, a comma after each. Returns 0, or an
 * exit status after a message. */
int repeats_add(const struct repeats *repeats, const char *identity, double first_ns,
                double again_ns);

void repeats_close(struct repeats *repeats);

#endif
