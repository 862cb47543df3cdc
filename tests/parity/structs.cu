// Structs: three fields, padded or not; arrays of structs, structs of arrays, and blocks of 32.
#include "move.cuh"

constexpr size_t ARRAY_BYTES = 268435456; // of one field
constexpr size_t MEMBERS = 8;

struct ArrayOfStructs {
    __device__ size_t operator()(size_t i, int f) const
    {
        return i * MEMBERS + f;
    }
};

struct BlocksOfStructs {
    __device__ size_t operator()(size_t i, int f) const
    {
        return i / 32 * 32 * MEMBERS + f * 32 + i % 32;
    }
};

struct StructOfArrays {
    size_t n;
    __device__ size_t operator()(size_t i, int f) const
    {
        return f * n + i;
    }
};

// All fields of a struct of eight in two accesses of 16 bytes.
__global__ void read_whole_structs(uint32_t *__restrict__ out, const uint4 *__restrict__ in,
                                   size_t n)
{
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    uint4 half[2] = {in[2 * i], in[2 * i + 1]};
    const uint32_t field[MEMBERS] = {half[0].x, half[0].y, half[0].z, half[0].w,
                                     half[1].x, half[1].y, half[1].z, half[1].w};
#pragma unroll
    for (int f = 0; f < (int)MEMBERS; f++)
        out[f * n + i] = field[f];
}

__global__ void write_whole_structs(uint4 *__restrict__ out, const uint32_t *__restrict__ in,
                                    size_t n)
{
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    out[2 * i] = make_uint4(in[i], in[n + i], in[2 * n + i], in[3 * n + i]);
    out[2 * i + 1] = make_uint4(in[4 * n + i], in[5 * n + i], in[6 * n + i], in[7 * n + i]);
}

template <int USED, class Layout> static void layout_read(const char *pattern, Layout layout)
{
    const size_t n = ARRAY_BYTES / 4;
    Point p = point(pattern, 4, n, 8 * USED, USED);
    if (wanted(p))
        move_twins<USED, uint32_t>(p, n, layout, StructOfArrays{n});
}

template <int USED, class Layout> static void layout_write(const char *pattern, Layout layout)
{
    const size_t n = ARRAY_BYTES / 4;
    Point p = point(pattern, 4, n, 8 * USED, USED);
    if (wanted(p))
        move_twins<USED, uint32_t>(p, n, StructOfArrays{n}, layout);
}

static void whole_structs()
{
    const size_t n = ARRAY_BYTES / 4;
    Point read = point("aos", 4, n, 8 * MEMBERS, MEMBERS);
    if (wanted(read))
        twin(
            read, "16-bytes-an-access",
            [=] {
                read_whole_structs<<<blocks(n, 256), 256>>>(out_of<uint32_t>(), in_of<uint4>(), n);
            },
            [=] { return moved<MEMBERS, uint32_t>(n, ArrayOfStructs(), StructOfArrays{n}); });
    Point write = point("aos_write", 4, n, 8 * MEMBERS, MEMBERS);
    if (wanted(write))
        twin(
            write, "16-bytes-an-access",
            [=] {
                write_whole_structs<<<blocks(n, 256), 256>>>(out_of<uint4>(), in_of<uint32_t>(), n);
            },
            [=] { return moved<MEMBERS, uint32_t>(n, StructOfArrays{n}, ArrayOfStructs()); });
}

struct Three {
    uint32_t x, y, z;
};

template <int EACH>
__global__ void copy_three(Three *__restrict__ out, const Three *__restrict__ in, size_t n)
{
    size_t first = blockIdx.x * (size_t)blockDim.x * EACH + threadIdx.x;
    Three value[EACH];
#pragma unroll
    for (int e = 0; e < EACH; e++)
        if (first + e * blockDim.x < n)
            value[e] = in[first + e * blockDim.x];
#pragma unroll
    for (int e = 0; e < EACH; e++)
        if (first + e * blockDim.x < n)
            out[first + e * blockDim.x] = value[e];
}

template <int EACH> __global__ void clear_three(Three *out, size_t n)
{
    size_t first = blockIdx.x * (size_t)blockDim.x * EACH + threadIdx.x;
#pragma unroll
    for (int e = 0; e < EACH; e++)
        if (first + e * blockDim.x < n)
            out[first + e * blockDim.x] = Three{0, 0, 0};
}

static void three_fields(size_t n)
{
    Point p = point("vec3", 4, n, 24);
    if (!wanted(p))
        return;
    auto field = [] __device__(size_t i, int f) { return 3 * i + f; };
    auto right = [=] { return moved<3, uint32_t>(n, field, field); };
    move_twins<3, uint32_t>(p, n, field, field);
    twin(
        p, "one-struct-a-thread",
        [=] { copy_three<1><<<blocks(n, 256), 256>>>(out_of<Three>(), in_of<Three>(), n); }, right);
    twin(
        p, "four-structs-a-thread",
        [=] { copy_three<4><<<blocks(n, 1024), 256>>>(out_of<Three>(), in_of<Three>(), n); },
        right);
}

static void three_fields_padded(size_t n)
{
    Point p = point("vec3_padded", 16, n, 24);
    auto same = [] __device__(size_t i, int) { return i; };
    if (wanted(p))
        move_twins<1, uint4>(p, n, same, same);
}

static void three_fields_cleared(size_t n)
{
    Point p = point("vec3_clear", 4, n, 12);
    if (!wanted(p))
        return;
    uint32_t *out = out_of<uint32_t>();
    auto right = [=] { return holds(3 * n, [=] __device__(size_t i) { return out[i] == 0; }); };
    twin(
        p, "one-struct-a-thread",
        [=] { clear_three<1><<<blocks(n, 256), 256>>>(out_of<Three>(), n); }, right);
    twin(
        p, "four-structs-a-thread",
        [=] { clear_three<4><<<blocks(n, 1024), 256>>>(out_of<Three>(), n); }, right);
}

void structs()
{
    const size_t n = ARRAY_BYTES / 4;
    three_fields(n);
    three_fields_padded(n);
    three_fields_cleared(n);
    layout_read<1>("aos", ArrayOfStructs());
    layout_read<MEMBERS>("aos", ArrayOfStructs());
    layout_read<1>("soa", StructOfArrays{n});
    layout_read<MEMBERS>("soa", StructOfArrays{n});
    layout_read<1>("aosoa", BlocksOfStructs());
    layout_read<MEMBERS>("aosoa", BlocksOfStructs());
    layout_write<1>("aos_write", ArrayOfStructs());
    layout_write<MEMBERS>("aos_write", ArrayOfStructs());
    layout_write<1>("soa_write", StructOfArrays{n});
    layout_write<MEMBERS>("soa_write", StructOfArrays{n});
    layout_write<1>("aosoa_write", BlocksOfStructs());
    layout_write<MEMBERS>("aosoa_write", BlocksOfStructs());
    whole_structs();
}
