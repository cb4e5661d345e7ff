# Waits that end when the witness says so: for condition variables and futexes. The thread stands at the call, which is made only when the plan is over.

import errno
import re

FUTEX_WAIT, FUTEX_WAKE, SYS_FUTEX = 0, 1, 202
THRD_TIMEDOUT = 4


class Wait:
    """`key`: the address of the condition variable or futex; `mutex`: what is released meanwhile, or None."""

    def __init__(self, name, place, key, mutex, is_timed):
        self.name, self.place, self.key, self.mutex, self.is_timed = name, place, key, mutex, is_timed
        self.is_woken = self.is_spurious = False


class Waits:
    def _condition(self, t, place, name, step):
        condition, mutex = self.process.argument(0), self.process.argument(1)
        if name.endswith("destroy") and any(x.wait and x.wait.key == condition and not x.wait.is_woken for x in self.f.threads):
            self.failures.misuse(t, "destroy-busy", "a condition variable is destroyed while a thread waits for it", place.line)
        if name.endswith(("signal", "broadcast")):
            self.wake(condition, None if name.endswith("broadcast") else 1, step.choice if step else 0)
            return self.make(t, place, name) if self.f.is_free else self.skip(place, 0)
        if not name.endswith("wait") or self.f.is_free or t.is_cancelled:
            return self.make(t, place, name)
        kind = "mtx" if name.startswith("cnd") else "pthread_mutex"
        self.check_mutex(t, "%s_unlock" % kind, mutex, place.line)
        self.process.call("%s_unlock" % kind, mutex)
        t.wait = Wait(name, place, condition, mutex, "timed" in name or "clock" in name)
        return self.continue_wait(t)

    def _syscall(self, t, place, name, step):
        number, word, operation, value = (self.process.argument(i) for i in range(4))
        operation &= 127
        if number != SYS_FUTEX or self.f.is_free or operation not in (FUTEX_WAIT, FUTEX_WAKE):
            return self.make(t, place, name)
        if operation == FUTEX_WAKE:
            return self.skip(place, self.wake(word, value & 0x7FFFFFFF, 0))
        if self.process.read_int(word) != int.from_bytes((value & 0xFFFFFFFF).to_bytes(4, "little"), "little", signed=True):
            self.set_errno(errno.EAGAIN)
            return self.skip(place, -1)
        t.wait = Wait(name, place, word, None, False)
        return self.continue_wait(t)

    def wake(self, key, count, choice):
        """Wakes waiting threads, in the order of threads from the chosen one; None: all. Returns how many."""
        waiting = [x for x in self.f.threads if x.wait and x.wait.key == key and not x.wait.is_woken and x.is_alive]
        woken = waiting if count is None else waiting[choice : choice + count]
        for x in woken:
            x.wait.is_woken = True
        return len(woken)

    def continue_wait(self, t):
        part = t.next
        if part is not None and part.continues and part.call == t.wait.name:
            return self.f.stand(t, part, lambda s: self.take_part(t, s))
        if t.wait.is_woken or t.wait.is_spurious or t.wait.is_timed:
            return self.finish_wait(t)
        t.is_blocked = True
        t.waits_for = text_of_wait(t.wait.name)
        return True

    def take_part(self, t, step):
        t.wait.is_spurious = t.wait.is_spurious or step.isSpurious
        return self.continue_wait(t)

    def lock_again(self, t):
        """Takes the mutex of the wait if it is free."""
        w = t.wait
        if w.mutex is None:
            return True
        result = self.process.call("mtx_trylock" if w.name.startswith("cnd") else "pthread_mutex_trylock", w.mutex) & 0xFFFFFFFF
        t.is_blocked = result != 0
        t.waits_for = "a mutex"
        return result == 0

    def finish_wait(self, t):
        if not self.lock_again(t):
            return True
        w, t.wait = t.wait, None
        if t.is_cancelled:
            return self.make(t, w.place, w.name)
        is_late = w.is_timed and not w.is_woken and not w.is_spurious
        return self.skip(w.place, (THRD_TIMEDOUT if w.name.startswith("cnd") else errno.ETIMEDOUT) if is_late else 0)

    def make_wait(self, t):
        """The plan is over: the wait is made, so that the process itself shows it. Returns whether the thread is to run."""
        w = t.wait
        if w.is_woken or w.is_spurious:
            return not self.finish_wait(t)
        if not self.lock_again(t):
            t.waits_for = text_of_wait(w.name)
            return False
        t.wait = None
        self.make(t, w.place, w.name)
        return True
