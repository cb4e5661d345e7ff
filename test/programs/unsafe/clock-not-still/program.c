/* A worker measures how long it has to wait for a lock, and takes for granted that it is less than a second.
 *
 * assert: unsafe. Any time may pass between two readings of the clock, whole seconds included: the assertion on line 22 fails.
 * race, deadlock, memory: safe; the one lock is held for a moment.
 */
#include <assert.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int served;

static void *work(void *unused)
{
    time_t asked = time(NULL);
    time_t got;

    pthread_mutex_lock(&lock);
    got = time(NULL);
    served++;
    pthread_mutex_unlock(&lock);
    assert(got - asked < 1);
    return unused;
}

int main(void)
{
    pthread_t worker;

    pthread_create(&worker, NULL, work, NULL);
    pthread_join(worker, NULL);
    return served == 1 ? 0 : 1;
}
