#include "plots/data/draft.h"

#include "study/base/message.h"

FILE *draft_open(struct draft *draft)
{
    *draft = (struct draft){.out = NULL};
    return draft->out = needed(open_memstream(&draft->text, &draft->size));
}

char *draft_close(struct draft *draft)
{
    const int broken = ferror(draft->out);
    return needed(fclose(draft->out) || broken ? NULL : draft->text);
}
