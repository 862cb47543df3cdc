/* A process that runs the iterations of a loop one after another and reports their accesses
 * (record.h).
 *
 * It is no part of the program: it is compiled with the loop's file, by the compiler's
 * -fsanitize=thread, which calls a function before each access. These functions are defined here
 * and in trace_calls.h; the sanitizer's own library is not linked. A crash of the loop ends this
 * process alone.
 *
 * usage: trace ITERATIONS VALUE...      (the parameters' values) */
/* noipa: gcc would hand over the value that a pointer points to, and read it outside. */
#define LOOP_CALL static __attribute__((noipa))
#include "patterns/loop/loop_file.h"
/* The tracer is compiled again for each loop. With -O1 that takes half the time, and it runs as
 * fast. */
#pragma GCC optimize("O1")

#include "patterns/loop/record.h"
#include "patterns/loop/shadow.h"

#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

/* Each array has a region of addresses: half of it, which nobody may touch, lies before its start.
 */
static const uint64_t first_region = UINT64_C(0x100000000000), region_bytes = UINT64_C(1) << 37,
                      half_region = UINT64_C(1) << 36;
enum { BLOCK_BYTES = 4096, BUFFER_RECORDS = 1 << 14, SECONDS = 2 };
/* The exit status after all records have been written: not one that a loop's _exit is likely to
 * have. */
enum { REPORTED = 113 };
enum { SAMPLED_ITERATIONS = 64, SAMPLED_ACCESSES = 1 << 22, MADE_MOST = 1 << 28 };
/* Of an iteration: more accesses than can be followed, which endless recursion does not reach on
 * its stack, and more bytes than the former fill. */
enum { ITERATION_ACCESSES = 1 << 20, ITERATION_BYTES = 1 << 27 };
static const uint64_t filled_most = UINT64_C(16) << 30;

static struct {
    uint64_t n;
    int64_t value[PARAMETERS_MAX];
    char *array[LOOP_ARRAYS];
    uint64_t reach[LOOP_ARRAYS];        /* how far it may be accessed, in bytes */
    uint64_t end[LOOP_ARRAYS];          /* of what was accessed, in bytes */
    unsigned char *filled[LOOP_ARRAYS]; /* a bit for each block */
    struct cell *cells[LOOP_ARRAYS];    /* one for each unit; NULL: races are not looked for */
    uint64_t filled_bytes;
    bool counts, records, samples;     /* accesses are counted, written, of some iterations */
    uint64_t accesses, bytes, longest; /* `longest`: accesses of one iteration, at most */
    uint64_t before, filled_before;    /* accesses and bytes before the present iteration */
    uint64_t made, most, watched; /* accesses and iterations; `made` when the time was last up */
    uint64_t iteration;
    struct race race;
    uint32_t last_code;
    uint8_t last_kind;
    uint8_t added; /* what the atomic operation adds, from 1 on; 0: something else */
    struct record buffer[BUFFER_RECORDS];
    int buffered;
} state;

extern char __executable_start[], __etext[], __data_start[], _end[];

OURS static void write_all(const void *data, size_t bytes)
{
    for (const char *from = data; bytes > 0;) {
        const long written = syscall(SYS_write, STDOUT_FILENO, from, bytes);
        if (written <= 0)
            _exit(1);
        from += written;
        bytes -= (size_t)written;
    }
}

OURS static void flush(void)
{
    write_all(state.buffer, (size_t)state.buffered * sizeof state.buffer[0]);
    state.buffered = 0;
}

OURS static void put(uint64_t place, enum record_kind kind, uint32_t code, unsigned bytes)
{
    if (state.buffered == BUFFER_RECORDS)
        flush();
    state.buffer[state.buffered++] = (struct record){
        .place = place, .code = code, .bytes = (uint16_t)bytes, .kind = (uint8_t)kind};
}

OURS __attribute__((noreturn)) static void stop(enum record_kind kind, uint64_t place,
                                                uint32_t code)
{
    put(state.iteration, RECORD_ITERATION, 0, 0);
    put(place, kind, code, 0);
    state.buffer[state.buffered - 1].made = state.last_kind;
    flush();
    _exit(REPORTED);
}

