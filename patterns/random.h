/* Random data that can be made anywhere: word `i` of an array is a hash of its place, so the host
 * knows what the device was given without copying it.
 *
 * The hash is the finaliser of SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number
 * generators, 2014): every bit of the result depends on every bit of the place. */
#ifndef WARPLINE_RANDOM_H
#define WARPLINE_RANDOM_H

#include <stdint.h>

static inline uint64_t random_word(uint64_t place)
{
    uint64_t x = (place + 1) * UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return x ^ (x >> 31);
}

/* The next number of a sequence. */
static inline uint64_t random_next(uint64_t *state)
{
    return random_word((*state)++);
}

#endif
