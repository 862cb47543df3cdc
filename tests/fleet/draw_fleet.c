/* Writes the results of a fleet: FOLDER/n0000, n0001, ..., each with the recorded rows and their
 * samples drawn again. Node `slow`, where one is named, takes `factor` times as long on its target,
 * and its rows there are marked. The headers state no digest, so tests may change their lines.
 *
 * usage: draw_fleet FOLDER NODES SEED [SLOW TARGET FACTOR MARK] */
#include "patterns/random.h"
#include "plots/data/csv.h"
#include "plots/data/row_reader.h"
#include "study/base/folders.h"
#include "study/base/median.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { ROWS_MOST = 4096, SAMPLES_MOST = 16, CELLS_MOST = 64 };

struct slow {
    int node;
    const char *target, *mark;
    double factor;
};

/* The recorded rows as texts, and their samples. */
static struct {
    struct table table; /* its headers and columns */
    char *cells[ROWS_MOST][CELLS_MOST];
    double times_ns[ROWS_MOST][SAMPLES_MOST];
    struct sample_speed speeds[ROWS_MOST][SAMPLES_MOST];
    double lost_shares[ROWS_MOST][SAMPLES_MOST];
    int samples[ROWS_MOST];
    int count;
} recorded;

static void fail(const char *what)
{
    fprintf(stderr, "draw_fleet: %s\n", what);
    exit(1);
}

static void keep_samples(const struct measured *row, int number)
{
    const int n = row->samples < SAMPLES_MOST ? row->samples : SAMPLES_MOST;
    recorded.samples[number] = n;
    if (n == 0)
        return;
    memcpy(recorded.times_ns[number], row->times_ns, sizeof(double) * (size_t)n);
    memcpy(recorded.speeds[number], row->speeds, sizeof *row->speeds * (size_t)n);
    memcpy(recorded.lost_shares[number], row->lost_shares, sizeof(double) * (size_t)n);
}

static void read_recorded(void)
{
    static char path[PATH_TEXT_MAX], problem[PATH_TEXT_MAX];
    struct rows rows;
    struct measured row;
    if (!recorded_results("h200", "results.csv", path) ||
        rows_open(&rows, path, problem, sizeof problem) ||
        table_open(&recorded.table, path, "results.csv", problem, sizeof problem))
        fail("no recorded results");
    while (rows_next(&rows, &row) == 1) {
        if (recorded.count == ROWS_MOST)
            fail("more recorded rows than there is room for");
        for (int c = 0; c < rows.table.column_count && c < CELLS_MOST; c++)
            recorded.cells[recorded.count][c] = strdup(rows.table.cells[c]);
        keep_samples(&row, recorded.count++);
    }
    rows_close(&rows);
}

static double rounded(double ns)
{
    return round(ns * 100) / 100;
}

/* Writes the cell of a row: times are those of the drawn samples, in order. */
static void put_cell(FILE *out, int row, int column, const double *ordered, const char *mark)
{
    const char *name = recorded.table.columns[column], *text = recorded.cells[row][column];
    double copy[SAMPLES_MOST];
    const int n = recorded.samples[row];
    memcpy(copy, ordered, sizeof copy);
    const struct {
        const char *name;
        double ns;
    } times[] = {{"time_ns", median_of(copy, n)},
                 {"time_min_ns", ordered[0]},
                 {"time_max_ns", ordered[n - 1]},
                 {"ci_low_ns", ordered[1]},
                 {"ci_high_ns", ordered[n - 2]}};
    for (size_t i = 0; i < sizeof times / sizeof *times && strcmp(text, "-") != 0; i++)
        if (strcmp(name, times[i].name) == 0) {
            fprintf(out, "%.2f", times[i].ns);
            return;
        }
    fputs(mark && strcmp(name, "marks") == 0 ? mark : text, out);
}

static void put_row(FILE *results, FILE *samples, int row, double factor, const char *mark,
                    uint64_t *state)
{
    double drawn[SAMPLES_MOST] = {0}, lost_shares[SAMPLES_MOST];
    struct sample_speed speeds[SAMPLES_MOST];
    const int n = recorded.samples[row];
    for (int i = 0; i < n; i++) {
        const uint64_t from = random_next(state) % (uint64_t)n;
        drawn[i] = rounded(factor * recorded.times_ns[row][from]);
        speeds[i] = recorded.speeds[row][from];
        lost_shares[i] = recorded.lost_shares[row][from];
    }
    samples_write(samples, row, drawn, speeds, lost_shares, n);
    put_in_order(drawn, n);
    for (int c = 0; c < recorded.table.column_count; c++) {
        put_cell(results, row, c, drawn, mark);
        fputc(c + 1 < recorded.table.column_count ? ',' : '\n', results);
    }
}

static void put_head(FILE *results, FILE *samples, int node)
{
    for (int i = 0; i < recorded.table.header_count; i++) {
        const struct table_header *line = &recorded.table.headers[i];
        if (strcmp(line->key, "host") == 0)
            fprintf(results, "# host: n%04d\n", node);
        else if (strcmp(line->key, "machine_load") == 0)
            fprintf(results, "# machine_load: 0.%02d, 1 now\n", node % 100);
        else if (strcmp(line->key, "header_digest") != 0)
            fprintf(results, "# %s: %s\n", line->key, line->value);
    }
    for (int c = 0; c < recorded.table.column_count; c++)
        fprintf(results, "%s%c", recorded.table.columns[c],
                c + 1 < recorded.table.column_count ? ',' : '\n');
    fputs(samples_head, samples);
}

static void put_node(const char *folder, int node, const struct slow *slow, uint64_t *state)
{
    char path[PATH_TEXT_MAX];
    const int target = table_column(&recorded.table, "target");
    snprintf(path, sizeof path, "%s/n%04d", folder, node);
    mkdir(path, 0777);
    snprintf(path, sizeof path, "%s/n%04d/results.csv", folder, node);
    FILE *results = fopen(path, "w");
    snprintf(path, sizeof path, "%s/n%04d/samples.csv", folder, node);
    FILE *samples = fopen(path, "w");
    if (!results || !samples)
        fail("the folder cannot be written");
    put_head(results, samples, node);
    for (int row = 0; row < recorded.count; row++) {
        const bool is_slow =
            node == slow->node && strcmp(recorded.cells[row][target], slow->target) == 0;
        put_row(results, samples, row, is_slow ? slow->factor : 1, is_slow ? slow->mark : NULL,
                state);
    }
    if (fclose(results) || fclose(samples))
        fail("the folder cannot be written");
}

int main(int argc, char **argv)
{
    struct slow slow = {.node = -1};
    if (argc != 4 && argc != 8)
        fail("usage: draw_fleet FOLDER NODES SEED [SLOW TARGET FACTOR MARK]");
    uint64_t state = strtoull(argv[3], NULL, 10);
    if (argc == 8)
        slow = (struct slow){atoi(argv[4]), argv[5], argv[7], atof(argv[6])};
    read_recorded();
    mkdir(argv[1], 0777);
    for (int node = 0; node < atoi(argv[2]); node++)
        put_node(argv[1], node, &slow, &state);
    for (int row = 0; row < recorded.count; row++)
        for (int c = 0; c < recorded.table.column_count; c++)
            free(recorded.cells[row][c]);
    table_close(&recorded.table);
    return 0;
}
