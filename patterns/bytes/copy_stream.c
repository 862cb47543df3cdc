#include "patterns/kernel/usual.h"

#define NAME         copy_stream
#define LOAD         e.index
#define STORE        e.index
#define IN_LENGTH    s.elements
#define OUT_LENGTH   s.elements
#define BODY         CPU_OR_GPU("patterns/bytes/stream.h", "patterns/kernel/load_store.h")
#define STORE_ACCESS ACCESS_STREAM

#include "patterns/kernel/generate.h"

ROW = {
    .name = "copy_stream",
    .help = "copy with stores that go around the caches (non-temporal)",
    .formula = "stream(&out[i], in[i])",
    .lesson =
        "A CPU's ordinary store first reads the line that it overwrites (write-allocate), so a "
        "copy moves three bytes for two useful ones. A non-temporal store avoids that read and "
        "bypasses the caches. It helps when the arrays are larger than the caches, and hurts when "
        "they fit. A GPU writes whole sectors without reading them, so it has nothing to gain.",
    .source = "likwid-bench: copy_mem; the write-allocate question of STREAM",
    .loads = 1,
    .stores = 1,
    EXPRESSIONS,
};
