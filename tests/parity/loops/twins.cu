// CUDA's side of the comparison with plain loops: the loops of tests/data/loops as somebody writes
// them who has CUDA and no warpline, a thread for each iteration, 32-bit indices, blocks of 256
// threads.
//
// usage: parity_loops [LOOP N]
//
// Without arguments prints the loops' names. Else prints the nanoseconds of a launch with N
// iterations, the median of 11 samples. Before, compares what 2^20 iterations leave in the arrays
// with what the loop itself leaves on the host. The arrays contain what patterns/loop/contents.h
// says, or what the loop's `init` says.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include <math.h>
#include <stdlib.h>

#include "tests/parity/twin.cuh"

// The headers are plain C, and a GPU's functions need a mark.
#define inline __host__ __device__ inline
#include "patterns/loop/contents.h"
#undef inline

// clang-format off
namespace blur_c {
#include "tests/data/loops/blur.c"
}
namespace border_c {
#include "tests/data/loops/border.c"
}
namespace broadcast_c {
#include "tests/data/loops/broadcast.c"
}
namespace bytes_c {
#define restrict __restrict__
#include "tests/data/loops/bytes.c"
#undef restrict
}
namespace column_sums_c {
#include "tests/data/loops/column_sums.c"
}
namespace counts_c {
#include "tests/data/loops/counts.c"
}
namespace dot_c {
#include "tests/data/loops/dot.c"
}
namespace escape_c {
#include "tests/data/loops/escape.c"
}
namespace field_c {
#include "tests/data/loops/field.c"
}
namespace halves_c {
#include "tests/data/loops/halves.c"
}
namespace indirect_c {
#include "tests/data/loops/indirect.c"
}
namespace look_up_c {
#include "tests/data/loops/look_up.c"
}
namespace middle_c {
#include "tests/data/loops/middle.c"
}
namespace one_counter_c {
#include "tests/data/loops/one_counter.c"
}
namespace planes_c {
#include "tests/data/loops/planes.c"
}
namespace polar_c {
#include "tests/data/loops/polar.c"
}
namespace quotient_c {
#include "tests/data/loops/quotient.c"
}
namespace ragged_c {
#include "tests/data/loops/ragged.c"
}
namespace reversed_c {
#include "tests/data/loops/reversed.c"
}
namespace scaled_c {
#include "tests/data/loops/scaled.c"
}
namespace sigmoid_c {
#include "tests/data/loops/sigmoid.c"
}
namespace sparse_rows_c {
#include "tests/data/loops/sparse_rows.c"
}
namespace strided_c {
#include "tests/data/loops/strided.c"
}
namespace three_points_c {
#include "tests/data/loops/three_points.c"
}
namespace turned_c {
#include "tests/data/loops/turned.c"
}
namespace unpack_c {
#include "tests/data/loops/unpack.c"
}
// clang-format on

__global__ void fill(uint64_t *words, size_t count, loop_fill how, int array, uint64_t n)
{
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < count;
         i += gridDim.x * (size_t)blockDim.x)
        words[i] = loop_word(how, array, i, n);
}

template <class T> loop_fill fill_of()
{
    if (std::is_same<T, float>::value)
        return FILL_FLOAT;
    if (std::is_integral<T>::value)
        return sizeof(T) == 8 ? FILL_8 : sizeof(T) == 4 ? FILL_4 : sizeof(T) == 2 ? FILL_2 : FILL_1;
    return alignof(T) >= 8 ? FILL_DOUBLE : FILL_FLOAT;
}

// The run with few iterations is compared, the one with all is timed.
static bool compared;

// An argument of the loop, filled as warpline fills the array of that number.
template <class T> struct Array {
    size_t count;
    T *at;
    std::vector<T> here; // what the array contains before the first iteration, while that is needed
    Array(int number, size_t count_, size_t n) : count(count_)
    {
        const size_t words = count * sizeof(T) / 8 + 1;
        CHECK(cudaMalloc(&at, words * 8));
        fill<<<2048, 256>>>((uint64_t *)at, words, fill_of<T>(), number, n);
        if (!compared)
            get(here);
    }
    ~Array()
    {
        cudaFree(at);
    }
    void get(std::vector<T> &copy) const
    {
        copy.resize(count);
        CHECK(cudaMemcpy(copy.data(), at, count * sizeof(T), cudaMemcpyDeviceToHost));
    }
    // For the loop's `init`.
    T *filled()
    {
        here.resize(count);
        return here.data();
    }
    void put()
    {
        CHECK(cudaMemcpy(at, here.data(), count * sizeof(T), cudaMemcpyHostToDevice));
    }
    // Whether the GPU's content is the host's, up to the order of roundings.
    bool right() const
    {
        std::vector<T> there;
        get(there);
        return !memcmp(there.data(), here.data(), count * sizeof(T)) || close(there);
    }
    bool close(const std::vector<T> &there) const
    {
        if (!std::is_same<T, float>::value)
            return false;
        const float *a = (const float *)there.data(), *b = (const float *)here.data();
        for (size_t i = 0; i < count; i++)
            if (!(fabs(a[i] - b[i]) <= 1e-5 * fabs(b[i])))
                return false;
        return true;
    }
};

