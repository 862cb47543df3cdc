/* The header of results: which variables of the environment it names, and which differences make
 * other results of it. */
#include "study/run/header.h"
#include "tests/assertions.h"

#include <stdlib.h>
#include <string.h>

static void test_environment(void **state)
{
    (void)state;
    static char *const environment[] = {
        "HOME=/root",
        "OMP_NUM_TEAMS=4",
        "OMP_TEAMS_THREAD_LIMIT=8",
        "GOMP_NVPTX_JIT=-O0",
        "CUDA_VISIBLE_DEVICES=1,2",
        "LIBOMPTARGET_INFO=1",
        "HWLOC_COMPONENTS=-gl",
        "OMP_LINES=a\n# command: b\tc",
        "OMP_EMPTY=",
        "SLURM_JOB_ID=17",
        "SLURM_ARRAY_TASK_ID=3",
        "SLURM_JOB_NODELIST=n[1-2]",
        "SLURM_JOB_PARTITION=work",
        "SLURM_CPUS_PER_TASK=4",
        "SLURM_JOB_GPUS=0",
        "SLURM_JWT=eyJhbGciOi",
        "SLURM_JOB_ID_KEY=1",
        "SLURM_JOB_USER=root",
        "SLURM_SUBMIT_DIR=/home/someone",
        "OMP_SECRET=1",
        "CUDA_AUTH_TOKEN=1",
        "GOMP_password=1",
        "XOMP_A=1",
        "no_equals_sign",
        NULL,
    };
    static const char wanted[] = "# environment: OMP_NUM_TEAMS=4\n"
                                 "# environment: OMP_TEAMS_THREAD_LIMIT=8\n"
                                 "# environment: GOMP_NVPTX_JIT=-O0\n"
                                 "# environment: CUDA_VISIBLE_DEVICES=1,2\n"
                                 "# environment: LIBOMPTARGET_INFO=1\n"
                                 "# environment: HWLOC_COMPONENTS=-gl\n"
                                 "# environment: OMP_LINES=a # command: b c\n"
                                 "# environment: OMP_EMPTY=\n"
                                 "# environment: SLURM_JOB_ID=17\n"
                                 "# environment: SLURM_ARRAY_TASK_ID=3\n"
                                 "# environment: SLURM_JOB_NODELIST=n[1-2]\n"
                                 "# environment: SLURM_JOB_PARTITION=work\n"
                                 "# environment: SLURM_CPUS_PER_TASK=4\n"
                                 "# environment: SLURM_JOB_GPUS=0\n";
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    header_write_environment(out, environment);
    fclose(out);
    assert_string_equal(text, wanted);
    free(text);
}

#define COLUMNS "study,pattern\n"

