#include "study/measure/progress.h"

#include "patterns/clock.h"
#include "study/base/message.h"
#include "study/base/text.h"
#include "study/base/units.h"
#include "study/plan/study.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static const double said_each_ns = 10e9;
/* Weight of a point after each later one, and the time for which the plan alone is believed, since
 * the first points say little. */
static const double fading = 0.97, believed_ns = 0.1e9;

void progress_begin(struct progress *progress)
{
    *progress = (struct progress){.terminal = terminal_takes_codes(), .start_ns = clock_now_ns()};
}

static double percent_measured(double kernel_ns, double ns)
{
    return ns > 0 ? 100 * kernel_ns / ns : 0;
}

static void end_part(const struct progress *progress)
{
    const double ns = clock_now_ns() - progress->part_start_ns;
    if (!progress->part || progress->terminal)
        return;
    fprintf(stderr, "%s: ", progress->part);
    if (progress->part_points > 0)
        fprintf(stderr, "%d point%s, ", progress->part_points,
                progress->part_points == 1 ? "" : "s");
    else
        fprintf(stderr, "%d probe%s, ", progress->steps, progress->steps == 1 ? "" : "s");
    fprintf(stderr, "%.1f s", ns / 1e9);
    if (progress->part_points > 0)
        fprintf(stderr, ", %.0f %% of it in measured kernels",
                percent_measured(progress->kernel_ns - progress->part_kernel_ns, ns));
    fputc('\n', stderr);
}

static void begin_part(struct progress *progress, const char *part)
{
    end_part(progress);
    progress->part = part;
    progress->part_points = 0;
    progress->part_kernel_ns = progress->kernel_ns;
    progress->part_start_ns = progress->said_ns = clock_now_ns();
}

void progress_part(struct progress *progress, const char *part, int probes)
{
    begin_part(progress, part);
    progress->steps = 0;
    progress->steps_of = probes;
}

/* Columns of the terminal: a longer line could not be renewed. */
static int terminal_columns(void)
{
    struct winsize size = {.ws_col = 0};
    return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

/* Not by stderr, which lets no control character through. */
__attribute__((format(printf, 1, 2))) static void renew_line(const char *format, ...)
{
    char text[512], plain[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    dprintf(STDERR_FILENO, "\r\033[K%.*s", terminal_columns() - 1,
            quote_plain(text, plain, sizeof plain));
}

/* A log gets a line now and then, so that a slow part does not look as if it hangs. */
void progress_probe(struct progress *progress)
{
    const double now_ns = clock_now_ns();
    progress->steps++;
    if (progress->terminal)
        renew_line("%s %d/%d", progress->part, progress->steps, progress->steps_of);
    else if (now_ns - progress->said_ns > said_each_ns) {
        fprintf(stderr, "%s %d/%d, %.0f s\n", progress->part, progress->steps, progress->steps_of,
                (now_ns - progress->part_start_ns) / 1e9);
        progress->said_ns = now_ns;
    }
}

double progress_left_ns(const struct progress *progress)
{
    const double took_ns = progress->last_took_ns + believed_ns;
    return progress->left_ns * took_ns / (progress->last_planned_ns + believed_ns);
}

static void print_line(struct progress *progress, const struct point *point, int index, int count)
{
    char left[64] = "";
    if (progress->planned_ns) {
        const int left_s = (int)(progress_left_ns(progress) / 1e9 + 0.5);
        snprintf(left, sizeof left, "%d:%02d left, ", left_s / 60, left_s % 60);
    }
    renew_line("[%d/%d] %s%s: %s on %s, %s %lld%s", index + 1, count, left, point->study->name,
               point->pattern->name, point->target->name, point->parameter, (long long)point->value,
               progress->last);
}

void progress_expect(struct progress *progress, double *planned_ns, int count)
{
    progress->planned_ns = planned_ns;
    for (int i = 0; planned_ns && i < count; i++)
        progress->left_ns += planned_ns[i];
}

void progress_took(struct progress *progress, int index, double took_ns)
{
    const double planned_ns = progress->planned_ns[index];
    progress->left_ns = fmax(progress->left_ns - planned_ns, 0);
    progress->last_took_ns = fading * progress->last_took_ns + took_ns;
    progress->last_planned_ns = fading * progress->last_planned_ns + planned_ns;
}

void progress_point(struct progress *progress, const struct point *point, int index, int count)
{
    const char *part = point->baseline ? "reference copies" : point->study->name;
    if (part != progress->part)
        begin_part(progress, part);
    progress->part_points++;
    progress->point_start_ns = clock_now_ns();
    if (progress->terminal)
        print_line(progress, point, index, count);
}

void progress_measured(struct progress *progress, double kernel_ns, double gbps)
{
    progress->kernel_ns += kernel_ns;
    progress->measured++;
    snprintf(progress->last, sizeof progress->last,
             gbps > 0 ? "; last: %s GB/s" : "; last: invalid", DIGITS(gbps, 3));
}

void progress_point_end(struct progress *progress, int index)
{
    if (progress->planned_ns)
        progress_took(progress, index, clock_now_ns() - progress->point_start_ns);
}

void progress_end(struct progress *progress, int count, int status)
{
    const double ns = clock_now_ns() - progress->start_ns;
    if (progress->terminal)
        renew_line("%s", "");
    free(progress->planned_ns);
    progress->planned_ns = NULL;
    if (status)
        return;
    end_part(progress);
    fprintf(stderr, "%d point%s, %d measured now, %.1f s, %.0f %% of it in measured kernels\n",
            count, count == 1 ? "" : "s", progress->measured, ns / 1e9,
            percent_measured(progress->kernel_ns, ns));
}
