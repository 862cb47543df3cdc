#include "study/manual/inserts.h"

#include "study/manual/roff.h"
#include "study/model/resource.h"
#include "study/run/columns.h"

void insert_columns(FILE *out)
{
    for (const struct column *c = columns; c->name; c++) {
        roff_tag(out, c->name, c->unit);
        roff_prose(out, c->help);
    }
}

static void write_probe(FILE *out, const struct probe *probe, enum kinds kinds)
{
    fprintf(out, "Probe on %s: ",
            kinds == ON_EITHER ? "either kind of target"
            : kinds == ON_GPU  ? "a GPU"
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
    for (int i = 0; i < RESOURCES; i++) {
        const struct resource_facts *facts = &resources[i];
        roff_tag(out, facts->name, NULL);
        fprintf(out, "In %s; bound: %s.\n", facts->unit, facts->bound);
        write_probe(out, &facts->probe, facts->kinds);
    }
}
