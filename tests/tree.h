/* A machine's files, such as /proc/meminfo, put below a folder of the test's own. */
#ifndef TESTS_TREE_H
#define TESTS_TREE_H

#include "tests/assertions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { TREE_FILES_MAX = 24, TREE_PATH_MAX = 512 };

struct tree_file {
    const char *path; /* from the root on; NULL after the last */
    const char *text;
};

static inline void tree_make_folders(const char *path)
{
    char folder[TREE_PATH_MAX];
    snprintf(folder, sizeof folder, "%s", path);
    for (char *slash = strchr(folder + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(folder, 0777);
        *slash = '/';
    }
}

static inline void tree_write(const char *root, const struct tree_file *file)
{
    char path[TREE_PATH_MAX];
    snprintf(path, sizeof path, "%s%s", root, file->path);
    tree_make_folders(path);
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    fputs(file->text, out);
    assert_int_equal(fclose(out), 0);
}

/* Makes a folder with those files, whose name it writes into `root`. */
static inline void tree_make(const struct tree_file *files, char root[TREE_PATH_MAX])
{
    snprintf(root, TREE_PATH_MAX, "/tmp/warpline-tree-XXXXXX");
    assert_non_null(mkdtemp(root));
    for (; files->path; files++)
        tree_write(root, files);
}

static inline void tree_remove(const char *root)
{
    char command[TREE_PATH_MAX + 16];
    snprintf(command, sizeof command, "rm -rf '%s'", root);
    assert_int_equal(system(command), 0);
}

#endif
