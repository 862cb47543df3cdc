/* `batch status`, `batch cancel` and --wait. */
#include "study/batch/batch.h"
#include "study/batch/jobs.h"
#include "study/batch/slurm.h"
#include "study/message.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LOOK_FIRST_S = 2, LOOK_MOST_S = 15, LOOKS_AT_DOWN = 5, SILENCES_MOST = 40 };
enum { TOLD_MAX = REASON_TEXT_MAX + STATE_TEXT_MAX, PROGRESS_MAX = 512 };

/* What became of a task, in few words. */
static const char *told(const struct task *task, char text[TOLD_MAX])
{
    if (task_queued(task) && strcmp(task->state, "PENDING") == 0)
        snprintf(text, TOLD_MAX, "waits%s%s%s", *task->reason ? " (" : "", task->reason,
                 *task->reason ? ")" : "");
    else if (task_queued(task))
        snprintf(text, TOLD_MAX, "%s", strcmp(task->state, "RUNNING") == 0 ? "runs" : task->state);
    else if (task->exit_status == 0)
        snprintf(text, TOLD_MAX, "done");
    else if (task->exit_status == EXIT_STOPPED)
        snprintf(text, TOLD_MAX, "stopped");
    else if (task->exit_status > 0)
        snprintf(text, TOLD_MAX, "failed with status %d", task->exit_status);
    else
        snprintf(text, TOLD_MAX, "ended without a word");
    return text;
}

/* The page that the merging wrote, once it has. */
static void print_page(const struct jobs *jobs)
{
    char path[PATH_TEXT_MAX];
    snprintf(path, sizeof path, "%s/merged/report/index.html", jobs->folder);
    if (!jobs->merge_queued && access(path, F_OK) == 0)
        printf("%s\n", path);
}

static int print_jobs(const struct jobs *jobs)
{
    char text[TOLD_MAX];
    bool failed = false;
    printf("array %s, merging %s %s\n", jobs->array, jobs->merge,
           jobs->merge_queued ? "is to come" : "has ended");
    printf("%-5s %-16s %-6s %-16s %s\n", "task", "node", "points", "study", "state");
    for (int i = 0; i < jobs->count; i++) {
        const struct task *task = &jobs->tasks[i];
        printf("%-5d %-16s %-6d %-16s %s\n", i, task->node, task->points, task->study,
               told(task, text));
        failed |= !task_queued(task) && task->exit_status > 0 && task->exit_status != EXIT_STOPPED;
    }
    if (failed)
        printf("see %s/task-%s_*.log\n", jobs->folder, jobs->array);
    print_page(jobs);
    return EXIT_DONE;
}

int batch_status(const char *folder)
{
    struct jobs jobs;
    int status = jobs_read(folder, &jobs);
    if (!status)
        status = jobs_look(&jobs);
    if (!status)
        status = print_jobs(&jobs);
    jobs_free(&jobs);
    return status;
}

int batch_cancel(const char *folder)
{
    struct jobs jobs;
    int status = jobs_read(folder, &jobs);
    if (status)
        return status;
    const char *const arguments[] = {"scancel", "--quiet", jobs.array, jobs.merge, NULL};
    struct answer answer;
    status = slurm_ask(arguments, &answer);
    if (!status) {
        answer_free(&answer);
        printf("cancelled: array %s, merging %s; what is measured is kept\n", jobs.array,
               jobs.merge);
    }
    jobs_free(&jobs);
    return status;
}

/* How many tasks are in the queue, and of these how many run. */
static int queued(const struct jobs *jobs, int *running)
{
    int count = 0;
    *running = 0;
    for (int i = 0; i < jobs->count; i++) {
        count += task_queued(&jobs->tasks[i]);
        *running += task_queued(&jobs->tasks[i]) && strcmp(jobs->tasks[i].state, "PENDING") != 0;
    }
    return count;
}

