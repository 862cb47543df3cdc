/* Rows of LANES steps; what each lane of a row touches is the case. Each case has a separate loop
 * body, so that none pays for another's arithmetic. */
#include "patterns/kernel/usual.h"

#define NAME       lanes
#define LANE       e.lane
#define ROW_START  (e.index - LANE)
#define IN_ORDER   e.index
#define REVERSED   (ROW_START + LANES - 1 - one_at_a_time(LANE))
#define PERMUTED   (ROW_START + (one_at_a_time(LANE) * 5 + 7) % LANES)
#define MISALIGNED (e.index + 1)
#define ELEMENT \
    (e.variant == 2 ? REVERSED : e.variant == 3 ? PERMUTED : e.variant == 4 ? MISALIGNED : IN_ORDER)
#define EVERY      (VARIANT == 5 ? 2 : VARIANT == 6 ? 4 : 1)
#define LOAD       ELEMENT
#define STORE      ELEMENT
#define ACTIVE     (e.variant == 5 ? LANE % 2 == 0 : e.variant == 6 ? LANE % 4 == 0 : true)
#define ACCESSES   ((s.elements + EVERY - 1) / EVERY)
#define IN_LENGTH  ((s.elements + LANES - 1) / LANES * LANES + 1)
#define OUT_LENGTH IN_LENGTH
#define VARIANT    s.value[0]
#define VARIANTS   6

#include "patterns/kernel/generate.h"

ROW = {
    .name = "lanes",
    .help = "copy with a warp's lanes in order, reversed, permuted, misaligned or partly idle",
    .formula = "out[row + p(lane)] = in[row + p(lane)]",
    .lesson =
        "It matters which sectors a warp touches, not which lane touches which. Reversed and "
        "permuted lanes need the same sectors as lanes in order, and cost the same. A start that "
        "is misaligned by one element needs one sector more; the neighbouring warp needs it too "
        "and finds it in the cache. The bytes of idle lanes move all the same and are wasted. A "
        "CPU core runs the 32 lanes one after another: its L1 holds the few lines, and only the "
        "vector instructions are lost.",
    .source = "D: the half-warp cases (compute capability 1.0 to 1.3)",
    .parameters = {{.name = "case",
                    .help = "1 in order, 2 reversed, 3 permuted, 4 misaligned by one, 5 every 2nd "
                            "lane idle, 6 three of four lanes idle",
                    .low = 1,
                    .high = 6,
                    .standard = 1}},
    .loads = 1,
    .stores = 1,
    EXPRESSIONS,
};
