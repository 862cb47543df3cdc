#include "plots/data/draft.h"

#include <stdbool.h>
#include <stdlib.h>

FILE *draft_open(struct draft *draft)
{
    *draft = (struct draft){.out = NULL};
    draft->out = open_memstream(&draft->text, &draft->size);
    return draft->out;
}

char *draft_close(struct draft *draft)
{
    if (!draft->out)
        return NULL;
    const bool broken = ferror(draft->out);
    if (fclose(draft->out) == 0 && !broken)
        return draft->text;
    free(draft->text);
    return NULL;
}
