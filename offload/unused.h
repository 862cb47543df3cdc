/* A GPU that is present but not used by this program: a user who requested no particular target
 * must learn this, and what to do. */
#ifndef WARPLINE_UNUSED_H
#define WARPLINE_UNUSED_H

#include <stdbool.h>
#include <stddef.h>

/* Facts about the program and this machine. */
struct gpu_use {
    const char *root;     /* folder that contains /sys, /dev and /proc: "" on a machine */
    const char *no_code;  /* why the program has no GPU code; NULL if it has */
    int devices;          /* that libgomp finds */
    const char *compiler; /* gcc's major version, which package names contain */
};

/* Writes to `text`, as one line, that an NVIDIA GPU is present but not used, why, and what would
 * help. False, and an empty text, if none is present or libgomp finds it. */
bool gpu_unused(const struct gpu_use *use, char *text, size_t text_size);

/* The same for this program and machine; asks libgomp for its devices. */
bool gpu_unused_here(char *text, size_t text_size);

#endif
