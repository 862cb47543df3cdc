/* Files that are read and written completely, folders, arrays that grow, and digests. */
#include "study/base/array.h"
#include "study/base/digest.h"
#include "study/base/file.h"
#include "tests/assertions.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/warpline-file-XXXXXX";

static const struct readable {
    const char *path;
    size_t most;
    int code;
    const char *text, *problem;
} all_readable[] = {
    {"text", 5, 0, "words", NULL},
    {"text", 4, -EINVAL, NULL, "text: it is larger than 4B, the most that is read"},
    {"empty", 10, 0, "", NULL},
    {"fifo", 10, -EINVAL, NULL, "fifo: it is a FIFO, not a regular file"},
    {"/dev/null", 10, -EINVAL, NULL, "/dev/null: it is a device, not a regular file"},
    {".", 10, -EISDIR, NULL, ".: it is a folder"},
    {"none", 10, -ENOENT, NULL, "none: No such file or directory"},
};

static void put(const char *path, const char *words)
{
    char problem[256];
    struct whole_file file;
    assert_int_equal(whole_file_open(&file, path, problem, sizeof problem), 0);
    fputs(words, file.out);
    assert_int_equal(whole_file_close(&file, problem, sizeof problem), 0);
}

static void reads_regular_files_alone(void **state)
{
    (void)state;
    put("text", "words");
    put("empty", "");
    assert_int_equal(mkfifo("fifo", 0600), 0);
    for (size_t i = 0; i < sizeof all_readable / sizeof *all_readable; i++) {
        const struct readable *r = &all_readable[i];
        char problem[256] = "", *text;
        size_t length;
        assert_int_equal(file_read(r->path, r->most, &text, &length, problem, sizeof problem),
                         r->code);
        if (r->text) {
            assert_string_equal(text, r->text);
            assert_int_equal(length, strlen(r->text));
        } else {
            assert_null(text);
            assert_string_equal(problem, r->problem);
        }
        free(text);
    }
}

static void reads_what_says_no_size(void **state)
{
    (void)state;
    char *text;
    size_t length;
    assert_int_equal(file_read("/proc/self/status", 1 << 20, &text, &length, NULL, 0), 0);
    assert_true(length > 100);
    free(text);
}

static void writes_whole_or_not_at_all(void **state)
{
    (void)state;
    char problem[256], *text;
    struct whole_file file;
    put("kept", "old");
    assert_int_equal(whole_file_open(&file, "kept", problem, sizeof problem), 0);
    fputs("new", file.out);
    whole_file_drop(&file);
    assert_int_equal(file_read("kept", 10, &text, NULL, NULL, 0), 0);
    assert_string_equal(text, "old");
    free(text);
    assert_int_equal(access("kept.part", F_OK), -1);
    assert_int_equal(whole_file_open(&file, "no/such", problem, sizeof problem), -ENOENT);
    assert_string_equal(problem, "no/such: cannot be written: No such file or directory");
}

static void makes_folders(void **state)
{
    (void)state;
    char problem[256];
    size_t made;
    put("plain", "");
    assert_int_equal(folder_make("a/b/c", 0777, &made, NULL, 0), 0);
    assert_int_equal(made, strlen("a"));
    assert_int_equal(folder_make("a/b/d/", 0777, &made, NULL, 0), 0);
    assert_int_equal(made, strlen("a/b/d"));
    assert_int_equal(folder_make("a/b/c", 0777, &made, NULL, 0), 0);
    assert_int_equal(made, 0);
    assert_int_equal(folder_make("plain", 0777, NULL, problem, sizeof problem), -ENOTDIR);
    assert_string_equal(problem, "plain: cannot be made: Not a directory");
    assert_int_equal(folder_make("plain/x", 0777, NULL, NULL, 0), -ENOTDIR);
    assert_int_equal(folder_make("/proc/none/x", 0777, NULL, NULL, 0), -ENOENT);
    assert_int_equal(mkdir("sealed", 0555), 0);
    if (geteuid() != 0) /* who may do everything is refused nothing */
        assert_int_equal(folder_make("sealed/a/b", 0777, NULL, NULL, 0), -EACCES);
    assert_int_equal(folder_make("", 0777, NULL, NULL, 0), -ENOENT);
}

static void arrays_grow(void **state)
{
    (void)state;
    struct list {
        int64_t *of;
        int count, room;
    } list = {0};
    for (int i = 0; i < 1000; i++) {
        array_make_room(list.of, list.count, list.room);
        list.of[list.count++] = i;
    }
    for (int i = 0; i < 1000; i++)
        assert_int_equal(list.of[i], i);
    assert_int_equal(list.room, 1024);
    free(list.of);
}

/* FIPS 180-4's own examples. */
static void digests(void **state)
{
    (void)state;
    static const struct {
        const char *text, *digest;
    } all[] = {
        {"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
        {"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
        {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
         "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        struct sha256 digest;
        char text[DIGEST_TEXT_MAX];
        sha256_begin(&digest);
        sha256_add(&digest, all[i].text, strlen(all[i].text));
        assert_string_equal(sha256_end(&digest, text), all[i].digest);
    }
}

static int enter_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) && chdir(folder) == 0 ? 0 : -1;
}

static int remove_folder(void **state)
{
    static const char *const names[] = {"text",  "empty", "fifo", "kept", "plain",
                                        "a/b/c", "a/b/d", "a/b",  "a",    "sealed"};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        remove(names[i]);
    return rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_regular_files_alone),
        cmocka_unit_test(reads_what_says_no_size),
        cmocka_unit_test(writes_whole_or_not_at_all),
        cmocka_unit_test(makes_folders),
        cmocka_unit_test(arrays_grow),
        cmocka_unit_test(digests),
    };
    return cmocka_run_group_tests(tests, enter_folder, remove_folder);
}
