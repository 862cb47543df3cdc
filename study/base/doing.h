/* The program's current action, for a message if the OpenMP runtime ends the program.
 *
 * libgomp reports no errors to its caller: on an image that does not load, a lost device, or no
 * memory for stacks it prints a line and calls exit, while it may hold any of its locks. Its own
 * exit functions then wait for these locks, some of them forever (libgomp 14, after "Duplicate
 * node"). So a function of ours runs before them: it prints the current action and ends the program
 * at once, with EXIT_NO_DEVICE. Rows are written as they come, so they stay. */
#ifndef WARPLINE_DOING_H
#define WARPLINE_DOING_H

/* Sets the current action, as the rest of "while ...": "loading the kernels of copy for gpu0". It
 * replaces the previous one. */
void doing(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Makes an unexpected exit end as above; for the start of main. */
void doing_watch(void);

/* Exit functions run in reverse order, and libgomp adds its own when it first looks for devices:
 * call this after that. Does nothing in a program that is not watched. */
void doing_watch_again(void);

/* From here on the end is expected: main returns. */
void doing_done(void);

/* Calls that function first where the program ends otherwise: it may know the reason, and end the
 * program itself. */
void doing_explain(void (*explain)(void));

#endif
