/* Being told to stop by a signal. Rows and ceilings are written whole as they come, so that at most
 * the point in hand is lost.
 *
 * SIGTERM and SIGUSR1 are how batch systems say that the time ends or that another job needs the
 * machine. A run then finishes its point or drops it, whichever comes first, and ends with
 * EXIT_STOPPED within 5 s; Slurm kills what is left after 30 s by default. SIGINT, a user's Ctrl-C,
 * ends the program at once and by that signal, so that a shell's loop ends with it. */
#ifndef WARPLINE_STOP_H
#define WARPLINE_STOP_H

/* From here on the three signals, where they are not ignored, are handled so. */
void stop_watch(void);

/* To be asked before what is worth keeping begins: 0, or EXIT_STOPPED after a message. */
int stop_asked(void);

#endif
