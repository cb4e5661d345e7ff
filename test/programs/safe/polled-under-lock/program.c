/* A thread fetches a page; main asks under the lock, again and again, whether it has come.
 *
 * assert: safe. The status is set after the contents, in the same critical section, so a thread that sees the one sees the other.
 * race: safe. Main reads the page after a critical section that came after the thread's.
 * deadlock, memory: safe.
 */
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

enum status { PENDING, LOADED, FAILED };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static enum status status;
static int page[2];

static void *fetch(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&lock);
    page[0] = 17;
    page[1] = 4;
    status = LOADED;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static enum status ask(void)
{
    enum status now;

    pthread_mutex_lock(&lock);
    now = status;
    pthread_mutex_unlock(&lock);
    return now;
}

int main(void)
{
    pthread_t fetcher;

    pthread_create(&fetcher, NULL, fetch, NULL);
    while (ask() == PENDING)
        usleep(100);
    assert(page[0] + page[1] == 21);
    pthread_join(fetcher, NULL);
    return 0;
}
