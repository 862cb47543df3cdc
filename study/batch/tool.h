/* Programs of Slurm, started without a shell: each argument is one word, whatever it holds. */
#ifndef WARPLINE_TOOL_H
#define WARPLINE_TOOL_H

/* What a program said. */
struct answer {
    int status;        /* its exit status; 128 and more where a signal ended it */
    char *text;        /* what it wrote to stdout; not NULL */
    char problem[512]; /* the last line of stderr, "" where there is none */
};

/* Runs arguments[0] from the PATH, in `folder` where that is not NULL, with nothing on stdin. The
 * arguments end with NULL. 0, or a negative errno where it could not be run (-ENOENT: not there);
 * only after 0 is there an answer to free. */
int tool_run(const char *const arguments[], const char *folder, struct answer *answer);

void answer_free(struct answer *answer);

#endif
