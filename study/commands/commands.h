/* The functions of the commands; commands.c has their table. All return the exit status. */
#ifndef WARPLINE_COMMANDS_H
#define WARPLINE_COMMANDS_H

#include "study/commands/options.h"
#include "study/plan/point.h"

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

/* `report` of many nodes (study/fleet/fleet_command.c): whether it was given more folders than a
 * page about machines shows, merged results, or a folder of such folders; and the page of all of
 * them, below --out or, if one name was given, below that folder. */
bool fleet_is_meant(const struct options *options);
int fleet_report(const struct options *options);

/* `warpline list claims` (read/claims_command.c): the claims of the sources. Returns the exit
 * status. */
int claims_list(void);

/* Prints a summary of a folder's results: one screen on stderr, with the next command, or one JSON
 * document on stdout (read/report_command.c). Returns an exit status. */
int tell_results(const char *folder, bool json);

/* Patterns and parameter values by name, as the command line gives them. */
/* The pattern of that name, or NULL after a message that names the nearest ones. */
const struct pattern *pattern_named(const char *name);

/* Sets the parameters that --set names. Returns 0, or EXIT_USAGE after a message that names the
 * setting and what is valid. */
int set_parameters(struct shape *shape, const struct pattern *pattern,
                   const struct options *options);

#endif
