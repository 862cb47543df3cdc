// CUDA's side of the comparison with hand-written kernels.
//
// usage: parity_cuda [list | POINT...]
//
// Measures all points, or those that are named, and prints `POINT KERNEL GB/s BYTES_A_STEP` for
// each way of writing each of them: useful bytes a second, median of 11 samples of some
// milliseconds, and useful bytes of a step. `list` prints the points and needs no GPU.
#include "twin.cuh"

#include <algorithm>
#include <set>

static char **points_asked;
static bool only_listed;
static void *in_array, *out_array;
static uint32_t *index_array;
static int *failed;

Point point(const char *pattern, int element_bytes, size_t steps, double step_bytes,
            long long value, bool value_says)
{
    Point made = {pattern, (double)steps, step_bytes};
    made.name += ":" + std::to_string(element_bytes) + ":" +
                 std::to_string(value_says ? 0 : steps * element_bytes);
    if (value >= 0)
        made.name += ":" + std::to_string(value);
    return made;
}

bool wanted(const Point &point)
{
    static std::set<std::string> listed;
    if (only_listed && listed.insert(point.name).second)
        printf("%s\n", point.name.c_str());
    bool asked = !*points_asked;
    for (char **name = points_asked; *name; name++)
        asked = asked || point.name == *name;
    return asked && !only_listed;
}

static void *allocated(size_t bytes)
{
    void *memory;
    CHECK(cudaMalloc(&memory, bytes));
    return memory;
}

void *in_memory()
{
    return in_array = in_array ? in_array : allocated(IN_BYTES);
}

void *out_memory()
{
    return out_array = out_array ? out_array : allocated(OUT_BYTES);
}

uint32_t *index_memory()
{
    return index_array = index_array ? index_array : (uint32_t *)allocated(INDEX_BYTES);
}

void in_holds(struct data_bits bits)
{
    if (only_listed)
        return;
    uint64_t *words = in_of<uint64_t>();
    for_each(IN_BYTES / sizeof *words, [=] __device__(size_t i) { words[i] = data_word(i, bits); });
}

int multiprocessors()
{
    static int count;
    if (!count)
        CHECK(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, 0));
    return count;
}

int *failures()
{
    failed = failed ? failed : (int *)allocated(sizeof *failed);
    CHECK(cudaMemset(failed, 0, sizeof *failed));
    return failed;
}

int failures_seen()
{
    int seen;
    CHECK(cudaMemcpy(&seen, failed, sizeof seen, cudaMemcpyDeviceToHost));
    return seen;
}

void twin(const Point &point, const char *kernel, const std::function<void()> &launch,
          const std::function<bool()> &right)
{
    CHECK(cudaMemset(out_memory(), 0xa5, OUT_BYTES));
    launch();
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    if (!right()) {
        fprintf(stderr, "%s %s: the result is wrong\n", point.name.c_str(), kernel);
        exit(1);
    }
    const double gbps = point.steps * point.step_bytes / median_ms(launch) / 1e6;
    printf("%s %s %.5g %.2f\n", point.name.c_str(), kernel, gbps, point.step_bytes);
    fflush(stdout);
}

int main(int, char **argv)
{
    only_listed = argv[1] && !strcmp(argv[1], "list");
    points_asked = argv + 1 + only_listed;
    in_holds(word_bits());
    for (auto family : {copies, structs, orders, indexed, matrices, transposes, tiles, atomics,
                        chases, readers, grids, arithmetic})
        family();
}
