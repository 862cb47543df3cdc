/* What each command does; the table of them is in commands.c. All return the exit status. */
#ifndef WARPLINE_COMMANDS_H
#define WARPLINE_COMMANDS_H

#include "study/commands/options.h"

int run_command(const struct options *options);    /* run_command.c */
int check_command(const struct options *options);  /* check_command.c */
int show_command(const struct options *options);   /* show_command.c */
int list_command(const struct options *options);   /* list_command.c */
int new_command(const struct options *options);    /* new_command.c */
int trace_command(const struct options *options);  /* study/trace/ */
int topo_command(const struct options *options);   /* topo_command.c */
int report_command(const struct options *options); /* report_command.c */
int batch_command(const struct options *options);  /* cluster/batch_command.c */
int claims_command(const struct options *options); /* claims_command.c */
int verify_command(const struct options *options); /* study/course/verify_command.c */
int course_command(const struct options *options); /* study/course/course_command.c */
int time_command(const struct options *options);   /* study/time/time_command.c */

/* In study/fleet/. */
int compare_command(const struct options *options);    /* compare_command.c */
int convert_command(const struct options *options);    /* convert_command.c */
int check_node_command(const struct options *options); /* check_node_command.c */
int merge_command(const struct options *options);      /* merge_command.c */

/* `warpline list claims` (claims_command.c): what the sources claim. Returns the exit status. */
int claims_list(void);

/* What a folder's results come to, on one screen of stderr, with the next command
 * (report_command.c). Returns an exit status. */
int tell_results(const char *folder);

#endif
