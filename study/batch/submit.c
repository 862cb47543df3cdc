/* --submit: the folder of a batch, and its jobs. */
#include "plots/whole_file.h"
#include "study/batch/batch.h"
#include "study/batch/jobs.h"
#include "study/batch/slurm.h"
#include "study/message.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Whether an earlier batch of the folder is still at work. */
static int check_idle(const char *folder)
{
    char path[PATH_TEXT_MAX];
    struct jobs jobs;
    bool busy;
    snprintf(path, sizeof path, "%s/batch.csv", folder);
    if (access(path, F_OK) != 0)
        return 0;
    int status = jobs_read(folder, &jobs);
    if (!status)
        status = jobs_look(&jobs);
    busy = jobs.merge_queued;
    for (int i = 0; i < jobs.count && !status; i++)
        busy |= task_queued(&jobs.tasks[i]);
    if (!status && busy)
        status = complain(EXIT_USAGE,
                          "option --out: %s: batch %s is at work there; wait for its end, or use "
                          "warpline batch cancel %s",
                          folder, jobs.array, folder);
    jobs_free(&jobs);
    return status;
}

static int make_folder(const char *folder)
{
    char path[PATH_TEXT_MAX];
    struct stat facts;
    snprintf(path, sizeof path, "%s", folder);
    for (char *c = path + 1; *c; c++)
        if (*c == '/') {
            *c = '\0';
            (void)mkdir(path, 0777); /* what is wrong shows in the last one */
            *c = '/';
        }
    if (mkdir(path, 0777) == 0)
        return 0;
    if (errno == EEXIST && stat(path, &facts) == 0 && !S_ISDIR(facts.st_mode))
        errno = ENOTDIR;
    else if (errno == EEXIST && access(path, W_OK | X_OK) == 0)
        return 0;
    return complain(EXIT_USAGE, "option --out: %s cannot be written: %s; name a folder that can",
                    folder, strerror(errno));
}

static int write_script(const struct batch *batch, const char *name,
                        void (*write)(FILE *out, const struct batch *batch))
{
    char path[PATH_TEXT_MAX + 16], problem[PATH_TEXT_MAX + 128];
    struct whole_file file;
    snprintf(path, sizeof path, "%s/%s", batch->out, name);
    if (whole_file_open(&file, path, problem, sizeof problem))
        return complain(EXIT_USAGE, "option --out: %s", problem);
    write(file.out, batch);
    return whole_file_close(&file, problem, sizeof problem) ? complain(EXIT_WRONG, "%s", problem)
                                                            : 0;
}

/* Submits a script in the folder of the batch, and takes its number: "17", or "17;cluster". */
static int submit(const struct batch *batch, const char *option, const char *script,
                  char id[ID_TEXT_MAX])
{
    const char *const arguments[] = {"sbatch", "--parsable", option, script, NULL};
    struct answer answer;
    const int error = tool_run(arguments, batch->out, &answer);
    if (error)
        return complain(EXIT_NO_DEVICE, "batch: sbatch: %s", strerror(-error));
    int status = 0;
    if (answer.status)
        status = complain(EXIT_WRONG, "batch: Slurm refuses %s/%s: %s", batch->out, script,
                          answer.problem);
    snprintf(id, ID_TEXT_MAX, "%.*s", (int)strcspn(answer.text, ";\n"), answer.text);
    answer_free(&answer);
    return status;
}

static int give_node(const struct batch *batch, const char *array, int task)
{
    char job[2 * ID_TEXT_MAX], node[NODE_TEXT_MAX + 16], what[NODE_TEXT_MAX + 64];
    const char *const arguments[] = {"scontrol", "update", job, node, NULL};
    snprintf(job, sizeof job, "JobId=%s_%d", array, task);
    snprintf(node, sizeof node, "ReqNodeList=%s", batch_node(batch, task)->name);
    snprintf(what, sizeof what, "batch: task %d cannot be given node %s", task,
             batch_node(batch, task)->name);
    return slurm_do(what, arguments);
}

/* What is on hold is cancelled where something else fails. */
static int submit_all(const struct batch *batch, char array[ID_TEXT_MAX], char merge[ID_TEXT_MAX])
{
    char after[ID_TEXT_MAX + 32];
    const char *const release[] = {"scontrol", "release", array, NULL}, *const cancel[] = {
                                                                            "scancel", "--quiet",
                                                                            array, merge, NULL};
    int status = submit(batch, "--hold", "job.sh", array);
    if (status)
        return status;
    for (int i = 0; i < batch_tasks(batch) && !status; i++)
        status = give_node(batch, array, i);
    snprintf(after, sizeof after, "--dependency=afterany:%s", array);
    if (!status)
        status = submit(batch, after, "merge.sh", merge);
    if (!status)
        status = jobs_write(batch, array, merge);
    if (!status)
        status = slurm_do("batch: the array cannot be released", release);
    if (status)
        (void)slurm_do("batch: the array cannot be cancelled", cancel);
    return status;
}

int batch_submit(const struct batch *batch)
{
    char array[ID_TEXT_MAX] = "", merge[ID_TEXT_MAX] = "";
    int status = check_idle(batch->out);
    if (!status)
        status = make_folder(batch->out);
    if (!status)
        status = write_script(batch, "job.sh", script_write);
    if (!status)
        status = write_script(batch, "merge.sh", script_write_merge);
    if (!status)
        status = submit_all(batch, array, merge);
    if (!status)
        printf("array %s of %d tasks, merging %s\n%s\n", array, batch_tasks(batch), merge,
               batch->out);
    fflush(stdout);
    return status;
}
