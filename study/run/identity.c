#include "study/run/identity.h"

#include "study/plan/study.h"

#include <stdio.h>

const char *point_identity(const struct point *point, char text[IDENTITY_MAX])
{
    char value[32];
    snprintf(value, sizeof value, "%lld", (long long)point->value);
    snprintf(text, IDENTITY_MAX, "%s,%s,%s,%d,%s,%s,%lld,", point->study->name,
             point->pattern->name, point->target->name, point->element_bytes, point->parameter,
             point->baseline ? "-" : value, (long long)point->footprint_bytes);
    return text;
}
