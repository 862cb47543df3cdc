// Shared memory: an array turned round inside tiles, and reads that fall into the same banks.
#include "twin.cuh"

// Block b of TILE elements goes to the block that is as far from the end.
template <int TILE, int THREADS>
__global__ void reverse_through_tile(uint32_t *__restrict__ out, const uint32_t *__restrict__ in,
                                     size_t n)
{
    __shared__ uint32_t tile[TILE];
    const size_t first = blockIdx.x * (size_t)TILE, last = n - first - TILE;
#pragma unroll
    for (int k = threadIdx.x; k < TILE; k += THREADS)
        tile[k] = in[first + k];
    __syncthreads();
#pragma unroll
    for (int k = threadIdx.x; k < TILE; k += THREADS)
        out[last + k] = tile[TILE - 1 - k];
}

template <int TILE, int THREADS> static void reverse_twin(const Point &p, const char *kernel)
{
    const size_t n = (size_t)p.steps;
    uint32_t *out = out_of<uint32_t>();
    const uint32_t *in = in_of<uint32_t>();
    twin(
        p, kernel,
        [=] { reverse_through_tile<TILE, THREADS><<<blocks(n, TILE), THREADS>>>(out, in, n); },
        [=] { return holds(n, [=] __device__(size_t i) { return out[i] == in[n - 1 - i]; }); });
}

static void reversed()
{
    Point p = point("reverse_tile", 4, size_t(1) << 28, 8);
    if (!wanted(p))
        return;
    reverse_twin<256, 256>(p, "256-elements-256-threads");
    reverse_twin<1024, 1024>(p, "1024-elements-1024-threads");
    reverse_twin<1024, 256>(p, "1024-elements-256-threads");
}

constexpr int ROOM = 1056; // 4-byte words of warpline's tile

// Places that a lane reads in turn.
struct Strided {
    int stride;
    __host__ __device__ int operator()(int lane, int) const
    {
        return lane * stride % ROOM;
    }
};

struct LectureCase {
    int number;
    __host__ __device__ int operator()(int lane, int which) const
    {
        const int places[] = {
            lane + 32 * which,                // a group apart
            2 * lane + which,                 // adjacent pairs
            (lane * 5 + 7) % 32 + 32 * which, // permuted
            which,                            // broadcast
            3 * lane + which,                 // structs of three words
            2 * lane + which,                 // structs of two words
            32 * (lane % 2) + which,          // two words of a bank
            32 * lane + which,                // all of one bank
        };
        return places[number - 1];
    }
};

template <class Place>
__global__ void read_volatile(uint32_t *out, const uint32_t *in, int turns, Place place)
{
    __shared__ uint32_t tile[ROOM];
    for (int k = threadIdx.x; k < ROOM; k += blockDim.x)
        tile[k] = in[k];
    __syncthreads();
    const volatile uint32_t *a = &tile[place(threadIdx.x % 32, 0)];
    const volatile uint32_t *b = &tile[place(threadIdx.x % 32, 1)];
    uint32_t sum = 0;
    for (int turn = 0; turn < turns; turn += 8)
#pragma unroll
        for (int read = 0; read < 4; read++)
            sum += *a + *b;
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// Each place differs from the last by a zero that only the caller knows to be one.
template <class Place>
__global__ void read_moving(uint32_t *out, const uint32_t *in, int turns, Place place, int2 zero)
{
    __shared__ uint32_t tile[ROOM];
    for (int k = threadIdx.x; k < ROOM; k += blockDim.x)
        tile[k] = in[k];
    __syncthreads();
    int a = place(threadIdx.x % 32, 0), b = place(threadIdx.x % 32, 1);
    uint32_t sum = 0;
    for (int turn = 0; turn < turns; turn += 8)
#pragma unroll
        for (int read = 0; read < 4; read++, a += zero.x, b += zero.y)
            sum += tile[a] + tile[b];
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

template <class Place> static bool summed(size_t threads, int turns, Place place)
{
    const uint32_t *out = out_of<uint32_t>(), *in = in_of<uint32_t>();
    return holds(threads, [=] __device__(size_t i) {
        const int lane = (int)(i % 32);
        return out[i] == (uint32_t)(turns / 2) * (in[place(lane, 0)] + in[place(lane, 1)]);
    });
}

template <class Place> static void bank_twins(Point p, Place place)
{
    uint32_t *out = out_of<uint32_t>();
    const uint32_t *in = in_of<uint32_t>();
    for (int threads : {2048, 1024}) { // of a multiprocessor, 256 to a block
        const unsigned grid = (unsigned)(multiprocessors() * threads / 256);
        const int turns = (int)(p.steps / grid / 256) / 8 * 8;
        Point some = p;
        some.steps = 256.0 * grid * turns;
        const std::string number = std::to_string(threads);
        auto right = [=] { return summed(grid * 256, turns, place); };
        twin(
            some, ("volatile-" + number + "-threads").c_str(),
            [=] { read_volatile<<<grid, 256>>>(out, in, turns, place); }, right);
        twin(
            some, ("moving-" + number + "-threads").c_str(),
            [=] {
                read_moving<<<grid, 256>>>(out, in, turns, place, int2{0, 0});
            },
            right);
    }
}

void tiles()
{
    const size_t reads = size_t(1) << 31;
    reversed();
    for (int stride : {1, 2, 32, 33})
        if (Point p = point("banks", 4, reads, 4, stride); wanted(p))
            bank_twins(p, Strided{stride});
    for (int number = 1; number <= 8; number++)
        if (Point p = point("bank_cases", 4, reads, 4, number); wanted(p))
            bank_twins(p, LectureCase{number});
}
