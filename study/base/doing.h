/* What the program is doing, so that it can be said when the OpenMP runtime ends the program.
 *
 * libgomp has no errors that its caller sees: an image that does not load, a device that is lost,
 * no memory for stacks, all of them print a line and call exit, in the middle of whatever locks
 * libgomp holds. Its own functions for the program's end then wait for these locks, some of them
 * for ever (libgomp 14, after "Duplicate node"). So a function of ours runs before them: it says
 * what was being done and ends the program at once, with EXIT_NO_DEVICE. Rows are written as they
 * come, so they stay. */
#ifndef WARPLINE_DOING_H
#define WARPLINE_DOING_H

/* Says what begins now, as the rest of "while ...": "loading the kernels of copy for gpu0". What
 * was said before counts no longer. */
void doing(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Has an unforeseen exit end as above: for the start of main. */
void doing_watch(void);

/* Functions for the program's end run last one first, and libgomp adds its own when it first looks
 * for devices: to be called after that. Does nothing in a program that is not watched. */
void doing_watch_again(void);

/* From here on the end is foreseen: main returns. */
void doing_done(void);

#endif
