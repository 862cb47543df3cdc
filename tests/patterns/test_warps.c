/* How many warps of a loop are on a multiprocessor together: the fewer, the more registers. */
#include "study/loop/loop.h"
#include "tests/tree.h"

#include <unistd.h>

#define LOOP(body) "void mine(long i, long n, float *out, const float *in)\n{\n" body "\n}\n"
#define MANY_ARRAYS \
    "void mine(long i, long n, float *y, const float *a, const int *c, const float *x)\n{\n"

static const struct warps_case {
    const char *text;
    int warps;
} cases[] = {
    {LOOP("out[i] = in[i];"), 32},
    {LOOP("if (i > 0) out[i] = in[i - 1];"), 64},
    {LOOP("out[i] = 1 / in[i];"), 64},
    {"#include <math.h>\n" LOOP("out[i] = sinf(in[i]);"), 64},

    /* Of a fixed length. */
    {LOOP("for (int k = 0; k < 9; k++) out[9 * i + k] = in[k];"), 32},
    {LOOP("for (int k = 8; k >= 0; k -= 2) out[i] += in[k];"), 32},
    {LOOP("for (int k = 9; k--;) out[i] += in[k];"), 32},
    {LOOP("float s = 0; for (long k = -1; k <= 1; ++k) if (in[i + k] > s) s = in[i + k];"), 32},
    {"enum { width = 4 };\n" LOOP("for (int k = 0; k < width; k++) out[i] += in[k];"), 32},
    {"#define W 4\n" LOOP("for (int k = 0; k < 2 * W + 1; k++) out[i] += in[k];"), 32},
    {LOOP("for (int k = 0; k < 3; k++)\n for (int u = 0; u < 3; u++) out[i] += in[k + u];"), 32},
    {"#include <math.h>\n" LOOP("for (int k = 0; k < 3; k++) out[i] += sqrtf(in[k]) / 3;"), 32},
    {MANY_ARRAYS "for (int k = 0; k < 5; k++) y[i] += a[5 * i + k] * x[c[i]];\n}\n", 32},

    /* Of a fixed length, on a border. */
    {LOOP("if (i < 1 || i > n - 2) return; for (int k = -1; k < 2; k++) out[i] += in[i + k];"), 48},

    /* Of a length that varies. */
    {LOOP("for (int k = 0; k < i % 9; k++) out[i] += in[k];"), 64},
    {LOOP("for (long k = i; k < 9; k++) out[i] += in[k];"), 64},
    {LOOP("for (int k = 0; k < 3; k++)\n for (int u = 0; u < k; u++) out[i] += in[u];"), 64},
    {LOOP("const long w = n / 8; for (int k = 0; k < w; k++) out[i] += in[k];"), 64},
    {LOOP("for (int k = 0; k < 9 && in[k] > 0; k++) out[i] += in[k];"), 64},
    {LOOP("for (int k = 0; k < 9; k += in[k] > 0) out[i] += 1;"), 64},
    {LOOP("int k = 9; for (; k > 0; k--) out[i] += in[k];"), 64},
    {LOOP("int k = 9; while (k-- > 0) out[i] += in[k];"), 64},
    {"void mine(long i, long n, float *out, const float *in, long w)\n{\n"
     "    for (int k = 0; k < w; k++) out[i] += in[k];\n}\n",
     64},
    {"static float sum(const float *at, int most)\n{\n"
     "    float s = 0; for (int k = 0; k < most; k++) s += at[k]; return s;\n}\n" LOOP(
         "out[i] = sum(in + i, 3);"),
     64},
    {MANY_ARRAYS "for (int k = c[i]; k < c[i + 1]; k++) y[i] += a[k] * x[c[k]];\n}\n", 48},

    /* Loops of init are the host's. */
    {LOOP("out[i] = in[i];") "void init(long n, float *out, float *in)\n{\n"
                             "    for (long k = 0; k < n; k++) in[k] = out[k] = 0;\n}\n",
     32},
};

static void follow_from_branches(void **state)
{
    char root[] = "/tmp/warpline-warps-XXXXXX", file[64], problem[256] = "";
    (void)state;
    assert_non_null(mkdtemp(root));
    snprintf(file, sizeof file, "%s/mine.c", root);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct loop_signature signature;
        tree_write(root, &(struct tree_file){"/mine.c", cases[i].text});
        if (loop_signature_read(file, file, &signature, problem, sizeof problem) != LOOP_FOUND)
            fail_msg("%s\n%s", cases[i].text, problem);
        if (signature.warps != cases[i].warps)
            fail_msg("%s\n%d warps, expected %d", cases[i].text, signature.warps, cases[i].warps);
    }
    unlink(file);
    rmdir(root);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(follow_from_branches)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
