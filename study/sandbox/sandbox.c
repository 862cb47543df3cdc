#include "study/sandbox/sandbox.h"

#include "study/base/folders.h"
#include "study/base/text.h"
#include "study/sandbox/quota.h"
#include "warpline_build.h"

#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    WORDS_MAX = 1024,
    TEXTS_MAX = 1 << 16,
    PROCESSES = 256,
    USER_FIRST = 60578,
    USERS = 606,
    CPU_SECONDS = 20
};
static int sandboxes; /* that were begun */
static const int64_t folder_bytes = INT64_C(512) << 20, thread_bytes = INT64_C(160) << 20;

/* The command line that is being made. */
struct line {
    const char *word[WORDS_MAX + 1];
    int count;
    char texts[TEXTS_MAX]; /* the words that are computed */
    size_t used;
};

static void add(struct line *line, const char *const *words)
{
    for (; *words && line->count < WORDS_MAX; words++)
        line->word[line->count++] = *words;
    line->word[line->count] = NULL;
}
#define ADD(line, ...) add((line), (const char *const[]){__VA_ARGS__, NULL})

/* A text that lives as long as the line. */
__attribute__((format(printf, 2, 3))) static const char *keep(struct line *line, const char *format,
                                                              ...)
{
    char *text = line->texts + line->used;
    const size_t room = TEXTS_MAX - line->used;
    va_list arguments;
    va_start(arguments, format);
    const size_t length = (size_t)vsnprintf(text, room, format, arguments);
    va_end(arguments);
    line->used += length < room ? length + 1 : room - 1;
    return text;
}

/* The folders above a path, which bubblewrap would make for its own user alone. */
static void add_parents(struct line *line, const char *path)
{
    for (const char *at = path + 1; (at = strchr(at, '/')); at++)
        ADD(line, "--perms", "0755", "--dir", keep(line, "%.*s", (int)(at - path), path));
}

static void show(struct line *line, const char *how, const char *path)
{
    char real[PATH_MAX];
    if (!realpath(path, real))
        return;
    const char *place = keep(line, "%s", path);
    add_parents(line, place);
    ADD(line, how, keep(line, "%s", real), place);
}

/* What every program needs, as far as it is there. */
static const char *const system_folders[] = {
    "/usr", "/bin",       "/lib",       "/lib32", "/lib64", "/etc/alternatives",
    "/opt", "/nix/store", "/gnu/store", "/sys",   NULL};

static void show_system(struct line *line)
{
    static const char *const files[] = {"/etc/ld.so.cache", "/etc/ld.so.conf", NULL};
    for (const char *const *path = system_folders; *path; path++)
        show(line, "--ro-bind", *path);
    for (const char *const *path = files; *path; path++)
        show(line, "--ro-bind", *path);
}

static bool is_in_system(const char *path)
{
    for (const char *const *at = system_folders; *at; at++) {
        const size_t length = strlen(*at);
        if (strncmp(path, *at, length) == 0 && (path[length] == '/' || !path[length]))
            return true;
    }
    return false;
}

/* Takes the last part off a path. NULL: there is none. */
static const char *cut(char *path)
{
    char *end = strrchr(path, '/');
    if (end)
        *end = '\0';
    return end ? end + 1 : NULL;
}

/* Where a gcc is installed: it says PREFIX/lib/gcc/MACHINE/VERSION. The machine, or NULL. */
static const char *find_prefix(const char *compiler, char prefix[PATH_MAX])
{
    const char *const words[] = {compiler, "-print-search-dirs", NULL};
    const struct process_order order = {.arguments = words, .seconds_most = 20};
    struct process_end end;
    char path[PATH_MAX];
    const bool said = process_run(&order, &end) == 0 && process_succeeded(&end) &&
                      sscanf(end.text[PROCESS_OUTPUT], "install: %4095[^\n]", path) == 1 &&
                      realpath(path, prefix);
    process_end_free(&end);
    const char *version = said ? cut(prefix) : NULL, *machine = version ? cut(prefix) : NULL;
    return machine && cut(prefix) && cut(prefix) ? machine : NULL;
}

/* A compiler in another place, and of the folder where it is installed the parts that are a
 * compiler's: others in it may be anybody's, where a link to it or its prefix is in a home. A link
 * stays one, since a compiler may look at its name. */
