// A matrix gone through by rows or by columns, straight or in blocks of 32 x 8, and transposed with
// and without a tile in shared memory.
#include "move.cuh"

constexpr size_t PAD = 16; // of matrix_columns_padded

// Blocks of 32 x 8 threads over 32 x 32 elements, four rows a thread: NVIDIA's transpose examples.
template <int ROWS, class Load, class Store>
__global__ void move_by_blocks(uint32_t *__restrict__ out, const uint32_t *__restrict__ in,
                               size_t edge, Load load, Store store)
{
    const size_t column = blockIdx.x * 32 + threadIdx.x;
    const size_t row = blockIdx.y * (size_t)(blockDim.y * ROWS) + threadIdx.y;
    uint32_t value[ROWS];
#pragma unroll
    for (int r = 0; r < ROWS; r++)
        value[r] = in[load((row + r * blockDim.y) * edge + column, 0)];
#pragma unroll
    for (int r = 0; r < ROWS; r++)
        out[store((row + r * blockDim.y) * edge + column, 0)] = value[r];
}

template <class Load, class Store>
static void matrix_twins(const Point &p, size_t edge, Load load, Store store)
{
    uint32_t *out = out_of<uint32_t>();
    const uint32_t *in = in_of<uint32_t>();
    const dim3 grid((unsigned)edge / 32, (unsigned)edge / 32), threads(32, 8);
    const dim3 flat_grid((unsigned)edge / 32, (unsigned)edge / 8);
    auto right = [=] { return moved<1, uint32_t>(edge * edge, load, store); };
    move_twins<1, uint32_t>(p, edge * edge, load, store);
    twin(
        p, "32x8-threads",
        [=] { move_by_blocks<1><<<flat_grid, threads>>>(out, in, edge, load, store); }, right);
    twin(
        p, "32x8-threads-four-rows",
        [=] { move_by_blocks<4><<<grid, threads>>>(out, in, edge, load, store); }, right);
}

// Element number i, row by row.
struct ByRows {
    __device__ size_t operator()(size_t i, int) const
    {
        return i;
    }
};

// Element number i, column by column, rows `pitch` apart.
struct ByColumns {
    int bits; // log2 of the edge
    size_t pitch;
    __device__ size_t operator()(size_t i, int) const
    {
        return (i & ((size_t(1) << bits) - 1)) * pitch + (i >> bits);
    }
};

struct ByPointers {
    int bits;
    const uint32_t *__restrict__ row;
    __device__ size_t operator()(size_t i, int) const
    {
        return row[i >> bits] + (i & ((size_t(1) << bits) - 1));
    }
};

static void pointers(int bits)
{
    const size_t edge = size_t(1) << bits;
    const Point p = point("matrix_pointers", 4, edge * edge, 8, (long long)edge, true);
    if (!wanted(p))
        return;
    uint32_t *row = index_memory();
    for_each(edge, [=] __device__(size_t i) { row[i] = (uint32_t)(permuted(i, bits) << bits); });
    matrix_twins(p, edge, ByPointers{bits, row}, ByRows());
}

static Point square(const char *pattern, int bits)
{
    return point(pattern, 4, size_t(1) << (2 * bits), 8, 1LL << bits, true);
}

void matrices()
{
    const int bits = 13;
    const size_t edge = size_t(1) << bits;
    const ByColumns columns = {bits, edge}, padded = {bits, edge + PAD};
    if (Point p = square("matrix_rows", bits); wanted(p))
        matrix_twins(p, edge, ByRows(), ByRows());
    pointers(bits);
    if (Point p = square("matrix_columns", bits); wanted(p))
        matrix_twins(p, edge, columns, ByRows());
    if (Point p = square("matrix_columns_padded", bits); wanted(p))
        matrix_twins(p, edge, padded, ByRows());
}

// Through a tile of 32 x 32 whose rows are PITCH apart, by 32 x HEIGHT threads.
template <int PITCH, int HEIGHT>
__global__ void transpose_through_tile(uint32_t *__restrict__ out, const uint32_t *__restrict__ in,
                                       size_t edge)
{
    __shared__ uint32_t tile[32][PITCH];
    size_t column = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 32 + threadIdx.y;
#pragma unroll
    for (int r = 0; r < 32; r += HEIGHT)
        tile[threadIdx.y + r][threadIdx.x] = in[(row + r) * edge + column];
    __syncthreads();
    column = blockIdx.y * 32 + threadIdx.x;
    row = blockIdx.x * 32 + threadIdx.y;
#pragma unroll
    for (int r = 0; r < 32; r += HEIGHT)
        out[(row + r) * edge + column] = tile[threadIdx.x][threadIdx.y + r];
}

template <int PITCH, int HEIGHT> static void tile_twin(const Point &p, const char *kernel, int bits)
{
    const size_t edge = size_t(1) << bits;
    const dim3 grid((unsigned)edge / 32, (unsigned)edge / 32);
    twin(
        p, kernel,
        [=] {
            transpose_through_tile<PITCH, HEIGHT>
                <<<grid, dim3(32, HEIGHT)>>>(out_of<uint32_t>(), in_of<uint32_t>(), edge);
        },
        [=] {
            return moved<1, uint32_t>(edge * edge, ByColumns{bits, edge}, ByRows());
        });
}

template <int PITCH> static void tile_twins(const Point &p, int bits)
{
    if (!wanted(p))
        return;
    tile_twin<PITCH, 8>(p, "32x8-threads", bits);
    tile_twin<PITCH, 16>(p, "32x16-threads", bits);
    tile_twin<PITCH, 32>(p, "32x32-threads", bits);
}

void transposes()
{
    for (int bits : {12, 14}) {
        const size_t edge = size_t(1) << bits;
        const ByColumns columns = {bits, edge};
        if (Point p = square("transpose_read_rows", bits); wanted(p))
            matrix_twins(p, edge, ByRows(), columns);
        if (Point p = square("transpose_write_rows", bits); wanted(p))
            matrix_twins(p, edge, columns, ByRows());
        tile_twins<32>(square("transpose_tile", bits), bits);
        tile_twins<33>(square("transpose_padded", bits), bits);
    }
    tile_twins<33>(square("transpose_padded", 15), 15);
}
