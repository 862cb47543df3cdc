/* What each command does; the table of them is in commands.c. All return the exit status. */
#ifndef WARPLINE_COMMANDS_H
#define WARPLINE_COMMANDS_H

#include "study/commands/options.h"

int run_command(const struct options *options);    /* run.c */
int check_command(const struct options *options);  /* check.c */
int show_command(const struct options *options);   /* show.c */
int list_command(const struct options *options);   /* list.c */
int topo_command(const struct options *options);   /* topo.c */
int report_command(const struct options *options); /* report.c */
int claims_command(const struct options *options); /* claims.c */

#endif
