#include "plots/print.h"
#include "plots/data/draft.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* A file: address in which any file name is safe; the caller frees it. NULL: no memory. */
static char *address_of(const char *path)
{
    struct draft draft;
    if (!draft_open(&draft))
        return NULL;
    fputs("file://", draft.out);
    for (const unsigned char *c = (const unsigned char *)path; *c; c++)
        if (strchr("/._-", *c) || (*c >= '0' && *c <= '9') ||
            ((*c | 32) >= 'a' && (*c | 32) <= 'z'))
            fputc(*c, draft.out);
        else
            fprintf(draft.out, "%%%02X", *c);
    return draft_close(&draft);
}

/* The exit status of a program that says nothing; 127 where there is none of that name. */
static int run_quietly(const char *const arguments[])
{
    posix_spawn_file_actions_t files;
    pid_t child;
    int status = -1;
    int error = posix_spawn_file_actions_init(&files);
    if (error)
        return -error;
    for (int file = 0; file < 3 && !error; file++)
        error = posix_spawn_file_actions_addopen(&files, file, "/dev/null", O_RDWR, 0);
    if (!error)
        error = posix_spawnp(&child, arguments[0], &files, NULL, (char *const *)arguments, environ);
    posix_spawn_file_actions_destroy(&files);
    if (error)
        return error == ENOENT ? 127 : -error;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            return -errno;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -EIO;
}

/* Chromium has no sandbox for root; the page is our own and has no scripts. */
static int run_chromium(const char *program, const char *address, const char *pdf)
{
    char to[PATH_MAX + 32];
    snprintf(to, sizeof to, "--print-to-pdf=%s", pdf);
    const char *const arguments[] = {program,
                                     "--headless",
                                     "--disable-gpu",
                                     "--no-pdf-header-footer",
                                     geteuid() == 0 ? "--no-sandbox" : "--no-first-run",
                                     to,
                                     address,
                                     NULL};
    return run_quietly(arguments);
}

static int run_any(const char *address, const char *pdf)
{
    static const char *const browsers[] = {"chromium", "chromium-browser", "google-chrome"};
    int status = 127;
    for (size_t i = 0; i < sizeof browsers / sizeof browsers[0] && status == 127; i++)
        status = run_chromium(browsers[i], address, pdf);
    const char *const other[] = {"weasyprint", address, pdf, NULL};
    return status == 127 ? run_quietly(other) : status;
}

int print_page(const char *page, const char *pdf, char *problem, size_t problem_size)
{
    struct stat facts;
    char *address = address_of(page);
    if (!address) {
        snprintf(problem, problem_size, "%s: %s", pdf, strerror(ENOMEM));
        return -ENOMEM;
    }
    unlink(pdf);
    const int status = run_any(address, pdf);
    free(address);
    if (status == 0 && stat(pdf, &facts) == 0 && facts.st_size > 0)
        return 0;
    snprintf(problem, problem_size,
             status == 127 ? "%s: nothing here prints it; install chromium or weasyprint"
                           : "%s: could not be printed",
             pdf);
    return status == 127 ? -ENOENT : -EIO;
}
