/* A logger takes for granted that write transfers what it is given.
 *
 * assert: unsafe. POSIX lets write transfer fewer bytes than asked: the call in `record` may return 1 or 2, and the assertion on line 19 fails.
 *   The other assertion holds: at least one byte is written, and never more than asked.
 * race, deadlock, memory: the counter is touched by main only after the join, and by the worker before.
 */
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static long written;

static void *record(void *unused)
{
    ssize_t count = write(STDOUT_FILENO, "abc", 3);

    assert(count >= 1 && count <= 3);
    written = count;
    assert(count == 3);
    return unused;
}

int main(void)
{
    pthread_t worker;

    pthread_create(&worker, NULL, record, NULL);
    pthread_join(worker, NULL);
    return written == 3 ? 0 : 1;
}
