/* Numbers with units: one table serves reading and writing. */
#ifndef WARPLINE_UNITS_H
#define WARPLINE_UNITS_H

#include <stdint.h>
#include <time.h>

enum { SIZE_TEXT_MAX = 32 };

/* Reads a whole number of at least `low` and at most `high`. Returns 0, or -1 with a reason in
 * *reason ("is not a whole number", "is negative", "is too large", ...). */
int parse_count(const char *text, int64_t low, int64_t high, int64_t *value, const char **reason);

/* Reads a size in bytes: a number, then B, kB, MB, GB, TB (powers of 1000), KiB, MiB, GiB, TiB or
 * k, M, G, T (powers of 1024) or nothing (bytes). "1.5GiB" may have up to nine decimals; a part of
 * a byte is dropped. Errors as parse_count. */
int parse_size(const char *text, int64_t *bytes, const char **reason);

/* Writes a size so that parse_size reads the same number again: the largest binary or decimal unit
 * that divides it. Returns text. */
const char *size_text(int64_t bytes, char text[SIZE_TEXT_MAX]);

/* Writes a size for people: three digits and a binary unit ("1.5 GiB"). Returns text. */
const char *rounded_size_text(int64_t bytes, char text[SIZE_TEXT_MAX]);

/* Writes a time for people: three digits and ns, us, ms or s. Returns text. */
const char *time_text(double ns, char text[SIZE_TEXT_MAX]);

/* Writes a time in UTC, as 2026-11-22T19:00:00Z. Returns text. */
enum { UTC_TEXT_MAX = 24 };
const char *utc_text(time_t seconds, char text[UTC_TEXT_MAX]);

/* Writes a number for people: rounded to `digits` significant ones, or to a whole number if it has
 * more, never with an exponent. Returns text. */
const char *digits_text(double number, int digits, char text[SIZE_TEXT_MAX]);

/* The same text, which lives until the end of the enclosing block. */
#define DIGITS(number, digits) digits_text(number, digits, (char[SIZE_TEXT_MAX]){""})

#endif
