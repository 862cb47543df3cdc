/* What is worked out of a dataset's rows once, so that nothing looks through all of them for each
 * of them: the rows by study, the targets, and each row's yardstick. */
#ifndef PLOTS_DATASET_INDEX_H
#define PLOTS_DATASET_INDEX_H

struct dataset;

/* 0 or -ENOMEM; dataset_free in both cases. */
int dataset_index(struct dataset *set);

#endif
