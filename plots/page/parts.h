/* The parts of the page, in their order, and their shared functions. Only page.c calls the
 * parts. */
#ifndef PLOTS_PAGE_PARTS_H
#define PLOTS_PAGE_PARTS_H

#include "plots/page/page.h"

/* All page_ functions that return int return 0, or a negative errno if a file cannot be read. */

/* The table of all patterns, with a colour scale (page_overview.c). */
void page_overview(const struct page *page);

/* A banner if other load disturbed points of these results (page_quality.c). */
void page_busy(FILE *out, const struct dataset *set);

/* The unreliable points of the run, with the reasons (page_quality.c). */
void page_quality(const struct page *page);

/* One study: finding, question, figure, caption, lesson, formula, verdicts, details (page_study.c).
 */
int page_study(const struct page *page, int index);

/* Writes the finding of a chart, which is its title; without one, its question (page_study.c).
 * Returns whether there is one. A NULL `out` only asks. */
bool page_title(FILE *out, const struct chart *chart);

/* The findings of the claims that a study decides (page_claims.c). */
void page_verdicts(const struct page *page, const char *study);

/* The verdict of the results on the sources' claims, including a recorded machine's results
 * (page_claims.c). */
void page_claims(const struct page *page);

/* Residuals of the run's own measurements against their predictions, by study and target; nothing
 * if there are no predictions (page_residuals.c). */
void page_residuals(const struct page *page);

/* The machine sheet: hardware and software of the measurement (page_machine.c). */
int page_machines(const struct page *page);

/* A study's points as a table in a fold (page_table.c). */
void page_table(FILE *out, const struct chart *chart);

/* The figure of chart `index` as part of the page. `place` keeps its ids distinct from those of the
 * same figure elsewhere on the page. Nothing if the chart has no figure. */
void page_figure(const struct page *page, int index, const char *place);

/* Opens a table with a caption and columns: "id|claim|target". `style` is its class; "": none.
 * Wide tables scroll, so they can have the focus. */
void page_table_open(FILE *out, const char *style, const char *caption, const char *columns);

void page_table_close(FILE *out);

/* A link that holds the file at `path` itself, so that a mailed page is whole; the label alone if
 * it is no file or too large. `name` is that of the saved file; a long one is compressed, and both
 * then end with ".gz". 0 or a negative errno. */
int page_data_link(FILE *out, const char *path, const char *name, const char *label);

/* Text in a link of data (`data:...,`), with what HTML or an address may read otherwise as %XX. */
void page_data(FILE *out, const char *text);

/* <p class="note">, with the text escaped. */
void page_note(FILE *out, const char *text);

/* Bandwidth of the largest measured transfer from pageable memory to a GPU (`in`), or from the GPU
 * back, in GB/s; NaN if there is none. */
double page_transfer_gbps(const struct page *page, bool in);

/* Writes a warning for each target in captions whose predictions are unusable here: half of its
 * points are off by a factor of 1.75 or more. */
void predictions_warn(FILE *out, const struct chart *chart);

/* Writes a sentence for each target in captions: the median absolute residual, the largest one and
 * its meaning. Nothing if there is no prediction. */
void predictions_tell(FILE *out, const struct chart *chart);

#endif
