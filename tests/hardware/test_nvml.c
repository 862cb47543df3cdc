/* The reasons for a slow GPU that NVML reports; a stand-in for the library gives the answers of a
 * case. No GPU is needed. */
#include "offload/gpu_conditions.h"
#include "tests/assertions.h"
#include "tests/hardware/nvml_stand_in.h"

#include <dlfcn.h>
#include <string.h>
#include <unistd.h>

enum { US = 1 /* stands for this process's number */ };
static const struct cuda_device gpu = {.pci_domain = 1, .pci_bus = 0xa6, .pci_device = 3};
static const struct nvml_script quiet = {.compute = {US},
                                         .compute_count = 1,
                                         .process_bytes = 500000000,
                                         .used_bytes = 3000000,
                                         .sm_mhz = 2000,
                                         .memory_mhz = 3000,
                                         .ecc = 1,
                                         .persistence = 1,
                                         .limit_mw = 500000,
                                         .default_mw = 700000};

static struct nvml_script *script_of(const char *library)
{
    void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    assert_non_null(handle); /* stays open: the script has to outlast the watch */
    struct nvml_script *script = dlsym(handle, "nvml_script");
    assert_non_null(script);
    return script;
}

static void say(struct nvml_script *script, const struct nvml_script *what)
{
    *script = *what;
    for (int i = 0; i < SCRIPT_PROCESSES; i++) {
        if (script->compute[i] == US)
            script->compute[i] = (unsigned)getpid();
        if (script->graphics[i] == US)
            script->graphics[i] = (unsigned)getpid();
    }
}

struct look_case {
    const char *name;
    struct nvml_script before, now; /* when the program opened the GPU, and when it looks */
    unsigned marks;
    const char *text;
};

/* No other user, and an unknown clock. */
#define QUIET_BUT(...)                                                                          \
    {                                                                                           \
        .compute = {US}, .compute_count = 1, .process_bytes = 500000000, .used_bytes = 3000000, \
        __VA_ARGS__                                                                             \
    }
static const struct look_case looks[] = {
    {"alone", QUIET_BUT(.ecc = 1), QUIET_BUT(.ecc = 1), 0, ""},
    {"another process",
     QUIET_BUT(.mig = 0),
     {.compute = {77, US}, .compute_count = 2, .process_bytes = 1500000000, .sm_mhz = 2000},
     CONDITION_SHARED,
     "1 other process on it with 1.5 GB"},
    {"two that draw, one of which computes",
     QUIET_BUT(.mig = 0),
     {.compute = {US, 5}, .compute_count = 2, .graphics = {5, 6}, .graphics_count = 2},
     CONDITION_SHARED,
     "2 other processes on it"},
    {"memory that is unknown",
     QUIET_BUT(.mig = 0),
     {.compute = {US, 5}, .compute_count = 2, .process_bytes = ~0ULL},
     CONDITION_SHARED,
     "1 other process on it"},
    {"numbers from outside of a container: one is ours",
     QUIET_BUT(.mig = 0),
     {.compute = {4711}, .compute_count = 1, .process_bytes = 500000000},
     0,
     ""},
    {"numbers from outside of a container",
     QUIET_BUT(.mig = 0),
     {.compute = {4711, 4712}, .compute_count = 2, .process_bytes = 500000000},
     CONDITION_SHARED,
     "1 other process on it"},
    {"numbers of 0",
     QUIET_BUT(.mig = 0),
     {.compute = {0, 0, 0}, .compute_count = 3},
     CONDITION_SHARED,
     "2 other processes on it"},
    {"all hidden, nothing in use before", QUIET_BUT(.mig = 0), {.compute_count = 0}, 0, ""},
    {"all hidden, much in use before",
     {.used_bytes = 2000000000},
     {.compute_count = 0},
     CONDITION_SHARED,
     "2.0 GB of it were in use before this run"},
    {"no list",
     {.used_bytes = 2000000000},
     {.compute = {US}, .compute_count = 1, .processes_error = SCRIPT_NOT_SUPPORTED},
     CONDITION_SHARED,
     "2.0 GB of it were in use before this run"},
    {"idle", QUIET_BUT(.mig = 0), QUIET_BUT(.sm_mhz = 345, .reasons = NVML_IDLE), 0, ""},
    {"a low clock", QUIET_BUT(.mig = 0), QUIET_BUT(.sm_mhz = 1490), CONDITION_LOW_CLOCK,
     "its multiprocessors run at 1490 of 2000 MHz"},
    {"a clock that is nearly the highest", QUIET_BUT(.mig = 0), QUIET_BUT(.sm_mhz = 1510), 0, ""},
    {"a clock set a little lower", QUIET_BUT(.mig = 0),
     QUIET_BUT(.sm_mhz = 1790, .reasons = NVML_SETTING), CONDITION_LOW_CLOCK,
     "its multiprocessors run at 1790 of 2000 MHz, as somebody has set it"},
    {"set clocks", QUIET_BUT(.mig = 0),
     QUIET_BUT(.sm_mhz = 1000, .memory_mhz = 1500, .reasons = NVML_SETTING), CONDITION_LOW_CLOCK,
     "its multiprocessors run at 1000 of 2000 MHz, as somebody has set it, "
     "its memory runs at 1500 of 3000 MHz, as somebody has set it"},
    {"heat and power", QUIET_BUT(.mig = 0),
     QUIET_BUT(.sm_mhz = 900, .reasons = NVML_POWER_CAP | NVML_HEAT), CONDITION_THROTTLED,
     "its clock is held back by the power cap, heat"},
    {"held back meanwhile", QUIET_BUT(.power_ns = 5000000, .heat_ns = 1000000),
     QUIET_BUT(.power_ns = 5000000, .heat_ns = 8000000), CONDITION_THROTTLED,
     "its clock was held back for 7 ms by power or heat"},
    {"held back once, long ago", QUIET_BUT(.power_ns = 5000000), QUIET_BUT(.power_ns = 5000000), 0,
     ""},
    {"shared and hot",
     QUIET_BUT(.mig = 0),
     {.compute = {US, 9}, .compute_count = 2, .reasons = NVML_HARDWARE_HEAT},
     CONDITION_SHARED | CONDITION_THROTTLED,
     "1 other process on it, its clock is held back by heat, by the hardware"},
    {"errors from every call", {.error = 999}, {.error = 999, .processes_error = 999}, 0, ""},
};

