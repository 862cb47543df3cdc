#include "study/doing.h"
#include "study/message.h"
#include "study/options.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
    signal(SIGPIPE, SIG_IGN); /* a closed pipe shows as an error of fflush, with a message */
    doing_watch();
    int status = run_command_line(argc, argv);
    doing_done();
    if (fflush(stdout) != 0 || ferror(stdout))
        return complain(status ? status : EXIT_WRONG, "standard output: %s", strerror(errno));
    return status;
}
