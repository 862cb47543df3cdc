/* A GPU that is present and not used is reported, with the reason: on made-up folders of a machine.
 */
#include "offload/unused.h"
#include "tests/assertions.h"

#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { FILES_MOST = 4 };

static const struct machine {
    const char *name;
    const char *no_code;
    int devices;
    const char *const files[FILES_MOST][2]; /* path and text */
    const char *says;                       /* NULL: nothing */
} machines[] = {
    {"no GPU", "no mkoffload", 0, {{"/sys/bus/pci/devices/0/vendor", "0x8086\n"}}, NULL},
    {"a GPU and no code",
     "no mkoffload",
     0,
     {{"/sys/bus/pci/devices/1/vendor", "0x10de\n"},
      {"/sys/bus/pci/devices/1/class", "0x030200\n"}},
     "an NVIDIA GPU is here.*without GPU code \\(no mkoffload\\); install gcc-14-offload-nvptx"},
    {"two GPUs and no code",
     "no mkoffload",
     0,
     {{"/sys/bus/pci/devices/1/vendor", "0x10de\n"},
      {"/sys/bus/pci/devices/1/class", "0x030200\n"},
      {"/sys/bus/pci/devices/2/vendor", "0x10de\n"},
      {"/sys/bus/pci/devices/2/class", "0x030000\n"}},
     "NVIDIA GPUs are here"},
    {"NVIDIA's sound is no GPU",
     "no mkoffload",
     0,
     {{"/sys/bus/pci/devices/1/vendor", "0x10de\n"},
      {"/sys/bus/pci/devices/1/class", "0x040300\n"}},
     NULL},
    {"a container that shows no bus", "no mkoffload", 0, {{"/dev/nvidia0", ""}}, "GPU is here"},
    {"the driver's control device alone", "no mkoffload", 0, {{"/dev/nvidiactl", ""}}, NULL},
    {"one that libgomp finds", NULL, 1, {{"/dev/nvidia0", ""}}, NULL},
    {"code for it, but libgomp finds none", NULL, 0, {{"/dev/nvidia0", ""}}, "not used: .*; "},
    {"offloading is switched off", NULL, 0, {{"/dev/nvidia0", ""}}, "OMP_TARGET_OFFLOAD=DISABLED"},
};

static void make(const char *root, const char *path, const char *text)
{
    char command[512], full[256];
    snprintf(full, sizeof full, "%s%s", root, path);
    snprintf(command, sizeof command, "mkdir -p \"$(dirname '%s')\"", full);
    assert_int_equal(system(command), 0);
    FILE *file = fopen(full, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static bool matches(const char *text, const char *pattern)
{
    regex_t compiled;
    assert_int_equal(regcomp(&compiled, pattern, REG_EXTENDED | REG_NOSUB), 0);
    const bool fits = regexec(&compiled, text, 0, NULL, 0) == 0;
    regfree(&compiled);
    return fits;
}

static void try_machine(const struct machine *machine)
{
    char root[] = "/tmp/warpline-unused-XXXXXX", text[1024], command[64];
    assert_non_null(mkdtemp(root));
    for (int i = 0; i < FILES_MOST && machine->files[i][0]; i++)
        make(root, machine->files[i][0], machine->files[i][1]);
    const struct gpu_use use = {root, machine->no_code, machine->devices, "14"};
    const bool told = gpu_unused(&use, text, sizeof text);
    snprintf(command, sizeof command, "rm -rf '%s'", root);
    assert_int_equal(system(command), 0);
    if (told != (machine->says != NULL) || (told && !matches(text, machine->says)))
        fail_msg("%s: \"%s\"", machine->name, text);
}

static void test_machines(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof machines / sizeof *machines; i++) {
        const bool off = machines[i].says && strstr(machines[i].says, "DISABLED");
        if (off)
            setenv("OMP_TARGET_OFFLOAD", "DISABLED", 1);
        try_machine(&machines[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_machines)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
