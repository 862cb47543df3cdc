/* --local: the tasks of an array of this node alone, without Slurm. */
#include "study/batch/batch.h"
#include "study/commands/commands.h"
#include "study/message.h"
#include "study/run/job.h"

static int run_task(const struct options *options, const char *study)
{
    struct options task = *options;
    task.under = options->out;
    task.out = NULL;
    if (study) {
        task.names[0] = study;
        task.names[1] = NULL;
        task.name_count = 1;
    }
    return run_command(&task);
}

/* What the dependent job does with many. */
static int report(const struct options *options)
{
    char path[PATH_TEXT_MAX];
    struct options one = {.names = {path}, .name_count = 1};
    const int status = job_folder(options->out, path);
    return status ? status : report_command(&one);
}

/* As with Slurm, a task that fails keeps none of the others from being measured; one that was
 * stopped does. */
int batch_local(const struct options *options)
{
    const bool by_study = options->batch.by_study && options->name_count > 1;
    int worst = EXIT_DONE;
    for (int i = 0; i < (by_study ? options->name_count : 1) && worst != EXIT_STOPPED; i++) {
        const int status = run_task(options, by_study ? options->names[i] : NULL);
        if (status)
            worst = status;
    }
    return worst ? worst : report(options);
}
