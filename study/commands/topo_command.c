/* `warpline topo`: this machine's cores, caches and GPUs, drawn by lstopo, and a short table of
 * further facts. */
#include "cpu/limits.h"
#include "cpu/topology.h"
#include "plots/figure/lstopo.h"
#include "study/base/file.h"
#include "study/base/message.h"
#include "study/base/units.h"
#include "study/commands/commands.h"
#include "study/json/documents.h"
#include "study/plan/targets.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static int write_svg(const char *xml, const char *path)
{
    struct whole_file file;
    char problem[512];
    char *drawing = lstopo_draw(xml, "nativesvg", problem, sizeof problem);
    int status = EXIT_DONE;
    if (!drawing)
        return complain(EXIT_USAGE, "option --svg: %s", problem);
    if (strcmp(path, "-") == 0)
        fputs(drawing, stdout);
    else if (whole_file_open(&file, path, problem, sizeof problem))
        status = complain(EXIT_USAGE, "option --svg: %s", problem);
    else {
        fputs(drawing, file.out);
        if (whole_file_close(&file, problem, sizeof problem))
            status = complain(EXIT_WRONG, "option --svg: %s", problem);
    }
    free(drawing);
    return status;
}

static void print_memory(void)
{
    char all[SIZE_TEXT_MAX], left[SIZE_TEXT_MAX];
    struct memory_limits limits;
    limits_read("", &limits);
    printf("memory: %s, of these %s free (limited by %s)\n",
           rounded_size_text(limits.all_bytes, all), rounded_size_text(limits.free_bytes, left),
           limits.who);
}

/* Without lstopo only the table is printed. */
static int print_machine(const struct topology *topology, const char *xml)
{
    char problem[TEXT_MAX];
    char *drawing = lstopo_draw(xml, "ascii", problem, sizeof problem);
    if (!topology->this_system)
        printf("(not the machine that this runs on)\n");
    if (drawing)
        printf("%s\n", drawing);
    const int status = targets_print_found();
    topology_print_use(topology, stdout);
    if (topology->this_system)
        print_memory();
    if (!drawing)
        printf("no drawing: %s\n", problem);
    free(drawing);
    return status;
}

int topo_command(const struct options *options)
{
    char problem[TEXT_MAX];
    struct topology topology;
    const int code = topology_open(&topology, NULL, problem, sizeof problem);
    if (code)
        return complain(code == -EINVAL ? EXIT_USAGE : EXIT_WRONG, "%s", problem);
    char *xml = options->json ? NULL : targets_xml(NULL, problem, sizeof problem);
    const int status = options->json  ? document_topology(&topology)
                       : !xml         ? complain(EXIT_WRONG, "%s", problem)
                       : options->svg ? write_svg(xml, options->svg)
                                      : print_machine(&topology, xml);
    free(xml);
    topology_close(&topology);
    return status;
}
