/* `warpline new NAME`: the first file of a user's own pattern. */
#include "study/base/message.h"
#include "study/commands/commands.h"
#include "study/commands/parameters.h"
#include "study/own/first_file.h"
#include "study/plan/study.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { NAME_LENGTH_MAX = 40, PROBLEM_MAX = 512 };

/* Small letters, digits and _, beginning with a letter: it becomes part of a name in C. */
static bool is_name(const char *name)
{
    const size_t length = strlen(name);
    return length > 0 && length <= NAME_LENGTH_MAX && islower((unsigned char)name[0]) &&
           strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_") == length;
}

static int check_name(const char *name)
{
    if (!is_name(name))
        return complain(EXIT_USAGE,
                        "argument %s: is no name for a pattern; use small letters, digits and _, a "
                        "letter first, %d at most",
                        name, NAME_LENGTH_MAX);
    if (pattern_find(name) || study_find(name))
        return complain(EXIT_USAGE, "argument %s: there is a %s of that name; use another", name,
                        pattern_find(name) ? "pattern" : "study");
    return 0;
}

int new_command(const struct options *options)
{
    char path[NAME_LENGTH_MAX + 8], problem[PROBLEM_MAX];
    const char *name = options->names[0];
    const int status = check_name(name);
    const struct pattern *like = status || !options->like ? NULL : pattern_named(options->like);
    if (status || (options->like && !like))
        return EXIT_USAGE;
    snprintf(path, sizeof path, "./%s.c", name);
    if (!(like ? first_file_write(path, name, like, problem, sizeof problem)
               : first_file_write_loop(path, name, problem, sizeof problem)))
        return complain(EXIT_USAGE, "%s", problem);
    printf("%s\n", path);
    return EXIT_DONE;
}
