# What an instruction does to memory, from gdb's disassembly (x86-64, AT&T syntax). In: its text. Out: an Operand with the kind and size of the access and
# how its address is computed from registers, or the target of a call.

import collections
import re

# kind: load, store, update (atomic), split (a load and a store that are not atomic together)
Operand = collections.namedtuple("Operand", "kind size segment displacement base index scale repeat")

SIZES = {"b": 1, "w": 2, "l": 4, "q": 8}
MEMORY = re.compile(r"(?:%([a-z]s):)?(-?0x[0-9a-f]+)?\(([^)]*)\)|%(fs|gs):(-?0x[0-9a-f]+)")
# The memory operand is last, but only read.
ONLY_READ = re.compile(r"(cmp(?!xchg)|test|bt(?![src])|ucomis|comis|push|i?div|i?mul|call|jmp|fld|fild|fadd|fmul|fcom|fucom)")
# The memory operand is last, and only written.
ONLY_WRITTEN = re.compile(r"(mov|set|fst|fist|pop|cvt|stos|fnst|vmov)")
NO_ACCESS = re.compile(r"(lea|nop|endbr|prefetch|leave|ret|rep nop|notrack)")


def register_size(name):
    if name.startswith(("xmm", "ymm")):
        return 16 if name.startswith("xmm") else 32
    if name.startswith("r"):
        return {"d": 4, "w": 2, "b": 1}.get(name[-1], 8) if name[1].isdigit() else 8
    if name.startswith("e"):
        return 4
    return 1 if name.endswith(("l", "h")) else 2


def operands_of(text):
    parts, depth, current = [], 0, ""
    for c in text:
        if c == "," and depth == 0:
            parts.append(current.strip())
            current = ""
            continue
        depth += {"(": 1, ")": -1}.get(c, 0)
        current += c
    return parts + [current.strip()] if current.strip() else parts


def access_size(mnemonic, operands):
    extension = re.fullmatch(r"mov[sz]([bwl])[wlq]", mnemonic)
    if extension:
        return SIZES[extension.group(1)]
    if mnemonic in ("movss", "movd", "cvtss2sd", "flds", "fsts", "fstps", "fildl", "fistl", "fistpl") or re.fullmatch(r"\w+ss", mnemonic):
        return 4
    if mnemonic in ("movsd", "movq", "movlps", "movhps", "cvtsd2ss", "fldl", "fstl", "fstpl", "fildll", "fistpll") or re.fullmatch(r"\w+sd", mnemonic):
        return 8
    if mnemonic in ("fldt", "fstpt", "cmpxchg16b"):
        return 16
    if mnemonic.startswith("cvtsi2s"):
        return SIZES.get(mnemonic[-1], 4)
    registers = [o for o in operands if re.fullmatch(r"%\w+", o)]
    if mnemonic.startswith("set"):
        return 1
    if mnemonic.startswith(("call", "jmp", "push", "pop")):
        return 8
    if mnemonic in ("movzb", "movsb") and registers:
        return 1
    if registers and not mnemonic.startswith(("mul", "div", "idiv", "sh", "sa", "ro")):
        return register_size(registers[-1][1:])
    return SIZES.get(mnemonic[-1], 8)


def decode(text):
    """The memory access of an instruction, or None."""
    text = text.split("#")[0].split("<")[0].strip()
    if NO_ACCESS.match(text):
        return None
    prefixes = re.match(r"(?:(lock|rep|repz|repnz|repne|repe|data16|bnd|cs|ds)\s+)*", text).group(0).split()
    words = text[len(re.match(r"(?:(lock|rep|repz|repnz|repne|repe|data16|bnd|cs|ds)\s+)*", text).group(0)):].split(None, 1)
    if len(words) < 2:
        return None
    mnemonic, operands = words[0], operands_of(words[1])
    places = [i for i, o in enumerate(operands) if MEMORY.search(o) and not o.startswith("$")]
    if not places:
        return None
    place = places[-1]
    found = MEMORY.search(operands[place])
    segment, displacement = found.group(1) or found.group(4), int(found.group(2) or found.group(5) or "0", 16)
    base, index, scale = (([p.strip().lstrip("%") for p in (found.group(3) or "").split(",")]) + ["", "", ""])[:3]
    if segment not in ("fs", "gs"):
        segment = None
    if segment == "fs" and displacement == 0x28:  # the guard of the stack
        return None
    if place < len(operands) - 1 or ONLY_READ.match(mnemonic) or (len(operands) == 1 and mnemonic.startswith(("mul", "div", "idiv", "imul"))):
        kind = "load"
    elif ONLY_WRITTEN.match(mnemonic):
        kind = "store"
    else:
        kind = "update" if "lock" in prefixes else "split"
    if mnemonic.startswith("xchg"):
        kind = "update"
    size = access_size(mnemonic, operands)
    return Operand(kind, size, segment, displacement, base, index, int(scale or "1"), any(p.startswith("rep") for p in prefixes))


def callee_of(text):
    """The name of the function that a direct call names; an empty text for other calls; None if it is not a call."""
    words = text.split()
    if words and words[0] in ("bnd", "notrack"):
        words = words[1:]
    if not words or not words[0].startswith("call"):
        return None
    named = re.search(r"<([^>+]+)>", text)
    return re.sub(r"@.*", "", named.group(1)) if named and "*" not in text else ""
