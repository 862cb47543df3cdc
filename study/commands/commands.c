#include "study/commands/commands.h"

#include "study/base/message.h"
#include "study/plan/parameter.h"

const struct command commands[] = {
    {.name = "run",
     .arguments = "[STUDY|PATTERN|FILE.c...]",
     .help = "measure studies, or a pattern in its studies (default: all)",
     .example = "run stride --quick",
     .group = "Measure",
     .options = run_options,
     .most_names = NAMES_MAX,
     .takes_patterns = true,
     .run = run_command},
    {.name = "time",
     .arguments = "PATTERN|FILE.c...",
     .help = "measure one point: median, spread, outliers, histogram, prediction, warnings; or "
             "several patterns side by side",
     .example = "time gather scatter --on cpu",
     .options = time_options,
     .least_names = 1,
     .most_names = 8,
     .takes_patterns = true,
     .run = time_command},
    {.name = "check",
     .arguments = "[PATTERN|FILE.c...]",
     .help = "compare the results of patterns, in several sizes, with a host reference",
     .example = "check copy stride --on cpu",
     .options = check_options,
     .most_names = NAMES_MAX,
     .takes_patterns = true,
     .run = check_command},
    {.name = "report",
     .arguments = "[DIR...]",
     .help =
         "write DIR/report/index.html with figures (default: warpline-results); 2 to 4 folders: "
         "one page, the first machine in focus; more: a fleet page",
     .example = "report",
     .group = "Read results",
     .options = report_options_table,
     .most_names = NAMES_MAX,
     .run = report_command},
    {.name = "compare",
     .arguments = "A B | A... --against B",
     .help = "compare B with A, each a folder, recorded results, or a group separated by commas: "
             "ratios with intervals and verdicts",
     .example = "compare before after",
     .options = compare_options,
     .least_names = 1,
     .most_names = NAMES_MAX,
     .run = compare_command},
    {.name = "claims",
     .arguments = "[DIR]",
     .help = "test the literature's claims against results (default: warpline-results)",
     .example = "claims h200",
     .options = json_options,
     .most_names = 1,
     .run = claims_command},
    {.name = "convert",
     .arguments = "[DIR...]",
     .help = "print results as JSON lines (default: warpline-results)",
     .example = "convert warpline-results",
     .options = no_options,
     .most_names = NAMES_MAX,
     .run = convert_command},
    {.name = "show",
     .arguments = "PATTERN|STUDY|FILE.c",
     .help = "explain a pattern (lesson, parameters, first addresses, predicted cost) or a study",
     .example = "show stride --set stride=4",
     .group = "Look up and predict",
     .options = show_options,
     .least_names = 1,
     .most_names = 1,
     .takes_patterns = true,
     .run = show_command},
    {.name = "list",
     .arguments = "patterns|studies|targets|columns|claims|FILE.c",
     .help = "list patterns, studies, targets, columns or claims",
     .example = "list patterns",
     .options = json_options,
     .least_names = 1,
     .most_names = 1,
     .takes_patterns = true,
     .run = list_command},
    {.name = "topo",
     .arguments = "",
     .help = "draw this machine's cores, caches and GPUs",
     .example = "topo",
     .options = topo_options,
     .run = topo_command},
    {.name = "trace",
     .arguments = "PATTERN",
     .help = "print the address trace of one pass, in Lackey's format, or its cache misses",
     .example = "trace stride --simulate",
     .options = trace_options,
     .takes_patterns = true,
     .least_names = 1,
     .most_names = 1,
     .run = trace_command},
    {.name = "new",
     .arguments = "NAME",
     .help = "write NAME.c, a template for your own pattern",
     .example = "new mine",
     .group = "Patterns of your own",
     .options = new_options,
     .least_names = 1,
     .most_names = 1,
     .run = new_command},
    {.name = "course",
     .arguments = "sheet|predict|run|grade COURSE|FILE [DIR...]",
     .help = "print a student's sheet, record predictions, measure, or grade folders",
     .example = "course sheet coalescing --student ada",
     .group = "Class",
     .options = course_options,
     .least_names = 1,
     .most_names = NAMES_MAX,
     .run = course_command},
    {.name = "verify",
     .arguments = "DIR...",
     .help = "check that results follow from their samples and that no folder is a copy",
     .example = "verify ada grace",
     .options = no_options,
     .least_names = 1,
     .most_names = NAMES_MAX,
     .run = verify_command},
    {.name = "batch",
     .arguments = "[STUDY|PATTERN|FILE.c...]",
     .help = "print (or submit) a Slurm script that measures the nodes of a partition",
     .example = "batch stride order --nodes 4",
     .group = "Cluster",
     .options = batch_options_table,
     .most_names = NAMES_MAX,
     .takes_patterns = true,
     .run = batch_command},
    {.name = "merge",
     .arguments = "DIR... --out OUT",
     .help = "merge the results of many machines into one folder",
     .example = "merge warpline-batch/* --out all",
     .options = merge_options,
     .least_names = 1,
     .most_names = NAMES_MAX,
     .run = merge_command},
    {.name = "check-node",
     .arguments = "",
     .help = "compare this node with a baseline; the output is one line",
     .example = "check-node --against good-node",
     .options = check_node_options,
     .run = check_node_command},
    {.name = NULL},
};

enum { PATTERN_NAMES_MAX = 128 };

const struct pattern *pattern_named(const char *name)
{
    const char *names[PATTERN_NAMES_MAX + 1];
    char near[256];
    int count = 0;
    const struct pattern *pattern = pattern_find(name);
    if (pattern)
        return pattern;
    for (const struct pattern *const *p = pattern_catalogue; *p && count < PATTERN_NAMES_MAX; p++)
        names[count++] = (*p)->name;
    names[count] = NULL;
    if (near_names(name, names, near, sizeof near))
        complain(EXIT_USAGE, "pattern %s: there is no such pattern; there is %s", name, near);
    else
        complain(EXIT_USAGE, "pattern %s: there is no such pattern; see warpline list patterns",
                 name);
    return NULL;
}

int set_parameters(struct shape *shape, const struct pattern *pattern,
                   const struct options *options)
{
    static const char option[] = "option --set";
    int status = 0, number;
    int64_t value;
    for (int i = 0; i < options->setting_count && !status; i++) {
        status = parameter_setting(option, pattern, options->settings[i], &number, &value);
        if (!status && number < PARAMETERS_MAX) /* a NUMA node is no part of a shape */
            shape->value[number] = value;
    }
    return status ? status : parameter_bounds(option, pattern, shape);
}
