#include "study/own/guard.h"

#include "study/message.h"
#include "study/own/source_lines.h"

#include <setjmp.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { SENTENCE_MAX = 1024, LINES_MAX = 512 };

static _Thread_local sigjmp_buf *way_out;
/* Made beforehand: a signal's handler may not. */
static char on_division[SENTENCE_MAX], on_memory[SENTENCE_MAX];

static enum trouble trouble_of(int signal)
{
    return signal == SIGFPE || signal == SIGILL || signal == SIGTRAP ? TROUBLE_DIVISION
                                                                     : TROUBLE_MEMORY;
}

static void handle(int signal)
{
    if (way_out)
        siglongjmp(*way_out, (int)trouble_of(signal));
    const char *sentence = trouble_of(signal) == TROUBLE_DIVISION ? on_division : on_memory;
    if (write(STDERR_FILENO, sentence, strlen(sentence)) < 0)
        _exit(EXIT_USAGE);
    _exit(EXIT_WRONG);
}

static const int watched[] = {SIGFPE, SIGILL, SIGTRAP, SIGSEGV, SIGBUS};
enum { WATCHED = (int)(sizeof watched / sizeof *watched) };

/* On a stack of its own: the thread's may be what is full. */
static void handle_signals(struct sigaction before[WATCHED])
{
    static char room[65536];
    const stack_t stack = {.ss_sp = room, .ss_size = sizeof room};
    struct sigaction action = {.sa_handler = handle, .sa_flags = SA_ONSTACK | SA_NODEFER};
    sigaltstack(&stack, NULL);
    for (int i = 0; i < WATCHED; i++)
        sigaction(watched[i], &action, before ? &before[i] : NULL);
}

enum trouble guard_call(void (*function)(void *with), void *with)
{
    sigjmp_buf here, *const outer = way_out;
    struct sigaction before[WATCHED];
    handle_signals(before);
    const volatile int trouble = sigsetjmp(here, 1);
    way_out = &here;
    if (trouble == NO_TROUBLE)
        function(with);
    way_out = outer;
    for (int i = 0; i < WATCHED; i++)
        sigaction(watched[i], &before[i], NULL);
    return (enum trouble)trouble;
}

void guard_rest(const char *file)
{
    char lines[LINES_MAX];
    lines_that_divide(file, lines, sizeof lines);
    snprintf(on_division, sizeof on_division, "warpline: %s: an expression divides by zero; %s%s\n",
             file,
             lines[0] ? "lines that divide: "
                      : "no line of the file divides, so it is one that it "
                        "includes",
             lines);
    snprintf(on_memory, sizeof on_memory,
             "warpline: %s: an expression or a kernel reads or writes memory that is not its own; "
             "see whether LOAD, STORE and tables stay within their lengths\n",
             file);
    handle_signals(NULL);
}
