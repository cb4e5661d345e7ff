/* A device carries its own lock; the registry's lock protects its life. The user keeps a pointer that it does not look
 * up again in the registry.
 *
 * memory: unsafe. After the removal the user locks a mutex that lies in freed memory.
 * race: safe, every touch of the device is under the registry's lock, the free as well. assert: none.
 * deadlock: safe, always registry before device. leak: safe, the removal frees. uninit: safe.
 */
#include <pthread.h>
#include <stdlib.h>

struct device {
  pthread_mutex_t lock;
  int powered;
};

static pthread_mutex_t registry = PTHREAD_MUTEX_INITIALIZER;

static void *remove_device(void *arg) {
  struct device *d = arg;
  pthread_mutex_lock(&registry);
  free(d);
  pthread_mutex_unlock(&registry);
  return NULL;
}

static void *power_off(void *arg) {
  struct device *d = arg;
  pthread_mutex_lock(&registry);
  pthread_mutex_lock(&d->lock);
  d->powered = 0;
  pthread_mutex_unlock(&d->lock);
  pthread_mutex_unlock(&registry);
  return NULL;
}

int main(void) {
  struct device *d = malloc(sizeof *d);
  pthread_mutex_init(&d->lock, NULL);
  d->powered = 1;
  pthread_t t1, t2;
  pthread_create(&t1, NULL, remove_device, d);
  pthread_create(&t2, NULL, power_off, d);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
