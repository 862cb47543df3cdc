/* How runs of this program on one device come to know of each other, where the driver's library
 * hides other people's processes: each announces itself on the machine under the device's name. An
 * announcement ends with its process, however that ends, and leaves no file. */
#ifndef WARPLINE_PRESENCE_H
#define WARPLINE_PRESENCE_H

enum { PRESENCE_MOST = 16, PRESENCE_NONE = -1 };

/* One process on one device. */
struct presence {
    char name[64];  /* of the device, as all processes of the machine call it */
    int descriptor; /* PRESENCE_NONE: there is no place left, or no way to announce anything */
    int place;
};

/* Announces this process; what it says of others is right even where that did not work. */
struct presence presence_begin(const char *name);

/* How many other processes have announced themselves on the device. */
int presence_others(const struct presence *presence);

void presence_end(struct presence *presence);

#endif
