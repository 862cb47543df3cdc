#include "study/commands/options.h"

#include "study/base/message.h"
#include "study/base/text.h"
#include "study/base/units.h"
#include "study/own/own_names.h"
#include "warpline_build.h"
#include "warpline_commit.h"

#include <argp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* An option's key: the field of struct options that gets its value. There are no short options. */
#define FIELD(name) ((int)offsetof(struct options, name))

#define OPTION(name, field, value, help)      \
    {                                         \
        name, FIELD(field), value, 0, help, 0 \
    }
#define ON(what)   OPTION("on", on, "TARGET,...", what)
#define MEASURE_ON ON("targets: cpu, gpu0, ... (default: all that are present)")
#define CORES                               \
    OPTION("cores", placing.cores, "COUNT", \
           "number of CPU cores, the least busy ones (default: all that are allowed)")
#define CPUS                                                                                    \
    OPTION("cpus", placing.cpus, "LIST",                                                        \
           "CPUs to use, as hwloc names them: 0-3,8 core:0-3 numa:1 package:0.core:1-2 kind:1 " \
           "(default: all that are allowed)")
#define BIND                                                                                   \
    OPTION("bind", placing.bind, "WORDS",                                                      \
           "bind each thread to a core, thread, numa or package; fewer threads take close or " \
           "spread ones, such as thread,spread (default: core, the least busy)")
#define MEMORY                                 \
    OPTION("memory", placing.memory, "POLICY", \
           "arrays in local, interleave, node:N or first-touch memory (default: first-touch)")
#define PAGES                                                                                    \
    OPTION("pages", placing.pages, "PAGES",                                                      \
           "arrays in pages of 4k, 2m, 1g (these two reserved) or transparent (default: as the " \
           "system has it)")
#define PLACING CORES, CPUS, BIND, MEMORY, PAGES
#define ELEMENT \
    OPTION("element", element_bytes, "BYTES", "size of an element: 1, 2, 4, 8 or 16 (default: 4)")
#define SET(help) OPTION("set", settings, "NAME=VALUE", help)
#define SET_ONE   SET("value of a parameter; can be given several times")
#define QUICK     OPTION("quick", quick, NULL, "quick form: fewer values, shorter samples")
#define SAMPLES \
    OPTION("samples", samples, "COUNT", "samples of each point, 10 to 1000 (default: 10)")
#define WARMUP                        \
    OPTION("warmup", warmup, "COUNT", \
           "samples to drop first, 0 to 1000 (default: 2, with --quick 0)")
#define COPY_FOOTPRINT                                                                           \
    OPTION("footprint", footprint_bytes, "SIZE",                                                 \
           "both arrays of a plain copy, such as 512MiB (default: 4 times the last cache, on a " \
           "GPU 8 times)")
#define SEED OPTION("seed", seed, "NUMBER", "seed of the random order of points (default: 1)")
#define SANDBOX                      \
    OPTION("sandbox", sandbox, NULL, \
           "compile and run a stranger's FILE.c in a sandbox (bubblewrap), without a GPU")
#define JSON OPTION("json", json, NULL, "print one JSON document instead of text")

const struct argp_option run_options[] = {
    MEASURE_ON,
    QUICK,
    OPTION("sweep", sweeps, "NAME=VALUES",
           "measure the patterns over values of a parameter, such as edge=64,256,1024 or "
           "stride=1..64*2; each value of a second --sweep is a line of the figure"),
    SET("value of a parameter, in all patterns that have it; can be given several times"),
    OPTION("dry-run", dry_run, NULL, "print the points, the memory and the time, and stop"),
    OPTION("out", out, "DIR", "folder of results (default: warpline-results)"),
    OPTION("under", under, "DIR",
           "write into DIR/HOST or DIR/HOST.gpuN, one folder of results for each host; not with "
           "--out"),
    SAMPLES,
    WARMUP,
    ELEMENT,
    COPY_FOOTPRINT,
    PLACING,
    SEED,
    OPTION("text", text, NULL, "draw the figures as text at the end"),
    JSON,
    SANDBOX,
    {0}};

