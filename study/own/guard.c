#include "study/own/guard.h"

#include "study/base/folders.h"
#include "study/base/message.h"
#include "study/base/stop.h"
#include "study/base/text.h"
#include "study/own/compile/source_lines.h"

#include <dlfcn.h>
#include <execinfo.h>
#include <setjmp.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { SENTENCE_MAX = 1024, LINES_MAX = 512, FRAMES_MOST = 32 };

/* A pattern's file and the sentences for its errors. They are formatted in advance, since a signal
 * handler must not do that. */
struct guarded {
    char folder[PATH_TEXT_MAX];
    char on_division[SENTENCE_MAX], on_memory[SENTENCE_MAX], on_instruction[SENTENCE_MAX],
        on_exit[SENTENCE_MAX];
    const struct guarded *next;
};
static const struct guarded *all_guarded;

static _Thread_local sigjmp_buf *way_out;

/* Whether that address is in a model's code, which traps at a division by zero. */
static bool is_in_model(const void *address)
{
    Dl_info object;
    return dladdr(address, &object) && object.dli_fname && strstr(object.dli_fname, "/model.so");
}

static enum trouble trouble_of(int signal, const siginfo_t *about)
{
    switch (signal) {
    case SIGABRT:
        return TROUBLE_ABORT;
    case SIGXCPU:
        return TROUBLE_ENDLESS;
    case SIGFPE:
        return TROUBLE_DIVISION;
    case SIGILL:
    case SIGTRAP:
        return way_out || is_in_model(about->si_addr) ? TROUBLE_DIVISION : TROUBLE_INSTRUCTION;
    default:
        return TROUBLE_MEMORY;
    }
}

const char *guard_words(enum trouble trouble)
{
    switch (trouble) {
    case TROUBLE_DIVISION:
        return "divides by zero";
    case TROUBLE_ABORT:
        return "ends the program by abort or assert";
    case TROUBLE_ENDLESS:
        return "seems never to end";
    default:
        return "reads memory that is not its own";
    }
}

/* The pattern whose object that is. */
static const struct guarded *guarded_in(const char *object)
{
    const struct guarded *g = all_guarded;
    while (g && (!object || strncmp(object, g->folder, strlen(g->folder)) != 0))
        g = g->next;
    return g;
}

/* The file whose code it is. After a memory error the file is unknown: it is the only
 * one, or the last. */
static const struct guarded *whose(const siginfo_t *about, enum trouble trouble)
{
    Dl_info object;
    if (trouble == TROUBLE_MEMORY)
        return all_guarded;
    return dladdr(about->si_addr, &object) ? guarded_in(object.dli_fname) : NULL;
}

static void handle(int signal, siginfo_t *about, void *context)
{
    (void)context;
    const enum trouble trouble = trouble_of(signal, about);
    if (way_out)
        siglongjmp(*way_out, (int)trouble);
    if (trouble == TROUBLE_ENDLESS) /* the guarded call has ended in the meantime */
        return;
    const struct guarded *at = whose(about, trouble);
    const char *sentence = !at                              ? NULL
                           : trouble == TROUBLE_DIVISION    ? at->on_division
                           : trouble == TROUBLE_INSTRUCTION ? at->on_instruction
                                                            : at->on_memory;
    if (!sentence) { /* not a pattern's fault: proceed as without a guard */
        (void)sigaction(signal, &(struct sigaction){.sa_handler = SIG_DFL}, NULL);
        return;
    }
    if (write(STDERR_FILENO, sentence, strlen(sentence)) < 0)
        _exit(EXIT_USAGE);
    _exit(EXIT_WRONG);
}

/* Runs when something calls exit: says so if that is a pattern's code, the first on the stack below
 * our own that is neither ours nor the C library's. Above ours is a sanitizer's backtrace. */
