/* Runs of this program detect each other on one device where the driver's library hides other
 * people's processes: each announces itself on the machine under the device's name. An announcement
 * ends with its process, however that ends, and leaves no file. */
#ifndef WARPLINE_PRESENCE_H
#define WARPLINE_PRESENCE_H

enum { PRESENCE_MOST = 16, PRESENCE_NONE = -1 };

/* One process on one device. */
struct presence {
    char name[64];  /* of the device, the same in all processes of the machine */
    int descriptor; /* PRESENCE_NONE: no place is left, or announcing is not possible */
    int place;
};

/* Announces this process; the count of others is right even if that failed. */
struct presence presence_begin(const char *name);

/* How many other processes have announced themselves on the device. */
int presence_others(const struct presence *presence);

void presence_end(struct presence *presence);

#endif
