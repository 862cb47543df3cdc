#include "study/run/columns.h"

#include "study/ceilings/instructions.h"
#include "study/plan/study.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

struct result result_of(const struct point *point, const struct measurement *measured,
                        const char *pages, double copy_gbps, const struct ceilings *ceilings)
{
    struct result result = {.point = point,
                            .measured = measured,
                            .pages = pages,
                            .copy_gbps = copy_gbps,
                            .cost = cost_of(point),
                            .instructions_ns = NAN,
                            .predicted_ns = NAN};
    if (result.cost.has_demand)
        result.predicted_ns = demand_time_ns(&result.cost.demand, ceilings, &result.bound);
    return result;
}

int result_ask_instructions(struct result *result, struct arrays *arrays, uint64_t seed,
                            const struct ceilings *ceilings)
{
    struct instructions instructions;
    const double pass_ns = result->measured->pass_ns.median;
    if (result->measured->invalid ||
        !instructions_suspected(result->point, pass_ns, result->predicted_ns))
        return 0;
    const int status = instructions_measure(result->point, arrays, seed, ceilings, &instructions);
    if (status)
        return status;
    result->instructions_ns = instructions.pass_ns;
    if (instructions_bind(pass_ns, &instructions)) {
        result->predicted_ns = instructions.pass_ns;
        result->bound = instructions_bound;
    }
    return 0;
}

__attribute__((format(printf, 2, 3))) static void put(char *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, COLUMN_TEXT_MAX, format, arguments);
    va_end(arguments);
}

static void put_count(char *text, int64_t count)
{
    put(text, "%lld", (long long)count);
}

static void put_predicted(char *text, double value)
{
    if (!isnan(value))
        put(text, "%.6g", value);
}

/* A time that is not to be trusted is absent. */
static void put_time(char *text, const struct result *r, double ns)
{
    if (!r->measured->invalid)
        put(text, "%.2f", ns);
}

static double gbps_of(const struct result *r)
{
    return (double)r->point->useful_bytes / r->measured->pass_ns.median;
}

static void write_study(const struct result *r, char *text)
{
    put(text, "%s", r->point->study->name);
}

static void write_pattern(const struct result *r, char *text)
{
    put(text, "%s", r->point->pattern->name);
}

static void write_target(const struct result *r, char *text)
{
    put(text, "%s", r->point->target->name);
}

static void write_element_bytes(const struct result *r, char *text)
{
    put_count(text, r->point->element_bytes);
}

static void write_parameter(const struct result *r, char *text)
{
    put(text, "%s", r->point->parameter);
}

static void write_value(const struct result *r, char *text)
{
    if (!r->point->baseline)
        put_count(text, r->point->value);
}

static void write_settings(const struct result *r, char *text)
{
    put(text, "%s", r->point->settings ? r->point->settings : "");
}

static void write_footprint_bytes(const struct result *r, char *text)
{
    put_count(text, r->point->footprint_bytes);
}

static void write_elements(const struct result *r, char *text)
{
    put_count(text, r->point->shape.elements);
}

static void write_useful_bytes(const struct result *r, char *text)
{
    put_count(text, r->point->useful_bytes);
}

static void write_samples(const struct result *r, char *text)
{
    put_count(text, r->measured->pass_ns.samples);
}

static void write_passes(const struct result *r, char *text)
{
    put_count(text, r->measured->high_passes - r->measured->low_passes);
}

static void write_time_ns(const struct result *r, char *text)
{
    put_time(text, r, r->measured->pass_ns.median);
}

static void write_time_min_ns(const struct result *r, char *text)
{
    put_time(text, r, r->measured->pass_ns.minimum);
}

static void write_time_max_ns(const struct result *r, char *text)
{
    put_time(text, r, r->measured->pass_ns.maximum);
}

static void write_ci_low_ns(const struct result *r, char *text)
{
    put_time(text, r, r->measured->pass_ns.low);
}

static void write_ci_high_ns(const struct result *r, char *text)
{
    put_time(text, r, r->measured->pass_ns.high);
}

static void write_bandwidth_gbps(const struct result *r, char *text)
{
    if (!r->measured->invalid)
        put(text, "%.6g", gbps_of(r));
}

static void write_fraction_of_copy(const struct result *r, char *text)
{
    if (!r->measured->invalid && r->copy_gbps > 0)
        put(text, "%.4f", gbps_of(r) / r->copy_gbps);
}

static void write_launch_ns(const struct result *r, char *text)
{
    put(text, "%.1f", r->measured->launch_ns);
}

static void write_level(const struct result *r, char *text)
{
    put(text, "%s", r->point->level);
}

