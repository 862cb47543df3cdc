/* `warpline verify DIR...`: whether results follow from their samples, and whether two folders
 * contain the same measurement; plots/verify/ does the work. */
#include "plots/fleet/result_sets.h"
#include "plots/verify/follows.h"
#include "study/base/message.h"
#include "study/base/text.h"
#include "study/commands/commands.h"
#include "study/course/grade/evidence.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { LINES_MOST = 10, NAME_TEXT_MAX = 256 };

/* The printed data of one folder. */
struct print {
    char name[NAME_TEXT_MAX];
    int lines;
};

static void print_doubt(void *context, const struct doubt *doubt)
{
    struct print *print = context;
    char text[DOUBT_TEXT_MAX];
    if (++print->lines > LINES_MOST)
        return;
    printf("%s: ", print->name);
    if (doubt->line)
        printf("line %d: ", doubt->line);
    printf("%s\n", quote_plain(doubt->text, text, sizeof text));
}

static const char *said(const struct dataset *set, const char *key, char *text, size_t size)
{
    const char *value = table_header_value(&set->table, key);
    return quote_plain(value ? value : "not named", text, size);
}

static void print_end(const struct print *print, const struct dataset *set,
                      const struct follows *follows)
{
    char host[128], date[64], student[128];
    if (print->lines > LINES_MOST)
        printf("%s: and %d more\n", print->name, print->lines - LINES_MOST);
    printf("%s: %s: %d rows, %d samples%s; host %s, %s", print->name,
           follows->doubts ? "does not follow" : "follows", follows->rows, follows->samples,
           follows->cut ? ", the last line is cut" : "", said(set, "host", host, sizeof host),
           said(set, "date", date, sizeof date));
    if (table_header_value(&set->table, "student"))
        printf(", student %s", said(set, "student", student, sizeof student));
    putchar('\n');
}

/* A folder that does not exist is a usage error; one that cannot be read counts as not verified. */
static int verify_one(const char *folder, int number, struct copy_search *copies)
{
    struct dataset set;
    struct follows follows;
    struct print print = {.lines = 0};
    char problem[PATH_MAX + 256], plain[PATH_MAX + 256];
    const struct follows_options options = {.interval = evidence_interval,
                                            .bytes = evidence_bytes,
                                            .copies = copies,
                                            .owner = number,
                                            .tell = print_doubt,
                                            .context = &print};
    quote_plain(folder, print.name, sizeof print.name);
    int code = dataset_read(&set, folder, NULL, problem, sizeof problem);
    if (code == -ENOENT || code == -ENOTDIR || code == -EACCES || code == -ENAMETOOLONG)
        return complain(EXIT_USAGE, "argument %s: %s; use a folder that warpline run has written",
                        print.name, quote_plain(problem, plain, sizeof plain));
    if (!code) {
        code = follows_check(&set, folder, &options, &follows, problem, sizeof problem);
        if (!code)
            print_end(&print, &set, &follows);
        dataset_free(&set);
    }
    if (code == -EIO)
        return complain(EXIT_WRONG, "%s", quote_plain(problem, plain, sizeof plain));
    if (code && results_merged(folder))
        return complain(EXIT_USAGE,
                        "argument %s: results of several machines; name the folders that they were "
                        "merged from",
                        print.name);
    if (code)
        printf("%s: does not follow: %s\n", print.name, quote_plain(problem, plain, sizeof plain));
    return code || follows.doubts ? EXIT_WRONG : EXIT_DONE;
}

static void print_pair(const struct copy_pair *pair, const char *const *folders)
{
    char a[NAME_TEXT_MAX], b[NAME_TEXT_MAX];
    quote_plain(folders[pair->a], a, sizeof a);
    quote_plain(folders[pair->b], b, sizeof b);
    if (pair->a == pair->b)
        printf("%s: line %d has the samples of line %d", a, pair->line_b, pair->line_a);
    else
        printf("%s and %s: the same measurement: %d row%s of one, first on line %d, %s the samples "
               "of the other's, first on line %d",
               a, b, pair->rows, pair->rows == 1 ? "" : "s", pair->line_a,
               pair->rows == 1 ? "has" : "have", pair->line_b);
    if (fabs(pair->scale - 1) > 1e-4)
        printf(", times %.4g", pair->scale);
    putchar('\n');
}

static int print_pairs(struct copy_search *copies, const char *const *folders)
{
    struct copy_pairs pairs;
    copy_search_find(copies, &pairs);
    for (int i = 0; i < pairs.count; i++)
        print_pair(&pairs.of[i], folders);
    const bool same = pairs.count > 0;
    free(pairs.of);
    return same ? EXIT_WRONG : EXIT_DONE;
}

int verify_command(const struct options *options)
{
    struct copy_search copies = {.of = NULL};
    int worst = EXIT_DONE;
    for (int i = 0; i < options->name_count; i++) {
        const int status = verify_one(options->names[i], i, &copies);
        worst = status > worst ? status : worst;
    }
    const int pairs = print_pairs(&copies, options->names);
    copy_search_free(&copies);
    return pairs > worst ? pairs : worst;
}
