/* The machine's inventory and its drawing, on machines that are not there: what hwloc is told of by
 * HWLOC_SYNTHETIC and HWLOC_XMLFILE, as it stands on a terminal without UTF-8. */
#include "cpu/inventory.h"
#include "plots/boxes/boxes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

enum { PAGE_COLUMNS = 80 };

struct machine {
    char synthetic[128]; /* or the name of a file in data/topologies */
    char cpus[64];       /* hardware threads allowed, "all" */
    int gpus;            /* that a driver knows, plugged in as in eight_gpus.xml */
};

static bool is_file(const struct machine *machine)
{
    return strstr(machine->synthetic, ".xml") != NULL;
}

static void describe(const struct machine *machine)
{
    char path[512];
    snprintf(path, sizeof path, "%s/topologies/%s", TEST_DATA, machine->synthetic);
    setenv(is_file(machine) ? "HWLOC_XMLFILE" : "HWLOC_SYNTHETIC",
           is_file(machine) ? path : machine->synthetic, 1);
    if (machine->gpus > 0)
        setenv("HWLOC_THISSYSTEM", "1", 1); /* a driver's GPUs are those of this system */
}

static void forget(void)
{
    unsetenv("HWLOC_XMLFILE");
    unsetenv("HWLOC_SYNTHETIC");
    unsetenv("HWLOC_THISSYSTEM");
}

static void plug_in(struct inventory_gpu *gpus, int count)
{
    const struct target_facts facts = {
        .title = "NVIDIA H200",
        .memory_bytes = INT64_C(141) << 30,
        .multiprocessors = 132,
        .cache_levels = 2,
        .caches = {{.name = "L1", .one_bytes = 153 << 10},
                   {.name = "L2", .size_bytes = 60 << 20, .one_bytes = 60 << 20}}};
    for (int i = 0; i < count; i++)
        gpus[i] = (struct inventory_gpu){.target = "gpu",
                                         .number = i,
                                         .facts = facts,
                                         .place = {.bus = 0x10 + 0x40 * (i / 4) + i % 4}};
}

/* The caller frees it. */
static char *inventory_of(const struct machine *machine)
{
    char problem[TEXT_MAX] = "";
    struct inventory_gpu gpus[8];
    plug_in(gpus, machine->gpus);
    describe(machine);
    char *text = inventory_text(strcmp(machine->cpus, "all") ? machine->cpus : NULL, gpus,
                                machine->gpus, problem, sizeof problem);
    forget();
    assert_string_equal(problem, "");
    assert_non_null(text);
    return text;
}

static char *drawing_of(const char *inventory, int columns, bool utf8)
{
    struct boxes boxes;
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_int_equal(boxes_make(&boxes, inventory, columns), 0);
    assert_int_equal(boxes_text(&boxes, out, utf8), 0);
    boxes_free(&boxes);
    fclose(out);
    return text;
}

/* The lines of the file up to the next machine; the caller frees them. */
static char *next_drawing(FILE *file)
{
    char *text = NULL, line[512];
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    for (long at = ftell(file); fgets(line, sizeof line, file); at = ftell(file)) {
        if (line[0] == '=') {
            fseek(file, at, SEEK_SET);
            break;
        }
        fputs(line, out);
    }
    fclose(out);
    return text;
}

/* data/topologies/drawings: a line "= MACHINE | CPUS | GPUS", and below it how that is drawn. */
static void test_drawings(void **state)
{
    int count = 0;
    char line[512];
    struct machine machine;
    FILE *file = fopen(TEST_DATA "/topologies/drawings", "r");
    (void)state;
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        assert_int_equal(
            sscanf(line, "= %127[^|]| %63s | %d", machine.synthetic, machine.cpus, &machine.gpus),
            3);
        machine.synthetic[strcspn(machine.synthetic, "|") - 1] = '\0';
        char *expected = next_drawing(file), *inventory = inventory_of(&machine);
        char *drawing = drawing_of(inventory, PAGE_COLUMNS, false);
        assert_string_equal(drawing, expected);
        free(drawing);
        free(inventory);
        free(expected);
        count++;
    }
    fclose(file);
    assert_true(count >= 10);
}

/* Of no machine, and wherever the process may run on it. */
static void test_width(void **state)
{
    static const char *const large[] = {"pack:8 numa:2 l3:8 l2:4 l1d:1 core:1 pu:2",
                                        "core:1024 pu:1", "pack:64 core:4 pu:4",
                                        "pack:2 die:2 [numa] l3:4 l2:2 l1d:2 core:2 pu:2"};
    (void)state;
    for (size_t i = 0; i < sizeof large / sizeof *large; i++)
        for (int every = 0; every < 2; every++) {
            struct machine machine = {.gpus = 0};
            snprintf(machine.synthetic, sizeof machine.synthetic, "%s", large[i]);
            snprintf(machine.cpus, sizeof machine.cpus, "%s",
                     every ? "all" : "0,2,4,6,8,10,12,17,25,40-44,63,100-120");
            char *inventory = inventory_of(&machine);
            char *drawing = drawing_of(inventory, PAGE_COLUMNS, false);
            for (const char *line = drawing; *line; line += strcspn(line, "\n") + 1)
                assert_in_range(strcspn(line, "\n"), 1, PAGE_COLUMNS);
            free(drawing);
            free(inventory);
        }
}

