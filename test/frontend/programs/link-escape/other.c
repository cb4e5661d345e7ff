extern _Thread_local int per_thread;
static int *kept, *other;
static void keep(int *p) { kept = p; }
void share(int *p) { keep(p); }
void share_thread_local(void) { other = &per_thread; }
void *start(void *argument) { *kept = 2; return argument; }
void *touch(void *argument) { *other = 2; return argument; }
