#include "study/own/compile/compiler.h"

#include "warpline_build.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { WORDS_MAX = 256, OPTION_MAX = PATH_TEXT_MAX + 64 };

const char *const part_names[PARTS] = {"model", "cpu", "gpu"};

/* What each part is compiled with beside the flags of its kernels. A division by zero in an
 * expression must end it on every processor. */
static const char *const model_arguments[] = {"-O2", "-fsanitize=integer-divide-by-zero",
                                              "-fsanitize-undefined-trap-on-error", NULL};
static const char *const kernel_arguments[] = {WARPLINE_KERNEL_ARGUMENTS NULL};
static const char *const cpu_arguments[] = {WARPLINE_HOST_ARGUMENTS "-DWARPLINE_MODULE", NULL};
static const char *const gpu_arguments[] = {WARPLINE_GPU_ARGUMENTS "-DWARPLINE_MODULE",
                                            "-DWARPLINE_MODULE_GPU", "-Wl,-z,notext", NULL};
static const char *const *const part_arguments[PARTS] = {model_arguments, cpu_arguments,
                                                         gpu_arguments};
static const char *const common_arguments[] = {"-x",
                                               "c",
                                               "-std=gnu11",
                                               "-D_GNU_SOURCE",
                                               "-DWARPLINE_OWN",
                                               "-fPIC",
                                               "-shared",
                                               "-w",
                                               "-Werror=implicit-function-declaration",
                                               NULL};

/* A command line in the making, ended by NULL. */
struct words {
    const char *word[WORDS_MAX + 1];
    int count;
};

static void add_word(struct words *words, const char *word)
{
    if (words->count < WORDS_MAX)
        words->word[words->count++] = word;
    words->word[words->count] = NULL;
}

static void add_words(struct words *words, const char *const *more)
{
    while (*more)
        add_word(words, *more++);
}

bool compiler_makes(enum part part)
{
    return part != PART_GPU || WARPLINE_GPU_FLAGS[0] != '\0';
}

/* The program of that name in a folder of PATH. */
static bool find_in_path(const char *name, char path[PATH_TEXT_MAX])
{
    const char *folders = getenv("PATH");
    for (const char *at = folders ? folders : "/usr/bin:/bin"; *at;) {
        const int length = (int)strcspn(at, ":");
        snprintf(path, PATH_TEXT_MAX, "%.*s/%s", length, at, name);
        if (length > 0 && access(path, X_OK) == 0)
            return true;
        at += length + (at[length] == ':');
    }
    return false;
}

bool compiler_is_there(struct compiler *compiler, char *problem, size_t problem_size)
{
    const char *asked = getenv("WARPLINE_CC");
    snprintf(compiler->path, sizeof compiler->path, "%s", compiler->program);
    if (strchr(compiler->program, '/') ? access(compiler->path, X_OK) == 0
                                       : find_in_path(compiler->program, compiler->path))
        return true;
    snprintf(
        problem, problem_size,
        "a pattern of your own needs a compiler, and %s is not there%s; set WARPLINE_CC to the "
        "name of one, such as gcc",
        compiler->program, asked && *asked ? " (WARPLINE_CC)" : "");
    return false;
}

/* The words of WARPLINE_CFLAGS. */
static void read_flags(struct compiler *compiler)
{
    const char *asked = getenv("WARPLINE_CFLAGS");
    char *rest;
    compiler->flags = asked ? strdup(asked) : NULL;
    char *to = compiler->flags;
    if (!to)
        return;
    for (char *word = strtok_r(compiler->flags, " \t\n", &rest); word;
         word = strtok_r(NULL, " \t\n", &rest)) {
        const size_t size = strlen(word) + 1;
        memmove(to, word, size);
        to += size;
        compiler->flag_count++;
    }
}

bool compiler_find(struct compiler *compiler, char *problem, size_t problem_size)
{
    const char *asked = getenv("WARPLINE_CC");
    *compiler = (struct compiler){.program = asked && *asked ? asked : WARPLINE_C_COMPILER};
    read_flags(compiler);
    if (program_folder(WARPLINE_HEADERS_INSTALLED, WARPLINE_HEADERS_BUILT, compiler->headers[0]) &&
        program_folder(WARPLINE_STAMP_INSTALLED, WARPLINE_STAMP_BUILT, compiler->headers[1]) &&
        program_folder(WARPLINE_OFFLOAD_INSTALLED, WARPLINE_OFFLOAD_BUILT, compiler->variables))
        return true;
    snprintf(problem, problem_size,
             "the headers that came with the program are not there (%s beside the program's "
             "folder); install it whole",
             &WARPLINE_HEADERS_INSTALLED[strlen("../")]);
    return false;
}

void compiler_end(struct compiler *compiler)
{
    free(compiler->flags);
    compiler->flags = NULL;
}

static const char *next_word(const char *word)
{
    return word + strlen(word) + 1;
}

bool compiler_digest(const struct compiler *compiler, struct digest *digest)
{
    bool native = false;
    struct words words = {.count = 0};
    const char *flag = compiler->flags;
    digest_add_text(digest, compiler->program);
    digest_add_text(digest, WARPLINE_COMPILER);
    add_words(&words, common_arguments);
    for (int i = 0; i < PARTS; i++)
        add_words(&words, part_arguments[i]);
    for (int i = 0; i < compiler->flag_count; i++, flag = next_word(flag))
        add_word(&words, flag);
    if (!compiler->flags)
        add_words(&words, kernel_arguments);
    for (int i = 0; i < words.count; i++) {
        digest_add_text(digest, words.word[i]);
        native = native || strstr(words.word[i], "=native");
    }
    return native;
}

