/* The instruction sets of a processor, as Linux lists them in /proc/cpuinfo.
 *
 * -march=native compiles for the processor of the machine that compiles. On a cluster that is often
 * a login node, and the pattern runs on other nodes: code that was compiled for one processor runs
 * on every other that has all of its instruction sets. */
#ifndef WARPLINE_PROCESSOR_H
#define WARPLINE_PROCESSOR_H

#include <stdbool.h>
#include <stddef.h>

enum { PROCESSOR_TEXT_MAX = 4096 };

/* The processor's name and, on a second line, the instruction sets that a compiler uses by default,
 * each followed by a blank. Empty if Linux does not list them. Returns text. */
const char *processor_text(char text[PROCESSOR_TEXT_MAX]);

/* Whether a processor with the text `here` runs code compiled on one with the text `there`. */
bool processor_runs(const char *here, const char *there);

#endif
