#include "study/commands/options.h"
#include "study/doing.h"
#include "study/message.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* A file that is opened while one of the three is closed would take its number, and progress would
 * go among the rows. Output that has no place fails as before: it is not open for writing. */
static void hold_standard_streams(void)
{
    int file = open("/dev/null", O_RDONLY);
    while (file >= 0 && file < STDERR_FILENO)
        file = open("/dev/null", O_RDONLY);
    if (file > STDERR_FILENO)
        close(file);
}

int main(int argc, char **argv)
{
    hold_standard_streams();
    signal(SIGPIPE, SIG_IGN); /* a closed pipe shows as an error of fflush, with a message */
    signal(SIGXFSZ, SIG_IGN); /* and a file that may not grow (ulimit -f) as one of write */
    doing_watch();
    int status = run_command_line(argc, argv);
    doing_done();
    if (fflush(stdout) != 0 || ferror(stdout))
        return complain(status ? status : EXIT_WRONG, "standard output: %s", strerror(errno));
    return status;
}
