/* The memory that may be used, read from files like those of real machines: control groups of both
 * versions, in containers and out of them, and resource limits. */
#include "cpu/limits.h"
#include "tests/tree.h"

#define GIB (INT64_C(1) << 30)
#define MIB (INT64_C(1) << 20)

/* 24 GiB, 20 of them free. */
#define MEMINFO                                                          \
    {                                                                    \
        "/proc/meminfo", "MemTotal:       25165824 kB\n"                 \
                         "MemFree:        10485760 kB\n"                 \
                         "MemAvailable:   20971520 kB\nBuffers: 17 kB\n" \
    }
#define V2_MOUNT                                              \
    "24 29 0:22 / /proc rw,nosuid shared:13 - proc proc rw\n" \
    "35 25 0:30 / /sys/fs/cgroup rw,nosuid,nodev shared:9 - cgroup2 cgroup2 rw,nsdelegate\n"
#define V1_MOUNTS                                                                 \
    "31 23 0:28 / /sys/fs/cgroup rw,relatime - tmpfs tmpfs rw,mode=755\n"         \
    "32 31 0:29 / /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct\n" \
    "35 31 0:32 / /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory\n"
#define V1_GROUPS "9:name=systemd:/\n5:cpu,cpuacct:/slurm\n4:memory:/slurm/uid_7/job_9/step_0\n"
#define JOB       "/sys/fs/cgroup/memory/slurm/uid_7/job_9"
#define NO_LIMIT  "9223372036854771712\n"

