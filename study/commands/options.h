/* The command line: one table of commands, each with its options. */
#ifndef WARPLINE_OPTIONS_H
#define WARPLINE_OPTIONS_H

#include "patterns/target.h"
#include "study/request.h"

#include <argp.h>
#include <stdbool.h>
#include <stdint.h>

enum {
    SETTINGS_MAX = 8,
    SWEPT_MAX = 2,
    CACHES_MAX = 4,
    ANSWERS_MAX = 40,
    NAMES_MAX = 4096,
    WITH_MAX = 3
};

/* Options of batch alone. NULL, 0, false: not given. */
struct batch_options {
    const char *partition, *gres, *nodelist, *time, *account, *qos, *constraint, *deadline;
    int64_t nodes, at_once;
    bool submit;
};

/* What the user requested. Strings are argv's own. */
struct options {
    const char *names[NAMES_MAX + 1];       /* the arguments after the command, ended by NULL */
    const char *withs[WITH_MAX + 1];        /* --with: all of them; ended by NULL */
    const char *settings[SETTINGS_MAX + 1]; /* --set name=value, as given; ended by NULL */
    const char *sweeps[SWEPT_MAX + 1];      /* --sweep name=values, in the same way */
    const char *caches[CACHES_MAX + 1];     /* --cache SIZE,LINE,WAYS */
    const char *answers[ANSWERS_MAX];       /* --answer question=number, as given */
    int name_count, with_count, setting_count, sweep_count, cache_count, answer_count;
    const char *on;          /* --on: comma-separated targets; NULL: all that are present */
    const char *out;         /* --out: folder for results */
    const char *under;       /* --under: folder that contains a folder of results for each host */
    const char *with;        /* --with: recorded results to draw for comparison, or whose ceilings
                                predict times; NULL: the command decides */
    const char *against;     /* --against: the baseline results; NULL: none */
    const char *format;      /* --format: the name of a form; NULL: the command's first */
    const char *svg;         /* --svg: a file, or "-" for stdout; NULL: text */
    const char *like;        /* --like: the pattern to start a new one from; NULL: the default */
    const char *student;     /* --student; NULL: none */
    const char *numbers;     /* --numbers: a file */
    const char *const *head; /* lines "key: value" for the header of results, ended by NULL; NULL:
                                none */
    double threshold;        /* --threshold: a fraction; 0: the command's default */
    int64_t samples;         /* --samples: of each point; 0: the command's default */
    int64_t warmup;          /* --warmup: samples dropped first; -1: the default */
    int64_t element_bytes;   /* --element: 0: the study's own */
    int64_t footprint_bytes; /* --footprint: of the yardstick copy; 0: from the target */
    struct placing placing;  /* --cpus, --bind, --cores, --memory, --pages */
    int64_t seed;            /* --seed: of the random order of points */
    int64_t limit;           /* --limit: 0: none */
    struct batch_options batch;
    /* the options of these names */
    bool quick, text, dry_run, json, autolab, code, simulate, sandbox, answers_shown;
};

/* The request for measurements; its names, sweeps and settings point into the options. */
struct plan_request options_request(const struct options *options);

struct command {
    const char *name;
    const char *arguments; /* as the usage line shows them */
    const char *help;      /* one line */
    const char *example;   /* arguments that work */
    const char *group;     /* of this command and the next ones, NULL: as before */
    const struct argp_option *options;
    int least_names, most_names;
    bool takes_patterns; /* its names may be patterns, so also files of users' own
                            (study/own/own.h) */
    int (*run)(const struct options *options); /* returns the exit status */
};

/* All commands, ended by a row without name (commands.c). */
extern const struct command commands[];

/* The options of the table, by key, for the commands that use them. */
extern const struct argp_option run_options[], check_options[], show_options[], topo_options[],
    report_options_table[], time_options[], batch_options_table[], json_options[],
    compare_options[], merge_options[], check_node_options[], new_options[], trace_options[],
    no_options[], course_options[];

/* Reads argv, which begins with the program's name, and runs the command in it. Returns the exit
 * status; an error is one line on stderr that names the option, the value and what is valid. */
int run_command_line(int argc, char **argv);

/* `--sandbox`: a command on a stranger's pattern, run in a sandbox (study/sandbox/). */
/* Takes --sandbox out of the words and runs them in a sandbox that shows the files and the folders
 * of results which they name, and can write to that of --out. Prints its output when it has ended,
 * and returns its exit status. */
int in_sandbox(const struct options *options, char **words);

#endif
