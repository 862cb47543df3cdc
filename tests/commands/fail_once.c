/* Loaded before the C library (LD_PRELOAD), lets one call of the program fail: number
 * WARPLINE_FAIL_AT of those below that the program itself makes, not a library of its. What failed
 * goes to the file WARPLINE_FAIL_LOG, so that it is empty if the program makes fewer calls. Without
 * a number none fails, and the file gets a line for each: the functions that led to it. A program
 * in which a call fails is killed after a minute; a `timeout` for each would take as long as some
 * of them. */
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <link.h>
#include <search.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* dlsym may allocate itself: glibc has these under separate names too. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);

static uintptr_t program_first, program_last; /* where the program's own code lies */
static long fail_at;                          /* 0: none */
static int log_file = -1;
static atomic_long calls;

/* The first object that is listed is the program. */
static int find_program(struct dl_phdr_info *info, size_t size, void *with)
{
    (void)size, (void)with;
    program_first = UINTPTR_MAX;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[i];
        const uintptr_t first = info->dlpi_addr + part->p_vaddr;
        if (part->p_type != PT_LOAD)
            continue;
        program_first = first < program_first ? first : program_first;
        program_last = first + part->p_memsz > program_last ? first + part->p_memsz : program_last;
    }
    return 1;
}

/* Not by alarm, which the program itself calls. */
static void kill_after(int seconds)
{
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGKILL};
    const struct itimerspec end = {.it_value.tv_sec = seconds};
    timer_t timer;
    if (timer_create(CLOCK_MONOTONIC, &event, &timer) || timer_settime(timer, 0, &end, NULL))
        abort();
}

/* Other programs that the program starts do not fail. The first backtrace allocates. */
__attribute__((constructor)) static void begin(void)
{
    void *first[1];
    int (*real_open)(const char *, int, ...) = dlsym(RTLD_NEXT, "open");
    const char *path = getenv("WARPLINE_FAIL_LOG"), *at = getenv("WARPLINE_FAIL_AT");
    if (!path || strcmp(program_invocation_short_name, "warpline") != 0)
        return;
    backtrace(first, 1);
    dl_iterate_phdr(find_program, NULL);
    fail_at = at ? atol(at) : 0;
    log_file = real_open(path, O_WRONLY | O_APPEND | O_CLOEXEC);
    if (fail_at)
        kill_after(60);
}

/* The innermost functions of the program, by their return addresses. */
static void log_call(const char *name)
{
    enum { FRAMES = 16, OWN = 3 };
    void *frames[FRAMES];
    char line[128];
    const int count = backtrace(frames, FRAMES);
    int length = snprintf(line, sizeof line, "%s, called from", name);
    for (int i = 0, own = 0; i < count && own < OWN; i++) {
        const uintptr_t frame = (uintptr_t)frames[i];
        if (frame < program_first || frame >= program_last)
            continue;
        length += snprintf(line + length, sizeof line - (size_t)length, " 0x%lx",
                           (unsigned long)(frame - program_first));
        own++;
    }
    line[length++] = '\n';
    ssize_t (*real_write)(int, const void *, size_t) = dlsym(RTLD_NEXT, "write");
    if (real_write(log_file, line, (size_t)length) != length)
        abort();
}

static bool fails(const char *name, void *caller, int error)
{
    const uintptr_t from = (uintptr_t)caller;
    if (log_file < 0 || from < program_first || from >= program_last)
        return false;
    const bool failing = atomic_fetch_add(&calls, 1) + 1 == fail_at;
    if (failing || fail_at == 0)
        log_call(name);
    if (failing)
        errno = error;
    return failing;
}

#define CALLER            __builtin_return_address(0)
#define FAILS(error)      fails(__func__, CALLER, error)
#define REAL(result, ...) result (*real)(__VA_ARGS__) = dlsym(RTLD_NEXT, __func__)

void *malloc(size_t size)
{
    return FAILS(ENOMEM) ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return FAILS(ENOMEM) ? NULL : __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size)
{
    return FAILS(ENOMEM) ? NULL : __libc_realloc(memory, size);
}

char *strdup(const char *text)
{
    REAL(char *, const char *);
    return FAILS(ENOMEM) ? NULL : real(text);
}

ssize_t getline(char **line, size_t *room, FILE *stream)
{
    REAL(ssize_t, char **, size_t *, FILE *);
    return FAILS(ENOMEM) ? -1 : real(line, room, stream);
}

ssize_t getdelim(char **line, size_t *room, int end, FILE *stream)
{
    REAL(ssize_t, char **, size_t *, int, FILE *);
    return FAILS(ENOMEM) ? -1 : real(line, room, end, stream);
}

void *tsearch(const void *key, void **root, int (*compare)(const void *, const void *))
{
    REAL(void *, const void *, void **, int (*)(const void *, const void *));
    return FAILS(ENOMEM) ? NULL : real(key, root, compare);
}

FILE *open_memstream(char **text, size_t *size)
{
    REAL(FILE *, char **, size_t *);
    return FAILS(ENOMEM) ? NULL : real(text, size);
}

FILE *fmemopen(void *text, size_t size, const char *mode)
{
    REAL(FILE *, void *, size_t, const char *);
    return FAILS(ENOMEM) ? NULL : real(text, size, mode);
}

FILE *fopen(const char *path, const char *mode)
{
    REAL(FILE *, const char *, const char *);
    return FAILS(EMFILE) ? NULL : real(path, mode);
}

int open(const char *path, int flags, ...)
{
    REAL(int, const char *, int, ...);
    va_list arguments;
    va_start(arguments, flags);
    const int mode = flags & O_CREAT ? va_arg(arguments, int) : 0;
    va_end(arguments);
    return FAILS(EMFILE) ? -1 : real(path, flags, mode);
}

ssize_t write(int file, const void *bytes, size_t count)
{
    REAL(ssize_t, int, const void *, size_t);
    return FAILS(ENOSPC) ? -1 : real(file, bytes, count);
}

/* A stream remembers that a write failed. Writes to stderr never fail: the program reports failures
 * there. */
size_t fwrite(const void *bytes, size_t size, size_t count, FILE *stream)
{
    REAL(size_t, const void *, size_t, size_t, FILE *);
    if (stream == stderr || !FAILS(ENOSPC))
        return real(bytes, size, count, stream);
    stream->_flags |= _IO_ERR_SEEN;
    return 0;
}

int fflush(FILE *stream)
{
    REAL(int, FILE *);
    return FAILS(ENOSPC) ? EOF : real(stream);
}

/* Whatever is said of it, the stream is closed. */
int fclose(FILE *stream)
{
    REAL(int, FILE *);
    const bool failing = FAILS(ENOSPC);
    const int result = real(stream);
    if (failing)
        errno = ENOSPC;
    return failing ? EOF : result;
}

void *dlopen(const char *path, int flags)
{
    REAL(void *, const char *, int);
    return FAILS(ENOMEM) ? NULL : real(path, flags);
}

int rename(const char *from, const char *to)
{
    REAL(int, const char *, const char *);
    return FAILS(ENOSPC) ? -1 : real(from, to);
}
