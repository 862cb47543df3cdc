/* The output of commands with --json, each one document on stdout (document.h). An int that is
 * returned is the exit status: EXIT_DONE, or another after a message. */
#ifndef WARPLINE_DOCUMENTS_H
#define WARPLINE_DOCUMENTS_H

struct dataset;
struct telling;
struct topology;

/* `warpline list`: an object with one array that has the list's name. */
int document_patterns(void);
int document_studies(void);
int document_targets(void);
int document_columns(void);
int document_claims(void);

/* `warpline topo`: the open topology, the memory limit of the process, and the devices that drivers
 * report. */
void document_topology(const struct topology *topology);

/* `warpline claims`: the verdicts of the folder's results on all claims. */
void document_findings(const char *folder, const struct dataset *set);

/* The end of `warpline run`: the summary of the results in the folder, and the captions of their
 * studies. `tellings` ends with one without a study. */
int document_summary(const char *folder, const struct telling *tellings);

#endif
