/* Two readings of the monotonic clock, the second of them by another thread.
 *
 * assert: safe. The clock never runs backwards, whichever thread reads it: main reads it before it creates the worker. Nanoseconds stay below a second.
 * race, deadlock, memory: safe, by create and join.
 */
#include <assert.h>
#include <pthread.h>
#include <time.h>

static struct timespec start;

static void *look(void *unused)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    assert(now.tv_sec >= 0 && now.tv_nsec >= 0 && now.tv_nsec < 1000000000);
    assert(start.tv_sec < now.tv_sec || (start.tv_sec == now.tv_sec && start.tv_nsec <= now.tv_nsec));
    return unused;
}

int main(void)
{
    pthread_t thread;

    clock_gettime(CLOCK_MONOTONIC, &start);
    pthread_create(&thread, NULL, look, NULL);
    pthread_join(thread, NULL);
    return 0;
}
