/* The passes by which a student's own pattern is compared with another one. */
#include "study/course/grade/own_file.h"

#include "study/plan/point.h"
#include "study/plan/targets.h"

#include <stdio.h>
#include <string.h>

/* Fewer than a warp, around whole blocks, and enough for several workers. */
static const int64_t sizes[OWN_SIZES] = {33, 1024, 65537};

int own_bytes(const struct pattern *pattern, const struct assignment *assignment)
{
    const int bytes = (int)assignment->element_bytes;
    return pattern->sizes & bytes ? bytes : pattern->sizes & -pattern->sizes;
}

struct shape own_shape(const struct pattern *pattern, const struct student_question *own,
                       const struct own_case *c)
{
    struct shape shape = shape_standard(pattern, c->elements, 1);
    for (int i = 0; i < own->question->set_count; i++)
        (void)shape_set(&shape, pattern, own->question->set[i].name, own->set[i]);
    if (own->question->sweep)
        (void)shape_set(&shape, pattern, own->question->sweep, c->swept);
    return shape;
}

/* Adds a case unless the one before has as many steps. */
static bool add_case(struct own_cases *cases, const struct student_question *own,
                     const struct own_case *wanted, struct target *target, char *problem,
                     size_t problem_size)
{
    const struct pattern *like = own->question->like;
    const struct own_case *before = cases->count ? &cases->of[cases->count - 1] : NULL;
    struct own_case *c = &cases->of[cases->count];
    *c = *wanted;
    c->shape = own_shape(like, own, c);
    snprintf(problem, problem_size, "pattern %s did not run", like->name);
    const struct kernel *kernel =
        point_kernel(target, like, c->element_bytes, problem, problem_size);
    if (!kernel || point_workers(target, like, kernel, &c->shape))
        return false;
    c->elements = c->shape.elements = point_elements(like, &c->shape, c->elements);
    c->out_bytes = (size_t)(like->out_length(&c->shape) * c->element_bytes);
    if (before && before->swept == c->swept && before->elements == c->elements)
        return true;
    cases->count++;
    cases->out_bytes += c->out_bytes;
    return true;
}

bool own_cases_of(struct own_cases *cases, const struct student_question *own, int element_bytes,
                  struct target *target, char *problem, size_t problem_size)
{
    cases->count = 0;
    cases->out_bytes = 0;
    for (int i = 0; i < (own->swept_count ? own->swept_count : 1); i++)
        for (int size = 0; size < OWN_SIZES; size++) {
            const struct own_case c = {
                .swept = own->swept[i], .elements = sizes[size], .element_bytes = element_bytes};
            if (!add_case(cases, own, &c, target, problem, problem_size))
                return false;
        }
    if (cases->out_bytes <= OWN_OUTPUT_MOST)
        return true;
    snprintf(problem, problem_size,
             "pattern %s writes %zu bytes with these values, and up to %d can be compared",
             own->question->like->name, cases->out_bytes, OWN_OUTPUT_MOST);
    return false;
}