static void test_looks(void **state)
{
    (void)state;
    struct nvml_script *script = script_of(NVML_STAND_IN);
    for (size_t i = 0; i < sizeof looks / sizeof *looks; i++) {
        struct gpu_watch watch;
        struct conditions seen;
        print_message("%s\n", looks[i].name);
        say(script, &looks[i].before);
        gpu_watch_begin(&watch, &gpu, NVML_STAND_IN);
        assert_string_equal(script->address, "00000001:a6:03.0");
        say(script, &looks[i].now);
        script->opened = 1;
        gpu_watch_look(&watch, &seen);
        assert_string_equal(seen.text, looks[i].text);
        assert_int_equal(seen.marks, looks[i].marks);
        gpu_watch_end(&watch);
        assert_int_equal(script->opened, 0);
    }
}

/* Time that the clock was held back counts once. */
static void test_held_back_once(void **state)
{
    (void)state;
    struct nvml_script *script = script_of(NVML_STAND_IN);
    struct gpu_watch watch;
    struct conditions seen;
    say(script, &quiet);
    gpu_watch_begin(&watch, &gpu, NVML_STAND_IN);
    script->heat_ns = 1000;
    gpu_watch_look(&watch, &seen);
    assert_int_equal(seen.marks, CONDITION_THROTTLED);
    gpu_watch_look(&watch, &seen);
    assert_int_equal(seen.marks, 0);
    gpu_watch_end(&watch);
}

static const char *setting(const struct target_facts *facts, const char *key)
{
    for (int i = 0; i < facts->setting_count; i++)
        if (strcmp(facts->settings[i].key, key) == 0)
            return facts->settings[i].value;
    return "-";
}

static struct target_facts described(const char *library)
{
    struct gpu_watch watch;
    struct target_facts facts = {.setting_count = 0};
    gpu_watch_begin(&watch, &gpu, library);
    gpu_watch_describe(&watch, &facts);
    gpu_watch_end(&watch);
    return facts;
}

static void test_settings(void **state)
{
    (void)state;
    say(script_of(NVML_STAND_IN), &quiet);
    const struct target_facts facts = described(NVML_STAND_IN);
    assert_string_equal(setting(&facts, "driver"), "580.0");
    assert_string_equal(setting(&facts, "ecc"), "on");
    assert_string_equal(setting(&facts, "mig"), "off");
    assert_string_equal(setting(&facts, "persistence"), "on");
    assert_string_equal(setting(&facts, "power_limit_w"), "500");
    assert_string_equal(setting(&facts, "power_default_w"), "700");
    assert_string_equal(setting(&facts, "sm_clock_most_mhz"), "2000");
    assert_string_equal(setting(&facts, "memory_clock_most_mhz"), "3000");
    assert_string_equal(setting(&facts, "used_before_bytes"), "3000000");
}

