// link: -mcx16
// Atomic operations on every width and kind: the C11 functions, operators on _Atomic objects, gcc's __atomic and __sync builtins,
// pointers, floats, bool, enums, structs of 1 to 24 bytes, and objects shared between threads.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

struct s2 { char a, b; };
struct s3 { char a[3]; };
struct s6 { short a[3]; };
struct s8 { int a, b; };
struct s12 { int a, b, c; };
struct s16 { long long a, b; };
struct s24 { long long a, b, c; };
enum state { IDLE, BUSY };

static _Atomic signed char c8 = -3;
static _Atomic unsigned short u16 = 65535;
static atomic_int i32 = 5;
static _Atomic unsigned long long u64 = 1ULL << 33;
static _Atomic float f32 = 1.5f;
static _Atomic double f64 = -2.5;
static _Atomic _Bool flag;
static _Atomic enum state state;
static int array[4] = {1, 2, 3, 4};
static int *_Atomic pointer = array;
static _Atomic struct s2 a2;
static _Atomic struct s3 a3;
static _Atomic struct s6 a6;
static _Atomic struct s8 a8;
static _Atomic struct s12 a12;
static _Atomic struct s16 a16;
static _Atomic struct s24 a24;
static int plain;
static struct s16 shared_pair;

static void *work(void *argument) {
  (void)argument;
  for (int i = 0; i < 3; i++) {
    i32++;
    u64 += 2;
    struct s16 old = a16, next;
    do {
      next.a = old.a + 1;
      next.b = old.b + 2;
    } while (!atomic_compare_exchange_weak(&a16, &old, next));
    __atomic_add_fetch(&plain, 3, __ATOMIC_RELAXED);
    struct s16 seen, wanted;
    __atomic_load(&shared_pair, &seen, __ATOMIC_SEQ_CST);
    do wanted = (struct s16){seen.a + 1, seen.b - 1};
    while (!__atomic_compare_exchange(&shared_pair, &seen, &wanted, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
  }
  return 0;
}

int main(void) {
  a2 = (struct s2){1, 2};
  a8 = (struct s8){3, 4};
  a16 = (struct s16){5, 6};
  signed char b8 = c8--;
  unsigned short b16 = u16++;
  printf("%d %d %d %d\n", b8, c8, b16, u16);
  u16 -= 3;
  c8 *= 40;
  i32 <<= 3;
  i32 ^= 0xff;
  u64 /= 3;
  f32 += 0.25f;
  f64 *= f32;
  printf("%d %d %d %llu %g %g\n", u16, c8, i32, u64, (double)f32, f64);
  flag = 7;
  state = BUSY;
  int was = atomic_exchange(&flag, 0);
  printf("%d %d %d\n", was, state, flag);
  int *before = pointer;
  pointer = pointer + 2;
  pointer = pointer - 1;
  printf("%d %d\n", *before, *pointer);
  int x = atomic_fetch_add(&i32, 10);
  int y = atomic_fetch_or(&i32, 1);
  printf("%d %d %d\n", x, y, atomic_fetch_and(&i32, ~2));
  int expected = 0;
  int ok = atomic_compare_exchange_strong(&i32, &expected, 1);
  printf("%d %d\n", ok, expected == atomic_load_explicit(&i32, memory_order_acquire));
  struct s2 t2 = a2;
  t2.b++;
  a2 = t2;
  struct s3 t3 = {{1, 2, 3}};
  a3 = t3;
  t3 = atomic_exchange(&a3, ((struct s3){{4, 5, 6}}));
  struct s6 t6 = {{7, 8, 9}};
  atomic_store(&a6, t6);
  struct s8 t8 = a8;
  ok = atomic_compare_exchange_strong(&a8, &t8, ((struct s8){30, 40}));
  struct s12 t12 = {1, 2, 3};
  a12 = t12;
  struct s24 t24 = {10, 11, 12};
  a24 = t24;
  t24 = atomic_load(&a24);
  printf("%d %d %d %d %d %d\n", atomic_load(&a2).b, t3.a[2], atomic_load(&a3).a[0], atomic_load(&a6).a[1], ok, atomic_load(&a8).b);
  printf("%d %lld %lld %lld\n", atomic_load(&a12).c, t24.b, atomic_load(&a16).a, atomic_load(&a16).b);
  x = __sync_fetch_and_add(&plain, 4);
  y = __sync_bool_compare_and_swap(&plain, 4, 9);
  printf("%d %d %d\n", x, y, __sync_val_compare_and_swap(&plain, 1, 2));
  x = __sync_lock_test_and_set(&plain, 1);
  printf("%d %d\n", x, __atomic_fetch_nand(&plain, 1, __ATOMIC_ACQ_REL));
  __sync_lock_release(&plain);
  __sync_synchronize();
  atomic_thread_fence(memory_order_seq_cst);
  atomic_signal_fence(memory_order_acquire);
  atomic_flag once = ATOMIC_FLAG_INIT;
  int first = atomic_flag_test_and_set(&once), second = atomic_flag_test_and_set(&once);
  printf("%d %d %d\n", first, second, __atomic_test_and_set(&flag, __ATOMIC_SEQ_CST));
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, work, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  printf("%d %llu %lld %lld %d %lld %lld\n", i32, u64, atomic_load(&a16).a, atomic_load(&a16).b, plain, shared_pair.a, shared_pair.b);
  return 0;
}
