/* A task from malloc with two flags in one byte: `queued` is set when it is made, `done` only by the thread that runs it. The owner asks for `done` first.
 *
 * assert: unsafe. No thread has set `done` if the owner asks before the worker has run: it may hold anything, and the result is not there yet (line 47).
 * uninit: unsafe, for the same reason: line 46 reads it. That the assignment of `queued` writes the byte it lies in sets no other bit.
 * race, deadlock, memory, leak, overflow: safe, all is under the lock or after the join.
 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct task {
    unsigned queued : 1;
    unsigned done : 1;
    int result;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct task *task;

static void *run(void *arg)
{
    pthread_mutex_lock(&lock);
    if (task->queued) {
        task->result = 42;
        task->done = 1;
    }
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t worker;
    int result;

    task = malloc(sizeof *task);
    if (task == NULL)
        return 0;
    task->queued = 1;
    task->result = 0;
    pthread_create(&worker, NULL, run, NULL);
    pthread_mutex_lock(&lock);
    result = 42;
    if (task->queued)
        result = task->result;
    if (task->done)
        assert(result == 42);
    pthread_mutex_unlock(&lock);
    pthread_join(worker, NULL);
    free(task);
    return 0;
}