const struct argp_option check_options[] = {MEASURE_ON, CORES, SANDBOX, {0}};

const struct argp_option show_options[] = {
    OPTION("code", code, NULL, "print the built kernel: source, assembly, PTX, SASS"),
    SET_ONE,
    ON("targets to predict for, present or not (default: cpu,gpu0)"),
    ELEMENT,
    OPTION("footprint", footprint_bytes, "SIZE", "both arrays of a plain copy (default: 512MiB)"),
    OPTION("with", withs, "RESULTS|none",
           "results whose ceilings predict times: recorded (h200), a results folder, or none "
           "(default: h200 for GPUs, none for the CPU)"),
    JSON,
    SANDBOX,
    {0}};

const struct argp_option time_options[] = {
    SET_ONE,
    MEASURE_ON,
    ELEMENT,
    OPTION("samples", samples, "COUNT",
           "samples, 10 to 1000, without a time limit (default: 50, with --quick 20, or as many as "
           "fit into 10 s)"),
    COPY_FOOTPRINT,
    OPTION("quick", quick, NULL, "fewer and shorter samples"),
    PLACING,
    JSON,
    SANDBOX,
    {0}};

const struct argp_option report_options_table[] = {
    OPTION("text", text, NULL, "draw the figures as text on the terminal; write no page"),
    OPTION(
        "with", withs, "RESULTS|none",
        "results to compare with: recorded (h200), a results folder, or none (default: h200 if the "
        "results have no GPU); can be given three times"),
    OPTION("out", out, "DIR",
           "folder to write report/ to (default: the first DIR; of a fleet in several folders, "
           "warpline-fleet)"),
    OPTION("threshold", threshold, "PERCENT",
           "fleet report: smallest deviation to list (default: 5%)"),
    {0}};

const struct argp_option compare_options[] = {
    OPTION("against", against, "RESULTS,...", "baseline B; every other name is an A"),
    OPTION("threshold", threshold, "PERCENT",
           "largest difference that counts as the same; exit status 1 if B is slower by more "
           "(default: 5%)"),
    OPTION("format", format, "text|csv|markdown", "form of the output (default: text)"),
    JSON,
    {0}};

const struct argp_option merge_options[] = {
    OPTION("out", out, "DIR",
           "folder of the merged results; earlier merged results in it are replaced"),
    OPTION("nodelist", batch.nodelist, "NAME,...",
           "nodes that are named, here and on the page, if they have no results"),
    {0}};

const struct argp_option batch_options_table[] = {
    OPTION("partition", batch.partition, "NAME", "Slurm's partition"),
    OPTION("nodes", batch.nodes, "COUNT",
           "number of nodes to measure, idle ones first (default: all)"),
    OPTION("nodelist", batch.nodelist, "LIST", "measure these nodes, such as n[1-3],n7"),
    OPTION("gres", batch.gres, "LIST",
           "GPUs of each job, such as gpu:h200:1; results are then in DIR/NODE.gpuN"),
    OPTION("constraint", batch.constraint, "LIST", "features that the nodes must have"),
    OPTION("time", batch.time, "TIME",
           "time limit of a job, such as 30 (minutes) or 1:30:00 (default: an hour, or less if the "
           "partition has less)"),
    OPTION("deadline", batch.deadline, "TIME",
           "Slurm removes a job that cannot end by then (default: a day and the time limit)"),
    OPTION("account", batch.account, "NAME", "account to charge"),
    OPTION("qos", batch.qos, "NAME", "quality of service"),
    OPTION("at-once", batch.at_once, "COUNT", "largest number of jobs at once (default: all)"),
    OPTION("submit", batch.submit, NULL,
           "submit the script, and print how to follow and cancel its jobs"),
    OPTION("out", out, "DIR",
           "folder of all results, with a folder for each node (default: warpline-batch)"),
    MEASURE_ON,
    QUICK,
    SAMPLES,
    WARMUP,
    ELEMENT,
    COPY_FOOTPRINT,
    PLACING,
    SEED,
    {0}};

