#include "study/code/code.h"

#include "study/code/listing.h"
#include "study/code/loop_text.h"
#include "study/code/tool_output.h"
#include "study/folders.h"
#include "study/message.h"
#include "study/plan/module.h"
#include "warpline_build.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PROBLEM_MAX = 512, NAME_TEXT_MAX = 32, LINES_MOST = 80 };

/* The pattern's kernels for one element size. */
struct subject {
    const struct pattern *pattern;
    const struct shape *shape;
    int element_bytes;
    const char *body; /* the header that its loops are from; "" where that is not known */
    char function[NAME_TEXT_MAX]; /* what the functions' names begin with */
};

/* The file that a module was loaded from, and its texts where it has any. */
struct module_file {
    char path[PATH_TEXT_MAX];
    const struct kernel_texts *texts;
};

static bool find_module(const char *kind, const struct pattern *pattern, struct module_file *file,
                        char *problem, size_t problem_size)
{
    Dl_info where;
    const struct kernel_module *module = module_load(kind, pattern->name, problem, problem_size);
    if (!module || !dladdr(module, &where) || !where.dli_fname)
        return false;
    snprintf(file->path, sizeof file->path, "%s", where.dli_fname);
    void *object = dlopen(file->path, RTLD_NOW | RTLD_NOLOAD);
    file->texts = object ? dlsym(object, "warpline_texts") : NULL;
    return true;
}

static void print_c(const struct subject *subject, const struct module_file *file)
{
    printf("The loop as plain OpenMP C, elements of %d bytes:\n\n", subject->element_bytes);
    if (!file->texts ||
        !loop_text_print(subject->pattern, file->texts, subject->shape, subject->element_bytes))
        printf("    %s\n\n(its loops are no loads and stores alone: %s)\n",
               subject->pattern->formula, file->texts ? file->texts->body : "calls of the driver");
}

/* Elements that an iteration of the loop stores, or loads where the pattern stores none; 0 where
 * that is not known, as with shared memory, which is stored to as well. */
static double elements_of(const struct subject *subject, const struct loop *loop)
{
    const struct pattern *pattern = subject->pattern;
    if (pattern->alone)
        return loop->loads;
    if (strstr(subject->body, "/tile.h") || strstr(subject->body, "/bank_reads.h"))
        return 0;
    if (pattern->stores > 0)
        return (double)loop->store_bytes / subject->element_bytes;
    return pattern->loads > 0 ? (double)loop->load_bytes / subject->element_bytes / pattern->loads
                              : 0;
}

