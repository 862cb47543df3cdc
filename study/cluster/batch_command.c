/* `warpline batch`: fills in the template of a Slurm script, batch.sh, and prints or submits it. */
#include "cpu/memory.h"
#include "cpu/placing.h"
#include "study/base/folders.h"
#include "study/base/message.h"
#include "study/base/text.h"
#include "study/commands/commands.h"
#include "study/own/own.h"
#include "study/own/own_names.h"
#include "study/plan/plan.h"
#include "warpline_build.h"

#include <ctype.h>
#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/mman.h>
#include <unistd.h>

static void put_program(FILE *out, const struct options *options)
{
    char path[PATH_TEXT_MAX];
    (void)options;
    const ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    path[length < 0 ? 0 : length] = '\0';
    quote_shell(out, length < 0 ? "warpline" : path);
}

/* Options of sbatch, those that are given: `--name=value`, one word each. */
struct slurm_option {
    const char *name, *value;
};

static void put_slurm_options(FILE *out, const struct slurm_option options[3])
{
    const char *before = "";
    for (int i = 0; i < 3; i++)
        if (options[i].value) {
            fprintf(out, "%s--%s=", before, options[i].name);
            quote_shell(out, options[i].value);
            before = " ";
        }
}

static void put_site(FILE *out, const struct options *options)
{
    const struct batch_options *o = &options->batch;
    const struct slurm_option site[] = {
        {"partition", o->partition}, {"account", o->account}, {"qos", o->qos}};
    put_slurm_options(out, site);
}

static void put_each(FILE *out, const struct options *options)
{
    const struct batch_options *o = &options->batch;
    const struct slurm_option each[] = {
        {"gres", o->gres}, {"constraint", o->constraint}, {"deadline", o->deadline}};
    put_slurm_options(out, each);
}

/* A user's own pattern file gets its absolute path, so that the nodes find it. */
static void put_measured(FILE *out, const char *name)
{
    char plain[PATH_TEXT_MAX], path[2 * PATH_TEXT_MAX];
    const size_t length = strcspn(name, ":");
    snprintf(plain, sizeof plain, "%.*s", (int)length, name);
    const struct pattern *pattern = pattern_find(plain);
    const char *file = pattern ? own_file(pattern) : NULL;
    if (file && realpath(file, plain)) {
        snprintf(path, sizeof path, "%s%s", plain, name + length);
        name = path;
    }
    quote_shell(out, name);
}

static void put_run(FILE *out, const struct options *o)
{
    for (int i = 0; i < o->name_count; i++) {
        fputs(i ? " " : "", out);
        put_measured(out, o->names[i]);
    }
    if (o->on) {
        fputs(" --on ", out);
        quote_shell(out, o->on);
    }
    const struct plan_request request = options_request(o);
    plan_put_options(out, &request, quote_shell);
    if (o->seed != 1)
        fprintf(out, " --seed %lld", (long long)o->seed);
}

/* A placeholder between two @ in the template, and its replacement: what `put` writes, a word (if
 * given), or a number (if not 0), which are fields of the options. */
static const struct slot {
    const char *name;
    void (*put)(FILE *out, const struct options *options);
    size_t word, number;
} slots[] = {
    {"program", .put = put_program},
    {"out", .word = offsetof(struct options, out)},
    {"partition", .word = offsetof(struct options, batch.partition)},
    {"time", .word = offsetof(struct options, batch.time)},
    {"nodelist", .word = offsetof(struct options, batch.nodelist)},
    {"nodes", .number = offsetof(struct options, batch.nodes)},
    {"at-once", .number = offsetof(struct options, batch.at_once)},
    {"site", .put = put_site},
    {"each", .put = put_each},
    {"run", .put = put_run},
};