const struct argp_option trace_options[] = {
    SET_ONE,
    ELEMENT,
    OPTION("footprint", footprint_bytes, "SIZE", "both arrays of a plain copy (default: 64KiB)"),
    OPTION("cores", placing.cores, "COUNT", "threads, which alternate block by block (default: 1)"),
    OPTION("limit", limit, "COUNT", "largest number of accesses (default: the pass)"),
    OPTION("simulate", simulate, NULL, "print the misses of simulated caches instead"),
    OPTION(
        "cache", caches, "SIZE,LINE,WAYS",
        "one cache level, nearest first, such as 32KiB,64,8; 1 way is direct mapped, 0 ways fully "
        "associative; can be given several times (default: the caches of one core)"),
    {0}};

const struct argp_option check_node_options[] = {
    OPTION("against", against, "RESULTS",
           "results folder, recorded results, or merged results (default: warpline-results)"),
    OPTION("time", batch.time, "TIME", "time limit, such as 30s or 2m (default: 60s)"),
    OPTION("threshold", threshold, "PERCENT", "slowdown that is tolerated (default: 10%)"),
    MEASURE_ON,
    CORES,
    JSON,
    {0}};

const struct argp_option topo_options[] = {
    OPTION("svg", svg, "FILE", "write the drawing as SVG to FILE; - is standard output"),
    JSON,
    {0}};
const struct argp_option json_options[] = {JSON, {0}};
const struct argp_option no_options[] = {{0}};

const struct argp_option course_options[] = {
    OPTION("student", student, "ID", "the student"),
    OPTION("out", out, "DIR", "folder of the student's work (default: warpline-results)"),
    OPTION("format", format, "markdown|html", "sheet: form of the output (default: markdown)"),
    OPTION("answer", answers, "QUESTION=NUMBER",
           "predict: a number; can be given several times (default: read from the terminal)"),
    OPTION("numbers", numbers, "FILE", "predict: a file of lines QUESTION: NUMBER"),
    ON("run: targets (default: all that are present)"),
    CORES,
    OPTION("dry-run", dry_run, NULL, "run: print the points, the memory and the time, and stop"),
    OPTION("json", json, NULL, "grade: print Gradescope's results.json instead of CSV"),
    OPTION("autolab", autolab, NULL, "grade: print Autolab's line of scores instead of CSV"),
    OPTION("answers", answers_shown, NULL, "grade: name the right numbers, for the teacher"),
    {0}};
const struct argp_option new_options[] = {
    OPTION("like", like, "PATTERN", "pattern in macros to begin from (default: a plain loop)"),
    {0}};

struct number_option {
    int key;
    int64_t low, high;
    const char *would_do;
};

static const struct number_option number_options[] = {
    {FIELD(samples), 10, 1000, "a whole number from 10 to 1000"},
    {FIELD(warmup), 0, 1000, "a whole number from 0 to 1000"},
    {FIELD(element_bytes), 1, 16, "1, 2, 4, 8 or 16"},
    {FIELD(placing.cores), 1, 1 << 20, "a whole number from 1"},
    {FIELD(limit), 1, INT64_MAX, "a whole number from 1"},
    {FIELD(seed), 0, INT64_MAX, "a whole number from 0"},
    {FIELD(batch.nodes), 1, 100000, "a whole number from 1"},
    {FIELD(batch.at_once), 1, 100000, "a whole number from 1"},
};

static int refuse(const char *name, const char *value, const char *reason, const char *would_do)
{
    return complain(EXIT_USAGE, "option --%s: %s %s; use %s", name, value, reason, would_do);
}