/* A line where something changed since the last one. */
static void tell_progress(const struct jobs *jobs, char last[PROGRESS_MAX])
{
    char text[PROGRESS_MAX];
    int running, points = 0, waiting = queued(jobs, &running);
    for (int i = 0; i < jobs->count; i++)
        points += jobs->tasks[i].points;
    snprintf(text, sizeof text, "batch %s: %d of %d tasks have ended, %d running; %d points",
             jobs->array, jobs->count - waiting, jobs->count, running, points);
    for (int i = 0; i < jobs->count && waiting > 0 && running == 0; i++)
        if (task_queued(&jobs->tasks[i])) {
            const size_t used = strlen(text);
            snprintf(text + used, sizeof text - used, "; %.60s waits%s%.60s", jobs->tasks[i].node,
                     *jobs->tasks[i].reason ? ": " : "", jobs->tasks[i].reason);
            break;
        }
    if (strcmp(text, last) != 0)
        fprintf(stderr, "%s\n", text);
    snprintf(last, PROGRESS_MAX, "%s", text);
}

static const struct node *node_of(const struct node_list *list, const struct task *task)
{
    for (int i = 0; i < list->count; i++)
        if (strcmp(list->nodes[i].name, task->node) == 0)
            return &list->nodes[i];
    return NULL;
}

/* Whether all that is left waits for nodes that are down. */
static bool only_down_left(const struct jobs *jobs, struct node_list *list)
{
    int running, left = queued(jobs, &running);
    if (left == 0 || running > 0 || nodes_ask(jobs->partition, list))
        return false;
    for (int i = 0; i < jobs->count; i++) {
        const struct node *node = node_of(list, &jobs->tasks[i]);
        if (task_queued(&jobs->tasks[i]) && node && node->usable)
            return false;
    }
    return true;
}

/* Nobody would come for them before the deadline, and the others are to be merged. */
static int give_up_down(const struct jobs *jobs, int *looks)
{
    struct node_list list = {.count = 0};
    const bool down = only_down_left(jobs, &list);
    int status = 0;
    *looks = down ? *looks + 1 : 0;
    for (int i = 0; i < jobs->count && *looks >= LOOKS_AT_DOWN && !status; i++) {
        char id[2 * ID_TEXT_MAX];
        const char *const arguments[] = {"scancel", "--quiet", id, NULL};
        snprintf(id, sizeof id, "%s_%d", jobs->array, i);
        if (!task_queued(&jobs->tasks[i]))
            continue;
        complain(0, "node %s is down: its task is cancelled, and the others are merged",
                 jobs->tasks[i].node);
        status = slurm_do("batch --wait", arguments);
    }
    nodes_free(&list);
    return status;
}

/* Until none of the jobs is in the queue. A controller that starts again is waited for, too. */
static int wait_for_end(struct jobs *jobs)
{
    char last[PROGRESS_MAX] = "";
    int running, down = 0, silences = 0, status = 0;
    for (int pause_s = LOOK_FIRST_S;; pause_s += pause_s < LOOK_MOST_S) {
        const int silence = jobs_look(jobs);
        silences = silence ? silences + 1 : 0;
        if (silences > SILENCES_MOST)
            return silence;
        if (!silence) {
            tell_progress(jobs, last);
            status = give_up_down(jobs, &down);
            if (status || (queued(jobs, &running) == 0 && !jobs->merge_queued))
                return status;
        }
        sleep((unsigned)pause_s);
    }
}

int batch_wait(const char *folder)
{
    struct jobs jobs;
    int failed = 0, status = jobs_read(folder, &jobs);
    if (!status)
        status = wait_for_end(&jobs);
    if (!status)
        print_page(&jobs);
    for (int i = 0; i < jobs.count && !status; i++)
        failed += jobs.tasks[i].exit_status != 0;
    if (failed > 0)
        status =
            complain(EXIT_WRONG,
                     "batch: %d of %d tasks did not end well: see warpline batch status %s and "
                     "%s/task-%s_*.log",
                     failed, jobs.count, folder, folder, jobs.array);
    jobs_free(&jobs);
    return status;
}
