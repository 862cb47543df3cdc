/* `warpline batch`: prints, submits or follows jobs that measure the nodes of a cluster. */
#include "study/batch/batch.h"
#include "study/batch/slurm.h"
#include "study/commands/commands.h"
#include "study/message.h"
#include "study/own/own_names.h"
#include "study/plan/plan.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TIME_DEFAULT_S = 3600, TIME_LEAST_S = 60 };
static const char out_default[] = "warpline-batch";

/* Texts that Slurm gets go into lines of the script that bash does not read, and Slurm's quoting
 * there is its own. */
static int check_texts(const struct batch_options *o)
{
    const struct {
        const char *name, *text;
    } texts[] = {{"gres", o->gres},
                 {"time", o->time},
                 {"account", o->account},
                 {"qos", o->qos},
                 {"constraint", o->constraint},
                 {"deadline", o->deadline}};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (texts[i].text && (!texts[i].text[0] || !slurm_text(texts[i].text)))
            return complain(EXIT_USAGE,
                            "option --%s: '%s' has a letter that none of Slurm's names has; see "
                            "sbatch --help",
                            texts[i].name, texts[i].text);
    if (o->nodes && o->nodelist)
        return complain(EXIT_USAGE, "option --nodes: there is --nodelist, too; use one of them");
    return 0;
}

/* bash gets it quoted, whatever it holds; a log has one line for each. */
static int check_out(const char *out)
{
    if (!out[0])
        return complain(EXIT_USAGE, "option --out: the name is empty; name a folder");
    for (const char *c = out; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 127)
            return complain(EXIT_USAGE, "option --out: the name has a control character; name "
                                        "another folder");
    if (strlen(out) > PATH_TEXT_MAX / 2)
        return complain(EXIT_USAGE, "option --out: the name has %zu letters; use %d at most",
                        strlen(out), PATH_TEXT_MAX / 2);
    return 0;
}

static int absolute_out(const char *out, char path[PATH_TEXT_MAX])
{
    char here[PATH_TEXT_MAX / 2 - 1];
    if (out[0] != '/' && !getcwd(here, sizeof here))
        return complain(EXIT_WRONG, "the working folder: %s", strerror(errno));
    snprintf(path, PATH_TEXT_MAX, "%s%s%s", out[0] == '/' ? "" : here, out[0] == '/' ? "" : "/",
             out);
    return 0;
}

static int own_program(char path[PATH_TEXT_MAX])
{
    const ssize_t length = readlink("/proc/self/exe", path, PATH_TEXT_MAX - 1);
    if (length < 0)
        return complain(EXIT_WRONG, "/proc/self/exe: %s", strerror(errno));
    path[length] = '\0';
    return 0;
}

/* What a task may take, within what the partition allows. */
static int choose_time(struct batch *batch)
{
    const struct batch_options *o = &batch->options->batch;
    const int64_t limit_s = batch->nodes.limit_s;
    batch->time_s = limit_s < TIME_DEFAULT_S ? limit_s : TIME_DEFAULT_S;
    if (o->time && (!slurm_seconds(o->time, &batch->time_s) || batch->time_s < TIME_LEAST_S ||
                    batch->time_s == INT64_MAX))
        return complain(EXIT_USAGE,
                        "option --time: %s is no time of a minute or more; use 30 (minutes), "
                        "1:30:00 or 1-12",
                        o->time);
    if (batch->time_s > limit_s)
        return complain(EXIT_USAGE,
                        "option --time: %s: partition %s allows %lld minutes; use at most so many",
                        o->time, o->partition, (long long)(limit_s / 60));
    return 0;
}

static int print_or_submit(const struct batch *batch)
{
    int status = 0;
    if (!batch->options->batch.submit && !batch->options->batch.wait)
        script_write(stdout, batch);
    else
        status = batch_submit(batch);
    return status || !batch->options->batch.wait ? status : batch_wait(batch->out);
}

static int make_batch(const struct options *options)
{
    char out[PATH_TEXT_MAX], program[PATH_TEXT_MAX];
    struct batch batch = {.options = options, .program = program, .out = out};
    int status = absolute_out(options->out, out);
    if (!status)
        status = own_program(program);
    if (!status)
        status = nodes_ask(options->batch.partition, &batch.nodes);
    if (!status)
        status = choose_time(&batch);
    if (!status)
        status = nodes_choose(&options->batch, &batch.nodes);
    if (!status)
        status = print_or_submit(&batch);
    nodes_free(&batch.nodes);
    return status;
}

/* `batch status DIR`, `batch cancel DIR`; -1 where it is neither. */
static int follow(const struct options *options)
{
    static const struct {
        const char *name;
        int (*function)(const char *folder);
    } actions[] = {{"status", batch_status}, {"cancel", batch_cancel}};
    for (size_t i = 0; i < sizeof actions / sizeof *actions; i++) {
        if (options->name_count == 0 || strcmp(options->names[0], actions[i].name) != 0)
            continue;
        if (options->name_count > 2)
            return complain(EXIT_USAGE, "argument %s: one too many; use warpline batch %s DIR",
                            options->names[2], actions[i].name);
        return actions[i].function(options->name_count == 2 ? options->names[1] : out_default);
    }
    return -1;
}

/* As `run` takes them. */
static int check_names(const struct options *options)
{
    struct own_words words;
    struct options placed = *options;
    own_names_sweep(&placed, &words);
    return plan_check_names(&placed);
}

int batch_command(const struct options *options)
{
    struct options wanted = *options;
    int status = follow(options);
    if (status >= 0)
        return status;
    wanted.out = options->out ? options->out : out_default;
    status = own_names_take(&wanted);
    if (!status)
        status = check_names(&wanted);
    if (!status)
        status = check_texts(&wanted.batch);
    if (!status)
        status = check_out(wanted.out);
    if (status)
        return status;
    return wanted.batch.local ? batch_local(&wanted) : make_batch(&wanted);
}
