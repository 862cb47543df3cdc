#include "cpu/machine_state.h"

#include "cpu/memory.h"

#include <ctype.h>
#include <dirent.h>
#include <stdbool.h>
#include <string.h>

enum { PATH_LENGTH_MAX = 4096, WORD_MAX = 32, GOVERNORS_MAX = 8 };
static const char cpu_folder[] = "/sys/devices/system/cpu";

/* Reads the first line of a file; false if there is none. */
static bool first_line(const char *root, const char *name, char *line, int size)
{
    char path[PATH_LENGTH_MAX];
    snprintf(path, sizeof path, "%s%s", root, name);
    FILE *file = fopen(path, "r");
    const bool read = file && fgets(line, size, file) != NULL;
    if (file)
        fclose(file);
    if (read)
        line[strcspn(line, "\n")] = '\0';
    return read && line[0];
}

static void write_load(FILE *out, const char *root)
{
    char line[128];
    double load;
    int running;
    if (first_line(root, "/proc/loadavg", line, sizeof line) &&
        sscanf(line, "%lf %*f %*f %d/", &load, &running) == 2)
        fprintf(out, "# machine_load: %.2f, %d now\n", load, running);
    else
        fputs("# machine_load: -\n", out);
}

/* The governors that were seen, and the number of cores with each. */
struct governors {
    char names[GOVERNORS_MAX][WORD_MAX];
    int cores[GOVERNORS_MAX];
    int count;
};

static void note_governor(struct governors *governors, const char *name)
{
    int i = 0;
    while (i < governors->count && strcmp(governors->names[i], name) != 0)
        i++;
    if (i == GOVERNORS_MAX)
        return;
    if (i == governors->count)
        snprintf(governors->names[governors->count++], WORD_MAX, "%s", name);
    governors->cores[i]++;
}

static void find_governors(const char *root, struct governors *governors)
{
    char path[PATH_LENGTH_MAX], name[WORD_MAX];
    snprintf(path, sizeof path, "%s%s", root, cpu_folder);
    DIR *folder = opendir(path);
    for (const struct dirent *entry; folder && (entry = readdir(folder));) {
        if (strncmp(entry->d_name, "cpu", 3) != 0 || !isdigit((unsigned char)entry->d_name[3]))
            continue;
        snprintf(path, sizeof path, "%s/%s/cpufreq/scaling_governor", cpu_folder, entry->d_name);
        if (first_line(root, path, name, sizeof name))
            note_governor(governors, name);
    }
    if (folder)
        closedir(folder);
}

static void write_governors(FILE *out, const char *root)
{
    struct governors governors = {.count = 0};
    find_governors(root, &governors);
    fputs("# machine_governor: ", out);
    for (int i = 0; i < governors.count; i++)
        fprintf(out, "%s%s on %d", i ? ", " : "", governors.names[i], governors.cores[i]);
    fputs(governors.count ? "\n" : "-\n", out);
}

/* Intel's driver reports whether turbo is off, the others whether it is on. */
static const char *turbo(const char *root)
{
    char line[WORD_MAX];
    if (first_line(root, "/sys/devices/system/cpu/intel_pstate/no_turbo", line, sizeof line))
        return line[0] == '1' ? "off" : "on";
    if (first_line(root, "/sys/devices/system/cpu/cpufreq/boost", line, sizeof line))
        return line[0] == '1' ? "on" : "off";
    return "-";
}

void conditions_write(FILE *out, const char *root)
{
    char line[WORD_MAX], pages[WORD_MAX];
    write_load(out, root);
    write_governors(out, root);
    fprintf(out, "# machine_turbo: %s\n", turbo(root));
    fprintf(out, "# machine_numa_balancing: %s\n",
            first_line(root, "/proc/sys/kernel/numa_balancing", line, sizeof line) ? line : "-");
    (void)memory_page_policy(root, pages, sizeof pages);
    fprintf(out, "# machine_large_pages: %s\n", pages);
}