static int read_number(struct options *options, const struct number_option *row, const char *name,
                       const char *value)
{
    const char *reason;
    int64_t *field = (void *)((char *)options + row->key);
    if (parse_count(value, row->low, row->high, field, &reason))
        return refuse(name, value, reason, row->would_do);
    if (row->key == FIELD(element_bytes) && (*field & (*field - 1)))
        return refuse(name, value, "is no element size", row->would_do);
    return 0;
}

/* More than any machine has; a study's largest point, 32 times that, stays within 63 bits. */
static const int64_t footprint_most = INT64_C(1) << 50;

static int read_footprint(struct options *options, const char *value)
{
    const char *reason;
    if (parse_size(value, &options->footprint_bytes, &reason))
        return refuse("footprint", value, reason, "a number and kB, M, MiB, GB, ...");
    if (options->footprint_bytes < 8192)
        return refuse("footprint", value, "is too small", "at least 8KiB");
    if (options->footprint_bytes > footprint_most)
        return refuse("footprint", value, "is too large", "at most 1024TiB");
    return 0;
}

/* Reads a percentage as a fraction: "5%", "2.5%". */
static int read_threshold(struct options *options, const char *value)
{
    char *end;
    const double percent = strtod(value, &end);
    if (end == value || strcmp(end, "%") != 0 || strpbrk(value, "xXnN"))
        return refuse("threshold", value, "is no percentage", "a number and %, such as 5%");
    if (!(percent > 0 && percent < 100))
        return refuse("threshold", value, "is out of range", "more than 0% and less than 100%");
    options->threshold = percent / 100;
    return 0;
}

static int read_list(const char *what, const char *value, const char **list, int *count, int most)
{
    if (*count >= most)
        return complain(EXIT_USAGE, "%s %s: too many, at most %d", what, value, most);
    list[(*count)++] = value;
    return 0;
}

/* A text is stored as it is; an option without a value is true. */
static void store(struct options *options, int key, const char *value)
{
    char *field = (char *)options + key;
    if (value)
        *(const char **)(void *)field = value;
    else
        *(bool *)field = true;
}

/* Reads one option of a command; `value` is NULL if it has none. */
static int read_option(struct options *options, const struct command *command,
                       const struct argp_option *option, const char *value)
{
    for (size_t i = 0; i < sizeof number_options / sizeof *number_options; i++)
        if (number_options[i].key == option->key)
            return read_number(options, &number_options[i], option->name, value);
    switch (option->key) {
    case FIELD(caches):
        return read_list("option --cache", value, options->caches, &options->cache_count,
                         CACHES_MAX);
    case FIELD(footprint_bytes):
        return read_footprint(options, value);
    case FIELD(threshold):
        return read_threshold(options, value);
    case FIELD(settings):
        return read_list("option --set", value, options->settings, &options->setting_count,
                         SETTINGS_MAX);
    case FIELD(answers):
        return read_list("option --answer", value, options->answers, &options->answer_count,
                         ANSWERS_MAX);
    case FIELD(sweeps):
        return read_list("option --sweep", value, options->sweeps, &options->sweep_count,
                         SWEPT_MAX);
    case FIELD(withs):
        options->with = options->with ? options->with : value;
        return read_list("option --with", value, options->withs, &options->with_count,
                         command->options == report_options_table ? WITH_MAX : 1);
    default:
        store(options, option->key, value);
        return 0;
    }
}

enum { OPTIONS_MAX = 31 };

/* The names of a command's options, ended by NULL. */
static void option_names(const struct command *command, const char *names[OPTIONS_MAX + 1])
{
    int count = 0;
    names[count++] = "help";
    for (const struct argp_option *o = command->options; o->name && count < OPTIONS_MAX; o++)
        names[count++] = o->name;
    names[count] = NULL;
}

/* Only -h has a short form. */
static int short_option(const struct command *command, const char *word)
{
    const char *names[OPTIONS_MAX + 1];
    const char letter[] = {word[1], '\0'};
    option_names(command, names);
    return complain(EXIT_USAGE, "option %s: there are no short options but -h; options of %s: %s",
                    word, command->name, NEAREST(letter, names));
}