static const struct machine {
    const char *name;
    struct tree_file files[TREE_FILES_MAX];
    int64_t all_bytes, free_bytes;
    const char *who;
} machines[] = {
    {"no groups at all", {MEMINFO}, 24 * GIB, 20 * GIB, "the machine"},
    {"nothing to read", {{"/nothing", ""}}, 0, 0, "the machine"},
    {"version 2, no limit",
     {MEMINFO,
      {"/proc/self/cgroup", "0::/user.slice/session-1.scope\n"},
      {"/proc/self/mountinfo", V2_MOUNT},
      {"/sys/fs/cgroup/user.slice/session-1.scope/memory.max", "max\n"},
      {"/sys/fs/cgroup/user.slice/session-1.scope/memory.high", "max\n"},
      {"/sys/fs/cgroup/user.slice/session-1.scope/memory.current", "4096\n"}},
     24 * GIB,
     20 * GIB,
     "the machine"},
    {"version 2, the process's own group",
     {MEMINFO,
      {"/proc/self/cgroup", "0::/job\n"},
      {"/proc/self/mountinfo", V2_MOUNT},
      {"/sys/fs/cgroup/job/memory.max", "1073741824\n"},
      {"/sys/fs/cgroup/job/memory.current", "73741824\n"}},
     GIB,
     1000000000,
     "control group /job"},
    {"version 2, a parent's, which a sibling fills",
     {MEMINFO,
      {"/proc/self/cgroup", "0::/job_9/step_0/task_1\n"},
      {"/proc/self/mountinfo", V2_MOUNT},
      {"/sys/fs/cgroup/job_9/memory.max", "1073741824\n"},
      {"/sys/fs/cgroup/job_9/memory.current", "805306368\n"},
      {"/sys/fs/cgroup/job_9/step_0/memory.max", "max\n"},
      {"/sys/fs/cgroup/job_9/step_0/task_1/memory.max", "536870912\n"},
      {"/sys/fs/cgroup/job_9/step_0/task_1/memory.current", "1048576\n"}},
     512 * MIB,
     256 * MIB,
     "control group /job_9"},
    {"version 2, file pages that nobody uses are free",
     {MEMINFO,
      {"/proc/self/cgroup", "0::/job\n"},
      {"/proc/self/mountinfo", V2_MOUNT},
      {"/sys/fs/cgroup/job/memory.max", "1073741824\n"},
      {"/sys/fs/cgroup/job/memory.current", "1073741824\n"},
      {"/sys/fs/cgroup/job/memory.stat",
       "anon 4096\nfile 1073000000\nactive_file 9\ninactive_file 536870912\n"}},
     GIB,
     512 * MIB,
     "control group /job"},
    {"version 2, held back before it is killed",
     {MEMINFO,
      {"/proc/self/cgroup", "0::/job\n"},
      {"/proc/self/mountinfo", V2_MOUNT},
      {"/sys/fs/cgroup/job/memory.max", "max\n"},
      {"/sys/fs/cgroup/job/memory.high", "268435456\n"},
      {"/sys/fs/cgroup/job/memory.current", "0\n"}},
     256 * MIB,
     256 * MIB,
     "control group /job"},
    {"version 2, used up",
     {MEMINFO,
      {"/proc/self/cgroup", "0::/job\n"},
      {"/proc/self/mountinfo", V2_MOUNT},
      {"/sys/fs/cgroup/job/memory.max", "1048576\n"},
      {"/sys/fs/cgroup/job/memory.current", "1052672\n"}},
     MIB,
     0,
     "control group /job"},
    {"version 2, a container with a separate namespace",
     {MEMINFO,
      {"/proc/self/cgroup", "0::/\n"},
      {"/proc/self/mountinfo", V2_MOUNT},
      {"/sys/fs/cgroup/memory.max", "2147483648\n"},
      {"/sys/fs/cgroup/memory.current", "1073741824\n"}},
     2 * GIB,
     GIB,
     "control group /"},
    {"version 2, in a group that the namespace does not show",
     {MEMINFO,
      {"/proc/self/cgroup", "0::/../elsewhere\n"},
      {"/proc/self/mountinfo", V2_MOUNT},
      {"/sys/fs/cgroup/memory.max", "2147483648\n"},
      {"/sys/fs/cgroup/memory.current", "0\n"}},
     2 * GIB,
     2 * GIB,
     "control group /"},
    {"version 1, a job of Slurm",
     {MEMINFO,
      {"/proc/self/cgroup", V1_GROUPS},
      {"/proc/self/mountinfo", V1_MOUNTS},
      {"/sys/fs/cgroup/memory/memory.limit_in_bytes", NO_LIMIT},
      {"/sys/fs/cgroup/memory/memory.usage_in_bytes", "3000000000\n"},
      {JOB "/memory.limit_in_bytes", "1073741824\n"},
      {JOB "/memory.usage_in_bytes", "805306368\n"},
      {JOB "/memory.stat", "inactive_file 1\ntotal_inactive_file 268435456\n"},
      {JOB "/step_0/memory.limit_in_bytes", NO_LIMIT},
      {JOB "/step_0/memory.usage_in_bytes", "805306368\n"}},
     GIB,
     512 * MIB,
     "control group /slurm/uid_7/job_9"},
    {"version 1, a container that shows its own group as the top",
     {MEMINFO,
      {"/proc/self/cgroup", "4:memory:/docker/abc/inner\n0::/\n"},
      {"/proc/self/mountinfo",
       "35 31 0:32 /docker/abc /sys/fs/cgroup/memory ro - cgroup cgroup rw,memory\n"},
      {"/sys/fs/cgroup/memory/memory.limit_in_bytes", "134217728\n"},
      {"/sys/fs/cgroup/memory/memory.usage_in_bytes", "67108864\n"},
      {"/sys/fs/cgroup/memory/inner/memory.limit_in_bytes", NO_LIMIT}},
     128 * MIB,
     64 * MIB,
     "control group /"},
    {"both versions, the memory in the first",
     {MEMINFO,
      {"/proc/self/cgroup", "4:memory:/job\n0::/job\n"},
      {"/proc/self/mountinfo",
       V1_MOUNTS "41 31 0:38 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n"},
      {"/sys/fs/cgroup/unified/job/cgroup.procs", "1\n"},
      {"/sys/fs/cgroup/memory/job/memory.limit_in_bytes", "1073741824\n"},
      {"/sys/fs/cgroup/memory/job/memory.usage_in_bytes", "0\n"}},
     GIB,
     GIB,
     "control group /job"},
    {"a name with a blank, and a controller that only begins like memory",
     {MEMINFO,
      {"/proc/self/cgroup", "3:memoryless:/\n0::/my job\n"},
      {"/proc/self/mountinfo", "35 25 0:30 / /sys/fs/my\\040cgroup rw - cgroup2 none rw\n"},
      {"/sys/fs/my cgroup/my job/memory.max", "1073741824\n"},
      {"/sys/fs/my cgroup/my job/memory.current", "0\n"}},
     GIB,
     GIB,
     "control group /my job"},
    {"resource limits",
     {MEMINFO,
      {"/proc/self/limits",
       "Limit                     Soft Limit           Hard Limit           Units     \n"
       "Max cpu time              unlimited            unlimited            seconds   \n"
       "Max data size             unlimited            unlimited            bytes     \n"
       "Max address space         2147483648           4294967296           bytes     \n"},
      {"/proc/self/status", "Name:\twarpline\nVmSize:\t 1048576 kB\nVmData:\t 1024 kB\n"}},
     2 * GIB,
     GIB,
     "ulimit -v"},
    {"less data than addresses",
     {MEMINFO,
      {"/proc/self/limits",
       "Max data size             1073741824           unlimited            bytes     \n"
       "Max address space         unlimited            unlimited            bytes     \n"},
      {"/proc/self/status", "VmSize:\t 1048576 kB\nVmData:\t 524288 kB\n"}},
     GIB,
     512 * MIB,
     "ulimit -d"},
    {"a group with more than the machine has",
     {MEMINFO,
      {"/proc/self/cgroup", "0::/job\n"},
      {"/proc/self/mountinfo", V2_MOUNT},
      {"/sys/fs/cgroup/job/memory.max", "1099511627776\n"},
      {"/sys/fs/cgroup/job/memory.current", "0\n"}},
     24 * GIB,
     20 * GIB,
     "the machine"},
};

