/* The load during a chase: while the first worker chases, all others load the memory. They share
 * what is behind the chase's nodes, in these parts of the index array, which no result depends on:
 * two counters, by which the workers meet; what each worker remembers; the array that is written.
 * The array that is read is `in`. Included by cycle.h, and again as a part of its body.
 *
 * A pass begins when all workers are there, and the others stop when the chase ends: so the chase
 * never runs without its load, and the load without the chase at most as long as a poll takes.
 * Nothing is ever reset, since a launch continues where the last one stopped.
 *
 * A pattern defines, after it has included loaded.h, what a chunk of the load accesses:
 *
 *   SIDE_READS      arrays that are read for each that is written, in memory
 *   SIDE_WRITES     0: none is written
 *   SIDE_STREAM     1: on a CPU with non-temporal stores */
#ifndef WARPLINE_SIDE_LOAD_H
#define WARPLINE_SIDE_LOAD_H

#define DELAY s.value[1]

/* The counters of the meeting, on a line each: workers that arrived, chases that ended, workers
 * that the chases waited for. All begin with the same value. */
enum { ARRIVED = 0, CHASES = 16, MET = 32, MEETING_COUNTERS = 3 };
#define MEETING_PLACE(counter) (MEETING + (counter)*32)

/* In elements: of a chunk, of what a worker remembers, of the arrays. */
#define CHUNK        1024
#define MEMORY       128
#define SIDE_ARRAY   (s.value[0] / 8)
#define MEETING      (s.value[0] / 4)
#define REMEMBERED   (MEETING + MEMORY)
#define WRITTEN      (REMEMBERED + s.workers * MEMORY)
#define INDEX_LENGTH (WRITTEN + SIDE_ARRAY)
#undef IN_LENGTH
#define IN_LENGTH (SIDE_ARRAY + CHUNK)

/* On a CPU the memory is read for an ordinary store too, before its line is written. */
#define READ_ARRAYS (SIDE_READS - (!LANES_ARE_THREADS && SIDE_WRITES && !SIDE_STREAM))

#elif defined BYTES

#define load_part   JOIN(load_part_, BYTES)
#define stream_part JOIN(stream_part_, BYTES)
/* Rows that a lane reads at once; a GPU needs many bytes in flight, in as many registers: at most
 * 32 of 4 bytes, since gcc reserves 128 bytes for a lane's variables. */
enum { PART_ROWS = CPU_OR_GPU(8, 32 >> (SIDE_READS - 1)), PART = PART_ROWS * LANES };

/* What is written depends on what was read, and on no memory besides: a lane that waited for its
 * last sum to come back would have fewer loads in flight. A sum is stored where nothing else needs
 * what was read. */
INLINED void load_part(element *restrict out, element *restrict sums, const element *restrict in,
                       int64_t next)
{
    const int loads = PART_ROWS * READ_ARRAYS;
    const bool stores = SIDE_WRITES && !(SIDE_STREAM && !LANES_ARE_THREADS);
#pragma omp simd
    for (int lane = 0; lane < LANES; lane++) {
        element sum = 0, value[PART_ROWS * SIDE_READS];
        const int64_t own =
            CPU_OR_GPU(lane, opaque(lane)); /* or gcc loads for the next lane, too */
#pragma GCC unroll 32
        for (int row = 0; row < PART_ROWS; row++)
#pragma GCC unroll 3
            for (int array = 0; array < READ_ARRAYS; array++)
                value[row * READ_ARRAYS + array] = in[array * next + row * LANES + own];
        issue_loads();
#pragma GCC unroll 64
        for (int load = 0; load < loads; load++)
            sum += value[load];
        if (!stores)
            sums[own] += sum;
        else
#pragma GCC unroll 32
            for (int row = 0; row < PART_ROWS; row++)
                out[row * LANES + own] = sum;
    }
}

INLINED void stream_part(element *restrict out, const element *restrict sums)
{
    for (int i = 0; i < PART; i += 2)
        store_past_caches(&out[i], sums[i % LANES]);
}

/* Whether the chase continues; one lane reads for the whole warp. */
INLINED bool goes_on(const uint64_t *chases, uint64_t before)
{
    return from_first_lane((int64_t)counter_now(chases)) == (int64_t)before;
}

/* Workers that do not load: the one that chases. On a GPU its whole team leaves, because warps that
 * only wait for their turn would still take the chase's. */
INLINED int64_t not_loading(void)
{
    return LANES_ARE_THREADS ? omp_get_num_threads() : 1;
}

/* Pauses; false if the chase has ended. A GPU's many warps look less often: each look goes to the
 * L2. */
INLINED bool pause_of(int64_t turns, const uint64_t *chases, uint64_t before)
{
    const int64_t asked = CPU_OR_GPU(64, 4096);
    for (int64_t turn = 1; turn <= turns; turn++)
        if (opaque(turn) % asked == 0 && !goes_on(chases, before))
            return false;
    return true;
}

/* Loads until the chase ends, in its own part of the arrays, again and again. */
INLINED void load_beside(const struct work w)
{
    const struct shape s = w.shape;
    const int64_t loaders = w.share.workers - not_loading();
    const int64_t mine = w.share.thread / LANE_THREADS - not_loading();
    const int64_t all = SIDE_ARRAY / CHUNK / AT_LEAST(1, READ_ARRAYS);
    const int64_t chunks = AT_LEAST(1, all / AT_LEAST(1, loaders)), first = mine * chunks % all;
    const int64_t chunks_asked = CPU_OR_GPU(1, 16);
    uint64_t *const counters = (uint64_t *)(s.index + MEETING);
    element *const memory = (element *)s.index + REMEMBERED + mine * MEMORY;
    if (mine < 0)
        return;
    const uint64_t before = (uint64_t)from_first_lane((int64_t)counter_now(counters + CHASES));
    int64_t moved = 0, at = memory[LANES] % chunks;
    bool goes = true;
    if (is_first_lane())
        counter_add(counters + ARRIVED, 1);
    sync_warp();
    for (int64_t n = 0; goes && (n % chunks_asked || goes_on(counters + CHASES, before)); n++) {
        const int64_t place = (first + at) * CHUNK;
        for (int64_t part = place; part < place + CHUNK; part += PART) {
            element *const out = (element *)s.index + WRITTEN + part;
            load_part(out, memory, w.in + part, all * CHUNK);
            if (SIDE_STREAM && !LANES_ARE_THREADS)
                stream_part(out, memory);
        }
        moved += 4 * CHUNK * (READ_ARRAYS + SIDE_WRITES);
        at = at + 1 < chunks ? at + 1 : 0;
        goes = pause_of(DELAY, counters + CHASES, before);
    }
    if (is_first_lane()) {
        memory[LANES] = (element)at;
        counter_add((uint64_t *)w.share.counter, (uint64_t)moved);
    }
    sync_warp();
}

/* Waits for all others before a chase, and tells them its end. */
INLINED void wait_for_loaders(const struct work w)
{
    const struct shape s = w.shape;
    uint64_t *const counters = (uint64_t *)(s.index + MEETING);
    const uint64_t loaders = (uint64_t)(w.share.workers - not_loading());
    while (counter_now(counters + ARRIVED) - counters[MET] < loaders)
        ;
    counters[MET] += loaders;
}

INLINED void end_chase(const struct work w)
{
    const struct shape s = w.shape;
    counter_add((uint64_t *)(s.index + MEETING) + CHASES, 1);
}

#endif
