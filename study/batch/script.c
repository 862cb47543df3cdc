#include "study/batch/script.h"

#include "plots/quote.h"
#include "study/folders.h"
#include "study/own/own.h"
#include "warpline_build.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { TOLD_BEFORE_END_S = 120, HOURS_TO_WAIT = 12, MERGE_MOST_S = 1800, NODES_A_LINE = 12 };

static bool by_study(const struct batch *batch)
{
    return batch->options->batch.by_study && batch->options->name_count > 1;
}

int batch_tasks(const struct batch *batch)
{
    return batch->nodes.count * (by_study(batch) ? batch->options->name_count : 1);
}

const struct node *batch_node(const struct batch *batch, int task)
{
    return &batch->nodes.nodes[by_study(batch) ? task / batch->options->name_count : task];
}

const char *batch_study(const struct batch *batch, int task)
{
    return by_study(batch) ? batch->options->names[task % batch->options->name_count] : NULL;
}

/* Plain words stay readable. */
static void put_word(FILE *out, const char *word)
{
    const char *c = word;
    while (isalnum((unsigned char)*c) || (*c && strchr("_-./,:+@%", *c)))
        c++;
    if (*c || c == word)
        quote_shell(out, word);
    else
        fputs(word, out);
}

/* One's own pattern is named by its file, which the nodes are to see where it is. */
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
    put_word(out, name);
}

static void put_directive(FILE *out, const char *name, const char *value)
{
    if (value)
        fprintf(out, "#SBATCH --%s=%s\n", name, value);
}

static void put_number_option(FILE *out, const char *name, int64_t value)
{
    if (value > 0)
        fprintf(out, " --%s %lld", name, (long long)value);
}

/* The command of a task, up to its folder. */
static void put_measure(FILE *out, const struct batch *batch)
{
    const struct options *o = batch->options;
    fputs("\"$warpline\" run", out);
    for (int i = 0; i < o->name_count && !by_study(batch); i++) {
        fputc(' ', out);
        put_measured(out, o->names[i]);
    }
    if (by_study(batch))
        fputs(" \"${studies[task % ${#studies[@]}]}\"", out);
    if (o->on) {
        fputs(" --on ", out);
        put_word(out, o->on);
    }
    if (o->quick)
        fputs(" --quick", out);
    put_number_option(out, "samples", o->samples);
    if (o->warmup >= 0)
        fprintf(out, " --warmup %lld", (long long)o->warmup);
    put_number_option(out, "element", o->element_bytes);
    put_number_option(out, "footprint", o->footprint_bytes);
    put_number_option(out, "cores", o->cores);
    if (o->seed != 1)
        fprintf(out, " --seed %lld", (long long)o->seed);
}

/* Slurm may tell a minute earlier; a short task is told in its second half. */
static int64_t told_before_s(const struct batch *batch)
{
    return batch->time_s / 2 < TOLD_BEFORE_END_S ? batch->time_s / 2 : TOLD_BEFORE_END_S;
}

static void put_time(FILE *out, int64_t seconds)
{
    fprintf(out, "#SBATCH --time=%lld:%02lld:%02lld\n", (long long)(seconds / 3600),
            (long long)(seconds / 60 % 60), (long long)(seconds % 60));
}

static void put_head(FILE *out, const struct batch *batch)
{
    fputs("#!/bin/bash\n# Measures ", out);
    for (int i = 0; i < batch->options->name_count; i++)
        fprintf(out, "%s%s", i ? ", " : "", batch->options->names[i]);
    fprintf(
        out,
        "%s on %d node%s of a cluster: warpline %s.\n"
        "#\n"
        "# All tasks of an array have one --nodelist. So that each measures another node, it is\n"
        "# submitted on hold, each task is given its node, and then it is released. This file "
        "does\n"
        "# that where it is no job yet:\n"
        "#     bash THIS_FILE\n"
        "# By sbatch alone its tasks run on any nodes, perhaps two of them on one.\n\n",
        batch->options->name_count ? "" : "all studies", batch->nodes.count,
        batch->nodes.count == 1 ? "" : "s", WARPLINE_VERSION);
}

