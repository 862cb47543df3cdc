/* Includes the file EACH_SIZE once for every element size of the pattern, with the size in bytes as
 * BYTES. It consists of conditions only. */
#if SIZES & 1
#define BYTES 1
#include EACH_SIZE
#undef BYTES
#endif
#if SIZES & 2
#define BYTES 2
#include EACH_SIZE
#undef BYTES
#endif
#if SIZES & 4
#define BYTES 4
#include EACH_SIZE
#undef BYTES
#endif
#if SIZES & 8
#define BYTES 8
#include EACH_SIZE
#undef BYTES
#endif
#if SIZES & 16
#define BYTES 16
#include EACH_SIZE
#undef BYTES
#endif
