/* Random data that host and device compute independently: word `i` of an array is a hash of its
 * place, so the host knows the device's input without a copy.
 *
 * The hash is the finaliser of SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number
 * generators, 2014): every bit of the result depends on every bit of the place. */
#ifndef WARPLINE_RANDOM_H
#define WARPLINE_RANDOM_H

#include <stdint.h>
#include <string.h>

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

/* A permutation of 0 to 2^bits - 1 without regularity: neighbours end up anywhere. Multiplication
 * by an odd factor and a shift by half the bits are both invertible, so no number occurs twice. */
static inline uint64_t permuted(uint64_t i, int bits)
{
    const uint64_t mask = (UINT64_C(1) << bits) - 1;
    const int half = (bits + 1) / 2;
    if (bits < 2)
        return i & mask;
    i = (i + UINT64_C(0x632be59bd9b4e019)) * UINT64_C(0x9e3779b97f4a7c15) & mask;
    i ^= i >> half;
    i = i * UINT64_C(0xbf58476d1ce4e5b9) & mask;
    i ^= i >> half;
    i = i * UINT64_C(0x94d049bb133111eb) & mask;
    return i ^ i >> half;
}

/* The 8-byte word at `place` of an array of input: random bits, of which some remain, and some
 * are set to 1. */
struct data_bits {
    uint64_t keep, set;
};

static inline uint64_t data_word(uint64_t place, const struct data_bits bits)
{
    return (random_word(0x5eed + place) & bits.keep) | bits.set;
}

/* Numbers from 1/16 to 1/8: a fixed exponent and random digits. With them any number of iterations
 * of s = s * s + f neither grows without bound nor accumulates rounding errors. */
static inline struct data_bits number_bits(int element_bytes)
{
    return element_bytes == 4
               ? (struct data_bits){UINT64_C(0x007fffff007fffff), UINT64_C(0x3d8000003d800000)}
               : (struct data_bits){UINT64_C(0x000fffffffffffff), UINT64_C(0x3fb0000000000000)};
}

static inline struct data_bits word_bits(void)
{
    return (struct data_bits){~UINT64_C(0), 0};
}

/* The contents of outputs before a pass. */
static const struct data_bits poison_bits = {.keep = 0, .set = UINT64_C(0xa5c3961ef07b2d48)};

/* The input of a pass: elements in memory or, if that is NULL, words of these bits. */
struct input {
    const unsigned char *elements;
    struct data_bits bits;
};

/* The element that starts at that byte of an array, in the word there and the next. Checks spend
 * most of their time here. So on little-endian machines an element smaller than a word is extracted
 * by a shift, in a register. */
static inline void element_of_words(const uint64_t words[2], uint64_t byte, int element_bytes,
                                    void *element)
{
    const uint64_t shifted = words[0] >> 8 * (byte % 8);
    if (element_bytes < 8 && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__)
        memcpy(element, &shifted, (size_t)(element_bytes & 7)); /* gcc 14 warns of negative sizes */
    else
        memcpy(element, (const unsigned char *)words + byte % 8, (size_t)element_bytes);
}

/* Element `index` of an input. */
static inline void input_element(const struct input *input, int64_t index, int element_bytes,
                                 void *element)
{
    const uint64_t byte = (uint64_t)index * (uint64_t)element_bytes;
    const struct data_bits bits = input->bits;
    if (input->elements) {
        memcpy(element, input->elements + byte, (size_t)element_bytes);
        return;
    }
    const uint64_t words[2] = {data_word(byte / 8, bits),
                               element_bytes > 8 ? data_word(byte / 8 + 1, bits) : 0};
    element_of_words(words, byte, element_bytes, element);
}

/* Element `index` of an array of poison. */
static inline void poison_element(int64_t index, int element_bytes, void *element)
{
    const uint64_t words[2] = {poison_bits.set, poison_bits.set};
    element_of_words(words, (uint64_t)index * (uint64_t)element_bytes, element_bytes, element);
}

#endif
