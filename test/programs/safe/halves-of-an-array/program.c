/* Two threads look for the largest of 11,000 numbers, each in its half. Main fills the array before they start, and compares their answers afterwards.
 *
 * assert: safe. The numbers are a permutation of 0 to N - 1, as 7919 is a prime that does not divide N.
 * race: safe. The halves are only read, and each thread has a result of its own.
 * A thread takes more than 5,000 steps, and main more than 11,000: a bound on steps that does not rise leaves this open.
 */
#include <assert.h>
#include <pthread.h>

enum { N = 11000 };

static int number[N];

struct half {
    int from, to, largest;
};

static void *look(void *argument)
{
    struct half *half = argument;

    half->largest = number[half->from];
    for (int i = half->from + 1; i < half->to; i++)
        if (number[i] > half->largest)
            half->largest = number[i];
    return NULL;
}

int main(void)
{
    static struct half lower = {0, N / 2, 0}, upper = {N / 2, N, 0};
    pthread_t first, second;

    for (int i = 0; i < N; i++)
        number[i] = (int)(i * 7919L % N);
    pthread_create(&first, NULL, look, &lower);
    pthread_create(&second, NULL, look, &upper);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert((lower.largest > upper.largest ? lower.largest : upper.largest) == N - 1);
    return 0;
}