static void put_directives(FILE *out, const struct batch *batch)
{
    const struct batch_options *o = &batch->options->batch;
    fputs("#SBATCH --job-name=warpline\n", out);
    put_directive(out, "partition", o->partition);
    put_directive(out, "account", o->account);
    put_directive(out, "qos", o->qos);
    put_directive(out, "constraint", o->constraint);
    put_directive(out, "gres", o->gres);
    fprintf(out, "# A task for each %s\n#SBATCH --array=0-%d",
            by_study(batch) ? "node and study; those of one node come one after another" : "node",
            batch_tasks(batch) - 1);
    if (o->at_once)
        fprintf(out, "%%%lld", (long long)o->at_once);
    fputs("\n#SBATCH --nodes=1\n#SBATCH --ntasks=1\n"
          "# The whole node: nothing else beside, all CPUs, all memory\n"
          "#SBATCH --exclusive\n#SBATCH --mem=0\n",
          out);
    put_time(out, batch->time_s);
    fprintf(out,
            "# Before its time ends the script is told, and queues itself again\n"
            "#SBATCH --signal=B:USR1@%lld\n#SBATCH --requeue\n#SBATCH --open-mode=append\n",
            (long long)told_before_s(batch));
    fputs("# What has not begun by then is given up (a node that went down), and the rest is "
          "merged\n",
          out);
    if (o->deadline)
        put_directive(out, "deadline", o->deadline);
    else
        fprintf(out, "#SBATCH --deadline=now+%dhours\n",
                HOURS_TO_WAIT + (int)((batch->time_s + 3599) / 3600));
    fputs("#SBATCH --output=task-%A_%a.log\n"
          "# Variables and loaded modules are those of the shell that submits\n"
          "#SBATCH --export=ALL\n\n",
          out);
}

static void put_names(FILE *out, const struct batch *batch, bool with_studies)
{
    fputs("warpline=", out);
    put_word(out, batch->program);
    fputs("\nout=", out);
    put_word(out, batch->out);
    fputs("\nnodes=(", out);
    for (int i = 0; i < batch->nodes.count; i++)
        fprintf(out, "%s%s",
                i == 0             ? ""
                : i % NODES_A_LINE ? " "
                                   : "\n    ",
                batch->nodes.nodes[i].name);
    fputs(")\n", out);
    if (!with_studies)
        return;
    fputs("studies=(", out);
    for (int i = 0; i < batch->options->name_count; i++) {
        fputs(i ? " " : "", out);
        put_measured(out, batch->options->names[i]);
    }
    fputs(")\n", out);
}

/* As jobs_write does for --submit. */
static void put_noting(FILE *out, const struct batch *batch)
{
    fprintf(out,
            "    { # for warpline batch status, and warpline batch cancel, of this folder\n"
            "        printf '# array: %%s\\n# merge: %%s\\n# partition: %s\\ntask,node,study\\n' "
            "\"$array\" \"${merge%%%%;*}\"\n"
            "        for ((task = 0; task < %d; task++)); do\n"
            "            echo \"$task,${nodes[task%s]},%s\"\n"
            "        done\n"
            "    } >batch.csv\n",
            batch->options->batch.partition, batch_tasks(batch),
            by_study(batch) ? " / ${#studies[@]}" : "",
            by_study(batch) ? "${studies[task % ${#studies[@]}]}" : "-");
}

static void put_submission(FILE *out, const struct batch *batch)
{
    fprintf(out,
            "\nif [ -z \"$SLURM_ARRAY_TASK_ID\" ]; then\n"
            "    script=$(realpath \"$0\") && mkdir -p \"$out\" && cd \"$out\" || exit\n"
            "    array=$(sbatch --parsable --hold \"$script\") || exit\n"
            "    array=${array%%%%;*}\n"
            "    for ((task = 0; task < %d; task++)); do\n"
            "        scontrol update JobId=\"${array}_$task\" ReqNodeList=\"${nodes[task%s]}\" ||\n"
            "            { scancel \"$array\"; exit 1; }\n"
            "    done\n"
            "    cat >merge.sh <<'END_OF_MERGE'\n",
            batch_tasks(batch), by_study(batch) ? " / ${#studies[@]}" : "");
    script_write_merge(out, batch);
    fputs("END_OF_MERGE\n"
          "    merge=$(sbatch --parsable --dependency=afterany:\"$array\" merge.sh) ||\n"
          "        { scancel \"$array\"; exit 1; }\n",
          out);
    put_noting(out, batch);
    fputs("    scontrol release \"$array\"\n"
          "    echo \"array $array, merging ${merge%%;*}\"\n"
          "    exit\n"
          "fi\n\n",
          out);
}