/* Both drawings have the same letters at the same places. */
static void test_utf8(void **state)
{
    (void)state;
    char *inventory = inventory_of(&(struct machine){.synthetic = "core:2 pu:2", .cpus = "0"});
    char *drawing = drawing_of(inventory, PAGE_COLUMNS, true);
    assert_non_null(strstr(drawing, "\u250c"));
    assert_non_null(strstr(drawing, "\u2506")); /* not allowed */
    assert_null(strchr(drawing, '+'));
    free(drawing);
    free(inventory);
}

static void test_svg(void **state)
{
    (void)state;
    struct boxes boxes;
    char *text = NULL;
    size_t size = 0;
    const struct machine machine = {"hybrid.xml", "all", 0};
    char *inventory = inventory_of(&machine);
    FILE *out = open_memstream(&text, &size);
    assert_int_equal(boxes_make(&boxes, inventory, PAGE_COLUMNS), 0);
    boxes_svg(&boxes, out, "<me> & \"you\"", true);
    boxes_free(&boxes);
    fclose(out);
    assert_non_null(strstr(text, "<title>Topology of &lt;me&gt; &amp; &quot;you&quot;</title>"));
    assert_non_null(strstr(text, ">A hybrid &lt;processor&gt; &amp; more<"));
    assert_null(strstr(text, "<me>"));
    assert_null(strstr(text, "<processor>"));
    free(text);
    free(inventory);
}

/* What a header of results may hold in its place. */
static void test_no_inventory(void **state)
{
    static const char *const texts[] = {"",
                                        "-",
                                        "{",
                                        "null",
                                        "[]",
                                        "7",
                                        "{}",
                                        "\"machine\"",
                                        "{\"is\":\"machine\",\"parts\":[7]}",
                                        "{\"is\":\"<script>\"}",
                                        "{\"is\":\"machine\",\"parts\":[{\"is\":\"castle\"}]}"};
    struct boxes boxes;
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        assert_true(boxes_make(&boxes, texts[i], PAGE_COLUMNS) < 0);
}

/* Deeper than any machine, and wider: refused, not drawn and not overflown. */
static void test_too_much(void **state)
{
    struct boxes boxes;
    (void)state;
    for (int wide = 0; wide < 2; wide++) {
        char *text = NULL;
        size_t size = 0;
        FILE *out = open_memstream(&text, &size);
        fputs("{\"is\":\"machine\",\"parts\":[", out);
        for (int i = 0; i < 3000; i++)
            fputs(wide ? "{\"is\":\"core\"}," : "{\"is\":\"die\",\"parts\":[", out);
        fputs("{\"is\":\"core\"}", out);
        for (int i = 0; i < 3000 && !wide; i++)
            fputs("]}", out);
        fputs("]}", out);
        fclose(out);
        assert_true(boxes_make(&boxes, text, PAGE_COLUMNS) < 0);
        free(text);
    }
}

/* Lines of any length and numbers of any size stay within a box. */
static void test_strange_values(void **state)
{
    static const char *const strange =
        "{\"is\":\"machine\",\"name\":\"%0200d\",\"parts\":[{\"is\":\"cache\",\"name\":\"%0200d\","
        "\"bytes\":9223372036854775807,\"count\":9223372036854775807,\"use\":\"%0200d\",\"index\":"
        "\"%0200d\"},{\"is\":\"gpu\",\"name\":\"%0200d\",\"index\":\"%0200d\",\"bytes\":-1,"
        "\"count\":-5,\"parts\":{}},{\"is\":\"core\",\"count\":0.5,\"bytes\":\"\","
        "\"index\":\"\\u00e9\\n<b>\"}]}";
    char text[2048];
    (void)state;
    snprintf(text, sizeof text, strange, 1, 2, 3, 4, 5, 6);
    char *drawing = drawing_of(text, PAGE_COLUMNS, false);
    for (const char *line = drawing; *line; line += strcspn(line, "\n") + 1)
        assert_in_range(strcspn(line, "\n"), 1, 2 * PAGE_COLUMNS);
    assert_null(strstr(drawing, "\xc3"));
    free(drawing);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_drawings),       cmocka_unit_test(test_width),
        cmocka_unit_test(test_utf8),           cmocka_unit_test(test_svg),
        cmocka_unit_test(test_no_inventory),   cmocka_unit_test(test_too_much),
        cmocka_unit_test(test_strange_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
