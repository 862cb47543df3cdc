/* A loop's file may use any names. It comes first; then these macros give the tags and functions of
 * our headers, and what of the C library they declare, names that nobody else uses. */
#ifndef WARPLINE_APART_H
#define WARPLINE_APART_H

#define body        warpline_body
#define data_bits   warpline_data_bits
#define index       warpline_index
#define input       warpline_input
#define iteration   warpline_iteration
#define launch      warpline_launch
#define notes       warpline_notes
#define opaque      warpline_opaque
#define order       warpline_order
#define parameter   warpline_parameter
#define pattern     warpline_pattern
#define permuted    warpline_permuted
#define race        warpline_race
#define random      warpline_random
#define random_next warpline_random_next
#define random_word warpline_random_word
#define record      warpline_record
#define request     warpline_request
#define shape       warpline_shape
#define share       warpline_share
#define step        warpline_step
#define tile        warpline_tile
#define walk        warpline_walk
#define work        warpline_work

#endif
