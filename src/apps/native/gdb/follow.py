# Follows the plan: the thread of the step that is due runs, until it stands before its next step. When the plan is over, or was left, threads run until they
# wait.

# Events before the run counts as endless: of all threads; of a thread after the plan. And how often all threads get a turn after the plan.
MAX_EVENTS = 200000
MAX_FREE_EVENTS = 1000
MAX_TURNS = 50
SYS_EXIT, SYS_EXIT_GROUP = 60, 231


class Follower:
    def __init__(self, plan):
        self.plan = plan
        self.process = Process()
        self.threads = []
        self.matcher = Matcher(plan, self.process, self.threads)
        self.failures = Failures(plan, self.process, self.matcher)
        self.calls = Calls(self)
        self.places = None
        self.is_free = False
        self.progress = 0
        self.events = 0
        self.held = None  # a write of the race that no other thread has seen yet: its address and bytes
        self.section_race = None  # the step of an atomic section with an access of the race, and its thread

    # ---- the run

    def follow(self):
        self.start()
        self.advance(self.threads[0])
        while True:
            step = self.next_due()
            if step is None:
                break
            self.move(step)
            if self.is_free:
                break
        self.run_free()

    def start(self):
        try:
            entry = gdb.Breakpoint("*main", internal=True)
        except gdb.error:
            raise gdb.GdbError("ravel: the program has no symbols: compile it with gcc -g -O0 -pthread") from None
        entry.silent = True
        gdb.execute("run", to_string=True)
        be_quiet(True)
        entry.delete()
        if gdb.selected_thread() is None:
            self.failures.missed("the program ends before main")
        gdb.execute("set scheduler-locking on")
        gdb.execute("catch syscall %d" % SYS_EXIT, to_string=True)
        gdb.execute("catch syscall %d" % SYS_EXIT_GROUP, to_string=True)
        self.plan.bind_symbols()
        self.places = Places(self.plan, self.process)
        if not self.places.at:
            raise gdb.GdbError("ravel: the program has no lines of %s: compile it with gcc -g -O0 -pthread" % ", ".join(self.plan.sources))
        for p in list(self.places.at.values()):
            own = p.callee in self.places.functions
            if p.callee and (own and not p.callee.startswith("__VERIFIER_atomic_") or not own and not self.is_call_event(p.callee)):
                del self.places.at[p.address]
            else:
                self.process.break_at(p.address)
        self.add_thread(gdb.selected_thread())

    def is_call_event(self, name):
        return self.calls.is_event(name) or name.startswith("__atomic_")

    def add_thread(self, native):
        t = Thread(len(self.threads), native, self.plan)
        self.threads.append(t)
        return t

    def next_due(self):
        steps = self.plan.steps
        while self.plan.due < len(steps) and steps[self.plan.due].is_passed:
            self.plan.due += 1
        return steps[self.plan.due] if self.plan.due < len(steps) else None

    def give_up(self, step):
        self.plan.note_divergence(step)
        step.is_passed = True

    def move(self, step):
        """Lets the thread of the step that is due make it, or gives the step up."""
        t = self.threads[step.thread] if step.thread < len(self.threads) else None
        if t is None or not t.is_alive:
            self.give_up(step)
        elif t.pending is step:
            self.take(t)
        elif t.stands is not None:
            self.failures.missed("%s stands at its access in line %d, but the other thread does not arrive" % (t.name, t.line))
        elif t.pending is not None:  # an earlier step of this thread that never came
            self.give_up(step)
        elif t.is_blocked and t.wait is not None:
            self.leave_plan(step)
        elif t.is_blocked:
            t.is_blocked = False
            self.advance(t)
            if t.is_blocked:
                self.leave_plan(step)
        elif t.is_parked or t.is_exiting:
            self.give_up(step)
        else:
            self.advance(t)

    def leave_plan(self, step):
        self.plan.note_divergence(step)
        self.is_free = True

    def stand(self, t, step, then):
        """The thread stands until the step is due, then `then` is called: it tells whether the thread stands again."""
        t.pending, t.then = step, then
        return True

    def take(self, t):
        step, then = t.pending, t.then
        t.pending = t.then = None
        step.is_passed = True
        t.native.switch()
        if not then(step):
            self.advance(t)

    def advance(self, t):
        """Runs a thread until it stands, blocks or ends."""
        while True:
            stop = self.process.run(t.native)
            self.events += 1
            if self.events > MAX_EVENTS:
                self.failures.missed("the run takes too long: %s was in line %d" % (t.name, t.line))
            if stop.kind == "exited" and self.plan.failure is not None:
                self.failures.missed("the process ends without the failure")
            if stop.kind == "exited":
                self.end("the process ends well")
            if stop.kind == "ended":
                self.note_end(t)
                return
            if stop.kind == "blocked":
                t.is_blocked = True
                t.is_spinning = stop.signal == "spins"
                t.waits_for = text_of_wait(t.calls[-1].name) if t.calls else "something"
                return
            if stop.kind == "signal":
                self.failures.on_signal(t, stop.signal)
            elif self.arrive(t):
                return

    def note_end(self, t):
        t.is_ended = True
        t.is_exited = t.is_blocked = t.index == 0
        t.waits_for = "the end of all threads"
        self.progress += 1

    def end(self, text):
        raise Outcome("ended", text)

    # ---- arrivals

    def arrive(self, t):
        """A thread came to a place. Returns whether it stands there."""
        pc = self.process.register("pc")
        if t.calls and pc == t.calls[-1].after and self.process.register("rsp") == t.calls[-1].stack:
            return self.leave_call(t)
        if t.sections and pc == t.sections[-1][0] and self.process.register("rsp") == t.sections[-1][1]:
            t.sections.pop()
            return self.arrive(t)
        place = self.places.at.get(pc)
        if place is None:
            return self.process.register("orig_rax") in (SYS_EXIT, SYS_EXIT_GROUP) and self.is_in_system_call(pc) and self.begin_end(t)
        self.progress += 1
        t.line = place.line
        if not self.is_free and not t.sections and (self.begins_end(t) or self.is_in_call(t)):
            return self.stand(t, t.next, lambda s: self.arrive(t))
        if self.is_free:
            t.free_events += 1
            if t.free_events > MAX_FREE_EVENTS:
                t.is_spinning = True
                return True
        name = self.callee(place)
        if name is None:
            return self.arrive_at_access(t, place, place.operand, self.process.address_of(place.operand, place.length))
        if name in self.places.functions:
            return name.startswith("__VERIFIER_atomic_") and self.enter_section(t, place)
        if name.startswith("__atomic_") and name not in self.calls.planned:
            return self.arrive_at_atomic(t, place, name)
        return self.is_call_event(name) and self.arrive_at_call(t, place, name)

    def is_in_system_call(self, pc):
        return self.process.read(pc - 2, 2) == b"\x0f\x05"

    def callee(self, place):
        """The function called at a place; an empty text: not known; None: it is an access."""
        if place.callee != "":
            return place.callee
        target = re.search(r"\*%(\w+)", place.text)
        if target is None:
            return ""
        found = gdb.execute("info symbol %d" % self.process.register(target.group(1)), to_string=True)
        return "" if found.startswith("No symbol") else re.sub(r"@.*", "", found.split()[0])

    def begins_end(self, t):
        """The end of a thread begins with a step of its own if destructors follow."""
        return t.next is not None and t.next.op == "end" and t.next.call is not None and any(s.op != "end" for s in t.upcoming())

    def is_in_call(self, t):
        """The program's function is called by a library function, which has made further steps before."""
        return bool(t.calls) and t.next is not None and t.next.continues

    def leave_call(self, t):
        call = t.calls.pop()
        if call.finish is not None:
            call.finish(self.process.register("rax"))
        return self.take_rest_of_call(t)

    def take_rest_of_call(self, t):
        """Steps of a call that has returned: what the witness does in several steps is one in the process."""
        if t.late_parts is not None and not (t.next is not None and t.next.continues and not self.is_free):
            self.write_part(t, None)
        if t.late_write is not None and not self.is_free and t.next is None:
            t.is_parked = True
            return True
        if t.late_write is not None and not (t.next is not None and t.next.continues):
            self.write_late(t)
        if not self.is_free and not t.sections and t.next is not None and t.next.continues:
            return self.stand(t, t.next, lambda s: self.meet_race(t, self.inside_call(s, t.line), s) or self.write_part(t, s) or self.take_rest_of_call(t))
        return self.arrive(t)

    def write_part(self, t, step):
        """What a call writes in this step; None: in all that are left."""
        if t.late_parts is None:
            return
        base, data = t.late_parts
        if step is None:
            self.process.write(base, data)
            t.late_parts = None
        elif step.object >= 0 and self.plan.objects[step.object].base == base and not step.isRead:
            self.process.write(base + step.offset, data[step.offset : step.offset + step.size])

    def write_late(self, t):
        if t.late_write is not None:
            self.process.write(*t.late_write)
            t.late_write = None

    def inside_call(self, s, line):
        """The event of a step inside a call: the access is made by the library, at an address that only the plan tells."""
        o = self.plan.objects[s.object] if s.object >= 0 else None
        is_known = o is not None and o.base is not None
        return Event("load" if s.isRead else "store", o.base + s.offset if is_known else 0, s.size if is_known else 0, s.call, line, -1)

    def arrive_at_access(self, t, place, operand, address):
        size = operand.size * (self.process.register("rcx") if operand.repeat else 1)
        e = Event(operand.kind, address, size, None, place.line, place.file)
        if self.is_free or t.sections:
            if self.section_race is not None and self.section_race[1] is t and self.is_racing(e):
                step = self.section_race[0]
                self.section_race = None
                return self.meet_race(t, e, step)
            self.failures.check_memory(t, e)
            self.let_go(e)
            return False
        if t.next is None:
            t.is_parked = True
            return True
        s = self.matcher.find(t, e)
        if s is None:
            self.failures.check_memory(t, e)
            self.let_go(e)
            return False
        if s.line != t.next.line:
            self.matcher.give_up_before(t, s)
        self.matcher.bind(e, s)
        if s is not t.next:  # the order within a line differs: its turn comes with the step before it
            s.is_passed = True
            self.failures.check_memory(t, e)
            return False
        return self.stand(t, s, lambda s: self.make_access(t, e, s, place))

    def make_access(self, t, e, step, place):
        if self.meet_race(t, e, step):
            return True
        self.failures.check_memory(t, e)
        if step.race == "made" and e.op != "load" and e.call is None:
            return self.hold_back(t, e)
        self.let_go(e)
        after = t.next
        if step.call is not None and after is not None and after.continues:  # the rest of a call that became instructions
            return self.stand(t, after, lambda s: self.make_access(t, self.inside_call(s, e.line), s, place))
        if e.op == "update" and step.isSpurious and "cmpxchg" in place.text:
            self.fail_exchange(e, place)
        if e.op != "split" or step.op != "load" or after is None or after.op != "store" or after.object != step.object or after.line != step.line:
            return False
        # One instruction that loads and stores: other threads may come between. It works on the value that it has loaded.
        loaded = self.process.read(e.address, e.size)
        store = Event("store", e.address, e.size, None, e.line, e.file)

        def make_store(s):
            if self.meet_race(t, store, s):
                return True
            self.process.write(e.address, loaded)
            return False

        return self.stand(t, after, make_store)

    def hold_back(self, t, e):
        """Makes a write and takes it back, so that no other thread sees it until the other access of the race comes."""
        before = self.process.read(e.address, e.size)
        gdb.execute("stepi", to_string=True)
        self.held = self.failures.held = (e.address, self.process.read(e.address, e.size))
        self.process.write(e.address, before)
        return self.arrive(t)

    def let_go(self, e):
        """Before an access: what is held back there takes effect."""
        if self.held is not None and e.address < self.held[0] + len(self.held[1]) and self.held[0] < e.address + e.size:
            self.process.write(*self.held)
            self.held = self.failures.held = None

    def fail_exchange(self, e, place):
        """A weak compare-exchange that fails spuriously: the comparison fails, what is stored there is loaded."""
        register = {1: "al", 2: "ax", 4: "eax", 8: "rax"}.get(e.size)
        if register is None:
            return
        self.process.set_register(register, int.from_bytes(self.process.read(e.address, e.size), "little"))
        self.process.set_register("eflags", self.process.register("eflags") & ~0x40)
        self.process.set_register("pc", place.after)

    def arrive_at_call(self, t, place, name):
        if self.is_free or t.sections:
            return self.calls.begin(t, place, name, None)
        if t.next is None:
            t.is_parked = True
            return True
        e = Event("call", 0, 0, name, place.line, place.file)
        s = self.matcher.find(t, e)
        if s is None:
            return self.calls.begin(t, place, name, None)
        return self.stand(t, s, lambda s: self.meet_race(t, self.inside_call(s, place.line), s) or self.begin_call(t, place, name, s))

    def begin_call(self, t, place, name, step):
        """If a later part of the call has the access of the race, the thread stops before the whole call."""
        part = t.next
        has_race = False
        for s in t.upcoming():
            if not s.continues:
                break
            has_race = has_race or s.race is not None
        if has_race and not name.startswith(("pthread_", "thrd_", "cnd_", "mtx_")):
            return self.stand(t, part, lambda s: self.meet_race(t, self.inside_call(s, place.line), s) or self.begin_call(t, place, name, step))
        return self.calls.begin(t, place, name, step)

    def arrive_at_atomic(self, t, place, name):
        """An atomic operation that is a call of the compiler's library."""
        sized = re.search(r"_(\d+)$", name)
        size = int(sized.group(1)) if sized else self.process.argument(0)
        kind = "load" if "_load" in name else "store" if "_store" in name else "update"
        operand = Operand(kind, size, None, 0, "", "", 1, False)
        return self.arrive_at_access(t, place, operand, self.process.argument(0 if sized else 1))

    # ---- atomic sections

    def enter_section(self, t, place):
        def enter(step):
            self.process.break_at(place.after)
            t.sections.append((place.after, self.process.register("rsp")))
            if step is not None and step.race is not None:
                self.section_race = (step, t)
            return False

        if self.is_free or t.sections:
            return enter(None)
        if t.next is None:
            t.is_parked = True
            return True
        s = self.matcher.find(t, Event("atomic", 0, 0, None, place.line, place.file))
        return enter(None) if s is None else self.stand(t, s, enter)

    def is_racing(self, e):
        s = self.section_race[0]
        o = self.plan.objects[s.object] if s.object >= 0 else None
        return o is not None and o.base is not None and e.address < o.base + s.offset + s.size and o.base + s.offset < e.address + e.size

    # ---- races

    def meet_race(self, t, e, step):
        """An access of the race, whose turn has come. Returns whether the thread stops before it; else it makes it."""
        if step.race is None or step.op == "atomic" and self.section_race is not None:
            return False
        if step.race == "made":
            self.failures.made = (t, e)
            return False
        t.stands = e
        standing = [(x, x.stands) for x in self.threads if x.stands is not None]
        if self.failures.made is not None:
            standing = [self.failures.made] + standing
        if len(standing) > 1:
            self.failures.compare(standing[0], standing[1])
        return True

    # ---- ends

    def begin_end(self, t):
        """The thread is about to end, or the process. Its steps so far must have come."""
        if self.is_free:
            return self.end_thread(t)
        if t.next is None:
            t.is_exiting = True
            return True
        s = t.next

        def next_end(step):
            if step.op != "end" and not step.continues:
                self.plan.note_divergence(step)
            return self.end_thread(t) if t.next is None else self.begin_end(t)

        return self.stand(t, s, next_end)

    def end_thread(self, t):
        if self.process.register("orig_rax") == SYS_EXIT and self.is_in_system_call(self.process.register("pc")):
            return False
        return self.end_process(t)

    def end_process(self, t):
        if not self.is_free and t.next is not None:
            return self.begin_end(t)
        if self.plan.expects("deadlock"):  # the end of the process does not save threads that wait for each other
            t.is_ended = True
            return True
        if not self.is_free:
            t.is_exiting = True
            return True
        if self.plan.failure is not None:
            self.failures.missed("the process ends without the failure")
        self.end("the process ends well")

    # ---- after the plan

    def run_free(self):
        self.is_free = True
        participants = self.plan.failure["threads"] if self.plan.failure else []
        for _ in range(MAX_TURNS):
            before = self.progress
            for t in sorted(self.threads, key=lambda t: t.index not in participants):
                self.run_thread_free(t)
            if self.progress == before:
                break
        self.failures.report_deadlock(self.threads)

    def run_thread_free(self, t):
        if not t.is_alive or t.is_spinning or t.stands is not None:
            return
        t.native.switch()
        t.is_parked = False
        self.write_late(t)
        self.write_part(t, None)
        if t.wait is not None:
            if not self.calls.make_wait(t):
                return
        elif t.is_exiting:
            t.is_exiting = False
            if self.end_thread(t):
                return
        elif t.pending is not None or not t.is_blocked:
            t.pending = t.then = None
            if self.arrive(t):
                return
        t.is_blocked = False
        self.advance(t)
