/* The smallest kernel: the build configuration compiles it to find out whether GPU code can be
 * built. */
void probe(int *where);
void probe(int *where)
{
#pragma omp target teams is_device_ptr(where)
    *where = 1;
}
