#include "study/manual/inserts.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

enum { LINE_WIDTH = 76, SENTENCE_MAX = 1024 };

/* The escape of a character that roff, or a font, would replace. NULL: none is needed. */
static const char *escape_of(char c)
{
    switch (c) {
    case '\\':
        return "\\e";
    case '-':
        return "\\-";
    case '\'':
        return "\\(aq";
    case '"':
        return "\\(dq";
    case '`':
        return "\\(ga";
    case '^':
        return "\\(ha";
    case '~':
        return "\\(ti";
    default:
        return NULL;
    }
}

static void put(FILE *out, char c)
{
    const char *escape = escape_of(c);
    if (escape)
        fputs(escape, out);
    else
        fputc(c, out);
}

void roff_code(FILE *out, const char *text)
{
    if (*text == '.')
        fputs("\\&", out); /* a line that begins with a dot is a request */
    for (; *text; text++)
        put(out, *text);
}

static bool is_hyphen(const char *word, int i)
{
    return i > 0 && word[i] == '-' && isalnum((unsigned char)word[i - 1]) &&
           isalnum((unsigned char)word[i + 1]);
}

static void put_word(FILE *out, const char *word, int length)
{
    if (*word == '.')
        fputs("\\&", out);
    for (int i = 0; i < length; i++)
        if (is_hyphen(word, i))
            fputc('-', out);
        else
            put(out, word[i]);
}

/* roff sets a wider space after a sentence, which it detects by the end of a line. */
static bool ends_sentence(const char *word, int length)
{
    return length > 1 && strchr(".?!", word[length - 1]) != NULL;
}

void roff_prose(FILE *out, const char *text)
{
    int column = 0, length;
    for (text += strspn(text, " \n"); *text; text += length + strspn(text + length, " \n")) {
        length = (int)strcspn(text, " \n");
        if (column > 0)
            fputc(column + 1 + length > LINE_WIDTH ? '\n' : ' ', out);
        column = column + 1 + length > LINE_WIDTH ? length : column + 1 + length;
        put_word(out, text, length);
        if (ends_sentence(text, length))
            column = LINE_WIDTH;
    }
    fputc('\n', out);
}

void roff_sentence(FILE *out, const char *text)
{
    char sentence[SENTENCE_MAX];
    snprintf(sentence, sizeof sentence, "%s.", text);
    sentence[0] = (char)toupper((unsigned char)sentence[0]);
    roff_prose(out, sentence);
}

void roff_tag(FILE *out, const char *tag, const char *more)
{
    fputs(".TP\n\\fB", out);
    roff_code(out, tag);
    fputs("\\fR", out);
    if (more && *more) {
        fputs(" \\fI", out);
        roff_code(out, more);
        fputs("\\fR", out);
    }
    fputc('\n', out);
}
