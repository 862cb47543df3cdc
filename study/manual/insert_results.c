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

void insert_ceilings(FILE *out)
{
    for (int i = 0; i < RESOURCES; i++) {
        const struct resource_facts *facts = &resources[i];
        roff_tag(out, facts->name, facts->unit);
        fprintf(out, "%s; %s; ",
                facts->kinds == ON_EITHER ? "both"
                : facts->kinds == ON_GPU  ? "GPU"
                                          : "CPU",
                facts->bound);
        roff_code(out, facts->probe.pattern);
        if (facts->probe.parameter) {
            fputc(' ', out);
            roff_code(out, facts->probe.parameter);
            fprintf(out, "=%lld", (long long)facts->probe.value);
        }
        fputc('\n', out);
    }
}
