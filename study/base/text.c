#include "study/base/text.h"

#include "study/base/file.h"

#include <ctype.h>
#include <langinfo.h>
#include <locale.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { CHARACTER_BYTES = 4, CHUNK_BYTES = 4096 };

/* The code point of two to four bytes of UTF-8; 0 if they are longer than they need be. */
static uint32_t code_point(const unsigned char *bytes, size_t length)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    uint32_t code = bytes[0] & (0x7fU >> length);
    for (size_t i = 1; i < length; i++)
        code = code << 6 | (bytes[i] & 0x3f);
    return code >= least[length] ? code : 0;
}

struct code_range {
    uint32_t first, last;
};

static bool is_in(uint32_t code, const struct code_range *ranges, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (code >= ranges[i].first && code <= ranges[i].last)
            return true;
    return false;
}

static bool shows_itself(uint32_t code)
{
    static const struct code_range others[] = {
        {0, 0x9f},        {0x61c, 0x61c},   {0x200e, 0x200f}, {0x2028, 0x202e},
        {0x2066, 0x2069}, {0xd800, 0xdfff}, {0xfffe, 0xffff}, {0x110000, UINT32_MAX}};
    return !is_in(code, others, sizeof others / sizeof *others);
}

/* The bytes of the character at `text`, where `left` bytes are; 0 if it is not plain; -1 if the end
 * cuts it off. */
static int plain_length(const char *text, size_t left)
{
    const unsigned char *bytes = (const unsigned char *)text;
    if (bytes[0] >= ' ' && bytes[0] < 0x7f) /* the usual case */
        return 1;
    const size_t length = bytes[0] < 0xc2   ? 0
                          : bytes[0] < 0xe0 ? 2
                          : bytes[0] < 0xf0 ? 3
                          : bytes[0] < 0xf5 ? 4
                                            : 0;
    for (size_t i = 1; i < length; i++) {
        if (i == left)
            return -1;
        if ((bytes[i] & 0xc0) != 0x80)
            return 0;
    }
    return length > 0 && shows_itself(code_point(bytes, length)) ? (int)length : 0;
}

/* Replaces what is not plain and not among `allowed`: a line end by a blank, other bytes by `?`.
 * Returns how many bytes are done: a character that the end cuts off is not. */
static size_t make_plain(char *text, size_t length, const char *allowed)
{
    size_t at = 0;
    while (at < length) {
        const int bytes = plain_length(text + at, length - at);
        if (bytes < 0)
            break;
        if (bytes == 0 && !(text[at] && strchr(allowed, text[at])))
            text[at] = (char)(isspace((unsigned char)text[at]) ? ' ' : '?');
        at += bytes ? (size_t)bytes : 1;
    }
    return at;
}

int page_columns(void)
{
    struct winsize size = {.ws_col = 0};
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) || size.ws_col == 0 || size.ws_col > PAGE_COLUMNS)
        return PAGE_COLUMNS;
    return size.ws_col < PAGE_COLUMNS_LEAST ? PAGE_COLUMNS_LEAST : size.ws_col;
}

/* Whether the user's locale uses UTF-8. */
static bool writes_utf8(void)
{
    locale_t user = newlocale(LC_CTYPE_MASK, "", (locale_t)0);
    const bool utf8 = user && strcmp(nl_langinfo_l(CODESET, user), "UTF-8") == 0;
    if (user)
        freelocale(user);
    return utf8;
}

/* The ASCII for a character of sentences that is not; NULL: none is needed. */
static const char *ascii_for(const char *character)
{
    static const char *const plain[][2] = {{"–", "-"},  {"µ", "u"},  {"’", "'"},
                                           {"“", "\""}, {"”", "\""}, {"·", "-"}};
    for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++)
        if (strncmp(character, plain[i][0], strlen(plain[i][0])) == 0)
            return plain[i][1];
    return NULL;
}

