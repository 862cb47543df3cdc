#include "study/own/compile/inputs.h"

#include "study/base/array.h"
#include "study/base/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

void inputs_end(struct inputs *inputs)
{
    for (int i = 0; i < inputs->count; i++)
        free(inputs->paths[i]);
    free(inputs->paths);
    *inputs = (struct inputs){.places = inputs->places};
}

/* A portable name: "0:NAME" is relative to folder 0; "-:/opt/NAME" is in none of the folders. */
static const char *portable(const struct inputs *inputs, const char *path,
                            char name[INPUT_NAME_MAX])
{
    for (int i = 0; i < INPUT_FOLDERS; i++) {
        const char *folder = inputs->places->folders[i];
        const size_t length = strlen(folder);
        if (strncmp(path, folder, length) == 0 && path[length] == '/') {
            snprintf(name, INPUT_NAME_MAX, "%d:%s", i, path + length + 1);
            return name;
        }
    }
    snprintf(name, INPUT_NAME_MAX, "-:%s", path);
    return name;
}

/* The path on this machine of such a name. */
static const char *local(const struct inputs *inputs, const char *name, char path[INPUT_NAME_MAX])
{
    const int folder = name[0] - '0';
    const char *rest = name[0] && name[1] ? name + 2 : "";
    if (folder >= 0 && folder < INPUT_FOLDERS)
        snprintf(path, INPUT_NAME_MAX, "%s/%s", inputs->places->folders[folder], rest);
    else
        snprintf(path, INPUT_NAME_MAX, "%s", rest);
    return path;
}

static void add(struct inputs *inputs, const char *path)
{
    for (int i = 0; i < inputs->count; i++)
        if (strcmp(inputs->paths[i], path) == 0)
            return;
    array_make_room(inputs->paths, inputs->count, inputs->room);
    inputs->paths[inputs->count++] = needed(strdup(path));
}

/* The text of a file; NULL if it cannot be read. */
static char *read_text(const char *path, size_t *length)
{
    char *text;
    (void)file_read(path, INPUT_MOST, &text, length, NULL, 0);
    return text;
}

/* Writes the next name of a rule to `to`, unquoted as by make: a backslash before a blank or #, two
 * dollars for one. Returns what follows, NULL if there is no name. */
static const char *next_name(const char *from, char *to)
{
    while (*from == ' ' || *from == '\n' || (*from == '\\' && from[1] == '\n'))
        from += *from == '\\' ? 2 : 1;
    if (!*from)
        return NULL;
    while (*from && *from != ' ' && *from != '\n') {
        if ((*from == '\\' && (from[1] == ' ' || from[1] == '#')) ||
            (*from == '$' && from[1] == '$'))
            from++;
        *to++ = *from++;
    }
    const char *next = *from ? from + 1 : from;
    *to = '\0';
    return next;
}

bool inputs_read(struct inputs *inputs, const char *list)
{
    size_t length;
    char *text = read_text(list, &length), *name = text ? needed(malloc(length + 1)) : NULL;
    const char *at = text ? strchr(text, ':') : NULL;
    const bool well = at != NULL;
    at = well ? at + 1 : NULL;
    while (well && (at = next_name(at, name)))
        add(inputs, name);
    free(name);
    free(text);
    return well;
}

bool inputs_open(struct inputs *inputs, const char *path)
{
    size_t length;
    char *text = read_text(path, &length), *rest, here[INPUT_NAME_MAX];
    for (char *name = text ? strtok_r(text, "\n", &rest) : NULL; name;
         name = strtok_r(NULL, "\n", &rest))
        add(inputs, local(inputs, name, here));
    free(text);
    return text && inputs->count > 0;
}

bool inputs_write(const struct inputs *inputs, const char *path)
{
    char name[INPUT_NAME_MAX];
    FILE *out = fopen(path, "we");
    for (int i = 0; out && i < inputs->count; i++)
        if (strcmp(inputs->paths[i], inputs->places->file) != 0)
            fprintf(out, "%s\n", portable(inputs, inputs->paths[i], name));
    const bool well = out && !ferror(out);
    return out && fclose(out) == 0 && well;
}

bool inputs_digest(const struct inputs *inputs, struct sha256 *digest)
{
    bool well = true;
    char name[INPUT_NAME_MAX];
    for (int i = 0; i < inputs->count && well; i++) {
        size_t length;
        if (strcmp(inputs->paths[i], inputs->places->file) == 0)
            continue;
        char *text = read_text(inputs->paths[i], &length);
        well = text != NULL;
        sha256_add_text(digest, portable(inputs, inputs->paths[i], name));
        sha256_add(digest, &length, sizeof length);
        if (well)
            sha256_add(digest, text, length);
        free(text);
    }
    return well;
}

bool inputs_newer(const struct inputs *inputs, const struct timespec *time)
{
    struct stat status;
    for (int i = 0; i < inputs->count; i++)
        if (stat(inputs->paths[i], &status) == 0 &&
            (status.st_mtim.tv_sec > time->tv_sec ||
             (status.st_mtim.tv_sec == time->tv_sec && status.st_mtim.tv_nsec >= time->tv_nsec)))
            return true;
    return false;
}
