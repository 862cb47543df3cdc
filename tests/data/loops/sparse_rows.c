/* A sparse matrix by rows: row r has r % 8 entries. */
void sparse_rows(long i, long n, float *y, const float *x, const float *value, const int *column,
                 const int *row)
{
    float sum = 0;
    for (int k = row[i]; k < row[i + 1]; k++)
        sum += value[k] * x[column[k]];
    y[i] = sum;
}
void init(long n, float *y, float *x, float *value, int *column, int *row)
{
    row[0] = 0;
    for (long i = 0; i < n; i++)
        row[i + 1] = row[i] + (int)(i % 8);
    for (int k = 0; k < row[n]; k++) {
        column[k] = (int)(k * 37L % n);
        value[k] = 1;
    }
    for (long i = 0; i < n; i++)
        x[i] = (float)(i % 5);
}
/* line, access, array: requests of a warp; lanes, sectors and lines of each, by hand
 * 6 reads row 1 32 4 1
 * 6 reads row 1 32 5 2
 * 7 reads value 7 16 10.286 3.857
 * 7 reads column 7 16 10.286 3.857
 * 7 reads x 7 16 16 16
 * 8 writes y 1 32 4 1 */