static void twin(const std::function<void()> &launch, const std::function<void()> &host,
                 const std::function<bool()> &right)
{
    if (!compared) {
        launch();
        CHECK(cudaDeviceSynchronize());
        host();
        compared = right();
        return;
    }
    printf("%.0f\n", median_ms(launch) * 1e6);
}
#define EACH(call)                     \
    [&] {                              \
        for (long i = 0; i < n; i++) { \
            call;                      \
        }                              \
    }
static unsigned blocks(long n)
{
    return (unsigned)((n + 255) / 256);
}
#define I const int i = blockIdx.x * blockDim.x + threadIdx.x

__global__ void strided(float *out, const float *in, int n, int step)
{
    I;
    if (i < n)
        out[i] = in[i * step];
}
static void strided_twin(long n)
{
    Array<float> out(0, n, n), in(1, 3 * n, n);
    twin([&] { strided<<<blocks(n), 256>>>(out.at, in.at, n, 3); },
         EACH(strided_c::strided(i, n, out.here.data(), in.here.data(), 3)),
         [&] { return out.right(); });
}

__global__ void turned(float *out, const float *in, int width, int height)
{
    const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    if (x < width && y < height)
        out[x * height + y] = in[y * width + x];
}
static void turned_twin(long n)
{
    const long height = n / 1024;
    Array<float> out(0, n, n), in(1, n, n);
    twin([&] { turned<<<dim3(32, height / 8), dim3(32, 8)>>>(out.at, in.at, 1024, height); },
         EACH(turned_c::turned(i, n, out.here.data(), in.here.data(), 1024)),
         [&] { return out.right(); });
}

__global__ void three_points(float *out, const float *in, int n)
{
    I;
    if (i > 0 && i < n - 1)
        out[i] = in[i - 1] + in[i] + in[i + 1];
}
static void three_points_twin(long n)
{
    Array<float> out(0, n, n), in(1, n, n);
    twin([&] { three_points<<<blocks(n), 256>>>(out.at, in.at, n); },
         EACH(three_points_c::three_points(i, n, out.here.data(), in.here.data())),
         [&] { return out.right(); });
}

__global__ void scaled(float *a, float factor, int n)
{
    I;
    if (i < n)
        a[i] = factor * a[i] + 1;
}
static void scaled_twin(long n)
{
    Array<float> a(0, n, n);
    twin([&] { scaled<<<blocks(n), 256>>>(a.at, 0.5f, n); },
         EACH(scaled_c::scaled(i, n, a.here.data(), 0.5f)), [&] { return a.right(); });
}

__global__ void indirect(float *out, const float *in, const int *at, int n)
{
    I;
    if (i < n)
        out[i] = in[at[i]];
}
static void indirect_twin(long n)
{
    Array<float> out(0, n, n), in(1, n, n);
    Array<int> at(2, n, n);
    twin([&] { indirect<<<blocks(n), 256>>>(out.at, in.at, at.at, n); },
         EACH(indirect_c::indirect(i, n, out.here.data(), in.here.data(), at.here.data())),
         [&] { return out.right(); });
}

__global__ void column_sums(float *sum, const float *m, int n)
{
    I;
    if (i < n) {
        float s = 0;
        for (int k = 0; k < 16; k++)
            s += m[(i / 512 * 16 + k) * 512 + i % 512];
        sum[i] = s;
    }
}
static void column_sums_twin(long n)
{
    Array<float> sum(0, n, n), m(1, 16 * n, n);
    twin(
        [&] { column_sums<<<blocks(n), 256>>>(sum.at, m.at, n); },
        EACH(column_sums_c::column_sums(i, n, sum.here.data(), (const float(*)[512])m.here.data())),
        [&] { return sum.right(); });
}

