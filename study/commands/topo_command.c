/* `warpline topo`: this machine's cores, caches and GPUs. */
#include "cpu/topology.h"
#include "offload/cuda.h"
#include "study/commands/commands.h"
#include "study/message.h"
#include "study/units.h"

static void print_gpu(int number, const struct cuda_device *gpu)
{
    char memory[SIZE_TEXT_MAX], l2[SIZE_TEXT_MAX], place[256];
    topology_pci_locality(gpu->pci_domain, gpu->pci_bus, gpu->pci_device, place, sizeof place);
    printf("gpu%d %s: %d multiprocessors, memory %s at most %.0f GB/s, L2 %s, near %s\n", number,
           gpu->name, gpu->multiprocessors, rounded_size_text(gpu->memory_bytes, memory),
           gpu->peak_gbps, rounded_size_text(gpu->l2_bytes, l2), place);
}

int topo_command(const struct options *options)
{
    char problem[256];
    struct topology topology;
    struct cuda_device gpu;
    (void)options;
    if (topology_open(&topology, NULL, problem, sizeof problem))
        return complain(EXIT_WRONG, "%s", problem);
    topology_print(&topology, stdout);
    topology_close(&topology);
    int number = 0;
    while (cuda_describe(number, &gpu)) {
        print_gpu(number, &gpu);
        number++;
    }
    if (number == 0)
        printf("no GPU found by the CUDA driver\n");
    return EXIT_DONE;
}