/* Functions that an old library lacks are not called; the others are. */
static void test_old_driver(void **state)
{
    (void)state;
    struct nvml_script *script = script_of(NVML_STAND_IN_OLD);
    struct gpu_watch watch;
    struct conditions seen;
    say(script, &quiet);
    const struct target_facts facts = described(NVML_STAND_IN_OLD);
    assert_string_equal(setting(&facts, "ecc"), "-");
    assert_string_equal(setting(&facts, "driver"), "580.0");
    assert_string_equal(setting(&facts, "used_before_bytes"), "-");
    gpu_watch_begin(&watch, &gpu, NVML_STAND_IN_OLD);
    gpu_watch_look(&watch, &seen);
    assert_int_equal(seen.marks, 0);
    script->reasons = NVML_POWER_BRAKE;
    gpu_watch_look(&watch, &seen);
    assert_string_equal(seen.text, "its clock is held back by the power brake");
    gpu_watch_end(&watch);
}

static void test_no_library(void **state)
{
    (void)state;
    struct gpu_watch watch;
    struct conditions seen;
    const struct target_facts facts = described("/nowhere/libnvidia-ml.so.1");
    assert_string_equal(setting(&facts, "nvml"), "missing");
    assert_int_equal(facts.setting_count, 1);
    gpu_watch_begin(&watch, &gpu, "/nowhere/libnvidia-ml.so.1");
    gpu_watch_look(&watch, &seen);
    assert_int_equal(seen.marks, 0);
    assert_string_equal(seen.text, "");
    gpu_watch_end(&watch);
}

/* A library that does not start, or does not know the GPU. */
static void test_refused(void **state)
{
    (void)state;
    struct nvml_script *script = script_of(NVML_STAND_IN);
    say(script, &quiet);
    script->init_error = 9;
    assert_null(nvml_open(NVML_STAND_IN, "0000:00:06.0"));
    assert_int_equal(script->opened, 0);
    script->init_error = 0;
    script->handle_error = 6;
    assert_null(nvml_open(NVML_STAND_IN, "0000:00:06.0"));
    assert_int_equal(script->opened, 0);
    nvml_close(NULL);
}

/* Two runs of this program know of each other where the library hides all processes. */
static void test_two_runs(void **state)
{
    (void)state;
    struct gpu_watch first, second;
    struct conditions seen;
    gpu_watch_begin(&first, &gpu, "/nowhere");
    gpu_watch_begin(&second, &gpu, "/nowhere");
    gpu_watch_look(&first, &seen);
    assert_int_equal(seen.marks, CONDITION_SHARED);
    assert_string_equal(seen.text, "1 other run of warpline on it");
    gpu_watch_look(&second, &seen);
    assert_int_equal(seen.marks, CONDITION_SHARED);
    gpu_watch_end(&second);
    gpu_watch_look(&first, &seen);
    assert_int_equal(seen.marks, 0);
    gpu_watch_end(&first);
}

static void test_presence_is_the_devices(void **state)
{
    (void)state;
    struct presence one = presence_begin("test device 1"), other = presence_begin("test device 2");
    assert_int_equal(presence_others(&one), 0);
    presence_end(&other);
    presence_end(&one);
}

static void test_more_than_there_are_places(void **state)
{
    (void)state;
    struct presence all[PRESENCE_MOST + 1];
    for (int i = 0; i <= PRESENCE_MOST; i++)
        all[i] = presence_begin("test device");
    assert_int_equal(presence_others(&all[0]), PRESENCE_MOST - 1);
    assert_int_equal(presence_others(&all[PRESENCE_MOST]), PRESENCE_MOST);
    for (int i = 0; i <= PRESENCE_MOST; i++)
        presence_end(&all[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_looks),
        cmocka_unit_test(test_held_back_once),
        cmocka_unit_test(test_settings),
        cmocka_unit_test(test_old_driver),
        cmocka_unit_test(test_no_library),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_two_runs),
        cmocka_unit_test(test_presence_is_the_devices),
        cmocka_unit_test(test_more_than_there_are_places),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
