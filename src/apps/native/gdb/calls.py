# Calls of library functions. Most are made: the thread runs to the return, or blocks. Some are not made but return what the witness says: inputs, operations
# that fail or wake without a reason, blocks of the heap that take the place of others. Waits for condition variables end when the witness says so.

WAITS = (
    ("rwlock_rdlock", "a read-write lock, to read"),
    ("rwlock", "a read-write lock, to write"),
    ("mutex", "a mutex"),
    ("mtx", "a mutex"),
    ("spin", "a spin lock"),
    ("sem_", "a semaphore"),
    ("join", "the end of a thread"),
    ("cond", "a condition variable"),
    ("cnd", "a condition variable"),
    ("barrier", "a barrier"),
    ("syscall", "a futex"),
    ("once", "pthread_once"),
    ("exit", "the end of all threads"),
)
SLEEPS = ("sleep", "usleep", "nanosleep", "clock_nanosleep", "thrd_sleep")
INPUTS = ("rand", "random", "mrand48", "lrand48")
ALLOCATIONS = ("malloc", "calloc", "realloc", "aligned_alloc", "posix_memalign", "strdup", "strndup")
# Fields of glibc's objects.
MUTEX_OWNER, MUTEX_KIND = 8, 16
RWLOCK_WRITER = 24
ERROR_CHECK, RECURSIVE = 2, 1
CLOCKS = ("time", "clock_gettime", "gettimeofday")
# When the clocks start, in seconds, as in src/frontend/library/time.c.
EPOCH, UPTIME = 1700000000, 3600
# Functions that return a null pointer if they fail; others return -1.
NULL_IF_FAILED = ("opendir", "readdir", "fopen", "fdopen", "getcwd", "fgets", "tmpfile")
ARENA = 2**24


def text_of_wait(name):
    return next((text for part, text in WAITS if part in name), "the return of %s" % name)


class Call:
    """A call that was made. `finish` gets the result when it returns."""

    def __init__(self, name, place, stack, finish):
        self.name, self.place, self.after, self.stack, self.finish = name, place, place.after, stack, finish