/* Words with blanks between. */
static void write_marks(const struct result *r, char *text)
{
    const struct {
        bool set;
        const char *word;
    } words[] = {{r->point->level_differs, "level-differs"},
                 {measure_disturbed(r->measured), "disturbed"},
                 {r->measured->conditions & CONDITION_SHARED, "shared"},
                 {r->measured->conditions & CONDITION_THROTTLED, "throttled"},
                 {r->measured->conditions & CONDITION_LOW_CLOCK, "low-clock"}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (words[i].set) {
            const size_t used = strlen(text);
            snprintf(text + used, COLUMN_TEXT_MAX - used, "%s%s", used ? " " : "", words[i].word);
        }
}

static void write_valid(const struct result *r, char *text)
{
    if (r->measured->invalid)
        put(text, "no: %s", r->measured->invalid);
    else
        put(text, "yes");
}

static void write_workers(const struct result *r, char *text)
{
    put_count(text, r->measured->placement.workers);
}

static void write_pages(const struct result *r, char *text)
{
    put(text, "%s", r->pages);
}

static void write_ran_on(const struct result *r, char *text)
{
    put(text, "%s", r->measured->placement.where_text);
}

static void write_disturbed(const struct result *r, char *text)
{
    put_count(text, r->measured->disturbed);
}

static void write_predicted_bytes(const struct result *r, char *text)
{
    put_predicted(text, r->cost.predicted_bytes);
}

static void write_requests(const struct result *r, char *text)
{
    put_predicted(text, r->cost.requests);
}

static void write_sectors_per_request(const struct result *r, char *text)
{
    put_predicted(text, r->cost.sectors_per_request);
}

static void write_conflict_degree(const struct result *r, char *text)
{
    put_predicted(text, r->cost.conflict_degree);
}

static void write_lines(const struct result *r, char *text)
{
    put_predicted(text, r->cost.lines);
}

static void write_l1_misses(const struct result *r, char *text)
{
    put_predicted(text, r->cost.misses[0]);
}

static void write_l2_misses(const struct result *r, char *text)
{
    put_predicted(text, r->cost.misses[1]);
}

static void write_l3_misses(const struct result *r, char *text)
{
    put_predicted(text, r->cost.misses[2]);
}

static void write_write_allocate_bytes(const struct result *r, char *text)
{
    put_predicted(text, r->cost.write_allocate_bytes);
}

static void write_predicted_time_ns(const struct result *r, char *text)
{
    put_predicted(text, r->predicted_ns);
}

static void write_bound(const struct result *r, char *text)
{
    put(text, "%s", r->bound ? r->bound : "");
}

static void write_instructions_ns(const struct result *r, char *text)
{
    put_predicted(text, r->instructions_ns);
}

const struct column columns[] = {
    {.name = "study",
     .unit = "text",
     .help = "the study that asked for the point",
     .write = write_study,
     .identifies = true},
    {.name = "pattern",
     .unit = "text",
     .help = "the access pattern",
     .write = write_pattern,
     .identifies = true},
    {.name = "target",
     .unit = "text",
     .help = "where it ran: cpu, gpu0, gpu1, ...",
     .write = write_target,
     .identifies = true},
    {.name = "element_bytes",
     .unit = "bytes",
     .help = "size of an element",
     .write = write_element_bytes,
     .identifies = true},
    {.name = "parameter",
     .unit = "text",
     .help = "the parameter that the study sweeps; - for a copy to compare with",
     .write = write_parameter,
     .identifies = true},
    {.name = "value",
     .unit = "count",
     .help = "the parameter's value; - for a copy to compare with",
     .write = write_value,
     .identifies = true},
    {.name = "footprint_bytes",
     .unit = "bytes",
     .help = "all arrays together",
     .write = write_footprint_bytes,
     .identifies = true},
    {.name = "elements",
     .unit = "count",
     .help = "elements that all workers access in one pass",
     .write = write_elements},
    {.name = "useful_bytes",
     .unit = "bytes",
     .help = "what the algorithm asks for in one pass",
     .write = write_useful_bytes},
    {.name = "samples",
     .unit = "count",
     .help = "times that were measured; samples.csv has them all",
     .write = write_samples},
    {.name = "passes",
     .unit = "count",
     .help = "passes that one sample is the mean of",
     .write = write_passes},
    {.name = "time_ns",
     .unit = "ns",
     .help = "one pass: the median of the samples",
     .write = write_time_ns},
    {.name = "time_min_ns",
     .unit = "ns",
     .help = "one pass: the shortest sample",
     .write = write_time_min_ns},
    {.name = "time_max_ns",
     .unit = "ns",
     .help = "one pass: the longest sample",
     .write = write_time_max_ns},
    {.name = "ci_low_ns",
     .unit = "ns",
     .help = "low end of the median's 95 % confidence interval",
     .write = write_ci_low_ns},
    {.name = "ci_high_ns",
     .unit = "ns",
     .help = "high end of the median's 95 % confidence interval",
     .write = write_ci_high_ns},
    {.name = "bandwidth_gbps",
     .unit = "GB/s",
     .help = "useful_bytes by time_ns",
     .write = write_bandwidth_gbps},
    {.name = "fraction_of_copy",
     .unit = "ratio",
     .help = "bandwidth_gbps by the median of the last five copies like the study's own",
     .write = write_fraction_of_copy},
    {.name = "launch_ns",
     .unit = "ns",
     .help = "a launch that makes no pass",
     .write = write_launch_ns},
    {.name = "level",
     .unit = "text",
     .help = "cache level that holds the footprint, or memory",
     .write = write_level},
    {.name = "marks",
     .unit = "text",
     .help = "why not to compare it: level-differs, disturbed, shared, throttled, low-clock",
     .write = write_marks},
    {.name = "valid", .unit = "text", .help = "yes, or no and the reason", .write = write_valid},
    {.name = "workers",
     .unit = "count",
     .help = "warps of a GPU, threads of a CPU",
     .write = write_workers},
    {.name = "pages",
     .unit = "text",
     .help = "NUMA nodes that hold the pages of the input",
     .write = write_pages},
    {.name = "ran_on",
     .unit = "text",
     .help = "cores or device, as seen from inside the kernel",
     .write = write_ran_on},
    {.name = "disturbed",
     .unit = "count",
     .help = "samples disturbed by other load, also when taken again",
     .write = write_disturbed},
    {.name = "predicted_bytes",
     .unit = "bytes",
     .help = "traffic of one pass with the column level; a GPU's partial-sector writes count twice",
     .write = write_predicted_bytes},
    {.name = "requests",
     .unit = "count",
     .help = "GPU: requests of warps to global memory, in one pass",
     .write = write_requests},
    {.name = "sectors_per_request",
     .unit = "count",
     .help = "GPU: 32-byte sectors that one request touches",
     .write = write_sectors_per_request},
    {.name = "conflict_degree",
     .unit = "count",
     .help = "GPU: bank-conflict degree in shared memory",
     .write = write_conflict_degree},
    {.name = "lines",
     .unit = "count",
     .help = "GPU: 128-byte lines that requests touch, in one pass",
     .write = write_lines},
    {.name = "l1_misses",
     .unit = "count",
     .help = "CPU: accesses that miss the L1, in one pass",
     .write = write_l1_misses},
    {.name = "l2_misses",
     .unit = "count",
     .help = "CPU: accesses that miss the L2, in one pass",
     .write = write_l2_misses},
    {.name = "l3_misses",
     .unit = "count",
     .help = "CPU: accesses that miss the L3, in one pass",
     .write = write_l3_misses},
    {.name = "write_allocate_bytes",
     .unit = "bytes",
     .help = "CPU: of predicted_bytes, what is read only to be written to",
     .write = write_write_allocate_bytes},
    {.name = "predicted_time_ns",
     .unit = "ns",
     .help = "one pass, by the model and the measured ceilings",
     .write = write_predicted_time_ns},
    {.name = "bound",
     .unit = "text",
     .help = "the resource that bounds the predicted time",
     .write = write_bound},
    {.name = "instructions_ns",
     .unit = "ns",
     .help = "one pass of the kernel's instructions alone, asked of passes slower than predicted",
     .write = write_instructions_ns},
    {.name = "settings",
     .unit = "text",
     .help = "other parameters that are not at their standard value: pad=1 chains=2",
     .write = write_settings,
     .identifies = true},
    {.name = NULL},
};

const char *column_text(const struct column *column, const struct result *result,
                        char text[COLUMN_TEXT_MAX])
{
    text[0] = '\0';
    column->write(result, text);
    for (char *c = text; *c; c++)
        *c = *c == ',' ? ';' : *c == '\n' || *c == '"' ? ' ' : *c;
    if (!*text)
        snprintf(text, COLUMN_TEXT_MAX, "-");
    return text;
}

void columns_write_names(FILE *out)
{
    for (const struct column *c = columns; c->name; c++)
        fprintf(out, "%s%c", c->name, c[1].name ? ',' : '\n');
}

void columns_write_row(FILE *out, const struct result *result)
{
    char text[COLUMN_TEXT_MAX];
    for (const struct column *c = columns; c->name; c++)
        fprintf(out, "%s%c", column_text(c, result, text), c[1].name ? ',' : '\n');
}

const char *point_identity(const struct point *point, char text[IDENTITY_MAX])
{
    char field[COLUMN_TEXT_MAX];
    const struct result result = {.point = point};
    text[0] = '\0';
    for (const struct column *c = columns; c->name; c++)
        if (c->identifies)
            identity_add(text, column_text(c, &result, field));
    return text;
}

void identity_add(char text[IDENTITY_MAX], const char *field)
{
    const size_t used = strlen(text);
    snprintf(text + used, IDENTITY_MAX - used, "%s,", field);
}
