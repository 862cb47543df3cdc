#include "study/own/compile/compiler.h"

#include "study/base/file.h"
#include "study/base/message.h"
#include "study/base/process.h"
#include "study/base/text.h"
#include "warpline_build.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LINE_ROOM = 8192 };

/* On x86 the list has many words that no compiler uses by default (keys, virtual machines, power):
 * only words with these beginnings count. On other processors all words count. */
static const char *const instruction_sets[] = {"sse2",  "sse4_", "pni",  "ssse3", "avx",
                                               "amx",   "fma",   "f16c", "bmi",   "popcnt",
                                               "movbe", "abm",   "gfni", NULL};

static bool counts(const char *word)
{
    for (int i = 0; instruction_sets[i]; i++)
        if (strncmp(word, instruction_sets[i], strlen(instruction_sets[i])) == 0)
            return true;
    return false;
}

static void add_sets(char text[PROCESSOR_TEXT_MAX], char *words, bool all)
{
    char *rest;
    text_add(text, PROCESSOR_TEXT_MAX, "\n");
    for (char *word = strtok_r(words, " \t\n", &rest); word; word = strtok_r(NULL, " \t\n", &rest))
        if (all || counts(word))
            text_add(text, PROCESSOR_TEXT_MAX, "%s ", word);
}

static void add_line(char text[PROCESSOR_TEXT_MAX], char *line)
{
    char *value = strchr(line, ':');
    if (!value)
        return;
    value += strspn(value, ": ");
    value[strcspn(value, "\n")] = '\0';
    if (strncmp(line, "flags", 5) == 0 || strncmp(line, "Features", 8) == 0)
        add_sets(text, value, line[0] == 'F');
    else if (strncmp(line, "model name", 10) == 0 || strncmp(line, "CPU ", 4) == 0)
        text_add(text, PROCESSOR_TEXT_MAX, "%s ", value);
}

const char *processor_text(char text[PROCESSOR_TEXT_MAX])
{
    char line[LINE_ROOM];
    FILE *in = fopen("/proc/cpuinfo", "re");
    text[0] = '\0';
    while (in && fgets(line, sizeof line, in) && line[0] != '\n')
        add_line(text, line);
    if (in)
        fclose(in);
    return text;
}

/* Whether a list of words, each followed by a blank, contains the word. */
static bool holds(const char *list, const char *word, size_t length)
{
    for (const char *at = list; *at; at += strcspn(at, " \n"), at += *at != '\0')
        if (strcspn(at, " \n") == length && strncmp(at, word, length) == 0)
            return true;
    return false;
}

bool processor_runs(const char *here, const char *there)
{
    const char *ours = strchr(here, '\n'), *theirs = strchr(there, '\n');
    if (!ours || !theirs)
        return false;
    for (const char *at = theirs + 1; *at; at += strcspn(at, " \n"), at += *at != '\0')
        if (strcspn(at, " \n") > 0 && !holds(ours + 1, at, strcspn(at, " \n")))
            return false;
    return true;
}

enum {
    WORDS_MAX = 256,
    OPTION_MAX = PATH_TEXT_MAX + 64,
    COMPILER_TEXT_MAX = 1 << 18,
    ASSEMBLER_MOST = 1 << 20
};

const char *const part_names[PARTS] = {"model", "cpu", "gpu"};

/* Arguments of each part besides the flags of its kernels. A division by zero in an expression must
 * stop it on every processor. */
static const char *const model_arguments[] = {"-shared",
                                              "-O2",
                                              "-w",
                                              "-fsanitize=integer-divide-by-zero",
                                              "-fsanitize-undefined-trap-on-error",
                                              NULL};
static const char *const kernel_arguments[] = {WARPLINE_KERNEL_ARGUMENTS NULL};
static const char *const cpu_arguments[] = {WARPLINE_HOST_ARGUMENTS "-shared", "-w",
                                            "-DWARPLINE_MODULE", NULL};
static const char *const gpu_arguments[] = {WARPLINE_GPU_ARGUMENTS "-shared",
                                            "-w",
                                            "-DWARPLINE_MODULE",
                                            "-DWARPLINE_MODULE_GPU",
                                            "-Wl,-z,notext",
                                            NULL};
static const char *const *const part_arguments[PARTS] = {model_arguments, cpu_arguments,
                                                         gpu_arguments};
/* The model of a loop is a program that traces it (patterns/loop/traced.h). Whatever merges or
 * splits accesses is off. The sanitizer's library is not linked. A frame on the stack may have 1
 * MiB: threads have a stack of 2 MiB where its size is unlimited, as on many clusters. */
