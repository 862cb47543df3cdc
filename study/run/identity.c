#include "study/run/identity.h"

#include "study/plan/study.h"
#include "study/run/columns.h"

#include <stdio.h>
#include <string.h>

const char *point_identity(const struct point *point, char text[IDENTITY_MAX])
{
    char field[COLUMN_TEXT_MAX];
    const struct result result = {.point = point};
    text[0] = '\0';
    for (const struct column *c = columns; c->name; c++)
        if (c->identifies)
            identity_add(text, column_text(c, &result, field));
    return text;
}

void identity_add(char text[IDENTITY_MAX], const char *field)
{
    const size_t used = strlen(text);
    snprintf(text + used, IDENTITY_MAX - used, "%s,", field);
}
