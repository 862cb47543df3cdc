/* `warpline topo`: this machine's cores, caches and GPUs, as boxes. */
#include "cpu/topology.h"
#include "plots/boxes/boxes.h"
#include "study/base/file.h"
#include "study/commands/commands.h"
#include "study/json/documents.h"
#include "study/message.h"
#include "study/plan/targets.h"
#include "study/wrapped.h"

#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

static int draw_svg(const struct boxes *boxes, const char *path)
{
    struct utsname host;
    struct whole_file file;
    char problem[512];
    uname(&host);
    if (strcmp(path, "-") == 0) {
        boxes_svg(boxes, stdout, host.nodename, true);
        return EXIT_DONE;
    }
    if (whole_file_open(&file, path, problem, sizeof problem))
        return complain(EXIT_USAGE, "option --svg: %s", problem);
    boxes_svg(boxes, file.out, host.nodename, true);
    if (whole_file_close(&file, problem, sizeof problem))
        return complain(EXIT_WRONG, "option --svg: %s", problem);
    return EXIT_DONE;
}

static int print_machine(const struct boxes *boxes)
{
    char problem[256];
    struct topology topology;
    if (topology_open(&topology, NULL, problem, sizeof problem))
        return complain(EXIT_WRONG, "%s", problem);
    if (!topology.this_system)
        printf("(not the machine that this runs on)\n");
    const int code = boxes_text(boxes, stdout, boxes_utf8());
    topology_print_use(&topology, stdout);
    topology_close(&topology);
    return code ? complain(EXIT_WRONG, "no memory") : EXIT_DONE;
}

static int print_document(const char *inventory)
{
    char problem[256];
    struct topology topology;
    if (topology_open(&topology, NULL, problem, sizeof problem))
        return complain(EXIT_WRONG, "%s", problem);
    const int status = document_topology(&topology, inventory);
    topology_close(&topology);
    return status;
}

static int draw(const struct options *options, const char *inventory)
{
    struct boxes boxes;
    if (boxes_make(&boxes, inventory, PAGE_COLUMNS))
        return complain(EXIT_WRONG, "the topology has too many parts to be drawn");
    const int status = options->svg ? draw_svg(&boxes, options->svg) : print_machine(&boxes);
    if (!strstr(inventory, "\"is\":\"gpu\"") && !options->svg)
        printf("no GPU found by a driver or on PCI\n");
    boxes_free(&boxes);
    return status;
}

int topo_command(const struct options *options)
{
    char problem[256] = "";
    char *inventory = targets_inventory(NULL, problem, sizeof problem);
    if (!inventory)
        return complain(EXIT_WRONG, "%s", problem);
    const int status = options->json ? print_document(inventory) : draw(options, inventory);
    free(inventory);
    return status;
}
