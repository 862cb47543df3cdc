/* The state of a machine in the header, read from files like those of real machines. */
#include "cpu/machine_state.h"
#include "tests/tree.h"

#define CPU "/sys/devices/system/cpu"

static const struct machine {
    const char *name;
    struct tree_file files[TREE_FILES_MAX];
    const char *lines;
} machines[] = {
    {"says nothing",
     {{"/nothing", ""}},
     "# machine_load: -\n# machine_governor: -\n# machine_turbo: -\n"
     "# machine_numa_balancing: -\n# machine_large_pages: -\n"},
    {"Intel's driver, two governors",
     {{"/proc/loadavg", "3.07 0.81 0.45 4/880 24137\n"},
      {CPU "/cpu0/cpufreq/scaling_governor", "powersave\n"},
      {CPU "/cpu1/cpufreq/scaling_governor", "powersave\n"},
      {CPU "/cpufreq/policy0/scaling_governor", "performance\n"},
      {CPU "/cpuidle/current_governor", "menu\n"},
      {CPU "/intel_pstate/no_turbo", "0\n"},
      {"/proc/sys/kernel/numa_balancing", "1\n"},
      {"/sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n"}},
     "# machine_load: 3.07, 4 now\n# machine_governor: powersave on 2\n# machine_turbo: on\n"
     "# machine_numa_balancing: 1\n# machine_large_pages: madvise\n"},
    {"Intel's without turbo",
     {{"/proc/loadavg", "0.00 0.00 0.00 1/99 7\n"},
      {CPU "/intel_pstate/no_turbo", "1\n"},
      {CPU "/cpufreq/boost", "1\n"},
      {"/proc/sys/kernel/numa_balancing", "0\n"},
      {"/sys/kernel/mm/transparent_hugepage/enabled", "[always] madvise never\n"}},
     "# machine_load: 0.00, 1 now\n# machine_governor: -\n# machine_turbo: off\n"
     "# machine_numa_balancing: 0\n# machine_large_pages: always\n"},
    {"AMD's, boosting",
     {{CPU "/cpu0/cpufreq/scaling_governor", "schedutil\n"}, {CPU "/cpufreq/boost", "1\n"}},
     "# machine_load: -\n# machine_governor: schedutil on 1\n# machine_turbo: on\n"
     "# machine_numa_balancing: -\n# machine_large_pages: -\n"},
    {"AMD's, not boosting",
     {{CPU "/cpufreq/boost", "0\n"}, {"/proc/loadavg", "nonsense\n"}},
     "# machine_load: -\n# machine_governor: -\n# machine_turbo: off\n"
     "# machine_numa_balancing: -\n# machine_large_pages: -\n"},
};

static void test_machines(void **state)
{
    (void)state;
    for (size_t m = 0; m < sizeof machines / sizeof *machines; m++) {
        char root[TREE_PATH_MAX], *text = NULL;
        size_t size = 0;
        tree_make(machines[m].files, root);
        FILE *out = open_memstream(&text, &size);
        conditions_write(out, root);
        fclose(out);
        tree_remove(root);
        if (strcmp(text, machines[m].lines) != 0)
            fail_msg("%s: %s", machines[m].name, text);
        free(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_machines)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