/* The environment of the compiler: its temporary files go where ours do, and it speaks English, as
 * we do. NULL without memory. */
static char **environment_of(const char *folder, char *temporary, size_t size)
{
    static char english[] = "LC_ALL=C";
    static const char *const ours[] = {"TMPDIR=", "LC_ALL=", "LANGUAGE="};
    int count = 0, kept = 0;
    while (environ[count])
        count++;
    char **environment = calloc((size_t)count + 3, sizeof *environment);
    for (int i = 0; environment && i < count; i++) {
        bool is_ours = false;
        for (size_t o = 0; o < sizeof ours / sizeof *ours; o++)
            is_ours |= strncmp(environ[i], ours[o], strlen(ours[o])) == 0;
        if (!is_ours)
            environment[kept++] = environ[i];
    }
    if (environment) {
        snprintf(temporary, size, "TMPDIR=%s", folder);
        environment[kept++] = temporary;
        environment[kept] = english;
    }
    return environment;
}

/* Starts a program that reads nothing and whose words go to the end of a file. */
static pid_t start(const struct words *words, const char *folder, const char *log)
{
    char temporary[OPTION_MAX];
    posix_spawn_file_actions_t files;
    pid_t process = -1;
    char **environment = environment_of(folder, temporary, sizeof temporary);
    if (!environment)
        return -1;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, log, O_WRONLY | O_CREAT | O_APPEND,
                                     0600);
    posix_spawn_file_actions_adddup2(&files, STDOUT_FILENO, STDERR_FILENO);
    const int error = posix_spawn(&process, words->word[0], &files, NULL,
                                  (char *const *)(void *)words->word, environment);
    posix_spawn_file_actions_destroy(&files);
    free(environment);
    errno = error;
    return error ? -1 : process;
}

static const char *file_of(const char *folder, enum part part, const char *ending,
                           char text[OPTION_MAX])
{
    snprintf(text, OPTION_MAX, "%s/%s.%s", folder, part_names[part], ending);
    return text;
}

pid_t compiler_start(const struct compiler *compiler, enum part part, const char *file,
                     const char *folder, char *problem, size_t problem_size)
{
    char includes[2][OPTION_MAX], object[OPTION_MAX], list[OPTION_MAX], log[OPTION_MAX];
    struct words words = {.count = 0};
    const char *flag = compiler->flags;
    add_word(&words, compiler->path);
    add_words(&words, common_arguments);
    if (part != PART_MODEL && !compiler->flags)
        add_words(&words, kernel_arguments);
    add_words(&words, part_arguments[part]);
    for (int i = 0; i < compiler->flag_count; i++, flag = next_word(flag))
        add_word(&words, flag);
    for (int i = 0; i < 2; i++) {
        snprintf(includes[i], OPTION_MAX, "-I%s", compiler->headers[i]);
        add_word(&words, includes[i]);
    }
    add_words(&words, (const char *const[]){"-MMD", "-MT", "-", "-MF", NULL});
    add_word(&words, file_of(folder, part, "d", list));
    add_word(&words, "-o");
    add_word(&words, file_of(folder, part, "so", object));
    add_word(&words, file);
    const pid_t process = start(&words, folder, file_of(folder, part, "txt", log));
    if (process < 0)
        snprintf(problem, problem_size, "the compiler %s cannot be started: %s", compiler->path,
                 strerror(errno));
    return process;
}

/* Whether the process ended with status 0. */
static bool ended_well(pid_t process)
{
    int status;
    while (waitpid(process, &status, 0) < 0)
        if (errno != EINTR)
            return false;
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static void read_words(const char *log, char *said, size_t said_size)
{
    size_t length = 0;
    FILE *in = fopen(log, "re");
    if (in) {
        length = fread(said, 1, said_size - 1, in);
        fclose(in);
    }
    while (length > 0 && said[length - 1] == '\n')
        length--;
    said[length] = '\0';
    for (size_t i = 0; i < length; i++) /* what stands in a file that is none goes to no terminal */
        if (((unsigned char)said[i] < ' ' && said[i] != '\n' && said[i] != '\t') || said[i] == 127)
            said[i] = '?';
}

bool compiler_wait(const struct compiler *compiler, enum part part, pid_t process,
                   const char *folder, char *said, size_t said_size)
{
    char script[OPTION_MAX], object[OPTION_MAX], log[OPTION_MAX];
    file_of(folder, part, "txt", log);
    bool well = ended_well(process) && access(file_of(folder, part, "so", object), R_OK) == 0;
    if (well && part == PART_GPU) {
        struct words words = {.count = 0};
        snprintf(script, sizeof script, "%s/own_variables", compiler->variables);
        add_words(&words, (const char *const[]){"/bin/sh", script, NULL});
        add_word(&words, object);
        process = start(&words, folder, log);
        well = process > 0 && ended_well(process);
    }
    if (!well)
        read_words(log, said, said_size);
    return well;
}
