/* `warpline new NAME`: the first file of a user's own pattern. */
#include "plots/data/names.h"
#include "study/base/file.h"
#include "study/base/folders.h"
#include "study/base/message.h"
#include "study/commands/commands.h"
#include "study/own/row.h"
#include "study/plan/study.h"
#include "warpline_build.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { NAME_ROOM = 64, COLUMNS = 100, SOURCE_MOST = 1 << 20 };

/* A file that is being written. */
struct first_file {
    FILE *out;
    const char *path, *name;
    const struct pattern *like;
    bool in_row, named, explained[NAME_ROOM]; /* explained: the knobs, by their number, that already
                                            have a comment */
};

/* The source of a built-in pattern; NULL if it did not come with the program. */
static char *source_of(const struct pattern *like)
{
    char folder[PATH_TEXT_MAX], path[PATH_TEXT_MAX + 2 * NAME_ROOM], *text;
    if (!program_folder(WARPLINE_SOURCES_INSTALLED, WARPLINE_SOURCES_BUILT, folder))
        return NULL;
    snprintf(path, sizeof path, "%s/%s/%s.c", folder, class_of_pattern(like->name), like->name);
    (void)file_read(path, SOURCE_MOST, &text, NULL, NULL, 0);
    return text;
}

static void write_head(const struct first_file *file)
{
    fprintf(
        file->out,
        "/* %s: your own pattern, begun as %s.\n"
        " *\n"
        " *     warpline show %s      its memory traffic, and what that costs\n"
        " *     warpline check %s     whether its kernels do what it says\n"
        " *     warpline time %s      how long it takes\n"
        " *\n"
        " * A pass makes s.elements steps. s is the point: s.elements, s.threads, and s.value[0]\n"
        " * to s.value[3], the parameters in the order of the row. e is one step: e.index, its\n"
        " * number in the pass; e.thread, who makes it; e.iteration, which of its steps that is.\n"
        " * A division takes a GPU some 100 instructions: use shifts where you can. */\n",
        file->name, file->like->name, file->path, file->path, file->path);
}

/* The name that a line defines; false if it defines none. */
static bool defined_name(const char *line, char name[NAME_ROOM])
{
    return sscanf(line, "#define %63[A-Za-z0-9_]", name) == 1;
}

/* Writes a knob's comment, before its first definition. */
static void write_knob(struct first_file *file, const char *line)
{
    char name[NAME_ROOM];
    const struct knob *knob = defined_name(line, name) ? knob_find(name) : NULL;
    if (!knob || file->explained[knob - knobs])
        return;
    file->explained[knob - knobs] = true;
    fprintf(file->out, "\n/* %s. */\n", knob->help);
}

/* Writes where the pattern runs; for the built-in pattern that is in patterns.def. */
static void write_where(struct first_file *file)
{
    const char *where = file->like->no_cpu   ? "NO_CPU"
                        : file->like->no_gpu ? "NO_GPU"
                                             : "EVERYWHERE";
    if (!file->like->no_cpu && !file->like->no_gpu && !file->like->calls_driver)
        return;
    write_knob(file, "#define WHERE");
    fprintf(file->out, "#define WHERE (%s%s)\n", where,
            file->like->calls_driver ? " | CALLS_DRIVER" : "");
}

/* Writes the remaining knobs, before the line that includes the generator. */
static void write_others(const struct first_file *file)
{
    int column = fprintf(file->out, "\n/* There are also (patterns/kernel/usual.h explains them):");
    for (const struct knob *k = knobs; k->name; k++) {
        if (file->explained[k - knobs])
            continue;
        if (column + (int)strlen(k->name) + 4 > COLUMNS)
            column = fprintf(file->out, "\n *") - 1;
        column += fprintf(file->out, " %s", k->name);
    }
    fputs(".\n * MEANING or EXAMPLES prove to warpline check that the formula is the one you mean. "
          "*/\n",
          file->out);
}

/* Writes a line of the row: the name is replaced, and the source names the original pattern. */
static void write_row_line(struct first_file *file, const char *line)
{
    char old[2 * NAME_ROOM];
    snprintf(old, sizeof old, ".name = \"%s\"", file->like->name);
    const char *at = file->named ? NULL : strstr(line, old);
    if (strstr(line, "    .source = ") == line) {
        fprintf(file->out, "    .source = \"begun as %s\",\n", file->like->name);
        return;
    }
    if (!at) {
        fprintf(file->out, "%s\n", line);
        return;
    }
    file->named = true;
    fprintf(file->out, "%.*s.name = \"%s\"%s\n", (int)(at - line), line, file->name,
            at + strlen(old));
}

static void write_line(struct first_file *file, const char *line)
{
    char name[NAME_ROOM];
    file->in_row |= strncmp(line, "ROW", 3) == 0;
    if (strstr(line, "patterns/kernel/generate.h"))
        write_others(file);
    write_knob(file, line);
    if (strncmp(line, "ROW", 3) == 0)
        fputs("\n/* The row of facts, which lists and man pages show. */\n", file->out);
    if (file->in_row) {
        write_row_line(file, line);
    } else if (defined_name(line, name) && strcmp(name, "NAME") == 0) {
        fprintf(file->out, "#define NAME %s\n", file->name);
        write_where(file);
    } else {
        fprintf(file->out, "%s\n", line);
    }
}