OURS static uint64_t place_of(int array, uint64_t byte)
{
    return (uint64_t)array << PLACE_BITS | byte;
}

/* Fills the blocks around some bytes, if they are not yet filled. */
OURS static void fill_around(int array, uint64_t byte, unsigned bytes)
{
    for (uint64_t block = byte / BLOCK_BYTES; block <= (byte + bytes - 1) / BLOCK_BYTES; block++) {
        if (state.filled[array][block / 8] >> block % 8 & 1)
            continue;
        state.filled[array][block / 8] |= (unsigned char)(1U << block % 8);
        state.filled_bytes += BLOCK_BYTES;
        if (state.filled_bytes > filled_most)
            stop(RECORD_LARGE, 0, state.last_code);
        uint64_t *words = (uint64_t *)(void *)(state.array[array] + block * BLOCK_BYTES);
        for (uint64_t i = 0; i < BLOCK_BYTES / 8; i++)
            words[i] =
                loop_word(loop_types[array].fill, array, block * BLOCK_BYTES / 8 + i, state.n);
    }
}

/* Bytes of an array that have one cell. */
OURS static unsigned unit_of(int array)
{
    return loop_types[array].align < 8 ? (unsigned)loop_types[array].align : 8;
}

/* Looks for a race of this access, unit by unit. */
OURS static void note_in_shadow(int array, uint64_t byte, unsigned bytes, enum record_kind kind)
{
    const int shift = __builtin_ctz(unit_of(array)); /* a division would take long */
    const struct seen now = {(uint32_t)state.iteration + 1, state.last_code};
    for (uint64_t i = byte >> shift; i <= (byte + bytes - 1) >> shift; i++) {
        struct cell *cell = &state.cells[array][i];
        if (kind == RECORD_LOAD)
            shadow_read(cell, place_of(array, byte), now, &state.race);
        else
            shadow_write(cell, place_of(array, byte), now, (uint8_t)kind, &state.race);
    }
}

/* Of all iterations: `scale` times those of the iterations that were made. */
OURS static void put_counts(double scale)
{
    put((uint64_t)(scale * (double)state.accesses), RECORD_ACCESSES, 0, 0);
    put((uint64_t)(scale * (double)state.bytes), RECORD_BYTES, 0, 0);
    put(state.longest, RECORD_LONGEST, 0, 0);
    put(0, RECORD_END, 0, 0);
    flush();
}

/* Ends an iteration that may not end by itself. A sample only counts it: of a pass of fewer
 * iterations, each may be shorter. */
OURS static void end_early(void)
{
    if (!state.samples)
        stop(RECORD_ENDLESS, 0, state.last_code);
    state.longest = state.accesses - state.before;
    put_counts(1);
    _exit(REPORTED);
}

/* An access of at most 16 bytes to an array. */
OURS static void see_piece(int array, uint64_t byte, unsigned bytes, enum record_kind kind)
{
    fill_around(array, byte, bytes);
    if (byte + bytes > state.end[array])
        state.end[array] = byte + bytes;
    if (!state.counts)
        return;
    state.bytes += bytes;
    state.accesses++;
    if (state.accesses - state.before > ITERATION_ACCESSES ||
        state.filled_bytes - state.filled_before > ITERATION_BYTES)
        end_early();
    if (state.cells[array])
        note_in_shadow(array, byte, bytes, kind);
    if (state.records) {
        put(place_of(array, byte), kind, state.last_code, bytes);
        state.buffer[state.buffered - 1].made = state.added;
    }
}

#define LOOP_WRITTEN(number, name, declaration, written) written,
static const bool loop_written[] = {LOOP_EACH(LOOP_WRITTEN, LOOP_NOTHING, LOOP_NOTHING)};

OURS static uint32_t code_of(const void *after)
{
    return (uint32_t)((const char *)after - __executable_start);
}

