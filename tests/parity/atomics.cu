// Atomic additions: thread t to cell t % cells, `apart` words from one cell to the next. Results
// are not used, so they are reductions in the L2.
#include "twin.cuh"

constexpr size_t ADDITIONS = size_t(1) << 26;

__global__ void add_once(uint32_t *cell, unsigned cells, unsigned apart)
{
    const unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&cell[(size_t)(t % cells) * apart], 1u);
}

__global__ void add_often(uint32_t *cell, unsigned cells, unsigned apart, int turns)
{
    const unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
    uint32_t *own = &cell[(size_t)(t % cells) * apart];
    for (int turn = 0; turn < turns; turn++)
        atomicAdd(own, 1u);
}

static bool counted(size_t threads, unsigned cells, unsigned apart, unsigned turns)
{
    const uint32_t *cell = out_of<uint32_t>();
    return holds(cells, [=] __device__(size_t c) {
        const size_t hits = threads / cells + (c < threads % cells);
        return cell[c * apart] == 0xa5a5a5a5u + (uint32_t)(hits * turns);
    });
}

// By as many threads a multiprocessor, each over and over; no `cells` is one for each thread.
static void often_twin(Point p, unsigned threads_each, unsigned cells, unsigned apart)
{
    const unsigned threads = (unsigned)multiprocessors() * threads_each;
    const int turns = (int)(p.steps / threads);
    const std::string kernel = std::to_string(threads_each) + "-threads-in-loop";
    uint32_t *cell = out_of<uint32_t>();
    cells = cells ? cells : threads;
    p.steps = (double)threads * turns;
    twin(
        p, kernel.c_str(), [=] { add_often<<<threads / 128, 128>>>(cell, cells, apart, turns); },
        [=] { return counted(threads, cells, apart, (unsigned)turns); });
}

static void cells_of(const char *pattern, unsigned cells, unsigned apart)
{
    const Point p = point(pattern, 4, ADDITIONS, 4, cells);
    if (!wanted(p))
        return;
    uint32_t *cell = out_of<uint32_t>();
    twin(
        p, "once-a-thread", [=] { add_once<<<blocks(ADDITIONS, 256), 256>>>(cell, cells, apart); },
        [=] { return counted(ADDITIONS, cells, apart, 1); });
    often_twin(p, 2048, cells, apart);
    often_twin(p, 384, cells, apart);
}

void atomics()
{
    for (unsigned cells : {1, 32, 1024})
        cells_of("contention", cells, 1);
    for (unsigned cells : {32, 1024})
        cells_of("contention_padded", cells, 64);
    if (Point p = point("false_sharing", 4, ADDITIONS, 4, 0); wanted(p)) {
        often_twin(p, 2048, 0, 1);
        often_twin(p, 384, 0, 1);
    }
}