/* A script's own child, so that its trap runs at once and not after the program's end. */
static void put_task(FILE *out, const struct batch *batch)
{
    fputs("task=$SLURM_ARRAY_TASK_ID\n"
          "# Since Slurm 22.05 srun does not take the job's CPUs by itself\n"
          "export SRUN_CPUS_PER_TASK=$SLURM_CPUS_ON_NODE\n"
          "# For the header of the results: Slurm has no variables of these\n"
          "WARPLINE_NODE_FEATURES=$(sinfo -h -N -n \"$SLURMD_NODENAME\" -o %f | head -n 1)\n",
          out);
    if (batch->options->batch.constraint) {
        fputs("WARPLINE_CONSTRAINT=", out);
        put_word(out, batch->options->batch.constraint);
        fputc('\n', out);
    }
    fputs("export WARPLINE_NODE_FEATURES WARPLINE_CONSTRAINT\n\n"
          "# The program is told by USR1 in both cases: TERM would have srun kill it at once\n"
          "told='' again=''\n"
          "tell() { told+=\" $1\" again=yes; kill -USR1 \"$program\" 2>/dev/null; }\n"
          "trap 'tell USR1' USR1\n"
          "trap 'tell TERM' TERM\n"
          "# Without a binding of Slurm's, which at some sites is one core: warpline binds its "
          "threads\n"
          "srun --cpu-bind=none ",
          out);
    put_measure(out, batch);
    fputs(batch->options->batch.gres ? " --under \"$out\"" : " --out \"$out/$SLURMD_NODENAME\"",
          out);
    fputs(
        " &\n"
        "program=$!\n"
        "wait \"$program\"\n"
        "status=$?\n"
        "while [ -n \"$again\" ] && [ \"$status\" -gt 128 ]; do # it was the trap that ended wait\n"
        "    again=''\n"
        "    wait \"$program\"\n"
        "    status=$?\n"
        "done\n"
        "echo \"warpline batch: task $task on $SLURMD_NODENAME: exit status $status\"\n\n"
        "# 4: stopped early, and the same command goes on. Where Slurm ended the whole job, this\n"
        "# script got TERM, too: it is Slurm's to queue it again (preempted) or not (cancelled).\n"
        "if [ \"$status\" = 4 ] && [[ $told != *TERM* ]]; then\n"
        "    scontrol requeue \"${SLURM_ARRAY_JOB_ID}_$task\"\n"
        "fi\n"
        "exit \"$status\"\n",
        out);
}

void script_write_merge(FILE *out, const struct batch *batch)
{
    const struct batch_options *o = &batch->options->batch;
    fputs("#!/bin/bash\n"
          "# Merges and reports what the tasks of the array have measured, however they ended.\n"
          "#SBATCH --job-name=warpline-merge\n",
          out);
    put_directive(out, "partition", o->partition);
    put_directive(out, "account", o->account);
    put_directive(out, "qos", o->qos);
    fputs("#SBATCH --nodes=1\n#SBATCH --ntasks=1\n", out);
    put_time(out, batch->nodes.limit_s < MERGE_MOST_S ? batch->nodes.limit_s : MERGE_MOST_S);
    fputs("#SBATCH --open-mode=append\n#SBATCH --output=merge-%j.log\n#SBATCH --export=ALL\n\n",
          out);
    put_names(out, batch, false);
    fputs("folders=()\n"
          "for node in \"${nodes[@]}\"; do\n"
          "    there=no\n"
          "    for folder in \"$out/$node\" \"$out/$node\".gpu*; do\n"
          "        rows=$(grep -vc '^#' \"$folder/results.csv\" 2>/dev/null)\n"
          "        [ \"${rows:-0}\" -gt 1 ] && folders+=(\"$folder\") there=yes\n"
          "    done\n"
          "    [ \"$there\" = yes ] || echo \"warpline batch: no results of $node\"\n"
          "done\n"
          "[ ${#folders[@]} -gt 0 ] || exit 1\n"
          "\"$warpline\" merge \"${folders[@]}\" --out \"$out/merged\" || exit\n"
          "\"$warpline\" report \"$out/merged\"\n",
          out);
}

void script_write(FILE *out, const struct batch *batch)
{
    put_head(out, batch);
    put_directives(out, batch);
    put_names(out, batch, by_study(batch));
    put_submission(out, batch);
    put_task(out, batch);
}