static const char *const trace_arguments[] = {"-O2",
                                              "-g1", /* lines alone */
                                              "-gstatement-frontiers",
                                              "-Werror=uninitialized",
                                              "-Werror=frame-larger-than=1048576",
                                              "-Wno-error=maybe-uninitialized",
                                              "-Wno-builtin-declaration-mismatch",
                                              "-fopenmp",
                                              "-foffload=disable",
                                              "-fsanitize=thread",
                                              "-fno-tree-vectorize",
                                              "-fno-store-merging",
                                              "-fno-tree-loop-distribute-patterns",
                                              "-fno-unroll-loops",
                                              "-fno-builtin-memcpy",
                                              "-fno-builtin-memmove",
                                              "-fno-builtin-memset",
                                              "-Wl,--wrap=memcpy,--wrap=memmove,--wrap=memset",
                                              "-Wl,--wrap=printf,--wrap=puts,--wrap=putchar",
                                              "-Wl,--wrap=exit",
#define VARYING(type, name)    "-Wl,--wrap=" #name,
#define UNSEEN(name, pointers) "-Wl,--wrap=" #name, "-fno-builtin-" #name,
#include "patterns/loop/varying.def"
#undef VARYING
#undef UNSEEN
                                              "-nodefaultlibs",
                                              NULL};
static const char *const trace_libraries[] = {"-lm", "-lc", "-lgcc", NULL};
static const char *const loop_libraries[PARTS][3] = {
    [PART_CPU] = {"-lm"}, [PART_GPU] = {"-lm", "-foffload-options=-lm"}};
/* The host's reference and the kernels of a loop round alike. Visibility:
 * patterns/loop/loop_file.h.
 */
static const char *const loop_arguments[] = {"-ffp-contract=off", "-fno-math-errno",
                                             "-fvisibility=hidden", NULL};
/* Of an inner loop that is nested in another one of a fixed length, gcc unrolls 200 instructions
 * in all: 5 x 5 neighbours take 0.8 of the time if it unrolls both (H200). */
static const char *const loop_gpu_arguments[] = {"--param=max-completely-peeled-insns=400", NULL};
static const char *const common_arguments[] = {"-x",
                                               "c",
                                               "-std=gnu11",
                                               "-D_GNU_SOURCE",
                                               "-DWARPLINE_OWN",
                                               "-fPIC",
                                               "-Werror=implicit-function-declaration",
                                               NULL};

/* A command line under construction, ended by NULL. */
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

/* Adds a flag. Those that name a processor (-march=native) are for the CPU's kernels alone. */
static void add_flag(struct words *words, enum part part, const char *flag)
{
    if (part == PART_CPU || strncmp(flag, "-m", 2) != 0)
        add_word(words, flag);
}

bool compiler_makes(enum part part)
{
    /* a sandbox has no GPU (study/sandbox/), and code for one takes longest */
    return part != PART_GPU || (WARPLINE_GPU_FLAGS[0] != '\0' && !getenv("WARPLINE_NO_GPU_CODE"));
}

/* Finds the program of that name in the folders of PATH. */
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
    snprintf(problem, problem_size,
             "your own pattern needs a compiler, and %s is missing%s; set WARPLINE_CC to the "
             "name of one, such as gcc",
             compiler->program, asked && *asked ? " (WARPLINE_CC)" : "");
    return false;
}

