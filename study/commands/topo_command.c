/* `warpline topo`: this machine's cores, caches and GPUs, drawn by lstopo, and a short table of
 * further facts. */
#include "cpu/limits.h"
#include "cpu/topology.h"
#include "plots/page/lstopo.h"
#include "study/base/file.h"
#include "study/base/message.h"
#include "study/base/units.h"
#include "study/ceilings/ceilings.h"
#include "study/ceilings/remembered.h"
#include "study/commands/commands.h"
#include "study/json/document.h"
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

static bool is_half(double share)
{
    return share > 0.35 && share < 0.65;
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

/* What earlier runs found of caches and large pages (study/ceilings/ceilings.h), where it is not
 * what is reported. Two hardware threads that are shown as two cores have half of an L1 and L2
 * each. */
static void print_found(void)
{
    int number;
    char problem[TEXT_MAX];
    struct target_facts facts;
    struct ceiling_set found;
    const struct target_ops *cpu = target_kind("cpu", &number);
    if (cpu->outline(&facts, problem, sizeof problem) ||
        ceilings_recall("cpu", &facts, &found, problem, sizeof problem))
        return;
    ceilings_apply(&found.known, &facts);
    for (int i = 0; i < facts.cache_levels; i++)
        if (facts.caches[i].share > 0 && facts.caches[i].share < 1)
            printf("%s: its workers were found to have %.3g of what is reported\n",
                   facts.caches[i].name, facts.caches[i].share);
    if (l3_loses_lines(&found.known))
        printf("L3: lines that are not used for %s ms are gone, evicted by others on the chip\n",
               DIGITS(found.known.ns_each[CPU_L3_STAYS] * 1e-6, 2));
    if (facts.large_pages == LARGE_SPLIT)
        printf("large pages: a TLB needs as many entries for them as for small ones\n");
    if (facts.cache_levels > 1 && is_half(facts.caches[0].share) &&
        is_half(facts.caches[1].share) && facts.multiprocessors > 1)
        printf("so these %d CPUs are %d core%s, with two hardware threads each\n",
               facts.multiprocessors, facts.multiprocessors / 2,
               facts.multiprocessors < 4 ? "" : "s");
}

static void print_node(const struct topology_node *node, int count,
                       const struct topology_device *devices, int device_count)
{
    char all[SIZE_TEXT_MAX], left[SIZE_TEXT_MAX];
    printf("%4d  %-14s  %9s  %9s", node->number, node->cpus[0] ? node->cpus : "none",
           rounded_size_text(node->all_bytes, all),
           node->free_bytes < 0 ? "-" : rounded_size_text(node->free_bytes, left));
    for (int i = 0; i < count && node->distance[i]; i++)
        printf("%*d", i ? 4 : 5, node->distance[i]);
    for (int i = 0; i < device_count; i++)
        if (devices[i].node == node->number)
            printf("  %.*s", (int)strcspn(devices[i].label, " "), devices[i].label);
    printf("\n");
}

/* NUMA nodes as `numactl -H` shows them, with the GPUs near each; cores of several kinds. */
static void print_nodes(const struct topology *topology, const struct topology_device *devices,
                        int device_count)
{
    static struct topology_node nodes[NODES_MAX];
    char cpus[TEXT_MAX];
    const int count = topology_nodes(topology, nodes);
    printf("NUMA  CPUs               memory       free  distances, GPUs near\n");
    for (int i = 0; i < count; i++)
        print_node(&nodes[i], count, devices, device_count);
    for (int i = 0; topology_kind(topology, 1, cpus, sizeof cpus) &&
                    topology_kind(topology, i, cpus, sizeof cpus);
         i++)
        printf("cores of kind %d%s: CPUs %s\n", i, i ? "" : " (the least powerful)", cpus);
}

/* Without lstopo only the table is printed. */
static int print_machine(const struct topology *topology, const char *xml,
                         const struct topology_device *devices, int device_count)
{
    char problem[TEXT_MAX];
    char *drawing = lstopo_draw(xml, "ascii", problem, sizeof problem);
    if (!topology->this_system)
        printf("(not the machine that this runs on)\n");
    if (drawing)
        printf("%s\n", drawing);
    const int status = targets_print_found();
    topology_print_use(topology, stdout);
    print_nodes(topology, devices, device_count);
    if (topology->this_system) {
        print_memory();
        print_found();
    }
    if (!drawing)
        printf("no drawing: %s\n", problem);
    free(drawing);
    return status;
}

static int draw(const struct topology *topology, const char *svg)
{
    char problem[TEXT_MAX];
    struct topology_device devices[TARGETS_MAX];
    const int count = targets_devices(NULL, devices);
    char *xml = topology_xml(devices, count, problem, sizeof problem);
    const int status = !xml  ? complain(EXIT_WRONG, "%s", problem)
                       : svg ? write_svg(xml, svg)
                             : print_machine(topology, xml, devices, count);
    free(xml);
    return status;
}

int topo_command(const struct options *options)
{
    char problem[TEXT_MAX];
    struct topology topology;
    int status = EXIT_DONE;
    const int code = topology_open(&topology, NULL, problem, sizeof problem);
    if (code)
        return complain(code == -EINVAL ? EXIT_USAGE : EXIT_WRONG, "%s", problem);
    if (options->json)
        document_topology(&topology);
    else
        status = draw(&topology, options->svg);
    topology_close(&topology);
    return status;
}