static int unknown_option(const struct command *command, const char *name)
{
    const char *names[OPTIONS_MAX + 1];
    option_names(command, names);
    return complain(EXIT_USAGE, "option --%s: %s has no such option; it has %s", name,
                    command->name, NEAREST(name, names));
}

/* Reads "--name", "--name=value" or "--name value", whose second word is `next` (NULL: there is
 * none). Names are exact: argp, which prints the help, would accept any prefix of a name. Returns 0
 * or an exit status; *took_next says whether `next` belongs to the option. */
static int take_option(struct options *options, const struct command *command, const char *word,
                       const char *next, bool *took_next)
{
    const size_t length = strcspn(word, "=");
    const char *value = word[length] ? word + length + 1 : NULL;
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)length, word);
    const struct argp_option *o = command->options;
    while (o->name && strcmp(o->name, name) != 0)
        o++;
    *took_next = o->arg && !value;
    if (!o->name)
        return unknown_option(command, name);
    if (!o->arg && value)
        return complain(EXIT_USAGE, "option --%s: takes no value, got %s", name, value);
    if (*took_next && !next)
        return complain(EXIT_USAGE, "option --%s: needs a value, %s", name, o->arg);
    return read_option(options, command, o, *took_next ? next : value);
}

/* Options may come anywhere among the arguments; after "--" all words are arguments. */
static int read_words(struct options *options, const struct command *command, int argc,
                      char *const *argv)
{
    bool more_options = true;
    int status = 0;
    for (int i = 1; i < argc && !status; i++) {
        const char *word = argv[i];
        bool took_next = false;
        if (!more_options || word[0] != '-' || !word[1])
            status = read_list("argument", word, options->names, &options->name_count, NAMES_MAX);
        else if (strcmp(word, "--") == 0)
            more_options = false;
        else if (word[1] == '-')
            status = take_option(options, command, word + 2, argv[i + 1], &took_next);
        else
            status = short_option(command, word);
        i += took_next;
    }
    return status;
}

struct plan_request options_request(const struct options *options)
{
    return (struct plan_request){.names = options->names,
                                 .sweeps = options->sweeps,
                                 .settings = options->settings,
                                 .name_count = options->name_count,
                                 .sweep_count = options->sweep_count,
                                 .setting_count = options->setting_count,
                                 .targets = options->on,
                                 .head = options->head,
                                 .placing = &options->placing,
                                 .samples = options->samples,
                                 .warmup = options->warmup,
                                 .element_bytes = options->element_bytes,
                                 .footprint_bytes = options->footprint_bytes,
                                 .seed = options->seed,
                                 .quick = options->quick};
}

static int check_name_count(const struct command *command, const struct options *options)
{
    if (options->name_count < command->least_names)
        return complain(EXIT_USAGE, "command %s: needs an argument: warpline %s %s", command->name,
                        command->name, command->arguments);
    if (options->name_count > command->most_names)
        return complain(EXIT_USAGE, "argument %s: one too many; use warpline %s %s",
                        options->names[command->most_names], command->name, command->arguments);
    return 0;
}

static bool is_help(const char *word)
{
    return strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0;
}

static int wants_help(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (is_help(argv[i]))
            return 1;
    return 0;
}

static int command_help(const struct command *command)
{
    char name[64], text[512];
    struct argp argp = {command->options, NULL, command->arguments, text, NULL, NULL, NULL};
    snprintf(text, sizeof text, "%s\vExample: warpline %s", command->help, command->example);
    snprintf(name, sizeof name, "warpline %s", command->name);
    argp_help(&argp, stdout, ARGP_HELP_STD_HELP & ~ARGP_HELP_EXIT_OK, name);
    return EXIT_DONE;
}

