/* `warpline run`: measures studies and summarises the results. */
#include "study/base/folders.h"
#include "study/base/message.h"
#include "study/base/stop.h"
#include "study/commands/commands.h"
#include "study/commands/measure/dry_run.h"
#include "study/own/own_names.h"
#include "study/plan/plan.h"
#include "study/run/header.h"
#include "study/run/run.h"

#include <stdio.h>

/* The folder of results: --out, or below --under the folder with this machine's name. */
static int choose_folder(const struct options *options, char path[PATH_TEXT_MAX],
                         const char **folder)
{
    *folder = options->out ? options->out : options->under ? path : results_default;
    if (options->under && options->out)
        return complain(EXIT_USAGE, "option --under: %s: there is --out, too; use one of them",
                        options->under);
    return options->under ? job_folder(options->under, path) : 0;
}

/* Prints which kinds of target are present but not used, and why. */
static void print_unused(void)
{
    char text[512];
    for (const struct target_ops *const *kind = target_kinds; *kind; kind++)
        if ((*kind)->unused && (*kind)->unused(text, sizeof text))
            fprintf(stderr, "warpline: %s\n", text);
}

/* Prints a summary, one screen on stderr; stdout has the file's name. */
static int print_end(const struct options *options, const char *folder)
{
    if (options->json)
        return tell_results(folder, true);
    (void)tell_results(folder, false);
    if (options->text)
        return report_command(&(struct options){.text = true, .names = {folder}, .name_count = 1});
    printf("%s/results.csv\n", folder);
    return EXIT_DONE;
}

static int plan_or_run(const struct options *options, const struct plan_request *request,
                       const char *folder)
{
    if (options->dry_run)
        return dry_run(request, options->json);
    const int status = run_request(request, folder);
    return status ? status : print_end(options, folder);
}

/* Replaces the patterns, --sweep and --set by the word of the sweeps. */
static int name_sweep(struct plan_request *request, char word[ASKED_TEXT_MAX], const char **names)
{
    const int status = asked_word(request, word);
    names[0] = word;
    request->name_count = 1;
    request->sweep_count = request->setting_count = 0;
    return status;
}

int run_command(const struct options *options)
{
    char path[PATH_TEXT_MAX], word[ASKED_TEXT_MAX];
    const char *folder;
    struct options named = *options; /* its names are replaced */
    struct plan_request request = options_request(&named);
    struct own_words words;
    int status = 0;
    stop_watch(); /* the start may take seconds, on a GPU */
    if (request.sweep_count)
        status = name_sweep(&request, word, named.names);
    else
        own_names_sweep(named.names, named.name_count, &words);
    if (!status)
        status = plan_check_names(&request);
    if (!status)
        status = choose_folder(options, path, &folder);
    if (!status)
        status = plan_or_run(options, &request, folder);
    if (!status)
        print_unused();
    return status;
}
