/* The parts of the page, in their order, and what they share. Only page.c calls the parts. */
#ifndef PLOTS_PAGE_PARTS_H
#define PLOTS_PAGE_PARTS_H

#include "plots/page/page.h"

/* All page_ functions that return int return 0, or -ENOMEM where something is missing. */

/* The signature figure with its sentence, then the headline numbers (page_answer.c). */
int page_answer(const struct page *page);

/* The heat table of all patterns (page_overview.c). */
void page_overview(const struct page *page);

/* Which of the run's points are not to be trusted, and why (page_quality.c). */
void page_quality(const struct page *page);

/* One study: question, figure, caption, lesson, formula, verdicts, details (page_study.c). */
int page_study(const struct page *page, int index);

/* The findings of the claims that a study decides (page_claims.c). */
int page_verdicts(const struct page *page, const char *study);

/* What the results say of the sources' claims, also of a recorded machine's (page_claims.c). */
int page_claims(const struct page *page);

/* How far the run's own measurements are from their predictions, by study and target; nothing where
 * there are none (page_residuals.c). */
int page_residuals(const struct page *page);

/* The machine sheet: what was measured on, and with what (page_machine.c). */
int page_machines(const struct page *page);

/* A study's points as a table on demand (page_table.c). */
void page_table(FILE *out, const struct chart *chart);

/* The figure of chart `index` as part of the page. `place` keeps its ids apart from those of the
 * same figure elsewhere on the page. Nothing where there is none (page_figure.c). */
void page_figure(const struct page *page, int index, const char *place);

/* <p class="note">, with the text escaped. */
void page_note(FILE *out, const char *text);

/* The chart of that study; NULL where there is none. */
const struct chart *page_chart(const struct page *page, const char *study);

/* Bytes that cross to a GPU (`in`) or back in a second, from and to pageable memory: the largest
 * transfer that was measured; NaN where there is none. In GB/s. */
double page_transfer_gbps(const struct page *page, bool in);

#endif
