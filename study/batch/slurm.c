#include "study/batch/slurm.h"

#include "study/message.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

static int no_slurm(const char *why)
{
    return complain(EXIT_NO_DEVICE,
                    "batch: no Slurm answers here (%s); use a login node of the cluster, or "
                    "--local to measure this machine",
                    why);
}

int slurm_ask(const char *const arguments[], struct answer *answer)
{
    char why[640];
    const int error = tool_run(arguments, NULL, answer);
    if (error == -ENOENT || error == -EACCES)
        snprintf(why, sizeof why, "there is no %s", arguments[0]);
    else if (error)
        snprintf(why, sizeof why, "%s: %s", arguments[0], strerror(-error));
    else if (answer->status)
        snprintf(why, sizeof why, "%s", answer->problem[0] ? answer->problem : arguments[0]);
    else
        return 0;
    if (!error)
        answer_free(answer);
    return no_slurm(why);
}

int slurm_do(const char *what, const char *const arguments[])
{
    struct answer answer;
    const int error = tool_run(arguments, NULL, &answer);
    if (error)
        return complain(EXIT_WRONG, "%s: %s: %s", what, arguments[0], strerror(-error));
    const int status =
        answer.status ? complain(EXIT_WRONG, "%s: %s", what, answer.problem) : EXIT_DONE;
    answer_free(&answer);
    return status;
}

bool slurm_text(const char *text)
{
    for (; *text; text++)
        if (!isalnum((unsigned char)*text) && !strchr("_-.,:+=@/&|*()[]", *text))
            return false;
    return true;
}

/* Up to three numbers with colons between them; how many, 0 where it is something else. */
static int read_parts(const char *text, int64_t parts[3])
{
    int count = 0;
    for (; count < 3; count++) {
        int digits = 0;
        parts[count] = 0;
        for (; isdigit((unsigned char)*text) && digits < 9; digits++)
            parts[count] = parts[count] * 10 + (*text++ - '0');
        if (digits == 0)
            return 0;
        if (!*text)
            return count + 1;
        if (*text++ != ':')
            return 0;
    }
    return 0;
}

bool slurm_seconds(const char *text, int64_t *seconds)
{
    static const int first_unit[] = {0, 60, 60, 3600}; /* by the number of parts */
    int64_t parts[3], days[3] = {0};
    char before[16];
    const char *dash = strchr(text, '-');
    if (strcmp(text, "infinite") == 0 || strcasecmp(text, "UNLIMITED") == 0) {
        *seconds = INT64_MAX;
        return true;
    }
    snprintf(before, sizeof before, "%.*s", dash ? (int)(dash - text) : 0, text);
    const int count = read_parts(dash ? dash + 1 : text, parts);
    if (count == 0 || (dash && read_parts(before, days) != 1))
        return false;
    *seconds = days[0] * 86400;
    for (int i = 0, unit = dash ? 3600 : first_unit[count]; i < count; i++, unit /= 60)
        *seconds += parts[i] * (unit ? unit : 1);
    return *seconds > 0;
}