/* An access to anywhere. Copies of structs and accesses that the compiler does not know to be
 * aligned are several: a lane moves as many bytes at once as are aligned. Bytes of a bit field are
 * moved as the whole word. */
OURS static void see(const volatile void *what, uint64_t bytes, bool aligned, enum record_kind kind,
                     void *after)
{
    const uint64_t from = (uint64_t)(uintptr_t)what - first_region, inside = from % region_bytes;
    state.last_code = code_of(after);
    state.last_kind = (uint8_t)kind;
    if (++state.made > state.most)
        stop(RECORD_ENDLESS, 0, state.last_code);
    if (state.counts && kind != RECORD_LOAD && (const char *)what >= __data_start &&
        (const char *)what < _end)
        stop(RECORD_SHARED, 0, state.last_code);
    if (from >= LOOP_ARRAYS * region_bytes || bytes == 0)
        return;
    const int array = (int)(from / region_bytes);
    if (state.added == MADE_READ && !loop_written[array])
        kind = RECORD_LOAD;
    if (inside < half_region)
        stop(RECORD_BELOW, place_of(array, half_region - inside), state.last_code);
    if (inside - half_region + bytes + BLOCK_BYTES > state.reach[array])
        stop(RECORD_BEYOND, place_of(array, state.reach[array]), state.last_code);
    if (state.counts && kind != RECORD_LOAD && !loop_written[array])
        stop(RECORD_CONST, place_of(array, inside - half_region), state.last_code);
    const unsigned align = (unsigned)loop_types[array].align, word = bytes < 4 ? 4 : 8;
    uint64_t first = inside - half_region;
    if (bytes < 8 && (bytes & (bytes - 1)) && word <= align && first % word + bytes <= word) {
        first -= first % word;
        bytes = word;
        aligned = true;
    }
    const bool power = (bytes & (bytes - 1)) == 0;
    uint64_t piece = align < 16 ? align : 16;
    if (aligned && power && bytes <= 16 && (first & (bytes - 1)) == 0 &&
        !(bytes == 16 && align == 8)) /* double complex */
        piece = bytes;
    piece = first & (piece - 1) ? 1 : piece; /* sizes are powers of two: no division */
    for (uint64_t at = 0; at < bytes; at += piece)
        see_piece(array, first + at, (unsigned)(bytes - at < piece ? bytes - at : piece), kind);
}

#include "patterns/loop/trace_calls.h"

/* Where a signal interrupted the loop; in a library: its last access. */
OURS static uint32_t interrupted_code(const ucontext_t *context)
{
    const char *at = NULL;
#if defined __x86_64__
    at = (const char *)context->uc_mcontext.gregs[REG_RIP];
#elif defined __aarch64__
    at = (const char *)context->uc_mcontext.pc;
#endif
    return at >= __executable_start && at < __etext ? code_of(at) + 1 : state.last_code;
}

/* Whether an access to that address is one to the stack, just behind its end. */
OURS static bool is_stack(const void *at, const ucontext_t *context)
{
    enum { STACK_NEAR = 1 << 16 };
    uint64_t end = 0;
#if defined __x86_64__
    end = (uint64_t)context->uc_mcontext.gregs[REG_RSP];
#elif defined __aarch64__
    end = context->uc_mcontext.sp;
#endif
    return (uint64_t)(uintptr_t)at - end + STACK_NEAR < 2 * STACK_NEAR;
}

OURS static void on_signal(int number, siginfo_t *about, void *context)
{
    if (number == SIGPROF && state.made != state.watched) {
        state.watched = state.made;
        return;
    }
    if (number == SIGFPE)
        stop(RECORD_DIVISION, 0, code_of(about->si_addr) + 1);
    if (number == SIGPROF)
        stop(RECORD_ENDLESS, 0, interrupted_code(context));
    if (number == SIGILL || number == SIGTRAP)
        stop(RECORD_INSTRUCTION, 0, interrupted_code(context));
    if (number == SIGSEGV && is_stack(about->si_addr, context))
        stop(RECORD_STACK, 0, state.last_code ? state.last_code : interrupted_code(context));
    stop(number == SIGABRT ? RECORD_ABORT : RECORD_WILD, 0, state.last_code);
}