/* Splits WARPLINE_CFLAGS into words. */
static void read_flags(struct compiler *compiler)
{
    const char *asked = getenv("WARPLINE_CFLAGS");
    char *rest;
    compiler->flags = asked ? needed(strdup(asked)) : NULL;
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
        program_folder(WARPLINE_OFFLOAD_INSTALLED, WARPLINE_OFFLOAD_BUILT, compiler->offload))
        return true;
    snprintf(problem, problem_size,
             "the headers that came with the program are missing (%s next to the program's "
             "folder); install all of it",
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

/* Adds the text of the assembler's script, which changes what is compiled for a GPU. */
static void add_assembler(const struct compiler *compiler, struct sha256 *digest)
{
    char path[OPTION_MAX], *text = NULL;
    snprintf(path, sizeof path, "%s/assembler/as", compiler->offload);
    if (!file_read(path, ASSEMBLER_MOST, &text, NULL, NULL, 0))
        sha256_add_text(digest, text);
    free(text);
}

bool compiler_digest(const struct compiler *compiler, struct sha256 *digest)
{
    bool native = false;
    struct words words = {.count = 0};
    add_assembler(compiler, digest);
    const char *flag = compiler->flags;
    sha256_add_text(digest, compiler->program);
    sha256_add_text(digest, WARPLINE_COMPILER);
    add_words(&words, common_arguments);
    for (int i = 0; i < PARTS; i++)
        add_words(&words, part_arguments[i]);
    if (compiler->loop) {
        add_words(&words, trace_arguments);
        add_words(&words, loop_arguments);
        add_words(&words, loop_gpu_arguments);
    }
    for (int i = 0; i < compiler->flag_count; i++, flag = next_word(flag))
        add_word(&words, flag);
    if (!compiler->flags)
        add_words(&words, kernel_arguments);
    for (int i = 0; i < words.count; i++) {
        sha256_add_text(digest, words.word[i]);
        native = native || strstr(words.word[i], "=native");
    }
    return native;
}

static const char *file_of(const char *folder, enum part part, const char *ending,
                           char text[OPTION_MAX])
{
    snprintf(text, OPTION_MAX, "%s/%s.%s", folder, part_names[part], ending);
    return text;
}

/* Adds the compiler and its flags for a part. `includes` holds two of the words. */
static void add_compiler(struct words *words, const struct compiler *compiler, enum part part,
                         char includes[2][OPTION_MAX])
{
    const char *flag = compiler->flags;
    add_word(words, compiler->path);
    add_words(words, common_arguments);
    for (int i = 0; part != PART_MODEL && !flag && kernel_arguments[i]; i++)
        add_flag(words, part, kernel_arguments[i]);
    add_words(words, compiler->loop && part == PART_MODEL ? trace_arguments : part_arguments[part]);
    if (compiler->loop) {
        add_words(words, loop_arguments);
        if (part == PART_GPU)
            add_words(words, loop_gpu_arguments);
        add_words(words, compiler->loop);
    }
    for (int i = 0; i < compiler->flag_count; i++, flag = next_word(flag))
        add_flag(words, part, flag);
    for (int i = 0; i < 2; i++) {
        snprintf(includes[i], OPTION_MAX, "-I%s", compiler->headers[i]);
        add_word(words, includes[i]);
    }
}

/* The option by which the offload compiler takes its assembler from offload/assembler. gcc splits
 * the value at blanks: characters that could mean something have a backslash before them. */
static const char *assembler_option(const struct compiler *compiler, char text[OPTION_MAX])
{
    size_t used = (size_t)snprintf(text, OPTION_MAX, "-foffload-options=nvptx-none=-B");
    for (const char *c = compiler->offload; *c && used < OPTION_MAX / 2; c++) {
        if (!isalnum((unsigned char)*c) && *c != '/')
            text[used++] = '\\';
        text[used++] = *c;
    }
    snprintf(text + used, OPTION_MAX - used, "/assembler/");
    return text;
}

/* The file that is compiled: the pattern's own or, for a loop, one that includes it. */
static const char *source_of(const struct compiler *compiler, enum part part, const char *file,
                             char text[OPTION_MAX])
{
    if (!compiler->loop)
        return file;
    snprintf(text, OPTION_MAX, "%s/patterns/loop/%s.h", compiler->headers[0],
             part == PART_MODEL ? "traced" : "loop_module");
    return text;
}

/* Starts the compiler. Its temporary files go to the folder of its results, and its messages are in
 * English. */
static int start(struct process *process, const struct words *words, const char *folder)
{
    char temporary[OPTION_MAX];
    const char *const changes[] = {temporary, "LC_ALL=C", "LANGUAGE", NULL};
    const struct process_order order = {
        .arguments = words->word, .environment = changes, .bytes_most = COMPILER_TEXT_MAX};
    snprintf(temporary, sizeof temporary, "TMPDIR=%s", folder);
    return process_start(process, &order);
}

bool compiler_start(struct process *process, const struct compiler *compiler, enum part part,
                    const char *file, const char *folder, char *problem, size_t problem_size)
{
    char includes[2][OPTION_MAX], object[OPTION_MAX], list[OPTION_MAX], assembler[OPTION_MAX];
    char source[OPTION_MAX];
    struct words words = {.count = 0};
    add_compiler(&words, compiler, part, includes);
    if (part == PART_GPU)
        add_word(&words, assembler_option(compiler, assembler));
    add_words(&words, (const char *const[]){"-MMD", "-MT", "-", "-MF", NULL});
    add_word(&words, file_of(folder, part, "d", list));
    add_word(&words, "-o");
    add_word(&words, file_of(folder, part, "so", object));
    add_word(&words, source_of(compiler, part, file, source));
    if (compiler->loop)
        add_words(&words, part == PART_MODEL ? trace_libraries : loop_libraries[part]);
    const int code = start(process, &words, folder);
    if (code)
        snprintf(problem, problem_size, "the compiler %s cannot be started: %s", compiler->path,
                 strerror(-code));
    return code == 0;
}

/* Takes the output of a process, without the final newline. */
static char *take_text(struct process_end *end)
{
    char *text = end->text[PROCESS_OUTPUT];
    size_t length = text ? strlen(text) : 0;
    end->text[PROCESS_OUTPUT] = NULL;
    while (length > 0 && text[length - 1] == '\n')
        text[--length] = '\0';
    return text ? text : needed(strdup(""));
}

/* Waits for a process. NULL if it succeeded, with its output in the file `log`, if one is named;
 * else its output. */
static char *wait_for(struct process *process, const char *log)
{
    struct process_end end;
    process_wait(process, &end);
    const bool well = process_succeeded(&end);
    char *text = take_text(&end);
    struct whole_file file;
    process_end_free(&end);
    if (well && log && whole_file_open(&file, log, NULL, 0) == 0) {
        fputs(text, file.out);
        (void)whole_file_close(&file, NULL, 0);
    }
    if (!well)
        return text;
    free(text);
    return NULL;
}

char *compiler_wait(struct process *process, const struct compiler *compiler, enum part part,
                    const char *folder)
{
    char script[OPTION_MAX], object[OPTION_MAX], log[OPTION_MAX];
    const bool warns = compiler->loop && part == PART_MODEL;
    char *text = wait_for(process, warns ? file_of(folder, part, "warnings", log) : NULL);
    if (text)
        return text;
    if (access(file_of(folder, part, "so", object), R_OK) != 0)
        return needed(strdup(""));
    if (part != PART_GPU)
        return NULL;
    snprintf(script, sizeof script, "%s/own_variables", compiler->offload);
    const struct words words = {.word = {"/bin/sh", script, object}, .count = 3};
    return start(process, &words, folder) ? needed(strdup("")) : wait_for(process, NULL);
}

void compiler_write_text(const struct compiler *compiler, enum part part, const char *file,
                         const char *folder)
{
    char includes[2][OPTION_MAX], script[OPTION_MAX], text[OPTION_MAX], source[OPTION_MAX];
    struct words words = {.count = 0};
    struct process process;
    snprintf(script, sizeof script, "%s/patterns/kernel_text", compiler->headers[0]);
    add_words(&words, (const char *const[]){"/bin/sh", script, NULL});
    add_word(&words, file_of(folder, part, "c", text));
    add_compiler(&words, compiler, part, includes);
    add_word(&words, source_of(compiler, part, file, source));
    if (start(&process, &words, folder) == 0)
        free(wait_for(&process, NULL));
}

/* Writes to FOLDER/`name` what a program prints of a loop's model: all of it, or the lines that are
 * `wanted`. */
static bool write_printed(const char *folder, const char *name, const char *program,
                          const char *option, bool (*wanted)(const char *line))
{
    char object[OPTION_MAX], path[OPTION_MAX];
    struct process_end end;
    file_of(folder, PART_MODEL, "so", object);
    snprintf(path, sizeof path, "%s/%s", folder, name);
    const struct process_order order = {
        .arguments = (const char *const[]){program, option, "--wide", object, NULL},
        .environment = (const char *const[]){"LC_ALL=C", NULL}};
    bool well = process_run(&order, &end) == 0 && process_succeeded(&end);
    FILE *out = well ? fopen(path, "we") : NULL;
    char *rest = end.text[PROCESS_OUTPUT], *line;
    while (out && (line = strsep(&rest, "\n")))
        if (!wanted || wanted(line))
            fprintf(out, "%s\n", line);
    well = out && fclose(out) == 0;
    process_end_free(&end);
    return well;
}

/* Whether objdump's line is a division of whole numbers: of x86, ARM, RISC-V or POWER. */
static bool is_division(const char *line)
{
    static const char *const names[] = {"idiv", "div",  "sdiv", "udiv", "rem",
                                        "divu", "remu", "divd", "divdu"};
    const char *const name = strrchr(line, '\t');
    char word[16] = "";
    if (!name || sscanf(name, " %15s", word) != 1)
        return false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const size_t length = strlen(names[i]);
        if (strncmp(word, names[i], length) == 0 &&
            (!word[length] || (!word[length + 1] && strchr("bwlq", word[length]))))
            return true;
    }
    return false;
}

bool compiler_write_lines(const char *folder)
{
    return write_printed(folder, "lines", "readelf", "--debug-dump=decodedline", NULL) &&
           write_printed(folder, "divisions", "objdump", "-d", is_division);
}
