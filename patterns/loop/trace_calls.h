/* The functions that the compiler calls before each access (-fsanitize=thread), and the atomic
 * operations that it replaces by calls. They have no prototypes. */
#ifndef WARPLINE_TRACE_CALLS_H
#define WARPLINE_TRACE_CALLS_H

#define AFTER __builtin_extract_return_addr(__builtin_return_address(0))

#define SEES(name, bytes, kind)            \
    OURS void name(void *at)               \
    {                                      \
        see(at, bytes, true, kind, AFTER); \
    }
#define SEES_ALL(bytes)                                      \
    SEES(__tsan_read##bytes, bytes, RECORD_LOAD)             \
    SEES(__tsan_write##bytes, bytes, RECORD_STORE)           \
    SEES(__tsan_unaligned_read##bytes, bytes, RECORD_LOAD)   \
    SEES(__tsan_unaligned_write##bytes, bytes, RECORD_STORE) \
    SEES(__tsan_volatile_read##bytes, bytes, RECORD_LOAD)    \
    SEES(__tsan_volatile_write##bytes, bytes, RECORD_STORE)
SEES_ALL(1)
SEES_ALL(2)
SEES_ALL(4)
SEES_ALL(8)
SEES_ALL(16)

/* gcc calls these also for 2 to 16 bytes that it does not know to be aligned. */
OURS void __tsan_read_range(void *at, long bytes)
{
    see(at, (uint64_t)bytes, false, RECORD_LOAD, AFTER);
}

OURS void __tsan_write_range(void *at, long bytes)
{
    see(at, (uint64_t)bytes, false, RECORD_STORE, AFTER);
}

/* Functions of the C library that access arrays: the linker wraps them. */
#define COPIES(name)                                                          \
    void *__real_##name(void *to, const void *from, unsigned long bytes);     \
    OURS void *__wrap_##name(void *to, const void *from, unsigned long bytes) \
    {                                                                         \
        see(from, bytes, false, RECORD_LOAD, AFTER);                          \
        see(to, bytes, false, RECORD_STORE, AFTER);                           \
        return __real_##name(to, from, bytes);                                \
    }
COPIES(memcpy)
COPIES(memmove)

void *__real_memset(void *to, int byte, unsigned long bytes);
OURS void *__wrap_memset(void *to, int byte, unsigned long bytes)
{
    see(to, bytes, true, RECORD_STORE, AFTER);
    return __real_memset(to, byte, bytes);
}

/* Those that print would do so in each pass that is measured; exit would end the program. */
#define STOPS(name, kind)                 \
    OURS int __wrap_##name(void)          \
    {                                     \
        state.last_code = code_of(AFTER); \
        stop(kind, 0, state.last_code);   \
    }
STOPS(printf, RECORD_PRINT)
STOPS(puts, RECORD_PRINT)
STOPS(putchar, RECORD_PRINT)
STOPS(exit, RECORD_EXIT)

OURS static bool is_in_array(long at)
{
    return (uint64_t)at - first_region < LOOP_ARRAYS * region_bytes;
}

/* `init` may call these. */
#define VARYING(type, name)                                    \
    type __real_##name(long first, long second);               \
    OURS type __wrap_##name(long first, long second)           \
    {                                                          \
        if (state.iteration == IN_INIT)                        \
            return __real_##name(first, second);               \
        state.last_code = code_of(AFTER);                      \
        stop(RECORD_VARYING, VARYING_##name, state.last_code); \
    }
/* They are no builtins: gcc would access the arrays itself. Arrays of an iteration may be theirs.
 */
#define UNSEEN(name, pointers)                                                            \
    long __real_##name(long first, long second, long third, long fourth, long fifth);     \
    OURS long __wrap_##name(long first, long second, long third, long fourth, long fifth) \
    {                                                                                     \
        if (state.iteration == IN_INIT ||                                                 \
            !(is_in_array(first) || ((pointers) > 1 && is_in_array(second))))             \
            return __real_##name(first, second, third, fourth, fifth);                    \
        state.last_code = code_of(AFTER);                                                 \
        stop(RECORD_VARYING, VARYING_##name, state.last_code);                            \
    }
#include "patterns/loop/varying.def"
#undef VARYING
#undef UNSEEN

OURS void __tsan_init(void)
{
}
OURS void __tsan_func_entry(void *caller)
{
    (void)caller;
}
OURS void __tsan_func_exit(void)
{
}
OURS void __tsan_vptr_update(void *to, void *from)
{
    (void)to, (void)from;
}

/* For an atomic addition of floats gcc makes a loop around a compare and exchange, which it does
 * not instrument: the atomic load before it stands for the operation. */
#define CHANGES(type, bits, name, operation, adds)                                   \
    OURS type __tsan_atomic##bits##_##name(volatile type *at, type value, int order) \
    {                                                                                \
        (void)order;                                                                 \
        state.added = (adds) ? (uint8_t)(1 + (uint64_t)value % ADDED_MOST) : 0;      \
        see(at, sizeof *at, true, RECORD_ATOMIC, AFTER);                             \
        state.added = 0;                                                             \
        return operation(at, value, __ATOMIC_SEQ_CST);                               \
    }
#define COMPARES(type, bits, name)                                                            \
    OURS int __tsan_atomic##bits##_compare_exchange_##name(volatile type *at, type *expected, \
                                                           type value, int order, int other)  \
    {                                                                                         \
        (void)order, (void)other;                                                             \
        see(at, sizeof *at, true, RECORD_ATOMIC, AFTER);                                      \
        return __atomic_compare_exchange_n(at, expected, value, 0, __ATOMIC_SEQ_CST,          \
                                           __ATOMIC_SEQ_CST);                                 \
    }
#define COMPARES_VALUE(type, bits)                                                                \
    OURS type __tsan_atomic##bits##_compare_exchange_val(volatile type *at, type expected,        \
                                                         type value, int order, int other)        \
    {                                                                                             \
        (void)order, (void)other;                                                                 \
        see(at, sizeof *at, true, RECORD_ATOMIC, AFTER);                                          \
        __atomic_compare_exchange_n(at, &expected, value, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
        return expected;                                                                          \
    }
#define LOADS(type, bits)                                                    \
    OURS type __tsan_atomic##bits##_load(const volatile type *at, int order) \
    {                                                                        \
        (void)order;                                                         \
        state.added = MADE_READ;                                             \
        see(at, sizeof *at, true, RECORD_ATOMIC, AFTER);                     \
        state.added = 0;                                                     \
        return __atomic_load_n(at, __ATOMIC_SEQ_CST);                        \
    }
#define STORES(type, bits)                                                          \
    OURS void __tsan_atomic##bits##_store(volatile type *at, type value, int order) \
    {                                                                               \
        (void)order;                                                                \
        state.added = MADE_WRITE;                                                   \
        see(at, sizeof *at, true, RECORD_ATOMIC, AFTER);                            \
        state.added = 0;                                                            \
        __atomic_store_n(at, value, __ATOMIC_SEQ_CST);                              \
    }
#define ATOMICS(type, bits)                                 \
    CHANGES(type, bits, exchange, __atomic_exchange_n, 0)   \
    CHANGES(type, bits, fetch_add, __atomic_fetch_add, 1)   \
    CHANGES(type, bits, fetch_sub, __atomic_fetch_sub, 0)   \
    CHANGES(type, bits, fetch_and, __atomic_fetch_and, 0)   \
    CHANGES(type, bits, fetch_or, __atomic_fetch_or, 0)     \
    CHANGES(type, bits, fetch_xor, __atomic_fetch_xor, 0)   \
    CHANGES(type, bits, fetch_nand, __atomic_fetch_nand, 0) \
    COMPARES(type, bits, strong)                            \
    COMPARES(type, bits, weak)                              \
    COMPARES_VALUE(type, bits)                              \
    LOADS(type, bits)                                       \
    STORES(type, bits)
ATOMICS(uint8_t, 8)
ATOMICS(uint16_t, 16)
ATOMICS(uint32_t, 32)
ATOMICS(uint64_t, 64)

#endif
