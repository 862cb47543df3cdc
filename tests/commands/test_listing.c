/* Listings of x86, PTX and SASS: which loop is the hot one, and what is counted in it. */
#include "study/code/listing.h"
#include "tests/assertions.h"

#include <setjmp.h>

#include <stdlib.h>
#include <string.h>

/* objdump -d --no-show-raw-insn -M intel: a copy by vectors, its remainder one by one, another
 * size's kernel, the loop that starts the workers, and a block behind the function's end. */
static const char x86_text[] = "\nmodule.so:     file format elf64-x86-64\n\n"
                               "0000000000001000 <kernel_4._omp_fn.1>:\n"
                               "    1000:\tpush   rbp\n"
                               "    1010:\tmov    rdx,QWORD PTR [rsp+0x8]\n"
                               "    1018:\tlea    r12,[rcx+rdx*1]\n"
                               "    1020:\tvmovdqu32 zmm0,ZMMWORD PTR [rbp+0x0]\n"
                               "    1028:\tvpaddd zmm0,zmm0,ZMMWORD PTR [r12+0x40]\n"
                               "    1030:\tvmovdqu32 ZMMWORD PTR [r8],zmm0\n"
                               "    1034:\tinc    r9\n"
                               "    1036:\tcmp    eax,r9d\n"
                               "    1038:\tjne    1010 <kernel_4._omp_fn.1+0x10>\n"
                               "    1040:\tmov    eax,DWORD PTR [rdi]\n"
                               "    1044:\tmov    DWORD PTR [rsi],eax\n"
                               "    1048:\tadd    DWORD PTR [rsi+0x4],eax\n"
                               "    104c:\tjl     1040 <kernel_4._omp_fn.1+0x40>\n"
                               "    104e:\tmov    QWORD PTR [rsi+0x8],rax\n"
                               "    1050:\tret\n"
                               "    1058:\tjmp    104e <kernel_4._omp_fn.1+0x4e>\n"
                               "\n0000000000002000 <kernel_4>:\n"
                               "    2000:\tvmovdqu64 zmm1,ZMMWORD PTR [rax]\n"
                               "    2008:\tvmovdqu64 ZMMWORD PTR [rbx],zmm1\n"
                               "    2010:\tvmovdqu64 ZMMWORD PTR [rbx+0x40],zmm1\n"
                               "    2018:\tcall   1080 <GOMP_teams4@plt>\n"
                               "    2020:\tjmp    2000 <kernel_4>\n"
                               "\n0000000000004000 <kernel_2>:\n"
                               "    4000:\tmov    rbp,rsp\n"
                               "    4003:\tlock inc DWORD PTR [rdx]\n"
                               "    4006:\tmov    rax,QWORD PTR [rbp-0x8]\n"
                               "    400a:\tdec    ecx\n"
                               "    400c:\tjne    4003 <kernel_2+0x3>\n"
                               "\n0000000000003000 <kernel_44>:\n"
                               "    3000:\tvmovdqu64 ZMMWORD PTR [rbx],zmm1\n"
                               "    3010:\tjmp    3000 <kernel_44>\n";

static const char ptx_text[] = "// BEGIN PREAMBLE\n.version 6.0\n"
                               "// BEGIN FUNCTION DEF: kernel_1$_omp_fn$1\n"
                               "$L1:\nst.v4.u32 [%r1],%r2;\nbra $L1;\n"
                               "// BEGIN FUNCTION DEF: kernel_16$_omp_fn$1\n"
                               ".func kernel_16$_omp_fn$1 (.param .u64 %in_ar0)\n{\n"
                               ".reg .u64 %r1;\n"
                               "ld.param.u64 %r1,[%in_ar0];\n"
                               "$L3:\n"
                               "atom.shared.add.u32 %r2,[%r4],1;\n"
                               "st.v4.u32 [%r1],%r2;\n"
                               "@ %r3 bra $L3;\n"
                               "$L2:\n"
                               "mul.lo.u64 %r4,%r4,%r5;\n"
                               "ld.v2.u64 {%r6,%r7},[%r4];\n"
                               "ld.local.u32 %r9,[%frame];\n"
                               "st.v2.u64 [%r8],{%r6,%r7};\n"
                               "@ %r3 bra $L2;\n"
                               "ret;\n}\n";

