# The process under gdb: one thread runs at a time (scheduler-locking), until it comes to a place with a breakpoint, blocks, ends, or gets a signal.
#
# A thread that sleeps in the kernel is interrupted and counts as blocked. When it is resumed, its system call is restarted, and it continues if what it waited
# for has happened.

import os
import threading
import time

POLL_SECONDS = 0.002
SLEEPING_POLLS = 3
REPEAT_POLLS = 250
# A thread that computes for so long, in CPU time, without coming to a breakpoint counts as blocked: it spins.
MAX_CPU_SECONDS = 1.0
TICKS = os.sysconf("SC_CLK_TCK")


own_output = None


def be_quiet(is_quiet):
    """While threads run along the plan, gdb's own account of their stops goes nowhere. The process has its output already."""
    global own_output
    gdb.flush()
    if is_quiet and own_output is None:
        own_output = os.dup(1)
        nowhere = os.open("/dev/null", os.O_WRONLY)
        os.dup2(nowhere, 1)
        os.close(nowhere)
    elif not is_quiet and own_output is not None:
        os.dup2(own_output, 1)
        os.close(own_output)
        own_output = None


class Stop:
    """Why a thread stopped. kind: place, blocked, signal, ended, exited."""

    def __init__(self, kind, signal=None):
        self.kind, self.signal = kind, signal


class Process:
    def __init__(self):
        self.breakpoints = {}
        self.signal = None
        self.is_exited = False
        self.returner = 0  # the address of a return instruction
        gdb.events.stop.connect(self._note_stop)
        gdb.events.exited.connect(self._note_exit)

    def _note_stop(self, event):
        self.signal = event.stop_signal if isinstance(event, gdb.SignalEvent) else None

    def _note_exit(self, _event):
        self.is_exited = True

    def disconnect(self):
        gdb.events.stop.disconnect(self._note_stop)
        gdb.events.exited.disconnect(self._note_exit)
        for b in self.breakpoints.values():
            b.delete()
        self.breakpoints = {}

    def break_at(self, address):
        if address not in self.breakpoints:
            b = gdb.Breakpoint("*%d" % address, internal=True)
            b.silent = True
            self.breakpoints[address] = b

    # ---- running

    def _watch(self, pid, lwp, state):
        sleeping = 0
        begin = None
        while not state["is_over"]:
            time.sleep(POLL_SECONDS)
            try:
                with open("/proc/%d/task/%d/stat" % (pid, lwp)) as f:
                    fields = f.read().rsplit(")", 1)[1].split()
            except OSError:
                return
            cpu = (int(fields[11]) + int(fields[12])) / TICKS
            begin = cpu if begin is None else begin
            sleeping = sleeping + 1 if fields[0] == "S" else 0
            if sleeping < SLEEPING_POLLS and cpu - begin < MAX_CPU_SECONDS:
                continue
            state["is_interrupted"] = True
            state["spins"] = sleeping < SLEEPING_POLLS
            gdb.post_event(lambda: None if state["is_over"] else gdb.execute("interrupt"))
            for _ in range(REPEAT_POLLS):  # gdb may lose an interrupt: then it is repeated
                if not state["is_over"]:
                    time.sleep(POLL_SECONDS)

    def run(self, native):
        """Resumes one thread until it stops. Other threads may come to their first breakpoint meanwhile."""
        while True:
            if not native.is_valid():
                return Stop("ended")
            native.switch()
            lwp = native.ptid[1]
            state = {"is_over": False, "is_interrupted": False, "spins": False}
            watcher = threading.Thread(target=self._watch, args=(gdb.selected_inferior().pid, lwp, state), daemon=True)
            watcher.start()
            self.signal = None
            try:
                gdb.execute("continue", to_string=True)
            except (gdb.error, RuntimeError):
                pass
            state["is_over"] = True
            watcher.join()
            if self.is_exited:
                return Stop("exited")
            if not native.is_valid() or native.is_exited():
                return Stop("ended")
            stopped = gdb.selected_thread()
            if stopped is None or stopped.ptid != native.ptid:
                continue
            if self.signal is None:
                return Stop("place")
            if self.signal != "SIGINT":
                return Stop("signal", self.signal)
            if state["is_interrupted"]:
                return Stop("blocked", "spins" if state["spins"] else None)

    # ---- registers and memory of the thread that is selected

    def register(self, name):
        return int(gdb.parse_and_eval("(unsigned long)$%s" % name))

    def line(self):
        """The line of the innermost function with lines."""
        frame = gdb.newest_frame()
        while frame is not None and frame.find_sal().line == 0:
            frame = frame.older()
        return frame.find_sal().line if frame is not None else 0

    def argument(self, i):
        return self.register(("rdi", "rsi", "rdx", "rcx", "r8", "r9")[i])

    def set_register(self, name, value):
        gdb.execute("set $%s = %d" % (name, value), to_string=True)

    def address_of(self, operand, length):
        address = operand.displacement
        if operand.base == "rip":
            address += self.register("pc") + length
        elif operand.base:
            address += self.register(operand.base)
        if operand.index:
            address += self.register(operand.index) * operand.scale
        if operand.segment in ("fs", "gs"):
            address += self.register(operand.segment + "_base")
        return address % 2**64

    def read(self, address, size):
        """The bytes at an address, or None."""
        try:
            return bytes(gdb.selected_inferior().read_memory(address, size))
        except (gdb.error, OverflowError):
            return None

    def write(self, address, data):
        gdb.selected_inferior().write_memory(address, data)

    def read_int(self, address, size=4):
        data = self.read(address, size)
        return None if data is None else int.from_bytes(data, "little", signed=True)

    def call(self, name, *arguments):
        """Calls a function in the process, in the selected thread. It must not wait."""
        types = ", ".join("unsigned long" for _ in arguments) or "void"
        values = ", ".join("%dUL" % a for a in arguments)
        return int(gdb.parse_and_eval("((long (*)(%s)) %s)(%s)" % (types, name, values)))

    def skip_call(self, after, result):
        """The selected thread stands at a call: instead of making it, it returns with this result."""
        stack = self.register("rsp") - 8
        self.write(stack, after.to_bytes(8, "little"))
        self.set_register("rsp", stack)
        self.set_register("rax", result % 2**64)
        self.set_register("pc", self.returner)
