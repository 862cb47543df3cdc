
#include "study/base/file.h"
#include "study/base/folders.h"
#include "study/base/message.h"
#include "study/base/process.h"
#include "study/code/listing.h"
#include "study/plan/module.h"
#include "warpline_build.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PROBLEM_MAX = 512, NAME_TEXT_MAX = 32, LINES_MOST = 80, FILE_MOST = 1 << 28 };

/* The pattern's kernels for one element size. */
struct subject {
    const struct pattern *pattern;
    int element_bytes;
    const char *body;             /* the header of its loops; "" if unknown */
    char function[NAME_TEXT_MAX]; /* the beginning of the functions' names */
};

/* The file from which a module was loaded. False with a line in `problem`. */
static bool find_module(const char *kind, struct subject *subject, char path[PATH_TEXT_MAX],
                        char *problem, size_t problem_size)
{
    Dl_info where;
    const struct kernel_module *module =
        module_load(kind, subject->pattern->name, problem, problem_size);
    if (!module || !dladdr(module, &where) || !where.dli_fname)
        return false;
    snprintf(path, PATH_TEXT_MAX, "%s", where.dli_fname);
    void *object = dlopen(path, RTLD_NOW | RTLD_NOLOAD);
    const char *const *body = object ? dlsym(object, "warpline_body") : NULL;
    subject->body = body ? *body : "";
    return true;
}

/* An item that not all kernels use begins with a comment that lists those that do. */
static bool uses_item(const struct subject *subject, const char *item)
{
    char users[256], name[NAME_TEXT_MAX + 2];
    if (strncmp(item, "/* kernel_", strlen("/* kernel_")) != 0)
        return true;
    snprintf(users, sizeof users, "%.*s", (int)strcspn(item, "\n"), item);
    snprintf(name, sizeof name, " %s ", subject->function);
    return strstr(users, name);
}

/* Prints the text of the kernels that patterns/kernel_text has written next to their module: its
 * items are separated by empty lines. */
static void print_kernel(const struct subject *subject, const char *module)
{
    char path[PATH_TEXT_MAX + 2], problem[PROBLEM_MAX], *text;
    snprintf(path, sizeof path, "%.*s.c", (int)(strlen(module) - strlen(".so")), module);
    if (file_read(path, FILE_MOST, &text, NULL, problem, sizeof problem))
        printf("  no text of the kernel: %s\n", problem);
    char *rest = text;
    while (rest && *rest) {
        char *item = rest, *end = strstr(item, "\n\n");
        rest = end ? end + 2 : NULL;
        if (end)
            *end = '\0';
        if (uses_item(subject, item))
            printf("\n%s\n", item + (*item == '/' ? strcspn(item, "\n") + 1 : 0));
    }
    free(text);
}

/* The standard output of a tool, and its standard error if `both`; the caller frees it. NULL with a
 * line in `problem` if the tool is missing or fails. */
static char *tool_output(const char *const arguments[], bool both, char *problem,
                         size_t problem_size)
{
    struct process_end end;
    const struct process_order order = {.arguments = arguments, .errors_apart = !both};
    const int code = process_run(&order, &end);
    char *text = code == 0 && process_succeeded(&end) ? end.text[PROCESS_OUTPUT] : NULL;
    if (text)
        end.text[PROCESS_OUTPUT] = NULL;
    else
        snprintf(problem, problem_size, "%s %s", arguments[0],
                 code == -ENOENT ? "is missing" : "failed");
    process_end_free(&end);
    return text;
}

/* Elements that an iteration of the loop stores, or loads if the pattern has no stores. 0: unknown,
 * for example with shared memory, since stores to it count, too, or in a user's plain loop. */
static double elements_of(const struct subject *subject, const struct loop *loop)
{
    const struct pattern *pattern = subject->pattern;
    if (pattern->alone)
        return loop->loads;
    if (pattern->loop || strstr(subject->body, "/tile.h") || strstr(subject->body, "/bank_reads.h"))
        return 0;
    if (pattern->stores > 0)
        return (double)loop->store_bytes / subject->element_bytes;
    return pattern->loads > 0 ? (double)loop->load_bytes / subject->element_bytes / pattern->loads
                              : 0;
}