/* Pointers and pairs of small elements fit a general register. */
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
        printf("  a turn makes %.4g elements: %.3g instructions, %.3g loads, %.3g stores each\n",
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

/* A text of instructions, which is cut into lines. */
static void print_listing(const struct subject *subject, enum language language, char *text)
{
    struct listing listing;
    struct loop loops[LOOPS_MAX];
    const int count = listing_read(&listing, language, text, subject->function)
                          ? listing_loops(&listing, loops)
                          : 0;
    if (count == 0)
        printf("  no loop that loads or stores was found in %s\n", subject->function);
    if (count > 1)
        printf("  %d loops: the parameters' values say which of them runs\n", count);
    for (int i = 0; i < count; i++)
        print_loop(subject, &listing, &loops[i]);
    listing_free(&listing);
}

static void print_cpu(const struct subject *subject, char *path)
{
    char problem[PROBLEM_MAX];
    char *const arguments[] = {"objdump", "-d", "--no-show-raw-insn", "-M", "intel", path, NULL};
    printf("\nCPU: %s of %s\n", subject->function, path);
    char *text = tool_output(arguments, 0, problem, sizeof problem);
    if (!text)
        printf("  no assembly: %s (binutils has it)\n", problem);
    else if (!strstr(text, "file format elf64-x86-64"))
        printf("  no assembly: only that of x86 is known\n");
    else
        print_listing(subject, X86, text);
    free(text);
}

/* The whole file; NULL where it cannot be read. */
static char *read_file(const char *path, size_t *length)
{
    char *text = NULL;
    FILE *file = fopen(path, "rb");
    *length = 0;
    if (file && fseek(file, 0, SEEK_END) == 0) {
        const long size = ftell(file);
        rewind(file);
        text = size > 0 ? malloc((size_t)size + 1) : NULL;
        *length = text ? fread(text, 1, (size_t)size, file) : 0;
        if (text)
            text[*length] = '\0';
    }
    if (file)
        (void)fclose(file);
    return text;
}

/* The PTX in a module's bytes that has the kernel: a text that ends with a 0. NULL: none has. */
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

/* Writes a text into a new file; false where that fails. `path` is a pattern of mkstemps. */
static bool write_file(char *path, int suffix, const char *text)
{
    const int file = mkstemps(path, suffix);
    const size_t length = strlen(text);
    const bool written = file >= 0 && write(file, text, length) == (ssize_t)length;
    if (file >= 0)
        close(file);
    return written;
}

/* What ptxas says of the kernel's functions: registers, the stack, spills. */
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

/* Registers and spills, by ptxas, and the machine's own instructions, by cuobjdump. */
static void print_sass(const struct subject *subject, const char *ptx)
{
    char source[] = "/tmp/warpline-XXXXXX.ptx", object[] = "/tmp/warpline-XXXXXX.cubin";
    char problem[PROBLEM_MAX] = "no file in /tmp";
    char *const assemble[] = {"ptxas", "-c", "-v", "-arch=sm_90", source, "-o", object, NULL};
    char *const dump[] = {"cuobjdump", "-sass", object, NULL};
    char *said = NULL, *sass = NULL;
    const bool made = write_file(source, 4, ptx) && write_file(object, 6, "");
    printf("\nGPU: SASS of sm_90\n");
    if (made)
        said = tool_output(assemble, 1, problem, sizeof problem);
    if (said)
        print_resources(subject, said);
    if (said)
        sass = tool_output(dump, 0, problem, sizeof problem);
    if (sass)
        print_listing(subject, SASS, sass);
    else
        printf("  no SASS: %s (the CUDA toolkit has ptxas and cuobjdump)\n", problem);
    (void)unlink(source);
    (void)unlink(object);
    free(said);
    free(sass);
}

static void print_gpu(const struct subject *subject)
{
    char problem[PROBLEM_MAX];
    struct module_file file;
    size_t length;
    if (subject->pattern->no_gpu) {
        printf("\nGPU: none: %s\n", subject->pattern->no_gpu);
        return;
    }
    if (WARPLINE_GPU_FLAGS[0] == '\0') {
        printf("\nGPU: no code in this build: %s\n", WARPLINE_GPU_WHY);
        return;
    }
    if (!find_module("gpu", subject->pattern, &file, problem, sizeof problem)) {
        printf("\nGPU: no code (%s)\n", problem);
        return;
    }
    printf("\nGPU: PTX of %s of %s\n", subject->function, file.path);
    char *bytes = read_file(file.path, &length);
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

int code_print(const struct pattern *pattern, const struct shape *shape, int element_bytes)
{
    char problem[PROBLEM_MAX];
    struct module_file file;
    struct subject subject = {.pattern = pattern, .shape = shape, .element_bytes = element_bytes};
    const char *kind = pattern->no_cpu ? "gpu" : "cpu";
    snprintf(subject.function, sizeof subject.function, "kernel_%d", element_bytes);
    if (!find_module(kind, pattern, &file, problem, sizeof problem)) {
        if (!pattern->no_cpu)
            return complain(EXIT_WRONG, "option --code: %s", problem);
        file = (struct module_file){.texts = NULL};
    }
    subject.body = file.texts ? file.texts->body : "";
    print_c(&subject, &file);
    if (pattern->no_cpu)
        printf("\nCPU: none: %s\n", pattern->no_cpu);
    else
        print_cpu(&subject, file.path);
    print_gpu(&subject);
    return EXIT_DONE;
}
