#include "study/manual/inserts.h"

#include "patterns/pattern.h"
#include "plots/claims/claims.h"
#include "study/manual/roff.h"
#include "study/own/knobs.h"
#include "study/plan/study.h"

#include <string.h>

enum { TEXT_ROOM = 1024 };

static void write_parameters(FILE *out, const struct pattern *pattern)
{
    char text[TEXT_ROOM];
    for (int i = 0; i < pattern_parameter_count(pattern); i++) {
        const struct parameter *p = &pattern->parameters[i];
        snprintf(text, sizeof text, "%s (%lld to %lld%s; %lld where nothing is set)", p->help,
                 (long long)p->low, (long long)p->high, p->power_of_two ? ", a power of two" : "",
                 (long long)p->standard);
        roff_tag(out, p->name, NULL);
        roff_prose(out, text);
    }
}

static void write_absence(FILE *out, const char *where, const char *why)
{
    if (!why)
        return;
    fprintf(out, ".PP\n%s:\n", where);
    roff_prose(out, why);
}

static void write_sizes(FILE *out, const struct pattern *pattern)
{
    const char *between = "";
    fputs(".br\nElements of", out);
    for (int bytes = 1; bytes <= ELEMENT_BYTES_MAX; bytes *= 2)
        if (pattern->sizes & bytes) {
            fprintf(out, "%s %d", between, bytes);
            between = ",";
        }
    fputs(" bytes.\n", out);
}

static void write_pattern(FILE *out, const struct pattern *pattern)
{
    fprintf(out, ".SS %s\n", pattern->name);
    roff_prose(out, pattern->help);
    fputs(".PP\n.RS\n.EX\n", out);
    roff_code(out, pattern->formula);
    fputs("\n.EE\n.RE\n.PP\n", out);
    roff_prose(out, pattern->lesson);
    write_absence(out, "No CPU counterpart", pattern->no_cpu);
    write_absence(out, "No GPU counterpart", pattern->no_gpu);
    fputs(".PP\nSource: ", out);
    roff_prose(out, pattern->source);
    write_sizes(out, pattern);
    write_parameters(out, pattern);
}

void insert_patterns(FILE *out)
{
    for (const struct pattern *const *p = pattern_catalogue; *p; p++)
        write_pattern(out, *p);
}

void insert_knobs(FILE *out)
{
    for (const struct knob *k = knobs; k->name; k++) {
        roff_tag(out, k->name, NULL);
        roff_prose(out, k->help);
    }
}

/* For studies that sweep one pattern over two parameters, or one parameter of several patterns:
 * whether the name occurs for the first time. */
static bool is_first(const struct sweep *sweeps, int number, bool of_parameters)
{
    for (int i = 0; i < number; i++)
        if (of_parameters ? strcmp(sweeps[i].parameter, sweeps[number].parameter) == 0
                          : strcmp(sweeps[i].pattern, sweeps[number].pattern) == 0)
            return false;
    return true;
}

/* Writes the range of a sweep; for listed values that is the first and the last. */
static void write_range(FILE *out, const struct sweep *sweep)
{
    static const char *const ranges[] = {
        [SWEEP_POWERS] = "1 to all elements of a thread",
        [SWEEP_WINDOWS] = "1 to all elements",
        [SWEEP_THREADS] = "1 to all threads",
        [SWEEP_FOOTPRINTS] = "8 KiB to memory",
        [SWEEP_SIZES] = "8 KiB to 2 GiB",
        [SWEEP_ELEMENTS] = "all sizes",
        [SWEEP_WORKERS] = NULL, /* the last kind */
    };
    if (ranges[sweep->kind]) {
        fprintf(out, " (%s)", ranges[sweep->kind]);
        return;
    }
    const char *last = strrchr(sweep->full, ' ');
    fprintf(out, " (%.*s", (int)strcspn(sweep->full, " "), sweep->full);
    if (last)
        fprintf(out, " to %s", last + 1);
    fputc(')', out);
}

static void write_swept(FILE *out, const struct sweep *sweeps)
{
    const char *between = "";
    for (int i = 0; i < SWEEPS_MAX && sweeps[i].pattern; i++)
        if (is_first(sweeps, i, true)) {
            fputs(between, out);
            roff_code(out, sweeps[i].parameter);
            write_range(out, &sweeps[i]);
            between = ", ";
        }
}

static void write_names(FILE *out, const struct sweep *sweeps)
{
    const char *between = "";
    for (int i = 0; i < SWEEPS_MAX && sweeps[i].pattern; i++)
        if (is_first(sweeps, i, false)) {
            fputs(between, out);
            roff_code(out, sweeps[i].pattern);
            between = ", ";
        }
}

static void write_study(FILE *out, const struct study *study)
{
    roff_tag(out, study->name, NULL);
    roff_prose(out, study->question);
    fputs(".br\nSwept: ", out);
    write_swept(out, study->sweeps);
    fputs(".\n.br\nPatterns: ", out);
    write_names(out, study->sweeps);
    fputs(".\n", out);
}

void insert_studies(FILE *out)
{
    for (const char *const *group = study_groups; *group; group++) {
        fprintf(out, ".SS %s\n", *group);
        for (const struct study *study = study_catalogue; study->name; study++)
            if (strcmp(study->group, *group) == 0)
                write_study(out, study);
    }
}

void insert_claims(FILE *out)
{
    char studies[TEXT_ROOM];
    for (const struct claim *claim = claims; claim->id; claim++) {
        roff_tag(out, claim->id, NULL);
        roff_prose(out, claim->text);
        fputs(".br\nSource: ", out);
        roff_code(out, claim->source);
        fputs("; decided by: ", out);
        roff_code(out, claim_studies(claim, studies, sizeof studies));
        fputs(".\n", out);
    }
}
