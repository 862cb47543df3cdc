/* A GPU that is there and that this program does not use: a user who asked for nothing else must
 * hear of it, and what to do. */
#ifndef WARPLINE_UNUSED_H
#define WARPLINE_UNUSED_H

#include <stdbool.h>
#include <stddef.h>

/* What is known of the program and of this machine. */
struct gpu_use {
    const char *root;     /* folder that /sys, /dev and /proc are looked for in: "" on a machine */
    const char *no_code;  /* why the program has no GPU code; NULL where it has */
    int devices;          /* that libgomp finds */
    const char *compiler; /* gcc's major version, by which packages are named */
};

/* Writes to `text`, as one line, that an NVIDIA GPU is there but not used, why, and what would
 * help. False, and an empty text, where none is there or libgomp finds it. */
bool gpu_unused(const struct gpu_use *use, char *text, size_t text_size);

/* The same of this program and machine; asks libgomp for its devices. */
bool gpu_unused_here(char *text, size_t text_size);

#endif
