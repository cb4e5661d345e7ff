# What a thread is about to do, compared with its steps of the plan. The rules are those of the runtime of a native replay (runtime/matching.c).

# How far a match looks ahead, in steps of its thread: for an access, and for a call.
LOOK_AHEAD = 6
LOOK_AHEAD_CALL = 1000
# The part of the stack above the stack pointer that is taken for a thread's own.
OWN_STACK = 2**20
# Library functions that the compiler may replace by instructions.
INLINED = ("memcpy", "memmove", "memset", "strcpy", "strlen", "memcmp", "bzero")


class Thread:
    def __init__(self, index, native, plan):
        self.index, self.native = index, native
        self.name = "main" if index == 0 else "T%d" % index
        self.steps = [s for s in plan.steps if s.thread == index]
        self.pending = None  # the step that it stands before, and what to do when that is due
        self.then = None
        self.calls = []  # the calls of library functions that it is in
        self.sections = []  # where its atomic sections end: an address, or None, and the stack pointer
        self.is_blocked = self.is_spinning = self.is_ended = self.is_lost = self.is_parked = self.is_exiting = False
        self.is_exited = False  # it is main, and has called pthread_exit: the process goes on
        self.free_events = 0
        self.wait = None  # its wait for a condition variable or a futex
        self.stands = None  # the event of a race before which it stopped
        self.line = 0
        self.is_joined = self.is_detached = self.is_cancelled = False
        self.handle = None
        self.read_locks = []  # read-write locks that it holds for reading
        self.late_write = None  # an address and what is written there by the next part of a call
        self.late_parts = None  # an address and what a call writes there, part by part
        self.waits_for = ""

    @property
    def is_alive(self):
        return not self.is_ended and not self.is_lost

    @property
    def next(self):
        """Its first step that was not passed, or None."""
        while self.steps and self.steps[0].is_passed:
            self.steps.pop(0)
        return self.steps[0] if self.steps else None

    def upcoming(self):
        return [s for s in self.steps if not s.is_passed]


def symbols_of(block, of_all_blocks):
    """The symbols of a function that are in scope in a block; or all of them."""
    chain = []
    while block is not None and not block.is_global and not block.is_static:
        chain.append(block)
        if block.function is not None:
            break
        block = block.superblock
    if of_all_blocks and chain:
        inner = {}
        for at in range(chain[-1].start, chain[-1].end):
            b = gdb.block_for_pc(at)
            while b is not None and b.function is None and not b.is_static:
                inner[(b.start, b.end)] = b
                b = b.superblock
        chain = list(inner.values()) + [chain[-1]]
    return [symbol for b in chain for symbol in b]


class Matcher:
    def __init__(self, plan, process, threads):
        self.plan, self.process, self.threads = plan, process, threads

    def is_same_line(self, e, s):
        return e.line == s.line and (e.file < 0 or e.file == s.fileNumber)

    def is_at_failure(self, t, line):
        f = self.plan.failure
        return f is not None and t.index == f["thread"] and line == f["line"]

    def matches(self, t, e, s):
        if e.call is not None:
            return s.call == e.call and not s.continues
        if s.call is not None:
            return s.call in INLINED and self.is_inlined(e, s)
        if s.op in ("local", "error"):
            return s.line == e.line and self.is_at_failure(t, e.line)
        if e.op != s.op and not (e.op in ("update", "split") and s.op in ("load", "store")):
            return False
        if s.op == "atomic":
            return True
        if s.object < 0:
            return self.is_same_line(e, s)
        o = self.plan.objects[s.object]
        if o.base is None:
            return self.is_same_line(e, s) and self.may_be(t, e, s, o)
        start = o.base + s.offset
        return e.address < start + s.size and start < e.address + e.size

    def is_inlined(self, e, s):
        """Whether the access belongs to a call that the compiler has replaced by instructions."""
        o = self.plan.objects[s.object] if s.object >= 0 else None
        if o is None or o.base is None or s.continues or not self.is_same_line(e, s) or (e.op == "load") != s.isRead:
            return False
        return e.address < o.base + s.offset + s.size and o.base + s.offset < e.address + e.size

    def may_be(self, t, e, s, o):
        """Whether the event may be the first access to an object whose address is not known yet."""
        stack = self.process.register("rsp")
        is_own = stack - 128 <= e.address < stack + OWN_STACK
        if o.kind == "stack":
            found = self.locals_of(o)
            if found:
                return e.address - s.offset in found
            return e.size == s.size and is_own == (o.thread == t.index)
        if o.kind == "heap" and any(b[0] <= e.address < b[0] + b[1] for b in self.blocks):
            return False
        return e.size == s.size and not is_own

    def locals_of(self, o, of_all_blocks=False):
        """The addresses of the variables with the object's name in the frames of its thread; with `of_all_blocks` also those that are out of scope."""
        owner = self.threads[o.thread] if o.thread < len(self.threads) else None
        if owner is None or not owner.native.is_valid() or not o.name:
            return []
        names = {o.name, o.name.rstrip("0123456789"), o.name.replace(".addr", "")}
        found = []
        current = gdb.selected_thread()
        owner.native.switch()
        frame = gdb.newest_frame()
        while frame is not None:
            try:
                block = frame.block()
            except RuntimeError:
                block = None
            for symbol in symbols_of(block, of_all_blocks):
                if symbol.name in names and (symbol.is_variable or symbol.is_argument) and symbol.type.sizeof == o.size:
                    value = symbol.value(frame) if symbol.needs_frame else symbol.value()
                    if value.address is not None:
                        found.append(int(value.address))
            frame = frame.older()
        current.switch()
        return found

    def bind(self, e, s):
        if s.object < 0 or e.call is not None or not e.address or s.op not in ("load", "store", "update", "free"):
            return
        o = self.plan.objects[s.object]
        if o.base is None:
            o.base = e.address - s.offset

    def is_certain(self, t, e, s):
        """Whether the event is this step: address, kind and line."""
        return s.call is None and s.object >= 0 and self.plan.objects[s.object].base is not None and self.is_same_line(e, s) and self.matches(t, e, s)

    def find(self, t, e):
        """A step of the thread that the event matches, or None. Also a later one: within a line the order may differ, others before it never came."""
        first = t.next
        if self.matches(t, e, first):
            return first
        is_same = True
        for s in t.upcoming()[1 : 1 + (LOOK_AHEAD if e.call is None else LOOK_AHEAD_CALL)]:
            if e.call is not None:
                if self.matches(t, e, s) and self.is_same_line(e, s):
                    return s
                continue
            if s.call is not None:
                return None
            is_same = is_same and s.line == first.line
            if self.matches(t, e, s) if is_same else self.is_certain(t, e, s):
                return s
        return None

    def give_up_before(self, t, step):
        for s in t.upcoming():
            if s is step:
                return
            self.plan.note_divergence(s)
            s.is_passed = True