__global__ void sparse_rows(float *y, const float *x, const float *value, const int *column,
                            const int *row, int n)
{
    I;
    if (i < n) {
        float sum = 0;
        for (int k = row[i]; k < row[i + 1]; k++)
            sum += value[k] * x[column[k]];
        y[i] = sum;
    }
}
static void sparse_rows_twin(long n)
{
    const long entries = n / 8 * 28;
    Array<float> y(0, n, n), x(1, n, n), value(2, entries, n);
    Array<int> column(3, entries, n), row(4, n + 1, n);
    sparse_rows_c::init(n, y.at, x.filled(), value.filled(), column.filled(), row.filled());
    x.put();
    value.put();
    column.put();
    row.put();
    twin([&] { sparse_rows<<<blocks(n), 256>>>(y.at, x.at, value.at, column.at, row.at, n); },
         EACH(sparse_rows_c::sparse_rows(i, n, y.here.data(), x.here.data(), value.here.data(),
                                         column.here.data(), row.here.data())),
         [&] { return y.right(); });
}

// Rows of 1024, a thread a point.
__global__ void border(float *out, const float *in, int height)
{
    const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    const int i = y * 1024 + x;
    float sum = in[i];
    if (y > 0)
        sum += in[i - 1024];
    if (y < height - 1)
        sum += in[i + 1024];
    if (x > 0)
        sum += in[i - 1];
    if (x < 1023)
        sum += in[i + 1];
    out[i] = sum / 5;
}
static void border_twin(long n)
{
    Array<float> out(0, n, n), in(1, n, n);
    twin([&] { border<<<dim3(32, n / 1024 / 8), dim3(32, 8)>>>(out.at, in.at, n / 1024); },
         EACH(border_c::border(i, n, out.here.data(), in.here.data())),
         [&] { return out.right(); });
}

__global__ void field(field_c::body *all, double step, int n)
{
    I;
    if (i < n)
        all[i].place[0] += step * all[i].speed[0];
}
static void field_twin(long n)
{
    Array<field_c::body> all(0, n, n);
    twin([&] { field<<<blocks(n), 256>>>(all.at, 0.5, n); },
         EACH(field_c::field(i, n, all.here.data(), 0.5)), [&] { return all.right(); });
}

__global__ void counts(unsigned *count, const unsigned *value, int bins, int n)
{
    I;
    if (i < n)
        atomicAdd(&count[value[i] % bins], 1);
}
static void counts_twin(long n)
{
    Array<unsigned> count(0, 4096, n), value(1, n, n);
    twin([&] { counts<<<blocks(n), 256>>>(count.at, value.at, 4096, n); },
         EACH(counts_c::counts(i, n, count.here.data(), value.here.data(), 4096)),
         [&] { return count.right(); });
}

__global__ void one_counter(int *count, const float *in, int n)
{
    I;
    if (i < n && in[i] > 8)
        atomicAdd(count, 1);
}
static void one_counter_twin(long n)
{
    Array<int> count(0, 1, n);
    Array<float> in(1, n, n);
    twin([&] { one_counter<<<blocks(n), 256>>>(count.at, in.at, n); },
         EACH(one_counter_c::one_counter(i, n, count.here.data(), in.here.data())),
         [&] { return count.right(); });
}

__global__ void unpack(float *x, float *y, float *z, const unpack_c::point *p, int n)
{
    I;
    if (i < n) {
        x[i] = p[i].x;
        y[i] = p[i].y;
        z[i] = p[i].z;
    }
}
static void unpack_twin(long n)
{
    Array<float> x(0, n, n), y(1, n, n), z(2, n, n);
    Array<unpack_c::point> p(3, n, n);
    twin([&] { unpack<<<blocks(n), 256>>>(x.at, y.at, z.at, p.at, n); },
         EACH(unpack_c::unpack(i, n, x.here.data(), y.here.data(), z.here.data(), p.here.data())),
         [&] { return x.right() && y.right() && z.right(); });
}

__global__ void look_up(int *steps, const unsigned *key, const unsigned *table, unsigned slots,
                        int n)
{
    I;
    if (i < n) {
        unsigned slot = key[i] * 8 % slots;
        int count = 0;
        while (table[slot] && table[slot] != key[i]) {
            slot = (slot + 1) % slots;
            count++;
        }
        steps[i] = count;
    }
}
static void look_up_twin(long n)
{
    Array<int> steps(0, n, n);
    Array<unsigned> key(1, n, n), table(2, 65536, n);
    look_up_c::init(n, steps.at, key.filled(), table.filled(), 65536);
    key.put();
    table.put();
    twin([&] { look_up<<<blocks(n), 256>>>(steps.at, key.at, table.at, 65536, n); },
         EACH(look_up_c::look_up(i, n, steps.here.data(), key.here.data(), table.here.data(),
                                 65536)),
         [&] { return steps.right(); });
}

