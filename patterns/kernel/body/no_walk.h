/* For kernels that make no accesses of their own. */
#define requests NULL