static void test_machines(void **state)
{
    (void)state;
    for (size_t m = 0; m < sizeof machines / sizeof *machines; m++) {
        char root[TREE_PATH_MAX];
        struct memory_limits limits;
        tree_make(machines[m].files, root);
        limits_read(root, &limits);
        tree_remove(root);
        if (limits.all_bytes != machines[m].all_bytes ||
            limits.free_bytes != machines[m].free_bytes || strcmp(limits.who, machines[m].who) != 0)
            fail_msg("%s: %lld bytes, %lld free by %s", machines[m].name,
                     (long long)limits.all_bytes, (long long)limits.free_bytes, limits.who);
    }
}

/* cpu.stat of the process's group and of those above it. */
static const struct {
    const char *name;
    struct tree_file files[TREE_FILES_MAX];
    double throttled_ns;
} quotas[] = {
    {"no groups", {MEMINFO}, 0},
    {"version 2, no quota",
     {{"/proc/self/cgroup", "0::/job\n"},
      {"/proc/self/mountinfo", V2_MOUNT},
      {"/sys/fs/cgroup/job/cpu.stat", "usage_usec 77\nuser_usec 70\n"}},
     0},
    {"version 2, a parent's quota",
     {{"/proc/self/cgroup", "0::/job/step\n"},
      {"/proc/self/mountinfo", V2_MOUNT},
      {"/sys/fs/cgroup/job/step/cpu.stat", "nr_throttled 0\nthrottled_usec 0\n"},
      {"/sys/fs/cgroup/job/cpu.stat", "nr_throttled 7\nthrottled_usec 350\n"}},
     350e3},
    {"version 1",
     {{"/proc/self/cgroup", V1_GROUPS},
      {"/proc/self/mountinfo", V1_MOUNTS},
      {"/sys/fs/cgroup/cpu,cpuacct/slurm/cpu.stat", "nr_throttled 2\nthrottled_time 5000\n"}},
     5000},
};

static void test_quotas(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof quotas / sizeof *quotas; i++) {
        char root[TREE_PATH_MAX];
        tree_make(quotas[i].files, root);
        const double ns = limits_throttled_ns(root);
        tree_remove(root);
        if (ns != quotas[i].throttled_ns)
            fail_msg("%s: %g ns", quotas[i].name, ns);
    }
}

static void test_this_machine(void **state)
{
    (void)state;
    struct memory_limits limits;
    limits_read("", &limits);
    assert_true(limits.free_bytes > 0);
    assert_true(limits.all_bytes >= limits.free_bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_machines),
        cmocka_unit_test(test_quotas),
        cmocka_unit_test(test_this_machine),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
