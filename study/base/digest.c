#include "study/base/digest.h"

#include <string.h>

void sha256_begin(struct sha256 *digest)
{
    SHA256Init(&digest->state);
}

void sha256_add(struct sha256 *digest, const void *data, size_t bytes)
{
    SHA256Update(&digest->state, data, bytes);
}

void sha256_add_text(struct sha256 *digest, const char *text)
{
    sha256_add(digest, text, strlen(text) + 1);
}

const char *sha256_end(struct sha256 *digest, char text[DIGEST_TEXT_MAX])
{
    return SHA256End(&digest->state, text);
}
