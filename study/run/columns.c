#include "study/run/columns.h"

#include "study/base/text.h"
#include "study/model/gpu/compose_gpu.h"
#include "study/model/model.h"
#include "study/plan/study.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

struct result result_of(const struct point *point, const struct measurement *measured,
                        const struct seen_memory *memory, double copy_gbps, struct cost cost,
                        const struct ceilings *ceilings)
{
    struct result result = {.point = point,
                            .measured = measured,
                            .memory = memory,
                            .copy_gbps = copy_gbps,
                            .cost = cost,
                            .predicted_ns = NAN};
    result_predict(&result, NAN, ceilings);
    return result;
}

void result_predict(struct result *result, double core_ns, const struct ceilings *ceilings)
{
    struct cost *cost = &result->cost;
    result->core_ns = core_ns;
    if (!cost->has_demand)
        return;
    cost_take_residence(ceilings, cost);
    cost_take_load(result->point, result->measured->load_gbps, ceilings, cost);
    if (isnan(core_ns))
        result->predicted_ns = demand_time_ns(&cost->demand, ceilings, &result->bound);
    else if (result->point->target->ops->side == SIDE_GPU)
        result->predicted_ns = compose_gpu_ns(&cost->demand, ceilings, core_ns, &result->bound);
    else
        result->predicted_ns = compose_cpu_ns(&cost->demand, ceilings, core_ns, &result->bound);
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

/* An invalid time is left out. */
static void put_time(char *text, const struct result *r, double ns)
{
    if (!r->measured->invalid)
        put(text, "%.2f", ns);
}

static double gbps_of(const struct result *r)
{
    return (double)r->point->useful_bytes / r->measured->pass_ns.median;
}

static void put_bandwidth(char *text, const struct result *r)
{
    if (!r->measured->invalid)
        put(text, "%.6g", gbps_of(r));
}

static void put_fraction(char *text, const struct result *r)
{
    if (!r->measured->invalid && r->copy_gbps > 0)
        put(text, "%.4f", gbps_of(r) / r->copy_gbps);
}

static void put_value(char *text, const struct point *point)
{
    if (!point->baseline)
        put_count(text, point->value);
}

/* Words with blanks between. */
static void put_marks(char *text, const struct result *r)
{
    const struct {
        bool set;
        const char *word;
    } words[] = {{r->point->level_differs, "level-differs"},
                 {measure_disturbed(r->measured), "disturbed"},
                 {measure_by_quota(r->measured), "quota"},
                 {r->measured->conditions & CONDITION_SHARED, "shared"},
                 {r->measured->conditions & CONDITION_THROTTLED, "throttled"},
                 {r->measured->conditions & CONDITION_LOW_CLOCK, "low-clock"}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (words[i].set)
            text_add(text, COLUMN_TEXT_MAX, "%s%s", *text ? " " : "", words[i].word);
}

static void put_valid(char *text, const struct measurement *measured)
{
    if (measured->invalid)
        put(text, "no: %s", measured->invalid);
    else
        put(text, "yes");
}

#define COLUMN(name, unit, kind, flags, help, written)           \
    static void write_##name(const struct result *r, char *text) \
    {                                                            \
        written;                                                 \
    }
#include "plots/data/columns.def"
#undef COLUMN

#define COLUMN(name, unit, kind, flags, help, written) [COLUMN_##name] = write_##name,
static void (*const writers[COLUMN_COUNT])(const struct result *, char *) = {
#include "plots/data/columns.def"
};

const char *column_text(const struct column *column, const struct result *result,
                        char text[COLUMN_TEXT_MAX])
{
    text[0] = '\0';
    writers[column - columns](result, text);
    quote_plain(text, text, COLUMN_TEXT_MAX);
    for (char *c = text; *c; c++)
        *c = *c == ',' ? ';' : *c == '"' ? ' ' : *c;
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
    text_add(text, IDENTITY_MAX, "%s,", field);
}
