/* Two drives share a bus by Peterson's protocol, forever: no thread joins them, and they do not end.
 *
 * assert: safe. Sequentially consistent atomics: both cannot see the other's wish withdrawn or the turn their own at a time.
 * race: safe. The owner of the bus is written between the protocol's steps only.
 * deadlock: safe. The turn can be one drive's only, and the other continues.
 * No run ends, but there are few states.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static atomic_bool wants[2];
static atomic_int turn;
static int owner = -1;

static void *drive(void *argument)
{
    int me = argument != NULL, other = 1 - me;

    for (;;) {
        wants[me] = true;
        turn = other;
        while (wants[other] && turn == other)
            ;
        owner = me;
        assert(owner == me);
        wants[me] = false;
    }
    return NULL;
}

int main(void)
{
    pthread_t first;

    pthread_create(&first, NULL, drive, NULL);
    drive(&owner);
    return 0;
}
