/* Kernels that are not regions but calls of the GPU's driver (copies and transfers), through
 * libgomp or libcuda. As KERNEL this file is included once for each element size; as WALK it makes
 * no accesses.
 *
 *   CALL          a pass, over `args`, `bytes` (of one array) and `device`
 *   CALL_BEFORE   runs before a pass that is only checked ...
 *   CALL_AFTER    ... and runs after it */
#ifdef BYTES
#define kernel JOIN(kernel_, BYTES)

static void kernel(const struct kernel_args *args)
{
    const size_t bytes = (size_t)args->shape.elements * BYTES;
    const int device = args->launch.device;
    (void)bytes;
    if (args->only_checked)
        (void)CALL_BEFORE;
    for (int64_t pass = 0; pass < args->passes; pass++)
        (void)CALL;
    note_device(args->notes, device);
    if (args->only_checked)
        (void)CALL_AFTER;
}
#else
#define requests NULL
#endif
