/* A hash map of four buckets from malloc; a bucket packs its hash and its distance into one word. Two threads insert under a lock.
 *
 * assert: safe. Both keys hash to 1; the thread that comes second goes to the next bucket, so both are found, at distances 1 and 2.
 * uninit: safe. Only `distance` is set when the map is made, and only `distance` is read of an empty bucket; `hash`, which shares its word, is set before
 *   any thread reads it. `mark` is set in one bucket and read there only; the bits between belong to no field.
 * race, deadlock, memory, leak, overflow: safe, all is under the lock or after the joins.
 */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

enum { size = 4 };

struct bucket {
    uint64_t hash : 48;
    uint64_t distance : 12;
    uint64_t : 3;
    uint64_t mark : 1;
    int value;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct bucket *buckets;

static void insert(uint64_t hash, int value)
{
    struct bucket entry;

    entry.hash = hash;
    entry.distance = 1;
    entry.value = value;
    for (unsigned i = hash % size;; i = (i + 1) % size) {
        if (buckets[i].distance == 0) {
            buckets[i] = entry;
            return;
        }
        entry.distance++;
    }
}

static int find(uint64_t hash)
{
    for (unsigned i = hash % size; buckets[i].distance != 0; i = (i + 1) % size)
        if (buckets[i].hash == hash)
            return buckets[i].value;
    return -1;
}

static void *first(void *arg)
{
    pthread_mutex_lock(&lock);
    insert(1, 10);
    pthread_mutex_unlock(&lock);
    return arg;
}

static void *second(void *arg)
{
    pthread_mutex_lock(&lock);
    insert(5, 50);
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t a, b;

    buckets = malloc(size * sizeof *buckets);
    if (buckets == NULL)
        return 0;
    for (int i = 0; i < size; i++)
        buckets[i].distance = 0;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(find(1) == 10 && find(5) == 50 && find(2) == -1);
    assert(buckets[1].distance + buckets[2].distance == 3);
    buckets[0].mark = 1;
    assert(buckets[0].mark && buckets[0].distance == 0);
    free(buckets);
    return 0;
}
