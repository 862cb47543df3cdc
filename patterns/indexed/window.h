/* An index array that stays inside windows of s.value[0] elements, a power of two: entry `i` is in
 * the window of element i, INSIDE of it the place that is i's own. */
#ifndef WARPLINE_WINDOW_H
#define WARPLINE_WINDOW_H

#define WINDOW       s.value[0]
#define WINDOW_BITS  __builtin_ctzll((unsigned long long)WINDOW)
#define INSIDE       (i & (WINDOW - 1))
#define INDEX_LENGTH s.elements
#define IN_LENGTH    s.elements
#define OUT_LENGTH   s.elements
#define ROUNDING     POWER_OF_TWO

#endif
