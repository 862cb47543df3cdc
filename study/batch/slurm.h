/* What is asked of Slurm, and how it writes things. */
#ifndef WARPLINE_SLURM_H
#define WARPLINE_SLURM_H

#include "study/batch/tool.h"

#include <stdbool.h>
#include <stdint.h>

/* Runs a program of Slurm that must end well: 0 and an answer to free, or EXIT_NO_DEVICE after a
 * message where there is no Slurm or it does not answer. */
int slurm_ask(const char *const arguments[], struct answer *answer);

/* The same for what may be refused: EXIT_WRONG after a message that begins with `what`. Its stdout
 * is passed over. */
int slurm_do(const char *what, const char *const arguments[]);

/* Reads a time limit in any of Slurm's forms: minutes, minutes:seconds, hours:minutes:seconds,
 * days-hours, days-hours:minutes, days-hours:minutes:seconds, or "infinite" (INT64_MAX). False
 * where it is none of them, or 0. */
bool slurm_seconds(const char *text, int64_t *seconds);

/* Whether a text has only letters, digits and the signs of Slurm's names, lists and expressions. */
bool slurm_text(const char *text);

#endif
