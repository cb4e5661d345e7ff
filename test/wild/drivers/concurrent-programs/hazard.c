/* A reader holds a value by a hazard pointer while the writer replaces it and waits until it may free the old one. */
#define main their_main
#include "hp_list/list2.c"
#undef main

static domain_t *domain;
static uintptr_t shared;

static void *reader(void *argument) {
  int *value = (int *)load(domain, &shared);
  assert(*value == 1 || *value == 2);
  drop(domain, (uintptr_t)value);
  return argument;
}

int main(void) {
  pthread_t thread;
  int *first = malloc(sizeof *first), *second = malloc(sizeof *second);
  *first = 1;
  *second = 2;
  shared = (uintptr_t)first;
  domain = domain_new(free);
  wconfig_t *writer = create_wconfig();
  pthread_create(&thread, NULL, reader, NULL);
  swap(domain, writer, &shared, (uintptr_t)second, 0);
  pthread_join(thread, NULL);
  wconfig_free(writer);
  domain_free(domain);
  free(second);
  return 0;
}
