/* Kernels that are no regions but calls to the GPU's driver, as libgomp or libcuda makes them:
 * copies and transfers. As KERNEL included once for each element size; as WALK: no accesses.
 *
 *   CALL          a pass, over `args`, `bytes` (of one array) and `device`
 *   CALL_BEFORE   what comes before a pass that is only checked ...
 *   CALL_AFTER    ... and what comes after it */
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
