/*
 * An elevator: a motor controller, a door controller and passengers that press buttons (inputs).
 *
 * assert: UNSAFE.  The motor controller checks that the door is closed in one critical section and starts the motor in
 *   the next one.  In between the door controller may serve a call for the floor where the cabin stands and open the
 *   door: the cabin then starts with an open door.  For that one passenger must call another floor (so that the motor has
 *   a target) and one the floor of the cabin; with other inputs nothing happens.
 * race: safe.  All state of the cabin is touched under its lock.
 * deadlock: safe.  The controllers poll a bounded number of times and never wait; there is one lock.
 * memory: safe.  Floors are checked before they index the call table.
 * overflow: safe.  The floor stays within 0 .. FLOORS-1.  leak, uninit: safe.
 */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

#define FLOORS 3
#define PASSENGERS 2
#define CYCLES 3

enum direction { DOWN = -1, IDLE = 0, UP = 1 };

struct cabin {
  pthread_mutex_t lock;
  int floor;
  enum direction moving;
  bool door_open;
  bool called[FLOORS];
  unsigned stops, travelled, refused;
};

static struct cabin cabin = { .lock = PTHREAD_MUTEX_INITIALIZER };

static inline void cabin_lock(void) { pthread_mutex_lock(&cabin.lock); }
static inline void cabin_unlock(void) { pthread_mutex_unlock(&cabin.lock); }

/* Caller holds the lock. */
static void check_safety(void)
{
  assert(!(cabin.moving != IDLE && cabin.door_open));
  assert(cabin.floor >= 0 && cabin.floor < FLOORS);
}

/* Caller holds the lock.  The direction of the nearest call, or IDLE. */
static enum direction next_direction(void)
{
  for (int distance = 1; distance < FLOORS; distance++) {
    if (cabin.floor + distance < FLOORS && cabin.called[cabin.floor + distance])
      return UP;
    if (cabin.floor - distance >= 0 && cabin.called[cabin.floor - distance])
      return DOWN;
  }
  return IDLE;
}

/* ---- motor */

static bool motor_may_start(enum direction *direction)
{
  bool ok;

  cabin_lock();
  *direction = next_direction();
  ok = !cabin.door_open && *direction != IDLE;
  cabin_unlock();
  return ok;
}

static void motor_start(enum direction direction)
{
  cabin_lock();
  cabin.moving = direction;
  check_safety();
  cabin_unlock();
}

static void motor_arrive(void)
{
  cabin_lock();
  cabin.floor += cabin.moving;
  cabin.travelled++;
  cabin.moving = IDLE;
  check_safety();
  cabin_unlock();
}

static void *motor_main(void *arg)
{
  (void)arg;
  for (int i = 0; i < CYCLES; i++) {
    enum direction direction;
    if (!motor_may_start(&direction))
      continue;
    motor_start(direction);
    motor_arrive();
  }
  return NULL;
}

/* ---- door */

static bool door_open_if_called(void)
{
  bool opened = false;

  cabin_lock();
  if (cabin.moving == IDLE && cabin.called[cabin.floor]) {
    cabin.door_open = true;
    cabin.called[cabin.floor] = false;
    cabin.stops++;
    opened = true;
  }
  check_safety();
  cabin_unlock();
  return opened;
}

static void door_close(void)
{
  cabin_lock();
  cabin.door_open = false;
  cabin_unlock();
}

static void *door_main(void *arg)
{
  (void)arg;
  for (int i = 0; i < CYCLES; i++)
    if (door_open_if_called())
      door_close();
  return NULL;
}

/* ---- passengers */

static void press(int floor)
{
  cabin_lock();
  if (floor >= 0 && floor < FLOORS)
    cabin.called[floor] = true;
  else
    cabin.refused++;
  cabin_unlock();
}

static void *passenger_main(void *arg)
{
  (void)arg;
  press(__VERIFIER_nondet_int());
  return NULL;
}

int main(void)
{
  pthread_t motor, door, passengers[PASSENGERS];

  for (int i = 0; i < PASSENGERS; i++)
    pthread_create(&passengers[i], NULL, passenger_main, NULL);
  pthread_create(&motor, NULL, motor_main, NULL);
  pthread_create(&door, NULL, door_main, NULL);
  for (int i = 0; i < PASSENGERS; i++)
    pthread_join(passengers[i], NULL);
  pthread_join(motor, NULL);
  pthread_join(door, NULL);

  assert(cabin.stops + cabin.refused <= PASSENGERS);
  printf("floor %d, %u stops, %u floors travelled\n", cabin.floor, cabin.stops, cabin.travelled);
  pthread_mutex_destroy(&cabin.lock);
  return 0;
}
