#include "study/batch/jobs.h"

#include "plots/data/csv.h"
#include "plots/whole_file.h"
#include "study/batch/slurm.h"
#include "study/message.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char file_name[] = "batch.csv";

int jobs_write(const struct batch *batch, const char *array, const char *merge)
{
    char path[PATH_TEXT_MAX], problem[PATH_TEXT_MAX + 128];
    struct whole_file file;
    snprintf(path, sizeof path, "%s/%s", batch->out, file_name);
    if (whole_file_open(&file, path, problem, sizeof problem))
        return complain(EXIT_WRONG, "%s", problem);
    fprintf(file.out, "# array: %s\n# merge: %s\n# partition: %s\ntask,node,study\n", array, merge,
            batch->options->batch.partition);
    for (int i = 0; i < batch_tasks(batch); i++) {
        const char *study = batch_study(batch, i);
        fprintf(file.out, "%d,%s,%s\n", i, batch_node(batch, i)->name, study ? study : "-");
    }
    return whole_file_close(&file, problem, sizeof problem) ? complain(EXIT_WRONG, "%s", problem)
                                                            : 0;
}

static int add_task(struct jobs *jobs, const struct table *table)
{
    struct task *more = realloc(jobs->tasks, sizeof *more * (size_t)(jobs->count + 1));
    if (!more)
        return complain(EXIT_WRONG, "no memory for the tasks");
    jobs->tasks = more;
    struct task *task = &more[jobs->count++];
    *task = (struct task){.exit_status = -1};
    snprintf(task->node, sizeof task->node, "%s", table->cells[table_column(table, "node")]);
    snprintf(task->study, sizeof task->study, "%s", table->cells[table_column(table, "study")]);
    return 0;
}

static void take_header(const struct table *table, const char *key, char *text, size_t size)
{
    const char *value = table_header_value(table, key);
    snprintf(text, size, "%s", value ? value : "");
}

static int read_tasks(struct table *table, struct jobs *jobs)
{
    int status = 0, more = 0;
    take_header(table, "array", jobs->array, sizeof jobs->array);
    take_header(table, "merge", jobs->merge, sizeof jobs->merge);
    take_header(table, "partition", jobs->partition, sizeof jobs->partition);
    if (table_column(table, "node") < 0 || table_column(table, "study") < 0 || !jobs->array[0] ||
        !slurm_text(jobs->array) || !slurm_text(jobs->merge))
        return complain(EXIT_USAGE, "%s: not as warpline wrote it", table->path);
    while (!status && (more = table_next(table)) == 1)
        status = add_task(jobs, table);
    return more < 0 ? complain(EXIT_USAGE, "%s", table->problem) : status;
}

int jobs_read(const char *folder, struct jobs *jobs)
{
    char problem[PATH_TEXT_MAX + 128];
    struct table table;
    *jobs = (struct jobs){.folder = folder};
    if (table_open(&table, folder, file_name, problem, sizeof problem))
        return complain(EXIT_USAGE,
                        "argument %s: no folder of a batch (%s); use one that was given to "
                        "warpline batch --out; of jobs that were submitted by sbatch alone, squeue "
                        "--name=warpline tells",
                        folder, problem);
    const int status = read_tasks(&table, jobs);
    table_close(&table);
    if (status)
        jobs_free(jobs);
    return status;
}

void jobs_free(struct jobs *jobs)
{
    free(jobs->tasks);
    jobs->tasks = NULL;
    jobs->count = 0;
}

bool task_queued(const struct task *task)
{
    return task->state[0] != '\0';
}

/* A line "ARRAY|TASK|STATE|REASON" of the queue. */
static void take_queued(struct jobs *jobs, char *line)
{
    const char *job = strsep(&line, "|"), *number = line ? strsep(&line, "|") : "",
               *state = line ? strsep(&line, "|") : "", *reason = line ? line : "";
    char *end;
    if (strcmp(job, jobs->merge) == 0)
        jobs->merge_queued = true;
    const long task = strtol(number, &end, 10);
    if (strcmp(job, jobs->array) != 0 || end == number || task < 0 || task >= jobs->count)
        return;
    snprintf(jobs->tasks[task].state, STATE_TEXT_MAX, "%s", state);
    snprintf(jobs->tasks[task].reason, REASON_TEXT_MAX, "%s",
             strcmp(reason, "None") == 0 ? "" : reason);
}

/* The last words of a task in its log; a task that was queued again has several. */
static int last_status(const struct jobs *jobs, int task)
{
    char path[PATH_TEXT_MAX], *line = NULL;
    size_t size = 0;
    int status = -1, number;
    snprintf(path, sizeof path, "%s/task-%s_%d.log", jobs->folder, jobs->array, task);
    FILE *log = fopen(path, "r");
    while (log && getline(&line, &size, log) > 0)
        if (sscanf(line, "warpline batch: task %*d on %*s exit status %d", &number) == 1)
            status = number;
    free(line);
    if (log)
        fclose(log);
    return status;
}

static int rows_in(const char *folder, const char *name)
{
    char path[PATH_TEXT_MAX], *line = NULL;
    size_t size = 0;
    int rows = -1; /* the line of names is none */
    snprintf(path, sizeof path, "%s/%s/results.csv", folder, name);
    FILE *file = fopen(path, "r");
    while (file && getline(&line, &size, file) > 0)
        rows += line[0] != '#';
    free(line);
    if (file)
        fclose(file);
    return rows < 0 ? 0 : rows;
}

static bool is_of_node(const char *name, const char *node)
{
    const size_t length = strlen(node);
    return strncmp(name, node, length) == 0 &&
           (!name[length] || strncmp(name + length, ".gpu", 4) == 0);
}

static void count_points(struct jobs *jobs)
{
    DIR *folder = opendir(jobs->folder);
    for (int i = 0; i < jobs->count; i++)
        jobs->tasks[i].points = 0;
    for (struct dirent *entry; folder && (entry = readdir(folder));)
        for (int i = 0; i < jobs->count; i++)
            if (is_of_node(entry->d_name, jobs->tasks[i].node))
                jobs->tasks[i].points += rows_in(jobs->folder, entry->d_name);
    if (folder)
        closedir(folder);
}

int jobs_look(struct jobs *jobs)
{
    struct answer answer;
    const char *const arguments[] = {"squeue", "--me", "-h", "-r", "-o", "%F|%K|%T|%r", NULL};
    const int status = slurm_ask(arguments, &answer);
    if (status)
        return status;
    jobs->merge_queued = false;
    for (int i = 0; i < jobs->count; i++)
        jobs->tasks[i].state[0] = jobs->tasks[i].reason[0] = '\0';
    char *rest = answer.text;
    for (char *line; (line = strsep(&rest, "\n"));)
        take_queued(jobs, line);
    answer_free(&answer);
    for (int i = 0; i < jobs->count; i++)
        jobs->tasks[i].exit_status = last_status(jobs, i);
    count_points(jobs);
    return 0;
}
