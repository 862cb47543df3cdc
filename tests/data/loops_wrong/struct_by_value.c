struct s {
    int a;
};
void struct_by_value(long i, long n, float *out, struct s v)
{
    out[i] = v.a;
}
/* says: 4: v is struct s; an argument is a pointer to an array, an integer or a float */