/* Writes the lines; blank lines stay only before comments. */
static void write_lines(struct first_file *file, char *source)
{
    char *rest = source, *line;
    while ((line = strsep(&rest, "\n")))
        if (*line || (file->in_row && rest))
            write_line(file, line);
}

/* Opens a file that must not exist; NULL after a message. */
static FILE *open_new(const char *path)
{
    FILE *out = fopen(path, "wxe");
    if (!out)
        complain(EXIT_USAGE, "%s: %s", path,
                 errno == EEXIST ? "is there already, and stays as it is; use another name"
                                 : strerror(errno));
    return out;
}

/* Removes it if it could not be written. Returns an exit status, after a message. */
static int close_new(FILE *out, const char *path)
{
    const bool written = !ferror(out);
    const bool closed = fclose(out) == 0;
    if (written && closed)
        return EXIT_DONE;
    complain(EXIT_USAGE, "%s: %s", path, strerror(errno));
    unlink(path);
    return EXIT_USAGE;
}

/* Writes `path`, which must not exist yet, from the source of a built-in pattern, as a pattern with
 * another name, with a comment for each definition. Returns an exit status, after a message. */
static int write_like(const char *path, const char *name, const struct pattern *like)
{
    struct first_file file = {.path = path, .name = name, .like = like};
    if (like->calls_driver && like->no_cpu)
        return complain(EXIT_USAGE,
                        "%s is a call of the GPU's driver, with buffers that only the catalogue's "
                        "patterns have; begin with another pattern",
                        like->name);
    char *source = source_of(like);
    if (!source)
        return complain(EXIT_USAGE,
                        "the source of %s did not come with the program; install all of it",
                        like->name);
    file.out = open_new(path);
    if (file.out) {
        write_head(&file);
        write_lines(&file, source);
    }
    free(source);
    return file.out ? close_new(file.out, path) : EXIT_USAGE;
}

/* The same for a plain loop. */
static int write_loop(const char *path, const char *name)
{
    static const char text[] =
        "/* A loop to measure: %s is its body, iteration i of n.\n"
        " *\n"
        " *   warpline show %s       what each line requests, on a CPU and on a GPU\n"
        " *   warpline check %s      whether both compute the same\n"
        " *   warpline time %s       how long it takes; run %s --sweep stride=1..64*2\n"
        " *\n"
        " * An array is a pointer, const if it is only read; it gets as long as the iterations "
        "reach.\n"
        " * A further integer is a parameter, which --set and --sweep change. Arrays are filled "
        "with\n"
        " * small numbers, those of integers with random indices from 0 to n - 1, or by a "
        "function\n"
        " * void init(long n, ...) with the same arguments after n. */\n"
        "\n"
        "enum { stride = 3 }; /* the parameter's value, if nobody sets another */\n"
        "\n"
        "void %s(long i, long n, float *out, const float *in, long stride)\n"
        "{\n"
        "    out[i] = in[i * stride];\n"
        "}\n";
    FILE *out = open_new(path);
    if (!out)
        return EXIT_USAGE;
    fprintf(out, text, name, path, path, path, path, name);
    return close_new(out, path);
}

enum { NAME_LENGTH_MAX = 40 };

static const char keywords[] =
    "asm auto break case char const continue default do double else enum extern float for goto if "
    "inline int long register restrict return short signed sizeof static struct switch typedef "
    "union unsigned void volatile while";

/* Small letters, digits and _, beginning with a letter: it becomes part of a name in C. */
static bool is_name(const char *name)
{
    const size_t length = strlen(name);
    return length > 0 && length <= NAME_LENGTH_MAX && islower((unsigned char)name[0]) &&
           strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_") == length;
}

static int check_name(const char *name)
{
    if (!is_name(name))
        return complain(EXIT_USAGE,
                        "argument %s: is no name for a pattern; use small letters, digits and _, a "
                        "letter first, %d at most",
                        name, NAME_LENGTH_MAX);
    if (word_among(keywords, name))
        return complain(EXIT_USAGE, "argument %s: is a word of C; use another", name);
    if (pattern_find(name) || study_find(name))
        return complain(EXIT_USAGE, "argument %s: there is a %s of that name; use another", name,
                        pattern_find(name) ? "pattern" : "study");
    return 0;
}

int new_command(const struct options *options)
{
    char path[NAME_LENGTH_MAX + 8];
    const char *name = options->names[0];
    int status = check_name(name);
    const struct pattern *like = status || !options->like ? NULL : pattern_named(options->like);
    if (status || (options->like && !like))
        return EXIT_USAGE;
    snprintf(path, sizeof path, "./%s.c", name);
    status = like ? write_like(path, name, like) : write_loop(path, name);
    if (!status)
        printf("%s\n", path);
    return status;
}