/* A general register can hold pointers and pairs of small elements. */
static void print_width(const char *what, int bytes, int element_bytes)
{
    const int scalar = element_bytes > (int)sizeof(void *) ? element_bytes : (int)sizeof(void *);
    if (bytes > 0)
        printf("%s of %d bytes at most: %s", what, bytes,
               bytes > scalar ? "vectors" : "no vectors");
}

static void print_vectors(const struct loop *loop, int element_bytes)
{
    printf("  ");
    print_width("loads", loop->widest_load, element_bytes);
    if (loop->widest_load > 0 && loop->widest_store > 0)
        printf("; ");
    print_width("stores", loop->widest_store, element_bytes);
    putchar('\n');
}

static void print_loop(const struct subject *subject, const struct listing *listing,
                       const struct loop *loop)
{
    const double elements = elements_of(subject, loop);
    printf("\n  inner loop: %d instructions, %d loads of %d bytes, %d stores of %d bytes in all\n",
           loop->instructions, loop->loads, loop->load_bytes, loop->stores, loop->store_bytes);
    if (elements > 0)
        printf("  an iteration handles %.4g elements: %.3g instructions, %.3g loads, %.3g stores "
               "each\n",
               elements, loop->instructions / elements, loop->loads / elements,
               loop->stores / elements);
    print_vectors(loop, subject->element_bytes);
    if (listing->language == X86)
        printf("  registers: %d general, %d vector; accesses of the stack (spills): %d\n",
               loop->registers, loop->vector_registers, loop->stack);
    else
        printf("  registers that it names: %d; accesses of local memory (spills): %d\n",
               loop->registers, loop->stack);
    putchar('\n');
    for (int i = loop->first; i <= loop->last && i < loop->first + LINES_MOST; i++)
        printf("    %s%s%s\n", listing->lines[i].label, listing->lines[i].label[0] ? ": " : "",
               listing->lines[i].text);
    if (loop->last - loop->first >= LINES_MOST)
        printf("    ... and %d lines more\n", loop->last - loop->first + 1 - LINES_MOST);
}

/* Prints a text of instructions; the text is cut into lines. */
static void print_listing(const struct subject *subject, enum language language, char *text)
{
    struct listing listing;
    struct loop loops[LOOPS_MAX];
    listing_read(&listing, language, text, subject->function);
    const int count = listing_loops(&listing, loops);
    if (count == 0)
        printf("  no loop that loads or stores was found in %s\n", subject->function);
    if (count > 1)
        printf("  %d loops: %s\n", count,
               subject->pattern->loop ? "versions of the iterations, and of the last ones"
                                      : "the parameters' values say which of them runs");
    for (int i = 0; i < count; i++)
        print_loop(subject, &listing, &loops[i]);
    listing_free(&listing);
}

static void print_assembly(const struct subject *subject, const char *path)
{
    char problem[PROBLEM_MAX];
    const char *const arguments[] = {"objdump", "-d", "--no-show-raw-insn", "-M", "intel",
                                     path,      NULL};
    printf("\nCPU: assembly of %s\n", path);
    char *text = tool_output(arguments, false, problem, sizeof problem);
    if (!text)
        printf("  no assembly: %s (binutils has it)\n", problem);
    else if (!strstr(text, "file format elf64-x86-64"))
        printf("  no assembly: only that of x86 is known\n");
    else
        print_listing(subject, X86, text);
    free(text);
}

/* The PTX of the kernel in a module's bytes: a text that ends with a 0. NULL: not found. */
static char *find_ptx(char *bytes, size_t length, const char *function)
{
    static const char begin[] = "// BEGIN PREAMBLE";
    char head[NAME_TEXT_MAX + 32];
    snprintf(head, sizeof head, "// BEGIN FUNCTION DEF: %s", function);
    for (char *at = bytes; (at = memmem(at, length - (size_t)(at - bytes), begin, strlen(begin)));
         at += strlen(at) + 1)
        if (strstr(at, head))
            return at;
    return NULL;
}

/* Writes a text into a new file; false if that fails. `path` is a pattern of mkstemps. */
static bool write_file(char *path, int suffix, const char *text)
{
    const int file = mkstemps(path, suffix);
    const size_t length = strlen(text);
    const bool written = file >= 0 && write(file, text, length) == (ssize_t)length;
    if (file >= 0)
        close(file);
    return written;
}

