/* How the program ends before its work is done: by a signal, or by the OpenMP runtime. Rows and
 * ceilings are written completely as they come, so at most the current point is lost.
 *
 * Batch systems send SIGTERM and SIGUSR1 when the time ends or another job needs the machine. A run
 * then finishes its point or drops it, whichever comes first, and ends with EXIT_STOPPED within 5
 * s; Slurm kills remaining processes after 30 s by default. SIGINT, a user's Ctrl-C, ends the
 * program at once and by that signal, so that a shell's loop ends with it.
 *
 * libgomp reports no errors to its caller: on an image that does not load, a lost device, or no
 * memory for stacks it prints a line and calls exit, while it may hold any of its locks. Its own
 * exit functions then wait for these locks, some of them forever (libgomp 14, after "Duplicate
 * node"). So a function of ours runs before them: it prints the current action and ends the program
 * at once, with EXIT_NO_DEVICE. */
#ifndef WARPLINE_STOP_H
#define WARPLINE_STOP_H

/* From here on the signals are handled in this way, unless they are ignored. */
void stop_watch(void);

/* Call it before starting work that is worth keeping: 0, or EXIT_STOPPED after a message. */
int stop_asked(void);

/* Sets the current action, as the rest of "while ...": "loading the kernels of copy for gpu0". It
 * replaces the previous one. */
void doing(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Makes an exit by libgomp end as above; for the start of main. */
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
