# The places of the program that matter to a plan: instructions that access memory which other threads may see, and calls. In: the plan and gdb's symbols and
# line table. Out: a Place by address.

import os

# A statement may span lines, and compilers name different ones.
NEAR_LINES = 2


class Place:
    def __init__(self, address, length, file, line, operand, callee, text):
        self.address, self.length, self.file, self.line = address, length, file, line
        self.operand, self.callee, self.text = operand, callee, text
        self.after = address + length


class Places:
    def __init__(self, plan, process):
        self.plan = plan
        self.at = {}
        self.functions = {}  # the program's own, by name: the address
        self.files = [os.path.realpath(f) for f in plan.files]
        self.globals = [(o.base, o.base + o.size) for o in plan.objects if o.base is not None]
        self.needs_all = any(s.race and s.op == "atomic" for s in plan.steps)
        self.stack_lines = set()
        for s in plan.steps:
            if s.object < 0 or plan.objects[s.object].kind in ("stack", "thread-local"):
                self.stack_lines.update(range(s.line - NEAR_LINES, s.line + NEAR_LINES + 1))
        if plan.failure:
            self.stack_lines.add(plan.failure["line"])
        for first, last in self._own_functions():
            self._read(first, last, process)

    def _own_functions(self):
        """The functions of the units whose files the witness names: first and last address."""
        units = []
        for file in self.plan.sources:
            lines = [1] + sorted({s.line for s in self.plan.steps if s.line})
            for line in lines:
                try:
                    _, found = gdb.decode_line("%s:%d" % (os.path.basename(file), line))
                except gdb.error:
                    continue
                units += [s.symtab for s in found or () if s.symtab is not None]
                if found and line == 1:
                    break
        seen = set()
        for unit in units:
            for block in (unit.global_block(), unit.static_block()):
                for symbol in block:
                    if not symbol.is_function:
                        continue
                    address = int(symbol.value().address)
                    if address in seen:
                        continue
                    seen.add(address)
                    self.functions[symbol.name] = address
                    body = gdb.block_for_pc(address)
                    while body is not None and body.function is None:
                        body = body.superblock
                    if body is not None:
                        yield body.start, body.end - 1

    def _read(self, first, last, process):
        instructions = gdb.selected_frame().architecture().disassemble(first, last)
        for i in instructions:
            text, address = i["asm"], i["addr"]
            if text.split()[0] == "ret":
                process.returner = address
            callee = callee_of(text)
            operand = decode(text)
            if callee is None and operand is None:
                continue
            where = gdb.find_pc_line(address)
            file = self.number(where.symtab.fullname() if where.symtab else "")
            place = Place(address, i["length"], file, where.line, operand, callee, text)
            if callee is not None or self._may_matter(place):
                self.at[address] = place

    def _may_matter(self, place):
        o = place.operand
        if o.base == "rip" and not o.index:
            address = place.after + o.displacement
            return any(low < address + o.size and address < high for low, high in self.globals) or self.plan.has_unbound_globals
        if o.base in ("rbp", "rsp") or o.segment:
            return place.line in self.stack_lines
        return True

    def number(self, path):
        """The number of a file in the plan, or -1."""
        real = os.path.realpath(path)
        if real in self.files:
            return self.files.index(real)
        names = [os.path.basename(f) for f in self.files]
        return names.index(os.path.basename(path)) if os.path.basename(path) in names else -1
