// Floats and doubles: the stream triad, and copies with multiply-adds on each element.
#include "twin.cuh"

constexpr size_t ARRAY_BYTES = 1000000000, WORKED_BYTES = 500000000;

template <int EACH, class T>
__global__ void triad(T *__restrict__ a, const T *__restrict__ b, const T *__restrict__ c, size_t n)
{
    const size_t first = blockIdx.x * (size_t)blockDim.x * EACH + threadIdx.x;
    T value[EACH];
#pragma unroll
    for (int e = 0; e < EACH; e++)
        if (first + e * blockDim.x < n)
            value[e] = b[first + e * blockDim.x] + 3 * c[first + e * blockDim.x];
#pragma unroll
    for (int e = 0; e < EACH; e++)
        if (first + e * blockDim.x < n)
            a[first + e * blockDim.x] = value[e];
}

// Sixteen bytes an access.
template <class T> struct alignas(16) Vector {
    T value[16 / sizeof(T)];
};

template <class T>
__global__ void triad_vectors(Vector<T> *__restrict__ a, const Vector<T> *__restrict__ b,
                              const Vector<T> *__restrict__ c, size_t n)
{
    const size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const Vector<T> left = b[i], right = c[i];
    Vector<T> sum;
#pragma unroll
    for (int k = 0; k < (int)(16 / sizeof(T)); k++)
        sum.value[k] = left.value[k] + 3 * right.value[k];
    a[i] = sum;
}

template <class T> static void triads()
{
    const size_t n = ARRAY_BYTES / sizeof(T), each = 16 / sizeof(T);
    Point p = point("triad", sizeof(T), n, 3 * sizeof(T));
    if (!wanted(p))
        return;
    in_holds(number_bits(sizeof(T)));
    T *a = out_of<T>();
    const T *b = in_of<T>(), *c = b + n;
    auto right = [=] {
        return holds(n, [=] __device__(size_t i) { return near(a[i], b[i] + 3 * c[i]); });
    };
    twin(
        p, "one-a-thread", [=] { triad<1><<<blocks(n, 256), 256>>>(a, b, c, n); }, right);
    twin(
        p, "four-a-thread", [=] { triad<4><<<blocks(n, 1024), 256>>>(a, b, c, n); }, right);
    twin(
        p, "16-bytes-a-thread",
        [=] {
            triad_vectors<T><<<blocks(n / each, 256), 256>>>((Vector<T> *)a, (const Vector<T> *)b,
                                                             (const Vector<T> *)c, n / each);
        },
        right);
}

template <int COUNT> __device__ static void work(float (&s)[COUNT], int iterations)
{
    float f[COUNT];
#pragma unroll
    for (int k = 0; k < COUNT; k++)
        f[k] = s[k];
    for (int i = 0; i < iterations; i++)
#pragma unroll
        for (int k = 0; k < COUNT; k++)
            s[k] = s[k] * s[k] + f[k];
}

template <int EACH, int STRIDE>
__global__ void work_each(float *__restrict__ out, const float *__restrict__ in, size_t n,
                          int iterations)
{
    const size_t first = blockIdx.x * (size_t)blockDim.x * EACH + threadIdx.x;
    float s[EACH];
#pragma unroll
    for (int e = 0; e < EACH; e++)
        if (first + e * blockDim.x < n)
            s[e] = in[(first + e * blockDim.x) * STRIDE];
    work(s, iterations);
#pragma unroll
    for (int e = 0; e < EACH; e++)
        if (first + e * blockDim.x < n)
            out[first + e * blockDim.x] = s[e];
}

template <int STRIDE> static bool worked(size_t n, int iterations)
{
    const float *out = out_of<float>(), *in = in_of<float>();
    return holds(n, [=] __device__(size_t i) {
        float s[1] = {in[i * STRIDE]};
        work(s, iterations);
        return near(out[i], s[0]);
    });
}

template <int EACH, int STRIDE>
static void worked_twin(const Point &p, const char *kernel, size_t n, int iterations)
{
    twin(
        p, kernel,
        [=] {
            work_each<EACH, STRIDE>
                <<<blocks(n, 256 * EACH), 256>>>(out_of<float>(), in_of<float>(), n, iterations);
        },
        [=] { return worked<STRIDE>(n, iterations); });
}

template <int STRIDE> static void worked_twins(const char *pattern, int iterations)
{
    const size_t n = WORKED_BYTES / 4;
    Point p = point(pattern, 4, n, 8, iterations);
    if (!wanted(p))
        return;
    in_holds(number_bits(4));
    worked_twin<1, STRIDE>(p, "one-a-thread", n, iterations);
    worked_twin<4, STRIDE>(p, "four-a-thread", n, iterations);
    worked_twin<8, STRIDE>(p, "eight-a-thread", n, iterations);
}

void arithmetic()
{
    triads<float>();
    triads<double>();
    for (int iterations : {0, 16, 128})
        worked_twins<1>("intensity", iterations);
    worked_twins<2>("intensity_strided", 16);
}
