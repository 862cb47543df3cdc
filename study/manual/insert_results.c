#include "study/manual/inserts.h"

#include "study/ceilings/probes.h"
#include "study/manual/roff.h"

static void write_probe(FILE *out, const struct probe *probe)
{
    fprintf(out, "Probe on %s: ",
            probe->gpu && probe->cpu ? "either kind of target"
            : probe->gpu             ? "a GPU"
                                     : "a CPU");
    roff_code(out, probe->pattern);
    if (probe->parameter) {
        fputs(", ", out);
        roff_code(out, probe->parameter);
        fprintf(out, " %lld", (long long)probe->value);
    }
    fputs(".\n", out);
}

void insert_ceilings(FILE *out)
{
    for (int i = 0; i < probe_count; i++) {
        const struct resource_facts *facts = &resources[probes[i].resource];
        roff_tag(out, facts->name, NULL);
        fprintf(out, "In %s; bound: %s.\n", facts->unit, facts->bound);
        write_probe(out, &probes[i]);
    }
}