static void show_compiler(struct line *line)
{
    static const char *const parts[] = {"bin",     "lib",        "lib64",         "libexec",
                                        "include", "nvptx-none", "amdgcn-amdhsa", NULL};
    const char *asked = getenv("WARPLINE_CC"), *machine;
    const char *path = keep(line, "%s", asked && *asked ? asked : WARPLINE_C_COMPILER);
    char real[PATH_MAX], prefix[PATH_MAX];
    if (path[0] != '/' || !realpath(path, real))
        return;
    if (!is_in_system(real))
        show(line, "--ro-bind", real);
    if (!is_in_system(path) && strcmp(path, real) != 0) {
        add_parents(line, path);
        ADD(line, "--symlink", keep(line, "%s", real), path);
    }
    if (!(machine = find_prefix(path, prefix)) || is_in_system(prefix) || !prefix[0])
        return;
    for (const char *const *part = parts; *part; part++)
        show(line, "--ro-bind", keep(line, "%s/%s", prefix, *part));
    show(line, "--ro-bind", keep(line, "%s/%s", prefix, machine));
}

/* The files that came with the program, and no other in its folders: hand-ins may lie there. */
static void show_program(struct line *line)
{
    static const struct {
        const char *installed, *built, *part;
    } ours[] = {{WARPLINE_HEADERS_INSTALLED, WARPLINE_HEADERS_BUILT, "/patterns"},
                {WARPLINE_STAMP_INSTALLED, WARPLINE_STAMP_BUILT, "/warpline_stamp.h"},
                {WARPLINE_OFFLOAD_INSTALLED, WARPLINE_OFFLOAD_BUILT, ""},
                {WARPLINE_MODULES_INSTALLED, WARPLINE_MODULES_BUILT, ""},
                {WARPLINE_COURSES_INSTALLED, WARPLINE_COURSES_BUILT, ""},
                {WARPLINE_PLOTS_INSTALLED, WARPLINE_PLOTS_BUILT, ""}};
    char path[PATH_TEXT_MAX];
    for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
        if (program_folder(ours[i].installed, ours[i].built, path))
            show(line, "--ro-bind", keep(line, "%s%s", path, ours[i].part));
    if (realpath("/proc/self/exe", path))
        show(line, "--ro-bind", path);
    show_compiler(line);
}

/* The variables that choose a compiler or find libraries. A sanitizer's search for leaks traces
 * processes, which is not possible inside. */
static void add_variables(struct line *line)
{
    static const char *const kept[] = {
        "PATH", "LD_LIBRARY_PATH", "WARPLINE_CC", "WARPLINE_CFLAGS", "LC_ALL",
        "LANG", "OMP_NUM_THREADS", NULL};
    ADD(line, "--clearenv", "--setenv", "PATH", "/usr/bin:/bin", "--setenv", "HOME", "/tmp",
        "--setenv", "XDG_CACHE_HOME", "/tmp/cache", "--setenv", "ASAN_OPTIONS", "detect_leaks=0",
        "--setenv", "WARPLINE_NO_GPU_CODE", "1");
    for (const char *const *name = kept; *name; name++)
        if (getenv(*name))
            ADD(line, "--setenv", *name, getenv(*name));
}

/* Where root starts it, no user namespace is made: inside, root becomes another user, for whom
 * alone the kernel limits the number of processes. */
static void add_user(struct line *line)
{
    if (geteuid() == 0)
        ADD(line, "--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID");
    else
        ADD(line, "--unshare-user", "--cap-drop", "ALL");
}

/* Processes are counted by user: each sandbox has another, of numbers that systemd leaves free,
 * since those of the one before may still be ending. A folder that is written belongs to nobody
 * (in_sandbox.c). */
static int user_inside(const struct sandbox_order *order)
{
    return order->written ? SANDBOX_NOBODY : USER_FIRST + (getpid() + sandboxes) % USERS;
}

static int64_t memory_most(const struct sandbox_order *order)
{
    const int64_t machine_bytes = (int64_t)sysconf(_SC_PHYS_PAGES) * sysconf(_SC_PAGESIZE);
    return order->memory_bytes ? order->memory_bytes : machine_bytes;
}

