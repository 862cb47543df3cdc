#include "offload/presence.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

/* Opens a socket at place `place` of the device; PRESENCE_NONE if that is taken. Its name begins
 * with a zero byte: such names are in no folder, belong to the network namespace, and end with the
 * socket. */
static int socket_at(const char *name, int place)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    const int length =
        snprintf(address.sun_path + 1, sizeof address.sun_path - 1, "warpline %s %d", name, place);
    const int descriptor = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (descriptor < 0)
        return PRESENCE_NONE;
    if (bind(descriptor, (struct sockaddr *)&address,
             (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + (size_t)length)) == 0)
        return descriptor;
    close(descriptor);
    return PRESENCE_NONE;
}

struct presence presence_begin(const char *name)
{
    struct presence presence = {.descriptor = PRESENCE_NONE};
    snprintf(presence.name, sizeof presence.name, "%s", name);
    while (presence.place < PRESENCE_MOST &&
           (presence.descriptor = socket_at(name, presence.place)) == PRESENCE_NONE)
        presence.place++;
    return presence;
}

/* A place that is taken belongs to another process. */
int presence_others(const struct presence *presence)
{
    int others = 0;
    for (int place = 0; place < PRESENCE_MOST; place++) {
        if (presence->descriptor != PRESENCE_NONE && place == presence->place)
            continue;
        const int descriptor = socket_at(presence->name, place);
        others += descriptor == PRESENCE_NONE;
        if (descriptor != PRESENCE_NONE)
            close(descriptor);
    }
    return others;
}

void presence_end(struct presence *presence)
{
    if (presence->descriptor != PRESENCE_NONE)
        close(presence->descriptor);
    presence->descriptor = PRESENCE_NONE;
}