__global__ void sigmoid(float *out, const float *in, int n)
{
    I;
    if (i < n)
        out[i] = 1 / (1 + expf(-in[i])) + powf(fabsf(in[i]), 1.5f);
}
static void sigmoid_twin(long n)
{
    Array<float> out(0, n, n), in(1, n, n);
    srand(1);
    srand48(1);
    sigmoid_c::init(n, out.at, in.filled());
    in.put();
    twin([&] { sigmoid<<<blocks(n), 256>>>(out.at, in.at, n); },
         EACH(sigmoid_c::sigmoid(i, n, out.here.data(), in.here.data())),
         [&] { return out.right(); });
}

__global__ void bytes(unsigned char *out, const unsigned char *in, int n)
{
    I;
    if (i < n)
        out[i] = in[2 * i + 1];
}
static void bytes_twin(long n)
{
    Array<unsigned char> out(0, n, n), in(1, 2 * n, n);
    twin([&] { bytes<<<blocks(n), 256>>>(out.at, in.at, n); },
         EACH(bytes_c::bytes(i, n, out.here.data(), in.here.data())), [&] { return out.right(); });
}

// An image's bytes as its planes, a thread a byte of the output.
__global__ void planes(unsigned char *out, const unsigned char *pixels, int n)
{
    I;
    if (i < n)
        out[i] = pixels[3 * (i % (n / 4)) + i / (n / 4) % 3];
}
static void planes_twin(long n)
{
    Array<unsigned char> out(0, n, n), pixels(1, n, n);
    twin([&] { planes<<<blocks(n), 256>>>(out.at, pixels.at, n); },
         EACH(planes_c::planes(i, n, out.here.data(), pixels.here.data())),
         [&] { return out.right(); });
}

__global__ void reversed(float *out, const float *in, int n)
{
    I;
    if (i < n)
        out[i] = in[n - 1 - i];
}
static void reversed_twin(long n)
{
    Array<float> out(0, n, n), in(1, n, n);
    twin([&] { reversed<<<blocks(n), 256>>>(out.at, in.at, n); },
         EACH(reversed_c::reversed(i, n, out.here.data(), in.here.data())),
         [&] { return out.right(); });
}

__global__ void halves(float *out, const float *in, int n)
{
    I;
    if (i < n)
        out[i] = i % 2 ? in[i] * 2 : in[i] + 1;
}
static void halves_twin(long n)
{
    Array<float> out(0, n, n), in(1, n, n);
    twin([&] { halves<<<blocks(n), 256>>>(out.at, in.at, n); },
         EACH(halves_c::halves(i, n, out.here.data(), in.here.data())),
         [&] { return out.right(); });
}

__global__ void broadcast(float *out, const float *in, int n)
{
    I;
    if (i < n)
        out[i] = in[0] + in[i / 64];
}
static void broadcast_twin(long n)
{
    Array<float> out(0, n, n), in(1, n / 64, n);
    twin([&] { broadcast<<<blocks(n), 256>>>(out.at, in.at, n); },
         EACH(broadcast_c::broadcast(i, n, out.here.data(), in.here.data())),
         [&] { return out.right(); });
}

__global__ void ragged(float *out, const float *in, int n)
{
    I;
    if (i < n) {
        float sum = 0;
        for (int k = 0; k < i % 32; k++)
            sum += in[32 * (i / 32) + k];
        out[i] = sum;
    }
}
static void ragged_twin(long n)
{
    Array<float> out(0, n, n), in(1, n, n);
    twin([&] { ragged<<<blocks(n), 256>>>(out.at, in.at, n); },
         EACH(ragged_c::ragged(i, n, out.here.data(), in.here.data())),
         [&] { return out.right(); });
}

__global__ void blur(float *out, const float *in, int height)
{
    const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    if (x < 1 || x > 2046 || y < 1 || y > height - 2)
        return;
    float sum = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            sum += in[(y + dy) * 2048 + x + dx];
    out[y * 2048 + x] = sum * 0.125f;
}
static void blur_twin(long n)
{
    Array<float> out(0, n, n), in(1, n, n);
    twin([&] { blur<<<dim3(64, n / 2048 / 8), dim3(32, 8)>>>(out.at, in.at, n / 2048); },
         EACH(blur_c::blur(i, n, out.here.data(), in.here.data())), [&] { return out.right(); });
}