/* Writes a word; returns its columns. */
static int put_word(FILE *out, const char *word, int bytes, bool utf8)
{
    int columns = 0;
    for (int at = 0; at < bytes; columns++) {
        const char *ascii = utf8 ? NULL : ascii_for(word + at);
        int length = 1;
        while (at + length < bytes && ((unsigned char)word[at + length] & 0xc0) == 0x80)
            length++;
        if (out)
            fprintf(out, "%.*s", ascii ? 1 : length, ascii ? ascii : word + at);
        at += length;
    }
    return columns;
}

void put_wrapped(FILE *out, const char *text, int bytes, int indent, int columns)
{
    const bool utf8 = writes_utf8();
    const char *const end = text + bytes;
    int column = indent;
    while (text < end) {
        int length = (int)strcspn(text, " ");
        length = length < end - text ? length : (int)(end - text);
        const int wide = put_word(NULL, text, length, utf8);
        if (column > indent && column + 1 + wide > columns) {
            fprintf(out, "\n%*s", indent, "");
            column = indent;
        }
        column += column > indent ? fprintf(out, " ") : 0;
        column += put_word(out, text, length, utf8);
        text += length;
        text += text < end ? strspn(text, " ") : 0;
    }
    fputc('\n', out);
}

void put_padded(FILE *out, const char *text, int columns)
{
    const int wide = put_word(out, text, (int)strlen(text), writes_utf8());
    fprintf(out, "%*s", wide < columns ? columns - wide : 0, "");
}

void print_wrapped(const char *text, int indent)
{
    put_wrapped(stdout, text, (int)strlen(text), indent, page_columns());
}

static const char *entity(char letter)
{
    switch (letter) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    case '\'':
        return "&#39;";
    default:
        return NULL;
    }
}

/* Writes one character, `safe` in its place if that is not NULL, `?` if it is not plain and not
 * among `allowed`. Returns its bytes. */
static int put_character(FILE *out, const char *text, const char *safe, const char *allowed)
{
    const int bytes = plain_length(text, CHARACTER_BYTES), length = bytes ? bytes : 1;
    if (safe)
        fputs(safe, out);
    else if (bytes || strchr(allowed, *text))
        fwrite(text, 1, (size_t)length, out);
    else
        fputc('?', out);
    return length;
}

void quote_html(FILE *out, const char *text)
{
    while (*text)
        text += put_character(out, text, entity(*text), "\n\t");
}

void quote_form(FILE *out, const char *form, ...)
{
    va_list arguments;
    va_start(arguments, form);
    for (; *form; form++)
        if (*form == '%')
            quote_html(out, va_arg(arguments, const char *));
        else
            fputc(*form, out);
    va_end(arguments);
}

static void quote_single(FILE *out, const char *text)
{
    fputc('\'', out);
    for (; *text; text++)
        fprintf(out, *text == '\'' ? "'\\''" : "%c", *text);
    fputc('\'', out);
}

/* gnuplot 5.4 reads '' wrongly where it comes twice. */
void quote_gnuplot(FILE *out, const char *text)
{
    static const char end[] = "]]>";
    fputc('\'', out);
    while (*text)
        text += put_character(out, text,
                              *text == '\''                          ? "'.\"'\".'"
                              : strncmp(text, end, strlen(end)) == 0 ? "] "
                                                                     : NULL,
                              "");
    fputc('\'', out);
}

/* As bash and zsh read it: $'a\033b'. */
static void quote_octal(FILE *out, const char *text)
{
    fputs("$'", out);
    for (; *text; text++)
        fprintf(out, isalnum((unsigned char)*text) ? "%c" : "\\%03o", (unsigned char)*text);
    fputc('\'', out);
}

void quote_shell(FILE *out, const char *text)
{
    const char *c = text;
    while (isalnum((unsigned char)*c) || (*c && strchr("_-./,:+@%", *c)))
        c++;
    if (!*c && c > text)
        fputs(text, out);
    else if (not_plain(c))
        quote_octal(out, text);
    else
        quote_single(out, text);
}