static void put_slot(FILE *out, const struct slot *slot, const struct options *options)
{
    const char *word = NULL;
    int64_t number = 0;
    if (slot->put)
        slot->put(out, options);
    if (slot->word)
        memcpy(&word, (const char *)options + slot->word, sizeof word);
    if (slot->number)
        memcpy(&number, (const char *)options + slot->number, sizeof number);
    if (word)
        quote_shell(out, word);
    if (number > 0)
        fprintf(out, "%lld", (long long)number);
}

/* NULL if `text` begins with something else, such as `"$@"` of bash. */
static const struct slot *slot_at(const char *text)
{
    for (size_t i = 0; i < sizeof slots / sizeof *slots && text[0] == '@'; i++) {
        const size_t length = strlen(slots[i].name);
        if (strncmp(slots[i].name, text + 1, length) == 0 && text[length + 1] == '@')
            return &slots[i];
    }
    return NULL;
}

static void fill_in(FILE *out, FILE *template, const struct options *options)
{
    char *line = NULL;
    size_t size = 0;
    while (getline(&line, &size, template) > 0)
        for (const char *c = line; *c; c++) {
            const struct slot *slot = slot_at(c);
            if (!slot) {
                putc(*c, out);
                continue;
            }
            put_slot(out, slot, options);
            c += strlen(slot->name) + 1;
        }
    free(line);
}

static int write_script(FILE *out, const struct options *options)
{
    char path[PATH_TEXT_MAX];
    if (!program_folder(WARPLINE_BATCH_INSTALLED, WARPLINE_BATCH_BUILT, path))
        return complain(EXIT_WRONG, "the template of the script (%s) is missing; install again",
                        WARPLINE_BATCH_INSTALLED);
    FILE *template = fopen(path, "r");
    if (!template)
        return complain(EXIT_WRONG, "%s: %s", path, strerror(errno));
    fill_in(out, template, options);
    const int error = ferror(template);
    fclose(template);
    return error ? complain(EXIT_WRONG, "%s cannot be read", path) : 0;
}

/* Replaces this program by bash, which runs the script; the script submits itself. */
static int submit(const struct options *options)
{
    char path[32];
    const int memory = memfd_create("batch.sh", 0);
    FILE *script = memory < 0 ? NULL : fdopen(memory, "w");
    if (!script)
        return complain(EXIT_WRONG, "no memory for the script: %s", strerror(errno));
    const int status = write_script(script, options);
    if (status)
        return status;
    if (fflush(script))
        return complain(EXIT_WRONG, "no memory for the script: %s", strerror(errno));
    snprintf(path, sizeof path, "/dev/fd/%d", memory);
    execlp("bash", "bash", path, NULL);
    return complain(EXIT_WRONG, "bash cannot be run: %s", strerror(errno));
}

/* Slurm expands `%` in the name of a log; `\` prevents that. */
static int check_out(const char *out)
{
    for (const char *c = out; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 127 || strchr("%\\", *c))
            return complain(EXIT_USAGE,
                            "option --out: the name has a control character, %% or \\, which "
                            "Slurm does not take in the name of a log; name another folder");
    return 0;
}

static int absolute_out(const char *out, char path[PATH_TEXT_MAX])
{
    char here[PATH_TEXT_MAX] = "";
    if (!out[0])
        return complain(EXIT_USAGE, "option --out: the name is empty; name a folder");
    if (out[0] == '~')
        return complain(EXIT_USAGE,
                        "option --out: the shell left %s as it is, as in --out=~/x; write --out "
                        "~/x, or ./~/x for a folder of that name",
                        out);
    if (out[0] != '/' && !getcwd(here, sizeof here))
        return complain(EXIT_WRONG, "the working folder: %s", strerror(errno));
    if (snprintf(path, PATH_TEXT_MAX, "%s%s%s", here, out[0] == '/' ? "" : "/", out) >=
        PATH_TEXT_MAX)
        return complain(EXIT_USAGE, "option --out: the name is too long; name another folder");
    return check_out(path);
}

