// Jacobi sweeps of a square grid with a border, laid out as patterns/matrix/relaxed_grid.h says.
#include "twin.cuh"

constexpr size_t EDGE = 8192, PITCH = EDGE + 64;

__device__ static size_t at(size_t row, size_t column)
{
    return (row + 1) * PITCH + column + 32;
}

__device__ static float relaxed(float above, float below, float left, float right)
{
    return 0.5f * (above + below + left + right);
}

// The element's four neighbours; READ_ONLY: by the path for data that no one writes.
template <bool READ_ONLY> __device__ static float relaxed_at(const float *in, size_t i)
{
    if (READ_ONLY)
        return relaxed(__ldg(&in[i - PITCH]), __ldg(&in[i + PITCH]), __ldg(&in[i - 1]),
                       __ldg(&in[i + 1]));
    return relaxed(in[i - PITCH], in[i + PITCH], in[i - 1], in[i + 1]);
}

// One element a thread, in blocks of 32 x 8. COLUMNS: neighbouring threads down a column.
template <bool COLUMNS, bool READ_ONLY> __global__ void sweep_blocks(float *out, const float *in)
{
    const size_t along = blockIdx.x * blockDim.x + threadIdx.x;
    const size_t across = blockIdx.y * blockDim.y + threadIdx.y;
    const size_t i = COLUMNS ? at(along, across) : at(across, along);
    out[i] = relaxed_at<READ_ONLY>(in, i);
}

// Blocks of one dimension: each thread goes LENGTH elements across and keeps what it has read of
// its line, as the neighbour of the elements to come.
template <bool COLUMNS, bool READ_ONLY, int LENGTH>
__global__ void sweep_in_loop(float *__restrict__ out, const float *__restrict__ in)
{
    const size_t along = blockIdx.x * blockDim.x + threadIdx.x, first = blockIdx.y * LENGTH;
    const size_t step = COLUMNS ? 1 : PITCH, side = COLUMNS ? PITCH : 1;
    size_t i = COLUMNS ? at(along, first) : at(first, along);
    auto read = [=](size_t place) { return READ_ONLY ? __ldg(&in[place]) : in[place]; };
    float line[LENGTH + 2];
#pragma unroll
    for (int k = 0; k < LENGTH + 2; k++)
        line[k] = read(i + k * step - step);
#pragma unroll
    for (int k = 0; k < LENGTH; k++, i += step)
        out[i] = relaxed(line[k], line[k + 2], read(i - side), read(i + side));
}

// Through a tile of 32 x HEIGHT with its border, by 32 x 8 threads.
template <int HEIGHT> __global__ void sweep_through_tile(float *out, const float *in)
{
    __shared__ float tile[HEIGHT + 2][34];
    const size_t corner = at(blockIdx.y * HEIGHT, blockIdx.x * 32) - PITCH - 1;
#pragma unroll
    for (int row = threadIdx.y; row < HEIGHT + 2; row += 8) {
        tile[row][threadIdx.x] = in[corner + row * PITCH + threadIdx.x];
        if (threadIdx.x < 2)
            tile[row][32 + threadIdx.x] = in[corner + row * PITCH + 32 + threadIdx.x];
    }
    __syncthreads();
    const int column = threadIdx.x + 1;
#pragma unroll
    for (int row = threadIdx.y + 1; row < HEIGHT + 1; row += 8)
        out[corner + row * PITCH + column] = relaxed(tile[row - 1][column], tile[row + 1][column],
                                                     tile[row][column - 1], tile[row][column + 1]);
}

static bool swept()
{
    const float *out = out_of<float>(), *in = in_of<float>();
    return holds(EDGE * EDGE, [=] __device__(size_t k) {
        const size_t i = at(k / EDGE, k % EDGE);
        return near(out[i], relaxed_at<false>(in, i));
    });
}

static Point grid_of(const char *pattern)
{
    return point(pattern, 4, EDGE * EDGE, 8, EDGE, true);
}

template <bool COLUMNS, bool READ_ONLY> static void sweeps(const Point &p)
{
    if (!wanted(p))
        return;
    twin(
        p, "32x8-threads",
        [] {
            sweep_blocks<COLUMNS, READ_ONLY>
                <<<dim3(EDGE / 32, EDGE / 8), dim3(32, 8)>>>(out_of<float>(), in_of<float>());
        },
        swept);
    twin(
        p, "1-D-with-loop-of-4",
        [] {
            sweep_in_loop<COLUMNS, READ_ONLY, 4>
                <<<dim3(EDGE / 256, EDGE / 4), 256>>>(out_of<float>(), in_of<float>());
        },
        swept);
    twin(
        p, "1-D-with-loop-of-16",
        [] {
            sweep_in_loop<COLUMNS, READ_ONLY, 16>
                <<<dim3(EDGE / 256, EDGE / 16), 256>>>(out_of<float>(), in_of<float>());
        },
        swept);
}

template <int HEIGHT> static void tile_twin(const Point &p, const char *kernel)
{
    twin(
        p, kernel,
        [] {
            sweep_through_tile<HEIGHT>
                <<<dim3(EDGE / 32, EDGE / HEIGHT), dim3(32, 8)>>>(out_of<float>(), in_of<float>());
        },
        swept);
}

void grids()
{
    in_holds(number_bits(4));
    sweeps<false, false>(grid_of("jacobi_rows"));
    sweeps<true, false>(grid_of("jacobi_columns"));
    sweeps<false, true>(grid_of("jacobi_readonly"));
    if (Point p = grid_of("jacobi_tile"); wanted(p)) {
        tile_twin<8>(p, "tile-32x8");
        tile_twin<16>(p, "tile-32x16");
        tile_twin<32>(p, "tile-32x32");
    }
}