static void handle_exit(void)
{
    void *frames[FRAMES_MOST];
    Dl_info at, ours;
    const int count = backtrace(frames, FRAMES_MOST);
    const bool found = dladdr(__extension__(void *) handle_exit, &ours) != 0;
    bool below = false;
    for (int i = 0; i < count && found; i++) {
        const bool known = dladdr(frames[i], &at) && at.dli_fname;
        const bool own = known && at.dli_fbase == ours.dli_fbase;
        below = below || own;
        if (own || !below || (known && strstr(at.dli_fname, "/libc.so")))
            continue;
        const struct guarded *g = guarded_in(known ? at.dli_fname : NULL);
        if (g && write(STDERR_FILENO, g->on_exit, strlen(g->on_exit)) > 0)
            _exit(EXIT_WRONG);
        return;
    }
}

static const int watched[] = {SIGFPE, SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT, SIGXCPU};
enum { WATCHED = (int)(sizeof watched / sizeof *watched), WATCHED_ALWAYS = WATCHED - 2 };

/* The handlers run on a separate stack, since the thread's own stack may have overflowed. */
static void handle_signals(struct sigaction before[WATCHED], int count)
{
    static char room[65536];
    const stack_t stack = {.ss_sp = room, .ss_size = sizeof room};
    struct sigaction action = {.sa_sigaction = handle,
                               .sa_flags = SA_ONSTACK | SA_NODEFER | SA_SIGINFO};
    sigaltstack(&stack, NULL);
    for (int i = 0; i < count; i++)
        sigaction(watched[i], &action, before ? &before[i] : NULL);
}

/* Sends a signal to this thread after that much of its CPU time: other threads may be running. */
static bool start_timer(timer_t *timer, int seconds)
{
    struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = SIGXCPU};
    const struct itimerspec longest = {.it_value = {.tv_sec = seconds}};
    event._sigev_un._tid = gettid();
    if (timer_create(CLOCK_THREAD_CPUTIME_ID, &event, timer) != 0)
        return false;
    return timer_settime(*timer, 0, &longest, NULL) == 0 || (timer_delete(*timer), false);
}

enum trouble guard_call(void (*function)(void *with), void *with, int seconds)
{
    sigjmp_buf here, *const outer = way_out;
    struct sigaction before[WATCHED];
    timer_t timer;
    handle_signals(before, WATCHED);
    const volatile bool timed = start_timer(&timer, seconds);
    const volatile int trouble = sigsetjmp(here, 1);
    way_out = &here;
    if (trouble == NO_TROUBLE)
        function(with);
    way_out = outer;
    if (timed)
        timer_delete(timer);
    for (int i = 0; i < WATCHED; i++)
        sigaction(watched[i], &before[i], NULL);
    return (enum trouble)trouble;
}

void guard_rest(const char *file, const char *folder)
{
    char lines[LINES_MAX], plain[256];
    struct guarded *g = needed(calloc(1, sizeof *g));
    lines_that_divide(file, lines, sizeof lines);
    quote_plain(file, plain, sizeof plain); /* a signal's handler writes it without stdio */
    snprintf(g->folder, sizeof g->folder, "%s", folder);
    snprintf(g->on_division, sizeof g->on_division,
             "warpline: %s: an expression divides by zero; %s%s\n", plain,
             lines[0] ? "lines that divide: "
                      : "no line of the file divides, so it is one that it includes",
             lines);
    snprintf(g->on_memory, sizeof g->on_memory,
             "warpline: %s: an expression or a kernel reads or writes memory that is not its own; "
             "see whether LOAD, STORE and tables stay within their lengths\n",
             plain);
    snprintf(g->on_instruction, sizeof g->on_instruction,
             "warpline: %s: a kernel divides by zero, calls __builtin_trap, or needs an "
             "instruction that this processor lacks; compile it for this processor "
             "(WARPLINE_CFLAGS), without traps\n",
             plain);
    snprintf(g->on_exit, sizeof g->on_exit,
             "warpline: %s: an expression calls exit, which ends the program; leave it out\n",
             plain);
    if (!all_guarded)
        atexit(handle_exit);
    doing_explain(handle_exit);
    g->next = all_guarded;
    all_guarded = g;
    handle_signals(NULL, WATCHED_ALWAYS);
}
