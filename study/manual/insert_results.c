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

void insert_needed_columns(FILE *out)
{
    const char *before = "";
    for (const struct column *c = columns; c->name; c++)
        if (c->needed) {
            fprintf(out, "%s\"%s\"", before, c->name);
            before = ", ";
        }
}

/* Names, units and help contain neither quotes nor backslashes, so JSON needs no escapes. */
void insert_column_properties(FILE *out)
{
    for (const struct column *c = columns; c->name; c++) {
        const char *type = column_is_text(c) ? "string" : "number";
        fprintf(out, "    \"%s\": {\n      \"type\": ", c->name);
        fprintf(out, c->range->absent ? "[\"%s\", \"null\"]" : "\"%s\"", type);
        fprintf(out, ", \"unit\": \"%s\",\n      \"description\": \"%s\"\n    },\n", c->unit,
                c->help);
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
