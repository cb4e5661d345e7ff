/* Both threads follow a pointer that was never set, and would then race for a counter.
 *
 * memory: unsafe. The pointer is null whichever thread comes first: lines 20 and 31.
 * race: safe, but only because every run has ended before the counter is touched: what a real run does after the null pointer is not known,
 *   and a verdict must say so. The pointer itself is only read.
 * assert, deadlock, overflow, leak, uninit: likewise.
 */
#include <pthread.h>
#include <stddef.h>

struct account {
    int balance;
};

static struct account *account;
static int transfers;

static void *deposit(void *unused)
{
    account->balance = 100;
    transfers++;
    return unused;
}

int main(void)
{
    pthread_t other;

    pthread_create(&other, NULL, deposit, NULL);

    account->balance = 50;
    transfers++;
    pthread_join(other, NULL);
    return transfers == 2 ? 0 : 1;
}