// The order of the additions changes their roundings: the sum is not compared.
__global__ void dot(float *sum, const float *a, const float *b, int n)
{
    I;
    if (i < n)
        atomicAdd(sum, a[i] * b[i]);
}
static void dot_twin(long n)
{
    Array<float> sum(0, 1, n), a(1, n, n), b(2, n, n);
    twin([&] { dot<<<blocks(n), 256>>>(sum.at, a.at, b.at, n); },
         EACH(dot_c::dot(i, n, sum.here.data(), a.here.data(), b.here.data())),
         [&] { return true; });
}

// Sums and products in one instruction: other steps than the host's, which are not compared.
__global__ void escape(int *steps, int n)
{
    I;
    if (i >= n)
        return;
    const float x = (float)(i % 1024) / 512 - 1.5f, y = (float)(i / 1024 % 1024) / 512 - 1;
    float a = 0, b = 0;
    int count = 0;
    while (count < 64 && a * a + b * b < 4) {
        const float next = a * a - b * b + x;
        b = 2 * a * b + y;
        a = next;
        count++;
    }
    steps[i] = count;
}
static void escape_twin(long n)
{
    Array<int> steps(0, n, n);
    twin([&] { escape<<<blocks(n), 256>>>(steps.at, n); },
         EACH(escape_c::escape(i, n, steps.here.data())), [&] { return true; });
}

__global__ void middle(float *out, const float *in, int n)
{
    I;
    if (i >= n)
        return;
    float sorted[9];
    for (int k = 0; k < 9; k++) {
        const float next = in[i + k];
        int at = k;
        for (; at > 0 && sorted[at - 1] > next; at--)
            sorted[at] = sorted[at - 1];
        sorted[at] = next;
    }
    out[i] = sorted[4];
}
static void middle_twin(long n)
{
    Array<float> out(0, n, n), in(1, n + 8, n);
    twin([&] { middle<<<blocks(n), 256>>>(out.at, in.at, n); },
         EACH(middle_c::middle(i, n, out.here.data(), in.here.data())),
         [&] { return out.right(); });
}

__global__ void polar(float *x, float *y, const float *angle, int n)
{
    I;
    if (i < n) {
        const float turned = angle[i];
        x[i] = cosf(turned);
        y[i] = sinf(turned);
    }
}
static void polar_twin(long n)
{
    Array<float> x(0, n, n), y(1, n, n), angle(2, n, n);
    twin([&] { polar<<<blocks(n), 256>>>(x.at, y.at, angle.at, n); },
         EACH(polar_c::polar(i, n, x.here.data(), y.here.data(), angle.here.data())),
         [&] { return x.right() && y.right(); });
}

__global__ void quotient(float *out, const float *above, const float *below, int n)
{
    I;
    if (i < n)
        out[i] = above[i] / below[i];
}
static void quotient_twin(long n)
{
    Array<float> out(0, n, n), above(1, n, n), below(2, n, n);
    twin([&] { quotient<<<blocks(n), 256>>>(out.at, above.at, below.at, n); },
         EACH(quotient_c::quotient(i, n, out.here.data(), above.here.data(), below.here.data())),
         [&] { return out.right(); });
}

static const std::map<std::string, void (*)(long)> twins = {
    {"blur", blur_twin},
    {"border", border_twin},
    {"broadcast", broadcast_twin},
    {"bytes", bytes_twin},
    {"column_sums", column_sums_twin},
    {"counts", counts_twin},
    {"dot", dot_twin},
    {"escape", escape_twin},
    {"field", field_twin},
    {"halves", halves_twin},
    {"indirect", indirect_twin},
    {"look_up", look_up_twin},
    {"middle", middle_twin},
    {"one_counter", one_counter_twin},
    {"planes", planes_twin},
    {"polar", polar_twin},
    {"quotient", quotient_twin},
    {"ragged", ragged_twin},
    {"reversed", reversed_twin},
    {"scaled", scaled_twin},
    {"sigmoid", sigmoid_twin},
    {"sparse_rows", sparse_rows_twin},
    {"strided", strided_twin},
    {"three_points", three_points_twin},
    {"turned", turned_twin},
    {"unpack", unpack_twin},
};

int main(int argc, char **argv)
{
    for (const auto &twin : twins)
        if (argc == 1)
            printf("%s\n", twin.first.c_str());
    if (argc == 1)
        return 0;
    const auto found = argc == 3 ? twins.find(argv[1]) : twins.end();
    if (found == twins.end()) {
        fprintf(stderr, "usage: parity_loops [LOOP N]\n");
        return 2;
    }
    found->second(1 << 20);
    if (!compared) {
        fprintf(stderr, "%s: the result is wrong\n", argv[1]);
        return 1;
    }
    found->second(atol(argv[2]));
    return 0;
}
