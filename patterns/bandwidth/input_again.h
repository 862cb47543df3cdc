/* Two equal input arrays: the index array is a second copy of the input's 4-byte words. */
#ifndef WARPLINE_INPUT_AGAIN_H
#define WARPLINE_INPUT_AGAIN_H

#define WORD(i)      (data_word((uint64_t)(i) / 2, word_bits()) >> (32 * ((i) % 2)) & 0xffffffff)
#define INDEX_VALUE  ((int64_t)WORD(i))
#define INDEX_LENGTH s.elements
#define SIZES        4

#endif