const char *quote_plain(const char *text, char *plain, size_t size)
{
    const size_t length = strnlen(text, size - 1);
    memmove(plain, text, length);
    const size_t done = make_plain(plain, length, "");
    plain[done] = '\0';
    return plain;
}

const char *not_plain(const char *text)
{
    while (*text) {
        const int bytes = plain_length(text, CHARACTER_BYTES);
        if (bytes == 0 && *text != '\t')
            return text;
        text += bytes ? bytes : 1;
    }
    return NULL;
}

bool is_visible(const char *text)
{
    static const struct code_range unseen[] = {
        {0xa0, 0xa0},     {0xad, 0xad},     {0x34f, 0x34f},   {0x115f, 0x1160},
        {0x17b4, 0x17b5}, {0x180b, 0x180e}, {0x2000, 0x200f}, {0x202f, 0x202f},
        {0x205f, 0x206f}, {0x2800, 0x2800}, {0x3000, 0x3000}, {0x3164, 0x3164},
        {0xfe00, 0xfe0f}, {0xfeff, 0xfeff}, {0xffa0, 0xffa0}, {0xe0000, 0xe0fff}};
    for (int length; *text; text += length) {
        length = plain_length(text, SIZE_MAX);
        if (length < 1 || is_in(code_point((const unsigned char *)text, (size_t)length), unseen,
                                sizeof unseen / sizeof *unseen))
            return false;
    }
    return true;
}

size_t byte_order_mark(const char *text)
{
    static const char mark[] = "\xEF\xBB\xBF";
    return strncmp(text, mark, sizeof mark - 1) == 0 ? sizeof mark - 1 : 0;
}

bool is_formula(const char *text)
{
    char *end;
    if (!*text || !strchr("=+-@", *text))
        return false;
    const size_t length = strcspn(text, ",");
    strtod(text, &end);
    const bool is_number = end == text + length;
    const bool is_option =
        *text == '-' && strcspn(text, "(|!") >= length && !isdigit((unsigned char)text[1]);
    return length > 1 && !is_number && !is_option;
}

/* A stream whose bytes are made plain on their way to a file. */
struct plain_stream {
    int file;
    size_t held; /* bytes of a character whose end has not come yet */
    char bytes[CHARACTER_BYTES + CHUNK_BYTES];
};

static ssize_t write_plain(void *cookie, const char *bytes, size_t count)
{
    struct plain_stream *stream = cookie;
    for (size_t taken = 0; taken < count;) {
        const size_t more = count - taken < CHUNK_BYTES ? count - taken : CHUNK_BYTES;
        memcpy(stream->bytes + stream->held, bytes + taken, more);
        const size_t length = stream->held + more, done = make_plain(stream->bytes, length, "\t\n");
        if (file_write_all(stream->file, stream->bytes, done))
            return 0;
        stream->held = length - done;
        memmove(stream->bytes, stream->bytes + done, stream->held);
        taken += more;
    }
    return (ssize_t)count;
}

static FILE *plain_stream(struct plain_stream *stream, FILE *instead, int mode)
{
    FILE *out = fopencookie(stream, "w", (cookie_io_functions_t){.write = write_plain});
    if (out)
        setvbuf(out, NULL, mode, mode == _IONBF ? 0 : CHUNK_BYTES);
    return out ? out : instead;
}

void plain_streams(void)
{
    static struct plain_stream streams[] = {{.file = STDOUT_FILENO}, {.file = STDERR_FILENO}};
    stdout = plain_stream(&streams[0], stdout, isatty(STDOUT_FILENO) ? _IOLBF : _IOFBF);
    stderr = plain_stream(&streams[1], stderr, _IONBF);
}

void text_add(char *text, size_t size, const char *format, ...)
{
    const size_t used = strlen(text);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text + used, size - used, format, arguments);
    va_end(arguments);
}
