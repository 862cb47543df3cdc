/* Stopping early on a signal. Rows and ceilings are written completely as they come, so at most the
 * current point is lost.
 *
 * Batch systems send SIGTERM and SIGUSR1 when the time ends or another job needs the machine. A run
 * then finishes its point or drops it, whichever comes first, and ends with EXIT_STOPPED within 5
 * s; Slurm kills remaining processes after 30 s by default. SIGINT, a user's Ctrl-C, ends the
 * program at once and by that signal, so that a shell's loop ends with it. */
#ifndef WARPLINE_STOP_H
#define WARPLINE_STOP_H

/* From here on the three signals are handled in this way, unless they are ignored. */
void stop_watch(void);

/* Call it before starting work that is worth keeping: 0, or EXIT_STOPPED after a message. */
int stop_asked(void);

#endif
