/* A worker keeps a stack of its own cleanup handlers. One handler's argument is a local of the block that installs it, and the block is left by
 * `break` before the handler is taken off.
 *
 * memory: unsafe. The handlers run at the end of the worker, when the counter of the block is gone: line 23 writes it.
 * race: safe, each worker has a stack of its own and the total is under the lock. deadlock: safe. assert: there is none. The rest is safe.
 */
#include <pthread.h>

struct handler {
    int *counter;
    struct handler *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void run_all(struct handler *top)
{
    pthread_mutex_lock(&lock);
    for (; top != NULL; top = top->next) {
        total++;
        if (top->counter != NULL)
            (*top->counter)--;
    }
    pthread_mutex_unlock(&lock);
}

static void *worker(void *arg)
{
    struct handler outer = {NULL, NULL}, inner = {NULL, &outer};
    struct handler *top = &outer;

    for (int round = 0; round < 2; round++) {
        int users = 1;

        inner.counter = &users;
        top = &inner;
        if (arg != NULL)
            break;
        run_all(top);
        top = &outer;
    }
    run_all(top);
    return NULL;
}

int main(void)
{
    pthread_t first, second;

    pthread_create(&first, NULL, worker, NULL);
    pthread_create(&second, NULL, worker, &total);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
