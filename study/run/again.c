/* Points that other load disturbed: measured again once the machine is quieter. */
#include "plots/data/row_reader.h"
#include "study/run/header.h"
#include "study/run/kept.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The number of processes that ran at that time, this one included: "0.34, 2 now"; 0: unknown. */
static int running(const char *header)
{
    char load[64];
    int count = 0;
    if (header_value(header, "machine_load", load, sizeof load))
        (void)sscanf(load, "%*[^,], %d now", &count);
    return count;
}

bool is_quieter(const char *theirs, const char *ours)
{
    const int then = running(theirs), now = running(ours);
    return now == 1 || (now > 0 && now < then);
}

double kept_damage(bool valid, double disturbed, double samples)
{
    return (valid ? 0 : 2) + (samples > 0 ? disturbed / samples : 1);
}

/* All lines have an end: opening the folder cut off what had none. */
static const char *line_after(const char *line)
{
    return strchr(line, '\n') + 1;
}

void put_other_rows(FILE *out, const char *header, const char *rows, int row)
{
    int number = -1; /* of the line of names */
    if (header)
        header_write_dated(out, header, rows);
    for (const char *line = rows, *next; *line; line = next) {
        next = line_after(line);
        if (*line == '#' ? !header : number++ != row)
            fwrite(line, 1, (size_t)(next - line), out);
    }
}

void put_other_samples(FILE *out, const char *samples, int row)
{
    char *rest;
    fputs(samples_head, out);
    for (const char *line = samples + strlen(samples_head), *next; *line; line = next) {
        const long number = strtol(line, &rest, 10);
        next = line_after(line);
        if (number != row)
            fprintf(out, "%ld%.*s", number - (number > row), (int)(next - rest), rest);
    }
}

void kept_forget(struct kept *kept, int row)
{
    free(kept->row[row].identity);
    memmove(&kept->row[row], &kept->row[row + 1], (size_t)(--kept->rows - row) * sizeof *kept->row);
}
