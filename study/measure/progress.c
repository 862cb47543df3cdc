#include "study/measure/progress.h"

#include "patterns/clock.h"
#include "study/message.h"
#include "study/plan/study.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static const double said_each_ns = 10e9, estimated_each_ns = 1e9;
static const char log_variable[] = "WARPLINE_DURATIONS";

void progress_begin(struct progress *progress)
{
    *progress = (struct progress){.terminal = isatty(STDERR_FILENO), .start_ns = clock_now_ns()};
}

static void end_part(const struct progress *progress)
{
    if (!progress->part || progress->terminal)
        return;
    fprintf(stderr, "%s: ", progress->part);
    if (progress->part_points > 0)
        fprintf(stderr, "%d points, ", progress->part_points);
    else
        fprintf(stderr, "%d probes, ", progress->steps);
    fprintf(stderr, "%.1f s\n", (clock_now_ns() - progress->part_start_ns) / 1e9);
}

static void begin_part(struct progress *progress, const char *part)
{
    end_part(progress);
    progress->part = part;
    progress->part_points = 0;
    progress->part_start_ns = progress->said_ns = clock_now_ns();
}

void progress_part(struct progress *progress, const char *part, int probes)
{
    begin_part(progress, part);
    progress->steps = 0;
    progress->steps_of = probes;
}

/* In a log a line now and then, so that a slow part does not look like one that hangs. */
void progress_probe(struct progress *progress)
{
    const double now_ns = clock_now_ns();
    progress->steps++;
    if (progress->terminal)
        fprintf(stderr, "\r\033[K%s %d/%d", progress->part, progress->steps, progress->steps_of);
    else if (now_ns - progress->said_ns > said_each_ns) {
        fprintf(stderr, "%s %d/%d, %.0f s\n", progress->part, progress->steps, progress->steps_of,
                (now_ns - progress->part_start_ns) / 1e9);
        progress->said_ns = now_ns;
    }
}

/* Columns of the terminal: a line that is longer could not be renewed. */
static int terminal_columns(void)
{
    struct winsize size = {.ws_col = 0};
    return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

/* Estimated once a second: there may be many short points, and an estimate looks at all. */
static double left_ns(struct progress *progress)
{
    const double now_ns = clock_now_ns();
    if (!progress->estimated_at_ns || now_ns - progress->estimated_at_ns > estimated_each_ns) {
        progress->estimated_ns =
            duration_left_ns(progress->durations, progress->count, progress->renewed_ns);
        progress->estimated_at_ns = now_ns;
    }
    return fmax(progress->estimated_ns - (now_ns - progress->estimated_at_ns), 0);
}

static void print_line(struct progress *progress, const struct point *point, int index, int count)
{
    char text[512], left[64] = "";
    if (progress->durations) {
        const int left_s = (int)(left_ns(progress) / 1e9 + 0.5);
        snprintf(left, sizeof left, "%d:%02d left, ", left_s / 60, left_s % 60);
    }
    snprintf(text, sizeof text, "[%d/%d] %s%s: %s on %s, %s %lld%s", index + 1, count, left,
             point->study->name, point->pattern->name, point->target->name, point->parameter,
             (long long)point->value, progress->last);
    fprintf(stderr, "\r\033[K%.*s", terminal_columns() - 1, text);
}

void progress_expect(struct progress *progress, struct duration *durations, int count)
{
    const char *log = getenv(log_variable);
    progress->durations = durations;
    progress->count = count;
    if (log && !(progress->log = fopen(log, "w")))
        complain(0, "%s=%s: cannot be written: %s", log_variable, log, strerror(errno));
    if (progress->log)
        fputs("point,target,study,pattern,bytes,expected_kernels_us,expected_host_us,kernels_us,"
              "host_us,renewed_us\n",
              progress->log);
}

bool progress_wants_durations(const struct progress *progress)
{
    return progress->terminal || getenv(log_variable);
}

/* A line as soon as the point is done: an interrupted run has its lines, too. */
static void log_duration(const struct progress *progress, int index)
{
    const struct duration *d = &progress->durations[index];
    fprintf(progress->log, "%d,%d,%d,%d,%.0f,%.0f,%.0f,%.0f,%.0f,%.0f\n", index, d->target,
            d->study, d->pattern, d->bytes, d->expected_ns[DURATION_KERNELS] / 1e3,
            d->expected_ns[DURATION_HOST] / 1e3, d->took_ns[DURATION_KERNELS] / 1e3,
            d->took_ns[DURATION_HOST] / 1e3, progress->point_renewed_ns / 1e3);
    fflush(progress->log);
}

void progress_point(struct progress *progress, const struct point *point, int index, int count)
{
    const char *part = point->baseline ? "reference copies" : point->study->name;
    if (part != progress->part)
        begin_part(progress, part);
    progress->part_points++;
    progress->point_start_ns = clock_now_ns();
    progress->point_kernel_ns = -1;
    progress->point_renewed_ns = 0;
    if (progress->terminal)
        print_line(progress, point, index, count);
}

void progress_measured(struct progress *progress, double kernel_ns, double gbps)
{
    progress->kernel_ns += kernel_ns;
    progress->point_kernel_ns = kernel_ns;
    progress->measured++;
    snprintf(progress->last, sizeof progress->last,
             gbps > 0 ? "; last: %.3g GB/s" : "; last: invalid", gbps);
}

void progress_renewed(struct progress *progress, double ns)
{
    progress->point_renewed_ns += ns;
    progress->renewed_ns += ns;
}

void progress_point_end(struct progress *progress, int index)
{
    if (!progress->durations)
        return;
    struct duration *duration = &progress->durations[index];
    const double all_ns = clock_now_ns() - progress->point_start_ns - progress->point_renewed_ns;
    const double kernel_ns = progress->point_kernel_ns;
    duration->state = kernel_ns < 0 ? DURATION_HAD : DURATION_MEASURED;
    duration->took_ns[DURATION_KERNELS] = kernel_ns;
    duration->took_ns[DURATION_HOST] = all_ns - kernel_ns;
    if (progress->log && duration->state == DURATION_MEASURED)
        log_duration(progress, index);
}

void progress_end(struct progress *progress, int count, int status)
{
    double seconds = (clock_now_ns() - progress->start_ns) / 1e9;
    if (progress->terminal)
        fprintf(stderr, "\r\033[K");
    free(progress->durations);
    progress->durations = NULL;
    if (progress->log)
        fclose(progress->log);
    progress->log = NULL;
    if (status)
        return;
    end_part(progress);
    fprintf(stderr, "%d points, %d measured now, %.1f s, %.0f %% of it in measured kernels\n",
            count, progress->measured, seconds,
            seconds > 0 ? progress->kernel_ns / 1e7 / seconds : 0);
}
