#include "study/ceilings/earlier_copies.h"

#include "plots/data/csv.h"
#include "plots/data/median.h"
#include "study/base/file.h"
#include "study/base/folders.h"
#include "study/ceilings/append.h"
#include "warpline_build.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

enum { KINDS_MOST = 32, KEY_MAX = 768, COPIES_MOST = 256, FILE_BYTES_MOST = 1 << 18 };

static const char file_name[] = "copies.csv";
static const char head[] =
    "# copies of earlier runs, one row a run and kind: how much this machine "
    "varies between runs\n"
    "key,element_bytes,footprint_bytes,gbps,measured_at\n";

static bool folder_of(char path[PATH_TEXT_MAX])
{
    return user_folder("XDG_STATE_HOME", ".local/state", path) == 0;
}

/* What must be equal for two runs to be of one machine. Commas would end a field, and
 * blanks at its end are lost. */
static void write_key(const struct target *target, char key[KEY_MAX])
{
    struct utsname host;
    uname(&host);
    snprintf(key, KEY_MAX, "%s; %s; %s; %s.", WARPLINE_VERSION, host.nodename, target->facts.title,
             target->facts.binding);
    for (char *c = key; *c; c++)
        if (*c == ',' || (unsigned char)*c < ' ')
            *c = ' ';
}

/* The runs' copies of one kind: sums of logarithms. */
struct kind {
    char element[32], footprint[32];
    int count;
    double sum, squares;
};

static struct kind *kind_of(struct kind kinds[KINDS_MOST], const char *element,
                            const char *footprint)
{
    int i = 0;
    while (i < KINDS_MOST - 1 && kinds[i].count > 0 &&
           (strcmp(kinds[i].element, element) != 0 || strcmp(kinds[i].footprint, footprint) != 0))
        i++;
    snprintf(kinds[i].element, sizeof kinds[i].element, "%s", element);
    snprintf(kinds[i].footprint, sizeof kinds[i].footprint, "%s", footprint);
    return &kinds[i];
}

static void read_kinds(struct table *table, const char *key, struct kind kinds[KINDS_MOST])
{
    const struct table_range range = {.least = 1e-6, .most = 1e9};
    const int columns[] = {table_column(table, "key"), table_column(table, "element_bytes"),
                           table_column(table, "footprint_bytes"), table_column(table, "gbps")};
    for (int i = 0; i < 4; i++)
        if (columns[i] < 0)
            return;
    while (table_next(table) == 1) {
        double gbps;
        if (strcmp(table->cells[columns[0]], key) != 0 ||
            table_number(table, columns[3], &range, &gbps))
            continue;
        struct kind *kind = kind_of(kinds, table->cells[columns[1]], table->cells[columns[2]]);
        kind->count++;
        kind->sum += log(gbps);
        kind->squares += log(gbps) * log(gbps);
    }
}

const char *earlier_copies_text(const struct target *target, char *text, size_t size)
{
    char folder[PATH_TEXT_MAX], problem[PATH_TEXT_MAX + 256], key[KEY_MAX];
    struct kind kinds[KINDS_MOST] = {{.count = 0}};
    struct table table;
    double squares = 0;
    int freedom = 0;
    *text = '\0';
    if (!folder_of(folder) || table_open(&table, folder, file_name, problem, sizeof problem))
        return text;
    write_key(target, key);
    read_kinds(&table, key, kinds);
    table_close(&table);
    for (int i = 0; i < KINDS_MOST; i++)
        if (kinds[i].count > 1) {
            squares += fmax(0, kinds[i].squares - kinds[i].sum * kinds[i].sum / kinds[i].count);
            freedom += kinds[i].count - 1;
        }
    if (freedom > 0)
        snprintf(text, size, "%d runs, deviation %.4g", freedom + 1, sqrt(squares / freedom));
    return text;
}

/* A large file loses its first half: machines change. */
static void shorten(const char *path)
{
    char problem[PATH_TEXT_MAX + 256], *text;
    size_t length;
    struct whole_file file;
    if (file_read(path, (size_t)4 * FILE_BYTES_MOST, &text, &length, problem, sizeof problem))
        return;
    const char *rest = length > FILE_BYTES_MOST ? strchr(text + length / 2, '\n') : NULL;
    if (rest && whole_file_open(&file, path, problem, sizeof problem) == 0) {
        fprintf(file.out, "%s%s", head, rest + 1);
        (void)whole_file_close(&file, problem, sizeof problem);
    }
    free(text);
}

bool copies_alike(const struct measured_copy *a, const struct measured_copy *b)
{
    return a->target == b->target && a->element_bytes == b->element_bytes &&
           a->footprint_bytes == b->footprint_bytes;
}

static bool is_first_of_kind(const struct measured_copy *copies, int number)
{
    for (int i = 0; i < number; i++)
        if (copies_alike(&copies[i], &copies[number]))
            return false;
    return true;
}

/* The median of the copies like the first one. */
static void put_kind(FILE *out, const struct measured_copy *copies, int count)
{
    double gbps[COPIES_MOST];
    char key[KEY_MAX], now[32];
    struct tm utc;
    int valid = 0;
    for (int i = 0; i < count && valid < COPIES_MOST; i++)
        if (copies_alike(&copies[i], copies) && copies[i].gbps > 0)
            gbps[valid++] = copies[i].gbps;
    if (valid == 0)
        return;
    write_key(copies->target, key);
    strftime(now, sizeof now, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&(time_t){time(NULL)}, &utc));
    fprintf(out, "%s,%d,%lld,%.6g,%s\n", key, copies->element_bytes,
            (long long)copies->footprint_bytes, median_of(gbps, valid), now);
}

void earlier_copies_add(const struct measured_copy *copies, int count)
{
    char path[PATH_TEXT_MAX];
    struct draft draft;
    if (count == 0 || !folder_of(path) || folder_make(path, 0700, NULL, NULL, 0))
        return;
    snprintf(path + strlen(path), sizeof path - strlen(path), "/%s", file_name);
    const int file = file_open_kept(path, NULL, NULL, 0);
    if (file < 0)
        return;
    (void)cut_torn_line(file);
    if (draft_open(&draft)) {
        if (lseek(file, 0, SEEK_END) == 0)
            fputs(head, draft.out);
        for (int i = 0; i < count; i++)
            if (is_first_of_kind(copies, i))
                put_kind(draft.out, &copies[i], count - i);
    }
    (void)append_draft(&draft, file, file_name);
    close(file);
    shorten(path);
}
