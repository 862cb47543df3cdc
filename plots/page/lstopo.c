#include "plots/page/lstopo.h"

#include "study/base/process.h"

#include <errno.h>
#include <stdio.h>

enum { SECONDS_MOST = 20 };

/* 0 or a negative errno. The XML alone describes the machine: hwloc's environment variables, which
 * could describe another one, are unset. */
static int draw(const char *program, const char *xml, const char *format, struct process_end *end)
{
    const char *const arguments[] = {program,
                                     "-i",
                                     "-",
                                     "--if",
                                     "xml",
                                     "--of",
                                     format,
                                     "--no-index",
                                     "--index=package,numanode,core,pu",
                                     "--disallowed",
                                     "--factorize=3,1,0",
                                     "--no-io",
                                     "--no-icaches",
                                     "--no-legend",
                                     NULL};
    const struct process_order order = {
        .arguments = arguments,
        .environment = (const char *const[]){"HWLOC_SYNTHETIC", "HWLOC_XMLFILE", NULL},
        .input = xml,
        .errors_apart = true,
        .seconds_most = SECONDS_MOST};
    return process_run(&order, end);
}

char *lstopo_draw(const char *xml, const char *format, char *problem, size_t problem_size)
{
    struct process_end end;
    char *drawing = NULL;
    int code = draw("lstopo-no-graphics", xml, format, &end);
    if (code == -ENOENT) {
        process_end_free(&end);
        code = draw("lstopo", xml, format, &end);
    }
    if (code == 0 && process_succeeded(&end) && end.length[PROCESS_OUTPUT] > 0) {
        drawing = end.text[PROCESS_OUTPUT];
        end.text[PROCESS_OUTPUT] = NULL;
    } else
        snprintf(problem, problem_size, "%s",
                 code == -ENOENT ? "lstopo, which draws machines, is missing (Debian: hwloc-nox)"
                                 : "lstopo failed");
    process_end_free(&end);
    return drawing;
}
