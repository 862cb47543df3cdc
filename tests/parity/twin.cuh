// What the CUDA twins share: arrays, points, checks, timing. A twin is another way to write a
// pattern in CUDA; of each pattern there are at least two, and the fastest counts
// (tests/parity/run).
//
// What a pattern is about stays as it is: the same elements, loaded and stored from the same kind
// of memory, with the same neighbours in a warp. Free are the launch, how many elements a thread
// handles, in which order, what is in flight at once, and wider accesses where neighbours allow
// them and width is not the question.
#ifndef WARPLINE_PARITY_TWIN_CUH
#define WARPLINE_PARITY_TWIN_CUH

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>

// nvcc wants a mark on each function that runs on the GPU; the header is plain C.
#define inline __host__ __device__ inline
#include "patterns/random.h"
#undef inline

#define CHECK(call)                                                         \
    do {                                                                    \
        cudaError_t error_ = (call);                                        \
        if (error_ != cudaSuccess) {                                        \
            fprintf(stderr, "%s: %s\n", #call, cudaGetErrorString(error_)); \
            exit(1);                                                        \
        }                                                                   \
    } while (0)

// Of `launches` in a row.
inline float time_ms(const std::function<void()> &launch, int launches)
{
    static cudaEvent_t start, stop;
    float ms;
    if (!start) {
        CHECK(cudaEventCreate(&start));
        CHECK(cudaEventCreate(&stop));
    }
    CHECK(cudaEventRecord(start));
    for (int i = 0; i < launches; i++)
        launch();
    CHECK(cudaEventRecord(stop));
    CHECK(cudaEventSynchronize(stop));
    CHECK(cudaGetLastError());
    CHECK(cudaEventElapsedTime(&ms, start, stop));
    return ms;
}

inline double median_ms(const std::function<void()> &launch)
{
    const float sample_ms = 3;
    float samples[11];
    int launches = (int)(sample_ms / time_ms(launch, 1));
    launches = std::min(std::max(launches, 1), 1000);
    for (float &sample : samples)
        sample = time_ms(launch, launches) / (float)launches;
    std::sort(std::begin(samples), std::end(samples));
    return samples[5];
}

// One point, named as points.c names it; useful bytes are counted as patterns/ counts them.
struct Point {
    std::string name;
    double steps; // of one launch
    double step_bytes;
};

// ARRAY_BYTES of the name is steps * element_bytes, or 0 where the value says how many steps there
// are. A value of -1 is none.
Point point(const char *pattern, int element_bytes, size_t steps, double step_bytes,
            long long value = -1, bool value_says = false);

// Whether the command line names the point. If it wants a list, prints it and says no.
bool wanted(const Point &point);

// The arrays, room for every point. `in_holds` fills `in`: words of random bits, or floats or
// doubles of random.h's range.
constexpr size_t IN_BYTES = 8000000000, OUT_BYTES = 8000000000, INDEX_BYTES = size_t(1) << 33;
void *in_memory();
void *out_memory();
uint32_t *index_memory();
void in_holds(struct data_bits bits);

template <class T> T *in_of()
{
    return static_cast<T *>(in_memory());
}
template <class T> T *out_of()
{
    return static_cast<T *>(out_memory());
}

int multiprocessors();
inline unsigned blocks(size_t n, size_t each)
{
    return (unsigned)((n + each - 1) / each);
}

// One way of writing a point. Poisons `out`, launches, has the result checked (`right`), times it
// and prints `POINT KERNEL GB/s BYTES_A_STEP`. A wrong result ends the program.
void twin(const Point &point, const char *kernel, const std::function<void()> &launch,
          const std::function<bool()> &right);

// Calls made from every i below n, on the GPU.
template <class F> __global__ void call_each(size_t n, F f)
{
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n;
         i += gridDim.x * (size_t)blockDim.x)
        f(i);
}

template <class F> void for_each(size_t n, F f)
{
    call_each<<<(unsigned)multiprocessors() * 8, 256>>>(n, f);
    CHECK(cudaGetLastError());
}

// Whether the condition holds for every i below n.
int *failures();
int failures_seen();
template <class F> bool holds(size_t n, F condition)
{
    int *failed = failures();
    for_each(n, [=] __device__(size_t i) {
        if (!condition(i))
            *failed = 1;
    });
    return failures_seen() == 0;
}

// Floats and doubles may differ by what the order of roundings makes of them.
template <class T> __device__ bool near(T a, T b)
{
    return fabs((double)a - (double)b) <= (sizeof(T) == 4 ? 1e-5 : 1e-13) * fabs((double)b);
}

// The families, each with its patterns' twins.
void copies();
void structs();
void orders();
void indexed();
void matrices();
void transposes();
void grids();
void tiles();
void arithmetic();
void atomics();
void chases();
void readers();

#endif
