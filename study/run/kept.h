/* What an earlier run left in results.csv and samples.csv, and how much of it a run can go on
 * after. Only reads: nothing may be changed before all of it has been judged. */
#ifndef WARPLINE_KEPT_H
#define WARPLINE_KEPT_H

#include <stddef.h>

/* A file's text, with a 0 after it. */
struct content {
    char *text;
    size_t length;
};

/* A finished point. */
struct kept_row {
    char *identity;        /* columns.h */
    double bandwidth_gbps; /* 0 where the row has none */
    int samples;
};

struct kept {
    struct kept_row *row; /* NULL: not even a header, to be begun anew */
    int rows;
    size_t rows_bytes;    /* of results.csv that hold */
    size_t samples_bytes; /* of samples.csv; 0: its header is to be written anew */
};

/* Reads all of an open file, called `name` in messages. 0 and a text that the caller frees, or an
 * exit status after a message. */
int content_read(int file, const char *name, struct content *content);

/* Judges both texts against `header`, which such results would get now, and which may ask for more
 * points if theirs has the command `earlier` (NULL: none): 0, or EXIT_USAGE after a
 * message that names `folder`. What a kill, a full disk or a crash can have left is to be cut off:
 * a header that is not whole, a last row without its line's end, samples of points that got no row.
 * Refused are results of another program, command, host or setting, other columns, rows of another
 * length, rows whose samples are missing, and fields that are no numbers. `samples_head` is what
 * samples.csv begins with. The caller frees what is kept, also after a message. */
int kept_judge(const char *folder, const struct content *results, const struct content *samples,
               const char *header, const char *earlier, const char *samples_head,
               struct kept *kept);

void kept_free(struct kept *kept);

#endif