class Calls(Waits):
    def __init__(self, follower):
        self.f = follower
        self.plan, self.process, self.failures = follower.plan, follower.process, follower.failures
        self.planned = {s.call for s in self.plan.steps if s.call}
        self.inputs = {i["what"] for i in self.plan.inputs}.union(INPUTS)
        self.may_fail = {i["what"][: -len(" fails")] for i in self.plan.inputs if i["what"].endswith(" fails")}
        self.clock = 0  # milliseconds since the start
        self.pages = set()  # mapped for blocks that have the addresses of the witness
        self.lowest = 0  # the address of the last block, if later ones lie below

    def is_event(self, name):
        """Whether calls of this function are compared with the plan."""
        return (
            name in self.planned
            or name in SLEEPS + ALLOCATIONS + CLOCKS
            or name in self.inputs
            or GROUPS.get(name, name) in self.may_fail
            or name.startswith(("__VERIFIER_", "pthread_", "mtx_", "cnd_", "thrd_", "sem_"))
            or name in ("free", "__assert_fail", "reach_error", "exit", "_exit", "abort", "getchar", "syscall", "call_once")
        )

    # ---- the beginning of a call

    def begin(self, t, place, name, step):
        """The step of a call is due, or it has none. Returns whether the thread stands after it; else it is to run."""
        handler = getattr(self, "_" + re.sub(r"^_+", "", name), None)
        if self.plan.call_fails(t.index, name):
            return self.skip(place, 0 if name in NULL_IF_FAILED else -1)
        if name.startswith("__VERIFIER_nondet_") or name in self.inputs:
            handler = self._input
        elif name in CLOCKS:
            handler = self._clock
        elif name in ("strcpy", "strncpy", "strcat", "memcpy", "memmove", "memset") and t.next is not None and t.next.continues:
            handler = self._copy
        elif name in SLEEPS:
            handler = self._skip
        elif name.startswith(("pthread_cond_", "cnd_")):
            handler = self._condition
        elif "timed" in name or "clocklock" in name:
            handler = self._timed
        elif "lock" in name or "destroy" in name:
            handler = self._lock
        elif "join" in name or "detach" in name:
            handler = self._join
        if not name.startswith(("pthread_", "__VERIFIER")) and name not in ("free", "realloc"):
            for i in range(6):
                self.failures.check_argument(t, self.process.argument(i), place.line)
        elif name not in ("free", "realloc"):
            self.failures.check_argument(t, self.process.argument(0), place.line)
        if handler is not None:
            return handler(t, place, name, step)
        return self.make(t, place, name)

    def make(self, t, place, name, finish=None):
        self.process.break_at(place.after)
        t.calls.append(Call(name, place, self.process.register("rsp"), finish))
        return False

    def skip(self, place, result):
        self.process.skip_call(place.after, result)
        return False

    def _skip(self, t, place, name, step):
        return self.skip(place, 0)

    # ---- inputs and assertions

    def _input(self, t, place, name, step):
        value = self.plan.next_input(t.index, name) or 0
        if name.endswith(("_float", "_double")):
            register = "$xmm0.uint32[0]" if name.endswith("_float") else "$xmm0.uint64[0]"
            gdb.execute("set %s = %d" % (register, value), to_string=True)
        if name.endswith("int128"):  # two inputs, the upper half first
            self.process.set_register("rdx", value)
            value = self.plan.next_input(t.index, name) or 0
        return self.skip(place, value)

    def _getchar(self, t, place, name, step):
        value = self.plan.next_input(t.index, "input byte")
        return self.skip(place, -1 if value is None else value)

    def _write(self, t, place, name, step):
        transferred = self.plan.next_input(t.index, "bytes transferred")
        if transferred is not None:
            self.process.set_register("rdx", transferred)
        return self.make(t, place, name)

    def _clock(self, t, place, name, step):
        """The clock of the witness: each reading advances it by an input."""
        passed = self.plan.next_input(t.index, "time passed") or 0
        self.clock += passed if passed < 128 else (passed - 127) * 1000
        which, target = (0, self.process.argument(0)) if name != "clock_gettime" else (self.process.argument(0), self.process.argument(1))
        seconds = self.clock // 1000 + (EPOCH if which in (0, 5) else UPTIME)
        if target:
            self.process.write(target, seconds.to_bytes(8, "little"))
        if name != "time":
            part = self.clock % 1000 * (1000 if name == "gettimeofday" else 1000000)
            self.process.write(target + 8, part.to_bytes(8, "little"))
        return self.skip(place, seconds if name == "time" else 0)

    def _copy(self, t, place, name, step):
        """A function that writes in several steps: other threads see each part when its step was taken."""
        o = self.plan.objects[step.object] if step is not None and step.object >= 0 else None
        if o is None or o.base is None or step.isRead:
            return self.make(t, place, name)
        before = self.process.read(o.base, o.size)

        def copied(result):
            t.late_parts = (o.base, self.process.read(o.base, o.size))
            self.process.write(o.base, before)
            self.f.write_part(t, step)

        return self.make(t, place, name, copied)

    def _VERIFIER_assume(self, t, place, name, step):
        if self.process.argument(0) & 0xFFFFFFFF == 0:
            t.is_lost = True
            return True
        return self.skip(place, 0)

    def _VERIFIER_atomic_begin(self, t, place, name, step):
        t.sections.append((None, 0))
        return self.skip(place, 0)

    def _VERIFIER_atomic_end(self, t, place, name, step):
        if t.sections:
            t.sections.pop()
        return self.skip(place, 0)

    def _assert_fail(self, t, place, name, step):
        text = gdb.Value(self.process.argument(0)).cast(gdb.lookup_type("char").pointer()).string(errors="replace")
        self.failures.fail_assertion(t, text, place.line)

    def _reach_error(self, t, place, name, step):
        self.failures.fail_assertion(t, "%s()" % name, place.line)

    _VERIFIER_error = _reach_error

    def _VERIFIER_assert(self, t, place, name, step):
        if self.process.argument(0) & 0xFFFFFFFF == 0:
            self.failures.fail_assertion(t, name, place.line)
        return self.skip(place, 0)

    def _abort(self, t, place, name, step):
        self.failures.missed("the program aborts in line %d" % place.line)

    # ---- the heap: freed blocks are kept, and used again only if the witness says so

    def _place(self, t, size):
        """The address of the next block: 0 if the witness lets the allocation fail, None if the process may choose."""
        a = self.plan.next_allocation(t.index)
        if a is None:
            return None, None
        if a["fails"]:
            return 0, None
        o = self.plan.objects[a["object"]] if a["object"] >= 0 else None
        before = self.plan.objects[a["inPlaceOf"]].base if a["inPlaceOf"] >= 0 else None
        if before is None and a["address"]:
            before = self._map(a["address"], size)
        if before is None and self.plan.is_descending:
            if self.lowest == 0:
                self.lowest = self.process.call("malloc", ARENA) + ARENA
            self.lowest = before = (self.lowest - size - GAP) & ~15
        return before, o

    def _map(self, address, size):
        """The address of the witness, if its pages are free or were mapped here before; else None."""
        for page in range((address - GAP) & ~4095, address + size + GAP, 4096):
            if page in self.pages:
                continue
            # PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE
            if self.process.call("mmap", page, 4096, 3, 0x100022, 2**64 - 1, 0) % 2**64 != page:
                return None
            self.pages.add(page)
        return address

    def _note_block(self, address, size, o, zero=False):
        if not address:
            return
        if o is not None:
            o.base = address
        self.failures.blocks.append([address, size, False])
        if zero or self.plan.fill:
            self.process.write(address, bytes([0 if zero else self.plan.fill & 255]) * size)
        for u in self.plan.unwritten:
            if o is self.plan.objects[u["object"]] and not zero and u["offset"] + u["size"] <= size:
                self.process.write(address + u["offset"], int(u["value"]).to_bytes(u["size"], "little"))

    def _allocate(self, t, place, name, size, zero=False):
        at, o = self._place(t, size)
        if at == 0:
            return self.skip(place, 0)
        if at is not None:
            self._note_block(at, size, o, zero)
            return self.skip(place, at)
        return self.make(t, place, name, lambda result: self._note_block(result, size, o, zero))

    def _malloc(self, t, place, name, step):
        return self._allocate(t, place, name, self.process.argument(0))

    def _calloc(self, t, place, name, step):
        return self._allocate(t, place, name, self.process.argument(0) * self.process.argument(1), True)

    def _aligned_alloc(self, t, place, name, step):
        return self._allocate(t, place, name, self.process.argument(1))

    def _posix_memalign(self, t, place, name, step):
        target, size = self.process.argument(0), self.process.argument(2)
        _, o = self._place(t, size)
        return self.make(t, place, name, lambda result: self._note_block(self.process.read_int(target, 8), size, o) if result == 0 else None)

    def _strdup(self, t, place, name, step):
        _, o = self._place(t, 0)

        def copied(result):
            if o is not None and result:
                o.base = result
                self.failures.blocks.append([result, o.size, False])

        return self.make(t, place, name, copied)

    _strndup = _strdup

    def _free(self, t, place, name, step):
        self.failures.release(t, self.process.argument(0), place.line)
        return self.skip(place, 0)

    def _realloc(self, t, place, name, step):
        old, size = self.process.argument(0), self.process.argument(1)
        if not old:
            return self._realloc_new(t, place, 0, 0, size)
        b = next((b for b in reversed(self.failures.blocks) if b[0] == old), None)
        if b is not None and b[2]:
            self.failures.release(t, old, place.line)
        return self._realloc_new(t, place, old, b[1] if b else 0, size)

    def _realloc_new(self, t, place, old, old_size, size):
        at, o = self._place(t, size)
        if at == 0:
            return self.skip(place, 0)
        new = at if at is not None else self.process.call("malloc", size)
        self._note_block(new, size, o)
        if old and new:
            kept = self.process.read(old, min(old_size, size))
            if kept:
                self.process.write(new, kept)
            self.failures.release(t, old, place.line)
        return self.skip(place, new)

    # ---- threads

    def _pthread_create(self, t, place, name, step):
        if step is not None and step.isSpurious:
            return self.skip(place, errno.EAGAIN)
        handle = self.process.argument(0)
        routine = self.process.argument(1 if name == "thrd_create" else 2)
        attributes = 0 if name == "thrd_create" else self.process.argument(1)
        before = self.process.read(handle, 8)
        self.process.break_at(routine)
        known = {x.ptid for x in gdb.selected_inferior().threads()}

        def created(result):
            if result != 0:
                self.failures.missed("%s fails in line %d" % (name, place.line))
            new = [x for x in gdb.selected_inferior().threads() if x.ptid not in known]
            if len(new) != 1:
                self.failures.missed("the thread that %s starts in line %d is not seen" % (name, place.line))
            started = self.f.add_thread(new[0])
            started.handle = self.process.read_int(handle, 8)
            started.is_detached = bool(attributes) and (self.process.read_int(attributes + 8) or 0) & 1 == 1
            part = t.next
            if not self.f.is_free and (part is None or part.continues) and before is not None:  # the handle is written by a later step
                t.late_write = (handle, self.process.read(handle, 8))
                self.process.write(handle, before)

        return self.make(t, place, name, created)

    _thrd_create = _pthread_create

    def thread_of(self, handle):
        return next((x for x in reversed(self.f.threads) if x.handle == handle), None)

    def _join(self, t, place, name, step):
        other = self.thread_of(self.process.argument(0))
        if other is not None and (other.is_joined or other.is_detached):
            self.failures.misuse(t, "invalid-thread", "%s of a thread that was joined or detached" % name, place.line)
        if other is None or other is t:
            return self.make(t, place, name)
        if "detach" in name:
            other.is_detached = True
            return self.make(t, place, name)

        def joined(result):
            other.is_joined = other.is_joined or result == 0

        return self.make(t, place, name, joined)

    def _pthread_cancel(self, t, place, name, step):
        other = self.thread_of(self.process.argument(0))
        if other is not None:
            other.is_cancelled = True
        return self.make(t, place, name)

    def _exit(self, t, place, name, step):
        return self.f.end_process(t)

    # ---- locks

    def lwp(self, t):
        return t.native.ptid[1]

    def _lock(self, t, place, name, step):
        lock, line = self.process.argument(0), place.line
        if step is not None and step.isSpurious and "try" in name:
            return self.skip(place, 1 if name.startswith("mtx") else errno.EBUSY)
        if "mutex" in name or name.startswith("mtx"):
            self.check_mutex(t, name, lock, line)
        elif "rwlock" in name:
            self.check_rwlock(t, name, lock, line)
            if name.endswith("unlock") and lock in t.read_locks:
                t.read_locks.remove(lock)
            if name.endswith("rdlock"):
                return self.make(t, place, name, lambda result: t.read_locks.append(lock) if result == 0 else None)
        elif name == "pthread_barrier_destroy" and any(c.name == "pthread_barrier_wait" for o in self.f.threads for c in o.calls):
            self.failures.misuse(t, "destroy-busy", "a barrier is destroyed while a thread waits at it", line)
        return self.make(t, place, name)

    def check_mutex(self, t, name, lock, line):
        word, owner, kind = (self.process.read_int(lock + at) for at in (0, MUTEX_OWNER, MUTEX_KIND))
        if word is None or "init" in name:
            return
        is_own = word != 0 and owner == self.lwp(t)
        misuse = lambda kind, text: self.failures.misuse(t, kind, text, line)
        if kind == -1:
            misuse("invalid-sync", "use of a mutex that was destroyed")
        is_plain = kind & 3 not in (ERROR_CHECK, RECURSIVE)
        if name.endswith("_lock") and is_own and is_plain:
            misuse("self-deadlock", "the thread locks a mutex that it holds")
        if name.endswith("unlock") and is_plain and not is_own:
            misuse("unlock-not-held", "a thread unlocks a mutex that %s" % ("another thread holds" if word else "is not locked"))
        if "destroy" in name and word:
            misuse("destroy-busy", "a mutex is destroyed while it is locked")

    def check_rwlock(self, t, name, lock, line):
        readers, writer = self.process.read_int(lock), self.process.read_int(lock + RWLOCK_WRITER)
        if readers is None or "init" in name:
            return
        holds = t.read_locks.count(lock)
        misuse = lambda kind, text: self.failures.misuse(t, kind, text, line)
        if name.endswith(("rdlock", "wrlock")) and "try" not in name:
            if writer == self.lwp(t):
                misuse("self-deadlock", "the thread locks a read-write lock that it holds for writing")
            elif holds and name.endswith("wrlock"):
                misuse("self-deadlock", "the thread locks a read-write lock for writing that it holds for reading")
        if name.endswith("unlock") and writer != self.lwp(t) and not holds:
            misuse("unlock-not-held", "a thread unlocks a read-write lock that it does not hold")
        if "destroy" in name and (writer or readers >> 3):
            misuse("destroy-busy", "a read-write lock is destroyed while it is held")

    def _timed(self, t, place, name, step):
        """Time passes at once: what cannot be had is not waited for."""
        if "join" in name:
            return self._join(t, place, name, step)
        attempt = {"mtx_timedlock": "mtx_trylock", "sem_timedwait": "sem_trywait", "sem_clockwait": "sem_trywait"}.get(
            name, re.sub("timedrd|clockrd", "tryrd", re.sub("timedwr|clockwr", "trywr", re.sub("timedlock|clocklock", "trylock", name)))
        )
        is_refused = step is not None and step.isSpurious
        result = 1 if is_refused else self.process.call(attempt, self.process.argument(0)) & 0xFFFFFFFF
        if name.startswith("sem_"):
            if result != 0:
                self.set_errno(errno.ETIMEDOUT)
            return self.skip(place, 0 if result == 0 else -1)
        if "rdlock" in name and result == 0:
            t.read_locks.append(self.process.argument(0))
        return self.skip(place, 0 if result == 0 else 4 if name.startswith("mtx") else errno.ETIMEDOUT)

    def set_errno(self, value):
        self.process.write(self.process.call("__errno_location"), value.to_bytes(4, "little"))
