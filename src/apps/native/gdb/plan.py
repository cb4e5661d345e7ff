# The plan of a witness: steps, objects, allocations, inputs and the failure, as JSON in this script; and what is learned of it while the process runs.

import collections
import json


GROUPS = {"send": "write", "sendto": "write", "recv": "read", "recvfrom": "read", "accept4": "accept"}


class Step:
    def __init__(self, row):
        self.__dict__.update(row)
        self.is_passed = False


class Object:
    """`base`: its address in the process, or None."""

    def __init__(self, row):
        self.__dict__.update(row)
        self.base = None


class Plan:
    def __init__(self, text):
        data = json.loads(text)
        # Fences are not always an instruction, and the process is sequentially consistent anyway: one thread runs at a time.
        self.steps = [Step(s) for s in data["steps"] if s["op"] != "fence"]
        self.objects = [Object(o) for o in data["objects"]]
        self.allocations = [dict(a, is_used=False) for a in data["allocations"]]
        self.inputs = [dict(i, is_used=False) for i in data["inputs"]]
        self.failure = data["failure"]
        self.files = data["files"]
        self.sources = data["sources"]
        self.fill = data["fill"]
        self.input = data["input"]
        self.unwritten = data["unwritten"]
        self.is_descending = data["isDescending"]
        self.due = 0
        self.diverged = None  # the first step that did not come

    def expects(self, kind):
        return self.failure is not None and self.failure["kind"] == kind

    @property
    def has_unbound_globals(self):
        return any(o.kind == "global" and o.symbol and o.base is None for o in self.objects)

    def bind_symbols(self):
        for o in self.objects:
            if o.kind != "global" or not o.symbol:
                continue
            parts = o.symbol.split(".")
            names = [o.symbol] if len(parts) == 1 else ["'%s'::%s" % (parts[0], parts[1]), "%s::%s" % (parts[0], parts[1])]
            for name in names:
                try:
                    value = gdb.parse_and_eval(name)
                except gdb.error:
                    continue
                if value.address is not None and (value.type.sizeof == o.size or value.type.sizeof == 0):
                    o.base = int(value.address)
                    break

    def note_divergence(self, step):
        """A step that did not come. The end of a local's lifetime never does: it is no operation of the process."""
        if self.diverged is None and step.op != "local":
            self.diverged = step.index

    def next_allocation(self, thread):
        for a in self.allocations:
            if a["thread"] == thread and not a["is_used"]:
                a["is_used"] = True
                return a
        return None

    def call_fails(self, thread, name):
        """Whether a call fails: the witness has an input for it, under the name of the function or of a group of functions."""
        return self.next_input(thread, "%s fails" % GROUPS.get(name, name)) == 1

    def next_input(self, thread, what):
        for i in self.inputs:
            if i["thread"] == thread and i["what"] == what and not i["is_used"]:
                i["is_used"] = True
                return int(i["value"])
        return None


# What a thread is about to do. operation: load, store, update, split, call, atomic, local
Event = collections.namedtuple("Event", "op address size call line file")