OURS static void watch(void)
{
    static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGABRT, SIGILL, SIGTRAP, SIGPROF};
    static char stack[1 << 16];
    const stack_t other = {.ss_sp = stack, .ss_size = sizeof stack};
    struct sigaction action = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    sigaltstack(&other, NULL);
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        sigaction(signals[i], &action, NULL);
}

/* Begins a task of that number of iterations. It ends this process if it makes too many accesses,
 * or none for SECONDS of its time: a busy machine has the same limits. */
OURS static void limit(uint64_t iterations)
{
    const struct itimerval each = {.it_value = {.tv_sec = SECONDS},
                                   .it_interval = {.tv_sec = SECONDS}};
    state.made = state.watched = 0;
    state.most = MADE_MOST + (iterations << 8);
    setitimer(ITIMER_PROF, &each, NULL);
}

OURS static void *map(uint64_t at, uint64_t bytes)
{
    const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    void *memory = mmap((void *)(uintptr_t)at, bytes, PROT_READ | PROT_WRITE,
                        at ? flags | MAP_FIXED_NOREPLACE : flags, -1, 0);
    if (memory == MAP_FAILED)
        _exit(2);
    return memory;
}

/* Half of a region, or less where the process has fewer addresses, as in a sandbox: half of those
 * for the arrays, half for their cells. */
OURS static uint64_t reach_here(void)
{
    struct rlimit most;
    if (getrlimit(RLIMIT_AS, &most) || most.rlim_cur == RLIM_INFINITY)
        return half_region;
    const uint64_t part = most.rlim_cur / (2 * LOOP_ARRAYS + 1) / BLOCK_BYTES * BLOCK_BYTES;
    return part < half_region ? part : half_region;
}

OURS static void reserve(void)
{
    const uint64_t reach = reach_here();
    for (int i = 0; i < LOOP_ARRAYS; i++) {
        state.reach[i] = reach;
        state.array[i] = map(first_region + (uint64_t)i * region_bytes + half_region, reach);
        state.filled[i] = map(0, reach / BLOCK_BYTES / 8 + 1);
    }
}

/* Where addresses are few, so are the cells. That is enough: races are looked for in few
 * iterations. */
OURS static void look_for_races(void)
{
    for (int i = 0; i < LOOP_ARRAYS; i++) {
        if (state.reach[i] < half_region)
            state.reach[i] = state.reach[i] / sizeof(struct cell) * unit_of(i);
        state.cells[i] = map(0, state.reach[i] / unit_of(i) * sizeof(struct cell));
    }
}

/* An iteration, as a separate function: nothing stays in registers from one to the next. */
OURS static __attribute__((noinline)) void iterate(int64_t i)
{
    char *const *loop_arrays = state.array;
    const int64_t *loop_values = state.value;
    (void)loop_values;
    state.before = state.accesses;
    state.filled_before = state.filled_bytes;
    state.iteration = (uint64_t)i;
    state.made++;
    if (state.records)
        put((uint64_t)i, RECORD_ITERATION, 0, 0);
    loop_body(i, (long)state.n LOOP_EACH(LOOP_ARRAY, LOOP_VALUE, LOOP_NOTHING));
    if (state.accesses - state.before > state.longest)
        state.longest = state.accesses - state.before;
}

OURS static void walk(const struct order *order)
{
    state.counts = state.records = true;
    for (int64_t i = order->first; i < order->first + order->count; i++)
        iterate(i);
    state.counts = state.records = false;
}

OURS static void put_race(void)
{
    const struct race *race = &state.race;
    if (!race->found)
        return;
    put(race->before.iteration - 1, RECORD_ITERATION, 0, 0);
    put(race->place, RECORD_RACE, race->before.code, 0);
    state.buffer[state.buffered - 1].made = race->kind_before;
    put(race->after.iteration - 1, RECORD_ITERATION, 0, 0);
    put(race->place, RECORD_RACE, race->after.code, 0);
    state.buffer[state.buffered - 1].made = race->kind_after;
}

