/* The functions of the commands; commands.c has their table. All return the exit status. */
#ifndef WARPLINE_COMMANDS_H
#define WARPLINE_COMMANDS_H

#include "study/commands/options.h"

/* In measure/, look/ and read/. */
int run_command(const struct options *options);
int check_command(const struct options *options);
int list_command(const struct options *options);
int show_command(const struct options *options);
int trace_command(const struct options *options);
int report_command(const struct options *options);
int claims_command(const struct options *options);

int new_command(const struct options *options);
int topo_command(const struct options *options);

/* In study/cluster/, course/, fleet/ and time/. */
int batch_command(const struct options *options);
int course_command(const struct options *options);
int verify_command(const struct options *options);
int compare_command(const struct options *options);
int convert_command(const struct options *options);
int check_node_command(const struct options *options);
int merge_command(const struct options *options);
int time_command(const struct options *options);

/* `warpline list claims` (read/claims_command.c): the claims of the sources. Returns the exit
 * status. */
int claims_list(void);

/* Prints a summary of a folder's results: one screen on stderr, with the next command, or one JSON
 * document on stdout (read/report_command.c). Returns an exit status. */
int tell_results(const char *folder, bool json);

#endif
