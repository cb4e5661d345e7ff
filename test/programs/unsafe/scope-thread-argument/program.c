/* Main starts two workers in a loop and gives each a job that is a local of the loop's body.
 *
 * memory: unsafe. The block is left as soon as the worker has been started; a worker that begins late reads a job that is gone (line 20). Where
 *   the second job takes the place of the first, both workers would do the second one.
 * race: safe as far as runs go: main sets a job before it starts its worker, and does not touch it again.
 * assert: there is none. deadlock, leak, overflow, uninit: safe.
 */
#include <pthread.h>

struct job {
    int slot;
    int amount;
};

static int done[2];

static void *work(void *arg)
{
    struct job *job = arg;
    done[job->slot] = job->amount;
    return NULL;
}

int main(void)
{
    pthread_t workers[2];

    for (int i = 0; i < 2; i++) {
        struct job job = {i, 10 * i};

        pthread_create(&workers[i], NULL, work, &job);
    }
    for (int i = 0; i < 2; i++)
        pthread_join(workers[i], NULL);
    return done[0] + done[1] == 10 ? 0 : 1;
}