/* Prints ptxas's report on the kernel's functions: registers, stack, spills. */
static void print_resources(const struct subject *subject, char *said)
{
    const char *line, *function = "";
    while ((line = strsep(&said, "\n"))) {
        const char *of = strstr(line, "properties for "), *used = strstr(line, "Used ");
        if (of)
            function = of + strlen("properties for ");
        else if (strncmp(function, subject->function, strlen(subject->function)) == 0 &&
                 (used || strstr(line, "spill")))
            printf("  %s: %s\n", function, used ? used : line + strspn(line, " "));
    }
}

/* Prints registers and spills, by ptxas, and the machine instructions, by cuobjdump. */
static void print_sass(const struct subject *subject, const char *ptx)
{
    char source[] = "/tmp/warpline-XXXXXX.ptx", object[] = "/tmp/warpline-XXXXXX.cubin";
    char problem[PROBLEM_MAX] = "no file in /tmp";
    const char *const assemble[] = {"ptxas", "-c", "-v", "-arch=sm_90", source, "-o", object, NULL};
    const char *const dump[] = {"cuobjdump", "-sass", object, NULL};
    char *said = NULL, *sass = NULL;
    const bool made = write_file(source, 4, ptx) && write_file(object, 6, "");
    printf("\nGPU: SASS of sm_90\n");
    if (made)
        said = tool_output(assemble, true, problem, sizeof problem);
    if (said)
        print_resources(subject, said);
    if (said)
        sass = tool_output(dump, false, problem, sizeof problem);
    if (sass)
        print_listing(subject, SASS, sass);
    else
        printf("  no SASS: %s (the CUDA toolkit has ptxas and cuobjdump)\n", problem);
    (void)unlink(source);
    (void)unlink(object);
    free(said);
    free(sass);
}

static void print_ptx(const struct subject *subject, const char *path)
{
    char *bytes;
    size_t length;
    printf("\nGPU: PTX of %s\n", path);
    (void)file_read(path, FILE_MOST, &bytes, &length, NULL, 0);
    char *ptx = bytes ? find_ptx(bytes, length, subject->function) : NULL;
    char *copy = ptx ? strdup(ptx) : NULL;
    if (copy) {
        print_listing(subject, PTX, copy);
        print_sass(subject, ptx);
    } else
        printf("  no PTX in it\n");
    free(copy);
    free(bytes);
}

/* Returns the exit status. A module that cannot be loaded is an error only on the CPU, since GPU
 * code is optional. */
static int print_side(struct subject *subject, const char *side, const char *kind,
                      const char *absent)
{
    char problem[PROBLEM_MAX], path[PATH_TEXT_MAX];
    const bool is_cpu = strcmp(kind, "cpu") == 0;
    if (absent) {
        printf("\n%s: none: %s\n", side, absent);
        return EXIT_DONE;
    }
    if (!is_cpu && WARPLINE_GPU_FLAGS[0] == '\0') {
        printf("\n%s: no code in this build: %s\n", side, WARPLINE_GPU_WHY);
        return EXIT_DONE;
    }
    if (!find_module(kind, subject, path, problem, sizeof problem)) {
        if (is_cpu)
            return complain(EXIT_WRONG, "option --code: %s", problem);
        printf("\n%s: no code (%s)\n", side, problem);
        return EXIT_DONE;
    }
    if (!subject->pattern->loop) { /* whose text is the user's file */
        printf("%s%s: %s, as the compiler reads it\n", is_cpu ? "" : "\n", side, subject->function);
        print_kernel(subject, path);
    }
    if (is_cpu)
        print_assembly(subject, path);
    else
        print_ptx(subject, path);
    return EXIT_DONE;
}

int code_print(const struct pattern *pattern, int element_bytes)
{
    struct subject subject = {.pattern = pattern, .element_bytes = element_bytes};
    if (pattern->loop)
        snprintf(subject.function, sizeof subject.function, "run_loop");
    else
        snprintf(subject.function, sizeof subject.function, "kernel_%d", element_bytes);
    const int status = print_side(&subject, "CPU", "cpu", pattern->no_cpu);
    return status ? status : print_side(&subject, "GPU", "gpu", pattern->no_gpu);
}
