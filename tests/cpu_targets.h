/* The CPU as the only target of a group of tests: cmocka's group setup and teardown. */
#ifndef WARPLINE_TESTS_CPU_TARGETS_H
#define WARPLINE_TESTS_CPU_TARGETS_H

#include "study/plan/targets.h"

/* What open_cpu opened: one target. */
static struct target_list list;

static int open_cpu(void **state)
{
    (void)state;
    return targets_open(&list, "cpu", NULL);
}

static int close_cpu(void **state)
{
    (void)state;
    targets_close(&list);
    return 0;
}

#endif
