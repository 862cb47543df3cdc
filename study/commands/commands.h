/* What each command does, in a file of its name; the table of them is in commands.c. All return the
 * exit status. */
#ifndef WARPLINE_COMMANDS_H
#define WARPLINE_COMMANDS_H

#include "study/commands/options.h"

int run_command(const struct options *options);
int check_command(const struct options *options);
int show_command(const struct options *options);
int list_command(const struct options *options);
int topo_command(const struct options *options);
int report_command(const struct options *options);
int claims_command(const struct options *options);

#endif
