/*
 * A lock-free free list of packet buffers (indices into a fixed array), as in a small network driver.
 *
 * The bug is ABA: freelist_pop() reads head = A and next(A) = B, and is preempted; another thread takes A and B and
 * gives A back; the compare-exchange of head from A to B then succeeds although B is in use.  The next allocation
 * hands out B a second time.
 *
 * assert: UNSAFE.  buffer_alloc() claims the buffer with an atomic exchange of `in_use` and asserts that it was free;
 *   after the ABA a second claim of B fails it.  If the buffers come back before any thread notices, the list may have
 *   lost or doubled entries, and the count at the end fails.
 * race: safe.  Head and links are atomic.  The payload is plain, but it is touched only between winning the
 *   exchange of `in_use` and clearing it, and these operations are sequentially consistent, so two users of a buffer are
 *   ordered even when the list itself is broken.
 * memory: safe.  Links only ever hold indices of the array or -1; the walk at the end is bounded.
 * deadlock: safe (joins only; a retry of the compare-exchange means that another thread made progress).
 * overflow, leak, uninit: safe.  Nothing is on the heap; unsigned arithmetic.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define BUFFERS 3
#define PAYLOAD 8
#define NIL (-1)

struct buffer {
  atomic_bool in_use;
  unsigned char length;
  unsigned char data[PAYLOAD];
};

static struct buffer buffers[BUFFERS];
static atomic_int next_free[BUFFERS];
static atomic_int free_head;
static atomic_uint tx_packets, tx_bytes, rx_drops;

static void freelist_init(void)
{
  for (int i = 0; i < BUFFERS; i++) {
    atomic_init(&buffers[i].in_use, false);
    buffers[i].length = 0;
    atomic_init(&next_free[i], i + 1 < BUFFERS ? i + 1 : NIL);
  }
  atomic_init(&free_head, 0);
}

static int freelist_pop(void)
{
  int head = atomic_load(&free_head);

  while (head != NIL) {
    int next = atomic_load(&next_free[head]);
    if (atomic_compare_exchange_strong(&free_head, &head, next))
      return head;
  }
  return NIL;
}

static void freelist_push(int index)
{
  int head = atomic_load(&free_head);

  do {
    atomic_store(&next_free[index], head);
  } while (!atomic_compare_exchange_strong(&free_head, &head, index));
}

static int buffer_alloc(void)
{
  int index = freelist_pop();

  if (index != NIL) {
    bool was_in_use = atomic_exchange(&buffers[index].in_use, true);
    assert(!was_in_use);
  }
  return index;
}

static void buffer_release(int index)
{
  memset(buffers[index].data, 0, PAYLOAD);
  buffers[index].length = 0;
  atomic_store(&buffers[index].in_use, false);
  freelist_push(index);
}

static void buffer_fill(int index, unsigned seed, unsigned char length)
{
  struct buffer *b = &buffers[index];

  b->length = length;
  for (unsigned char i = 0; i < length; i++)
    b->data[i] = (unsigned char)(seed + i);
}

static void buffer_transmit(int index)
{
  atomic_fetch_add(&tx_packets, 1);
  atomic_fetch_add(&tx_bytes, buffers[index].length);
}

/* Receive path: a burst of two packets, given back in order of arrival. */
static void *rx_main(void *arg)
{
  int burst[2];

  (void)arg;
  for (unsigned i = 0; i < 2; i++) {
    burst[i] = buffer_alloc();
    if (burst[i] == NIL)
      atomic_fetch_add(&rx_drops, 1);
    else
      buffer_fill(burst[i], i, 3);
  }
  for (unsigned i = 0; i < 2; i++) {
    if (burst[i] == NIL)
      continue;
    buffer_transmit(burst[i]);
    buffer_release(burst[i]);
  }
  return NULL;
}

/* Forwarding path: a header and a body buffer, the header goes back first. */
static void *forward_main(void *arg)
{
  (void)arg;
  int header = buffer_alloc();
  int body = buffer_alloc();

  if (header != NIL) {
    buffer_fill(header, 100, 2);
    buffer_transmit(header);
    buffer_release(header);
  }
  if (body != NIL) {
    buffer_fill(body, 200, 4);
    buffer_transmit(body);
    buffer_release(body);
  }
  return NULL;
}

/* All threads are done: every buffer must be on the list again, once. */
static int freelist_count(void)
{
  int count = 0;

  for (int i = atomic_load(&free_head); i != NIL && count <= BUFFERS; i = atomic_load(&next_free[i]))
    count++;
  return count;
}

int main(void)
{
  pthread_t rx, fw;

  freelist_init();
  pthread_create(&rx, NULL, rx_main, NULL);
  pthread_create(&fw, NULL, forward_main, NULL);
  pthread_join(rx, NULL);
  pthread_join(fw, NULL);

  int free_buffers = freelist_count();
  assert(free_buffers == BUFFERS);
  printf("%u packets, %u bytes, %u drops\n", atomic_load(&tx_packets), atomic_load(&tx_bytes), atomic_load(&rx_drops));
  return 0;
}