static int run_one(const struct command *command, int argc, char **argv)
{
    struct options options = {.warmup = -1, .seed = 1};
    if (wants_help(argc, argv))
        return command_help(command);
    int status = read_words(&options, command, argc, argv);
    if (!status)
        status = check_name_count(command, &options);
    if (!status && options.sandbox)
        return in_sandbox(&options, argv);
    if (!status && command->takes_patterns)
        status = own_names_take(options.names, options.name_count);
    return status ? status : command->run(&options);
}

/* Prints a line of help; a name that does not fit the first column gets a separate line. */
static void help_line(const char *name, const char *arguments, const char *text)
{
    enum { FIRST = 22 };
    const int column = printf("  %s %s", name, arguments);
    printf("%s%*s", column < FIRST ? "" : "\n", column < FIRST ? FIRST - column : FIRST, "");
    print_wrapped(text, FIRST);
}

static int program_help(void)
{
    printf("Usage: warpline COMMAND [OPTION...] [ARGUMENT...]\n"
           "What does this access pattern cost on a CPU, what on a GPU, and why?\n\n");
    for (const struct command *c = commands; c->name; c++) {
        if (c->group)
            printf("%s, such as warpline %s:\n", c->group, c->example);
        help_line(c->name, c->arguments, c->help);
    }
    printf("Help:\n");
    help_line("help", "[COMMAND]", "this, or the options of a command");
    printf("\nwarpline COMMAND --help (or -h) names a command's options, warpline --version\n"
           "(or -V) the version.\n"
           "Manual: warpline(1), warpline-results(5), warpline-course(5),\n"
           "warpline-patterns(7).\n"
           "Exit status: 0 done, 1 a result was wrong or could not be written, 2 bad usage\n"
           "or input, 3 the requested device was absent or not used, 4 a signal ended the\n"
           "run early and the same command continues it, 5 no verdict: inconclusive.\n");
    return EXIT_DONE;
}

enum { COMMANDS_MAX = 32 };

/* The names of all commands, ended by NULL. */
static void command_names(const char *names[COMMANDS_MAX + 2])
{
    int count = 0;
    for (const struct command *c = commands; c->name && count < COMMANDS_MAX; c++)
        names[count++] = c->name;
    names[count++] = "help";
    names[count] = NULL;
}

static int unknown_command(const char *name)
{
    const char *names[COMMANDS_MAX + 2];
    command_names(names);
    if (name[0] == '-')
        return complain(EXIT_USAGE,
                        "option %s: before a command there are only --help (-h) and --version "
                        "(-V); see warpline help COMMAND for a command's options",
                        name);
    return complain(EXIT_USAGE, "command %s: there is no such command; there is %s", name,
                    NEAREST(name, names));
}

static const struct command *find_command(const char *name)
{
    for (const struct command *c = commands; c->name; c++)
        if (strcmp(c->name, name) == 0)
            return c;
    return NULL;
}

/* `warpline help [COMMAND]`. */
static int help(int argc, char **argv)
{
    const struct command *command = argc > 2 ? find_command(argv[2]) : NULL;
    if (argc > 3)
        return complain(EXIT_USAGE, "argument %s: one too many; use warpline help [COMMAND]",
                        argv[3]);
    if (argc == 2 || is_help(argv[2]) || strcmp(argv[2], "help") == 0)
        return program_help();
    return command ? command_help(command) : unknown_command(argv[2]);
}

static int print_version(void)
{
    printf("warpline %s (%s)\n", WARPLINE_VERSION, WARPLINE_COMMIT);
    return EXIT_DONE;
}

int run_command_line(int argc, char **argv)
{
    if (argc < 2) {
        program_help();
        return complain(EXIT_USAGE, "no command; use one of these");
    }
    if (is_help(argv[1]))
        return program_help();
    if (strcmp(argv[1], "help") == 0)
        return help(argc, argv);
    if (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "-V") == 0)
        return print_version();
    const struct command *command = find_command(argv[1]);
    return command ? run_one(command, argc - 1, argv + 1) : unknown_command(argv[1]);
}