static const struct pair {
    const char *theirs, *ours;
    const char *difference;
} pairs[] = {
    {"# a: 1\n# b: 2\n" COLUMNS, "# a: 1\n# b: 2\n", ""},
    {"# b: 2\n# a: 1\n" COLUMNS, "# a: 1\n# b: 2\n", ""},
    {"# a: 1\n" COLUMNS, "# a: 2\n", "a was 1, is 2"},
    {"# a: 1\n" COLUMNS, "# a: 12\n", "a was 1, is 12"},
    {"# a: 1\n# ab: 3\n" COLUMNS, "# a: 1\n# ab: 4\n", "ab was 3, is 4"},
    {"# a: 1\n# b: 2\n" COLUMNS, "# a: 3\n# b: 4\n", "a was 1, is 3; b was 2, is 4"},
    {"# cpu_detail: 2 cores in use, 1 NUMA node\n" COLUMNS,
     "# cpu_detail: 1 core in use, 1 NUMA node\n",
     "cpu_detail was 2 cores in use, 1 NUMA node, is 1 core in use, 1 NUMA node"},
    {"# a: 1\n" COLUMNS, "# a: 1\n# b: 2\n", "b was not set, is 2"},
    {"# a: 1\n# b: 2\n" COLUMNS, "# a: 1\n", "b was 2, is not set"},
    {"# a: \n" COLUMNS, "# a: 1\n", "a was , is 1"},
    {"# a: x: 1\n" COLUMNS, "# a: x: 2\n", "a was x: 1, is x: 2"},
    {"# environment: OMP_A=1\n# environment: OMP_B=2\n" COLUMNS,
     "# environment: OMP_B=2\n# environment: OMP_A=1\n", ""},
    {"# environment: OMP_A=1\n" COLUMNS, "# environment: OMP_A=2\n", "OMP_A was 1, is 2"},
    {COLUMNS, "# environment: GOMP_SPINCOUNT=2\n", "GOMP_SPINCOUNT was not set, is 2"},
    /* what says nothing of the rows */
    {"# date: 1\n# clock_step_ns: 1\n# machine_load: 1\n# cpu_start_seconds: 1\n" COLUMNS,
     "# date: 2\n# clock_step_ns: 2\n# machine_load: 2\n# cpu_start_seconds: 2\n", ""},
    {"# environment: SLURM_JOB_ID=1\n# environment: OMP_NUM_THREADS=1\n" COLUMNS,
     "# environment: SLURM_JOB_ID=2\n", ""},
    /* CUDA's variables: where its tools lie says nothing, all else nothing where there is no GPU */
    {"# environment: CUDA_HOME=/a\n# gpu0_kind: gpu\n" COLUMNS, "# gpu0_kind: gpu\n", ""},
    {"# cpu_kind: cpu\n" COLUMNS,
     "# cpu_kind: cpu\n# environment: CUDA_HOME=/a\n# environment: CUDA_VISIBLE_DEVICES=1\n", ""},
    {"# environment: CUDA_INSTALL_PATH=/a\n# environment: CUDA_CACHE_PATH=/b\n# gpu0_kind: "
     "gpu\n" COLUMNS,
     "# gpu0_kind: gpu\n", ""},
    {"# cpu_kind: cpu\n" COLUMNS,
     "# cpu_kind: cpu\n# environment: OMP_TARGET_OFFLOAD=DISABLED\n# environment: "
     "HWLOC_HIDE_ERRORS=2\n",
     ""},
    {"# environment: CUDA_VISIBLE_DEVICES=0\n# gpu0_kind: gpu\n" COLUMNS,
     "# environment: CUDA_VISIBLE_DEVICES=1\n# gpu0_kind: gpu\n",
     "CUDA_VISIBLE_DEVICES was 0, is 1"},
    {"# machine_governor: powersave on 2\n" COLUMNS, "# machine_governor: performance on 2\n",
     "machine_governor was powersave on 2, is performance on 2"},
    {"# host: a\n# array_task: 1\n# cpuset: 0-1\n" COLUMNS, "# host: a\n# restarts: 2\n", ""},
    {"# host: a\n# node: a\n" COLUMNS, "# host: b\n# node: b\n", "host was a, is b"},
    /* users' own patterns: one more, another of the same name */
    {"# a: 1\n" COLUMNS, "# a: 1\n# pattern_mine: mine.c, SHA-256 12\n", ""},
    {"# pattern_mine: x\n" COLUMNS, "# pattern_mine: y\n", "pattern_mine was x, is y"},
    /* a header that was cut off, and a line that is none */
    {"# a: 1\n", "# a: 1\n# b: 2\n", ""},
    {"# a: 1\n# b", "# a: 1\n# b: 2\n", ""},
    {"# a: 1\n# b: 3", "# a: 1\n# b: 2\n", ""},
    {"# a: 1\n# b: 3\n", "# a: 1\n# b: 2\n", "b was 3, is 2"},
    {"# b\n# a: 1\n" COLUMNS, "# a: 1\n# b: 2\n", "b was not set, is 2"},
    {"", "# a: 1\n", ""},
};

static void test_differences(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        char text[256];
        assert_string_equal(
            header_differences(pairs[i].theirs, pairs[i].ours, false, text, sizeof text),
            pairs[i].difference);
    }
}

/* More differences than there is room for: the first are named. */
static void test_many_differences(void **state)
{
    (void)state;
    char text[16];
    header_differences("# a: 1\n# b: 2\n" COLUMNS, "# a: 3\n# b: 4\n", false, text, sizeof text);
    assert_string_equal(text, "a was 1, is 3; ");
}

static void test_value(void **state)
{
    (void)state;
    char value[16];
    assert_true(header_value("# ab: 1\n# a: x: 2\n", "a", value, sizeof value));
    assert_string_equal(value, "x: 2");
    assert_false(header_value("# ab: 1\n# a: 2", "a", value, sizeof value));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_environment),
        cmocka_unit_test(test_differences),
        cmocka_unit_test(test_many_differences),
        cmocka_unit_test(test_value),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
