/* `warpline show PATTERN`: what there is to know before measuring. */
#include "study/commands.h"
#include "study/message.h"
#include "study/parameters.h"

#include <stdio.h>
#include <string.h>

enum { LINE_WIDTH = 80, ADDRESSES_SHOWN = 8, ELEMENTS_SHOWN = 1 << 20 };

static void print_wrapped(const char *text)
{
    int column = 0;
    while (*text) {
        int length = (int)strcspn(text, " ");
        if (column > 0 && column + 1 + length > LINE_WIDTH) {
            putchar('\n');
            column = 0;
        }
        column += printf("%s%.*s", column ? " " : "", length, text);
        text += length + strspn(text + length, " ");
    }
    putchar('\n');
}

static void print_parameters(const struct pattern *pattern, const struct shape *shape)
{
    for (int i = 0; i < pattern_parameter_count(pattern); i++) {
        const struct parameter *p = &pattern->parameters[i];
        printf("parameter  %s = %lld: %s (%lld to %lld%s)\n", p->name, (long long)shape->value[i],
               p->help, (long long)p->low, (long long)p->high,
               p->power_of_two ? ", powers of two" : "");
    }
}

static void print_addresses(const char *what, address_expression *address,
                            const struct pattern *pattern, const struct shape *shape)
{
    int variant = (int)pattern->variant(shape);
    printf("%s ", what);
    for (int i = 0; i < ADDRESSES_SHOWN; i++) {
        struct step step = {.index = i,
                            .thread = i % shape->threads,
                            .turn = i / shape->threads,
                            .row_turn = i / shape->threads,
                            .variant = variant};
        printf(" %lld", (long long)address(shape, step));
    }
    printf(" ...\n");
}

static void print_pattern(const struct pattern *pattern, const struct shape *shape)
{
    printf("%s: %s\n\n    %s\n\n", pattern->name, pattern->help, pattern->formula);
    print_wrapped(pattern->lesson);
    printf("\nsource     %s\n", pattern->source);
    print_parameters(pattern, shape);
    print_addresses("reads     ", pattern->load, pattern, shape);
    print_addresses("writes    ", pattern->store, pattern, shape);
    printf("           (elements, by the first eight neighbouring threads)\n");
}

int show_command(const struct options *options)
{
    const struct pattern *pattern = pattern_named(options->names[0]);
    if (!pattern)
        return EXIT_USAGE;
    struct shape shape = shape_standard(pattern, ELEMENTS_SHOWN, WARP_LANES);
    int status = set_parameters(&shape, pattern, options);
    if (!status)
        print_pattern(pattern, &shape);
    return status;
}
