# Whether what shows is the failure of the witness. Nothing is claimed that did not show: a run that fails otherwise is diverged.

MEMORY_ERRORS = ("use-after-free", "use-after-return", "use-after-scope", "out-of-bounds", "invalid-pointer")
CRASHES = MEMORY_ERRORS + ("null-dereference", "write-to-constant", "invalid-call", "invalid-argument", "unreachable")
# Around a block of the heap, an access counts as one beyond its bounds.
GAP = 64


class Outcome(Exception):
    """The end of the run. kind: reached, ended, diverged."""

    def __init__(self, kind, text):
        super().__init__(text)
        self.kind, self.text = kind, text


class Failures:
    def __init__(self, plan, process, matcher):
        self.plan, self.process, self.matcher = plan, process, matcher
        self.blocks = []  # of the heap: start, size, whether it was freed
        matcher.blocks = self.blocks
        self.held = None  # set if it writes and no other thread has seen that yet
        self.made = None  # an access of a race that was made because the other depends on it

    def reached(self, text):
        raise Outcome("reached", text)

    def missed(self, text):
        raise Outcome("diverged", text)

    def block_at(self, address):
        """The newest block with this address in it, else one with it just around it."""
        for gap in (0, GAP):
            for b in reversed(self.blocks):
                if b[0] - gap <= address < b[0] + b[1] + gap:
                    return b
        return None

    # ---- memory

    def is_expected(self, t, line, kinds):
        return self.plan.failure is not None and self.plan.failure["kind"] in kinds and self.matcher.is_at_failure(t, line)

    def check_memory(self, t, e):
        """Before an access: whether it is the one that the witness ends with."""
        if not self.is_expected(t, e.line, MEMORY_ERRORS):
            return
        f = self.plan.failure
        offset = f["offset"]
        b = self.block_at(e.address)
        o = self.plan.objects[f["object"]] if f["object"] >= 0 else None
        at = e.address - b[0] if b else 0
        if b and o is not None and o.kind == "heap" and o.base is not None and o.base != b[0]:
            b = None
        if b and offset is not None and not at <= offset < at + e.size:
            b = None
        where = "in line %d" % e.line
        if b and self.plan.expects("use-after-free") and b[2] and 0 <= at < b[1]:
            self.reached("use after free: %s accesses %d bytes at offset %d of a freed block of %d bytes, %s" % (t.name, e.size, at, b[1], where))
        if b and self.plan.expects("out-of-bounds") and (at < 0 or at + e.size > b[1]):
            self.reached("out of bounds: %s accesses %d bytes at offset %d of a block of %d bytes, %s" % (t.name, e.size, at, b[1], where))
        if o is None or offset is None or o.kind == "heap":
            return
        if o.base is None and o.kind == "stack":
            o.base = next((at for at in self.matcher.locals_of(o, True) if at + offset == e.address), None)
        if o.base is None or self.plan.expects("use-after-return") and o.base in self.matcher.locals_of(o):
            return
        if e.address <= o.base + offset < e.address + e.size:
            self.reached("%s: %s accesses %d bytes at offset %d of the object, %s" % (f["message"], t.name, e.size, offset, where))

    def check_argument(self, t, address, line):
        """The same for an argument of a call: it points into the object of the failure."""
        if not address or not self.is_expected(t, line, MEMORY_ERRORS) or self.plan.failure["object"] < 0:
            return
        o = self.plan.objects[self.plan.failure["object"]]
        b = self.block_at(address)
        if o.kind == "heap" and self.plan.expects("use-after-free") and not (b and b[2]):
            return
        if o.base is not None and o.base <= address <= o.base + o.size:
            self.reached(
                "%s: %s passes an address at offset %d of the object to a call in line %d"
                % (self.plan.failure["message"], t.name, address - o.base, line)
            )

    def release(self, t, address, line):
        """A call of free."""
        if not address:
            return
        b = next((b for b in reversed(self.blocks) if b[0] == address), None)
        if b is not None and not b[2]:
            b[2] = True
            return
        kind = "invalid-free" if b is None else "double-free"
        text = "%s in line %d" % (kind.replace("-", " "), line)
        if self.is_expected(t, line, (kind,)):
            self.reached("%s: %s" % (text, self.plan.failure["message"]))
        self.missed(text)

    # ---- signals, assertions, misuse

    def on_signal(self, t, signal):
        line = self.process.line()
        what = {"SIGFPE": "division by zero", "SIGABRT": "the program aborts", "SIGILL": "illegal instruction"}.get(signal, "crash (%s)" % signal)
        kinds = ("division-by-zero",) if signal == "SIGFPE" else () if signal == "SIGABRT" else CRASHES
        if self.is_expected(t, line, kinds) or self.is_expected(t, t.line, kinds):
            self.reached("%s in %s, line %d: %s" % (what, t.name, line or t.line, self.plan.failure["message"]))
        self.missed("%s in %s, line %d" % (what, t.name, line))

    def fail_assertion(self, t, text, line):
        if not self.plan.expects("assertion"):
            self.missed("an assertion fails in line %d: %s" % (line, text))
        if not self.matcher.is_at_failure(t, line):
            self.missed("another assertion fails, in %s, line %d: %s" % (t.name, line, text))
        self.reached("assertion fails: %s, in %s, line %d" % (text, t.name, line))

    def misuse(self, t, kind, what, line):
        if self.is_expected(t, line, (kind,)):
            self.reached("%s in line %d" % (what, line))

    # ---- races

    def describe(self, t, e, is_made):
        if e.call is not None:
            return "%s calls %s in line %d" % (t.name, e.call, e.line)
        verbs = ("has read", "has written") if is_made else ("is about to read", "is about to write")
        return "%s %s %d bytes in line %d" % (t.name, verbs[e.op != "load"], e.size, e.line)

    def compare(self, first, second):
        """Two accesses, each a thread and an event: whether they race."""
        (a, x), (b, y) = first, second
        is_made = self.made is not None
        one, two = self.describe(a, x, is_made), self.describe(b, y, False)
        if x.call is not None and y.call is not None and not (x.address and y.address):
            self.reached("data race: %s while %s, and both use the same state of the library" % (one, two))
        if not (x.address and y.address and x.address < y.address + y.size and y.address < x.address + x.size):
            self.missed("%s and %s: different memory" % (one, two))
        if x.op == "load" and y.op == "load":
            self.missed("%s and %s: no write" % (one, two))
        if self.held is not None:
            self.reached(
                "data race: %s, which no other thread has seen yet, while %s, at the same address; no synchronisation orders the two" % (one, two)
            )
        if is_made:
            self.reached("data race: %s; %s, in the same memory, and by the witness no synchronisation orders the two" % (one, two))
        self.reached("data race: %s while %s, at the same address" % (one, two))

    # ---- deadlocks

    def report_deadlock(self, threads):
        waiting = [t for t in threads if t.is_blocked and (t.is_alive or t.is_exited)]
        text = ", ".join("%s waits for %s in line %d" % (t.name, t.waits_for, t.line) for t in waiting)
        if not waiting:
            self.missed("no thread can continue, but none waits")
        if not self.plan.expects("deadlock"):
            self.missed("the run ends in a deadlock: %s" % text)
        for i in self.plan.failure["threads"]:
            if i >= len(threads) or not threads[i] in waiting:
                self.missed("the run ends in another deadlock: %s" % text)
        self.reached("deadlock: %s" % text)