/* Sends the contents of the arrays that are written, of each as many bytes as follow the order. */
OURS static void send_contents(const int64_t bytes[LOOP_ARRAYS])
{
    for (int i = 0; i < LOOP_ARRAYS; i++) {
        for (int64_t at = 0; at < bytes[i]; at += BLOCK_BYTES)
            fill_around(i, (uint64_t)at, 1);
        write_all(state.array[i], (size_t)bytes[i]);
    }
}

OURS static void run(const struct order *order)
{
    if (state.n <= RACES_ITERATIONS)
        look_for_races();
    state.counts = true;
    for (int64_t i = order->first; i < (int64_t)state.n; i++)
        iterate(i);
    for (int i = 0; i < LOOP_ARRAYS; i++)
        put(place_of(i, state.end[i]), RECORD_EXTENT, (uint32_t)loop_types[i].bytes,
            loop_types[i].fill);
    put(LOOP_LANE_ROWS, RECORD_ROWS, 0, 0);
    put_race();
    put_counts(1);
}

/* Some iterations at even distances, as many as are made in a short time. */
OURS static void sample(void)
{
    uint64_t made = 0;
    const uint64_t most = state.n < SAMPLED_ITERATIONS ? state.n : SAMPLED_ITERATIONS;
    state.counts = state.samples = true;
    for (; made < most && state.accesses < SAMPLED_ACCESSES; made++)
        iterate((int64_t)((state.n - 1) * (made * 37 % most) / (most > 1 ? most - 1 : 1)));
    const double scale = made ? (double)state.n / (double)made : 0;
    put_counts(scale);
}

OURS static bool read_all(void *to, size_t bytes)
{
    for (char *at = to; bytes > 0;) {
        const long more = syscall(SYS_read, STDIN_FILENO, at, bytes);
        if (more <= 0)
            return false;
        at += more;
        bytes -= (size_t)more;
    }
    return true;
}

/* In a separate process, which leaves the arrays here as they are. */
OURS static void carry_out_apart(const struct order *order)
{
    int64_t bytes[LOOP_ARRAYS];
    int status = 0;
    if (order->kind == ORDER_RESULT && !read_all(bytes, sizeof bytes))
        _exit(1);
    const pid_t child = fork();
    if (child == 0) {
        limit(order->kind == ORDER_SAMPLE ? 0 : state.n);
        if (order->kind == ORDER_SAMPLE)
            sample();
        else
            run(order);
        if (order->kind == ORDER_RESULT)
            send_contents(bytes);
        _exit(REPORTED);
    }
    if (child < 0 || waitpid(child, &status, 0) < 0 || !WIFEXITED(status) ||
        WEXITSTATUS(status) != REPORTED)
        _exit(1);
}

/* Not by strtoll, which is hidden where the file of the loop includes its header. */
OURS static int64_t whole_number(const char *text)
{
    const bool minus = *text == '-';
    int64_t number = 0;
    for (text += minus; *text; text++)
        number = 10 * number + (*text - '0');
    return minus ? -number : number;
}

OURS int main(int argc, char **argv)
{
    struct order order;
    reserve();
    state.n = argc > 1 ? (uint64_t)whole_number(argv[1]) : 0;
    for (int i = 2; i < argc && i < 2 + PARAMETERS_MAX; i++)
        state.value[i - 2] = whole_number(argv[i]);
    watch();
    limit(state.n);
    state.iteration = IN_INIT;
#ifdef LOOP_INIT
    loop_init((long)state.n, state.array, state.value);
#endif
    while (read_all(&order, sizeof order)) {
        limit(0);
        if (order.kind == ORDER_WALK) {
            walk(&order);
            put(0, RECORD_END, 0, 0);
            flush();
        } else
            carry_out_apart(&order);
    }
    _exit(0);
}
