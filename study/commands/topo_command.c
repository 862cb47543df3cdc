/* `warpline topo`: this machine's cores, caches and GPUs. */
#include "cpu/topology.h"
#include "study/commands/commands.h"
#include "study/json/documents.h"
#include "study/message.h"
#include "study/plan/targets.h"
#include "study/units.h"

static void print_device(const char *name, const struct target_facts *facts,
                         const struct pci_place *pci)
{
    char memory[SIZE_TEXT_MAX], size[SIZE_TEXT_MAX], place[256];
    topology_pci_locality(pci->domain, pci->bus, pci->device, place, sizeof place);
    printf("%s %s: %d multiprocessors, memory %s at most %.0f GB/s", name, facts->title,
           facts->multiprocessors, rounded_size_text(facts->memory_bytes, memory),
           facts->peak_gbps);
    if (facts->cache_levels > 0) {
        const struct cache_level *last = &facts->caches[facts->cache_levels - 1];
        printf(", %s %s", last->name, rounded_size_text(last->size_bytes, size));
    }
    printf(", near %s\n", place);
}

/* Returns how many there are. */
static int print_devices(const struct target_ops *kind)
{
    char name[TARGET_NAME_MAX];
    struct pci_place place;
    for (int number = 0; kind->look_up; number++) {
        struct target_facts facts = {.cache_levels = 0};
        if (!kind->look_up(number, &facts, &place))
            return number;
        print_device(target_name(kind, number, name), &facts, &place);
    }
    return 0;
}

int topo_command(const struct options *options)
{
    char problem[256];
    struct topology topology;
    int devices = 0;
    if (topology_open(&topology, NULL, problem, sizeof problem))
        return complain(EXIT_WRONG, "%s", problem);
    if (options->json) {
        const int status = document_topology(&topology);
        topology_close(&topology);
        return status;
    }
    topology_print(&topology, stdout);
    topology_close(&topology);
    for (int i = 0; target_kinds[i]; i++)
        devices += print_devices(target_kinds[i]);
    if (devices == 0)
        printf("no GPU found by a driver\n");
    return EXIT_DONE;
}