static const char sass_text[] =
    "\t\tFunction : kernel_8$_omp_fn$1\n"
    "        /*0000*/                   MOV R1, c[0x0][0x28] ;    /* 0x00000a0000017a02 */\n"
    "        /*0010*/                   LDG.E.64 R2, [R4.64] ;    /* 0x0000000404027981 */\n"
    "                                                             /* 0x000ea8000c1e1b00 */\n"
    "        /*0020*/                   STL [R1], R2 ;            /* 0x0000000201007387 */\n"
    "        /*0030*/                   STG.E.64 [R6.64], R2 ;    /* 0x0000000206007986 */\n"
    "        /*0040*/              @!P0 BRA 0x10 ;                /* 0xfffffffc00008947 */\n"
    "        /*0050*/                   EXIT ;                    /* 0x000000000000794d */\n";

static const struct listing_case {
    enum language language;
    const char *text, *name;
    int loops;
    struct loop first;
} cases[] = {
    {X86,
     x86_text,
     "kernel_4",
     1,
     {.instructions = 8,
      .loads = 2,
      .stores = 1,
      .load_bytes = 128,
      .store_bytes = 64,
      .stack = 1,
      .widest_load = 64,
      .widest_store = 64,
      .registers = 7,
      .vector_registers = 1}},
    {X86,
     x86_text,
     "kernel_2",
     1,
     {.instructions = 4,
      .loads = 1,
      .stores = 1,
      .load_bytes = 4,
      .store_bytes = 4,
      .stack = 1,
      .widest_load = 4,
      .widest_store = 4,
      .registers = 4}},
    {X86, x86_text, "kernel_8", 0, {0}},
    {PTX,
     ptx_text,
     "kernel_16",
     1,
     {.instructions = 5,
      .loads = 1,
      .stores = 1,
      .load_bytes = 16,
      .store_bytes = 16,
      .stack = 1,
      .widest_load = 16,
      .widest_store = 16,
      .registers = 7}},
    {SASS,
     sass_text,
     "kernel_8",
     1,
     {.instructions = 4,
      .loads = 1,
      .stores = 1,
      .load_bytes = 8,
      .store_bytes = 8,
      .stack = 1,
      .widest_load = 8,
      .widest_store = 8,
      .registers = 4}},
    {PTX, "", "kernel_4", 0, {0}},
};

static void check_loop(const struct loop *is, const struct loop *wanted)
{
    assert_int_equal(is->instructions, wanted->instructions);
    assert_int_equal(is->loads, wanted->loads);
    assert_int_equal(is->stores, wanted->stores);
    assert_int_equal(is->load_bytes, wanted->load_bytes);
    assert_int_equal(is->store_bytes, wanted->store_bytes);
    assert_int_equal(is->stack, wanted->stack);
    assert_int_equal(is->widest_load, wanted->widest_load);
    assert_int_equal(is->widest_store, wanted->widest_store);
    assert_int_equal(is->registers, wanted->registers);
    assert_int_equal(is->vector_registers, wanted->vector_registers);
}

static void test_loops(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct listing listing;
        struct loop loops[LOOPS_MAX];
        char *text = strdup(cases[i].text);
        assert_non_null(text);
        print_message("    %s of %zu\n", cases[i].name, i);
        listing_read(&listing, cases[i].language, text, cases[i].name);
        assert_int_equal(listing_loops(&listing, loops), cases[i].loops);
        if (cases[i].loops > 0)
            check_loop(&loops[0], &cases[i].first);
        listing_free(&listing);
        free(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_loops)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