static void add_limits(struct line *line, const struct sandbox_order *order)
{
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    if (geteuid() == 0)
        ADD(line, "setpriv", keep(line, "--reuid=%d", user_inside(order)),
            keep(line, "--regid=%d", user_inside(order)), "--clear-groups", "--inh-caps=-all",
            "--bounding-set=-all", "--");
    /* Where memory runs out, these processes are the first to end. */
    ADD(line, "choom", "-n", "1000", "--", "prlimit",
        keep(line, "--nproc=%ld", PROCESSES + processors), "--core=0", "--nofile=1024",
        keep(line, "--fsize=%lld", (long long)folder_bytes));
    if (order->memory_bytes)
        ADD(line, keep(line, "--cpu=%d", CPU_SECONDS));
    /* A sanitizer reserves more addresses than any machine has memory. */
    if (!dlsym(RTLD_DEFAULT, "__asan_init"))
        ADD(line,
            keep(line, "--as=%lld", (long long)(memory_most(order) + processors * thread_bytes)));
    ADD(line, "--");
}

/* The command line up to the program inside. */
static void begin(struct line *line, const struct sandbox_order *order)
{
    *line = (struct line){.count = 0};
    sandboxes++;
    ADD(line, "bwrap", "--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts",
        "--unshare-cgroup-try", "--new-session", "--die-with-parent");
    add_user(line);
    add_variables(line);
    ADD(line, "--perms", "1777", "--size", keep(line, "%lld", (long long)folder_bytes), "--tmpfs",
        "/tmp", "--proc", "/proc", "--dev", "/dev");
    show_system(line);
    show_program(line);
    for (const char *const *path = order->shown; path && *path; path++)
        show(line, "--ro-bind", *path);
    if (order->written)
        show(line, "--bind", order->written);
    if (order->folder) {
        add_parents(line, order->folder);
        ADD(line, "--perms", "0755", "--dir", order->folder);
    }
    ADD(line, "--remount-ro", "/", "--remount-ro", "/dev", "--chdir",
        order->folder ? order->folder : "/tmp", "--");
    add_limits(line, order);
}

static int run_line(const struct line *line, const struct sandbox_order *order,
                    struct process_end *end)
{
    static struct quota quota;
    const struct process_order process = {.arguments = line->word,
                                          .input = order->input,
                                          .errors_apart = true,
                                          .bytes_most = order->bytes_most,
                                          .seconds_most = order->seconds_most,
                                          .passed = quota_passed,
                                          .with = &quota};
    quota = (struct quota){.memory_most = memory_most(order), .written = order->written};
    const int64_t before_bytes = order->written ? quota_folder_bytes(order->written) : 0;
    if (before_bytes < INT64_MAX)
        quota.written_most = before_bytes + folder_bytes;
    return process_run(&process, end);
}

static bool try(char *problem, size_t size)
{
    static struct line line;
    const struct sandbox_order order = {.seconds_most = 20, .bytes_most = 512};
    struct process_end end;
    begin(&line, &order);
    ADD(&line, "true");
    const int code = run_line(&line, &order, &end);
    const bool works = !code && process_succeeded(&end);
    const char *said = end.passed ? end.passed : end.text[PROCESS_ERRORS];
    if (code)
        snprintf(problem, size, "no sandbox could be started (%s); install bubblewrap",
                 strerror(-code));
    else if (!works)
        snprintf(problem, size, "bubblewrap makes no sandbox here (%.*s)",
                 said ? (int)strcspn(said, "\n") : 0, said ? said : "");
    quote_plain(problem, problem, size);
    process_end_free(&end);
    return works;
}

bool sandbox_works(char *problem, size_t problem_size)
{
    static char why[256];
    static bool tried, works;
    if (!tried)
        works = try(why, sizeof why);
    tried = true;
    snprintf(problem, problem_size, "%s", why);
    return works;
}

int sandbox_run(const struct sandbox_order *order, struct process_end *end)
{
    static struct line line;
    char program[PATH_MAX];
    *end = (struct process_end){.status = -1};
    if (!realpath("/proc/self/exe", program))
        return -errno;
    begin(&line, order);
    ADD(&line, program);
    add(&line, order->arguments);
    return line.count < WORDS_MAX ? run_line(&line, order, end) : -E2BIG;
}