/* Slurm's forms of a duration: minutes, minutes:seconds, hours:minutes:seconds, and days-hours,
 * which may be followed by :minutes and :seconds; and words for no limit. */
static bool is_duration(const char *text)
{
    const char *day = strchr(text, '-'), *at = text;
    int numbers = 1;
    if (strcasecmp(text, "unlimited") == 0 || strcasecmp(text, "infinite") == 0)
        return true;
    for (bool more = true; more; numbers += more) {
        char *end;
        const long most = numbers == 1 || at[-1] == '-' ? 1000000 : 59;
        if (!isdigit((unsigned char)*at) || strtol(at, &end, 10) > most)
            return false;
        more = *end == ':' || end == day;
        at = end + more;
    }
    return !*at && numbers <= (day ? 4 : 3) && (!day || strtol(day + 1, NULL, 10) < 24);
}

/* A moment as sbatch reads it: a time of day, a date, now+COUNT, or a word. */
static bool is_moment(const char *text)
{
    static const char *const words[] = {"midnight", "noon", "fika", "teatime", "today", "tomorrow"};
    if (isdigit((unsigned char)text[0]))
        return !text[strspn(text, "0123456789:/.-T apmAPM")];
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcasecmp(text, words[i]) == 0)
            return true;
    return strncasecmp(text, "now", 3) == 0 && (!text[3] || strchr("+-", text[3]));
}

/* Whether each bracket of a list of nodes is closed: n[1-3],n7. */
static bool is_closed(const char *list)
{
    int open = 0;
    for (; *list && open >= 0 && open <= 1; list++)
        open += (*list == '[') - (*list == ']');
    return open == 0;
}

static int check_slurm_words(const struct batch_options *o)
{
    if (o->time && !is_duration(o->time))
        return complain(EXIT_USAGE,
                        "option --time: %s is no time; use minutes, hours:minutes:seconds or "
                        "days-hours, such as 30 or 1:30:00",
                        o->time);
    if (o->deadline && !is_moment(o->deadline))
        return complain(EXIT_USAGE,
                        "option --deadline: %s is no time; use such as 7:00, 2030-01-31T12:00 or "
                        "now+2hours",
                        o->deadline);
    if (o->nodelist && !is_closed(o->nodelist))
        return complain(EXIT_USAGE,
                        "option --nodelist: %s has a bracket without its other one; use such as "
                        "n[1-3],n7",
                        o->nodelist);
    return 0;
}

/* What `run` will be given on the nodes, which may have other parts than this machine. */
static int check_placing(const struct placing *placing)
{
    char problem[512];
    return placing_check(placing, problem, sizeof problem) ||
                   memory_wish_check(placing, problem, sizeof problem)
               ? complain(EXIT_USAGE, "%s", problem)
               : 0;
}

static int check_slurm_options(const struct batch_options *o)
{
    if (!o->partition || !o->partition[0])
        return complain(EXIT_USAGE,
                        "option --partition: is needed: a partition of the cluster; see sinfo");
    if (o->nodes && o->nodelist)
        return complain(EXIT_USAGE, "option --nodes: there is --nodelist, too; use one of them");
    return check_slurm_words(o);
}

/* Checks the names in the same way as `run`. */
static int check_names(const struct options *options)
{
    struct own_words words;
    struct options placed = *options;
    own_names_sweep(placed.names, placed.name_count, &words);
    const struct plan_request request = options_request(&placed);
    return plan_check_names(&request);
}

int batch_command(const struct options *options)
{
    char out[PATH_TEXT_MAX];
    struct options wanted = *options;
    wanted.out = out;
    int status = check_names(options);
    if (!status)
        status = check_slurm_options(&options->batch);
    if (!status)
        status = check_placing(&options->placing);
    if (!status)
        status = absolute_out(options->out ? options->out : "warpline-batch", out);
    if (status)
        return status;
    return options->batch.submit ? submit(&wanted) : write_script(stdout, &wanted);
}
