// Generates code for every operation and terminator. A step (an operation that another thread can observe) starts at a position of its own
// and yields unless it is granted: `M.go` counts the steps that the scheduler has granted. The machine's components do the work; function.ts
// lists their letters.

import type { RegisterOperand } from "../../program/noted-operands.ts";
import { type Operand, type Operation, type Register, type Scalar, storeSize, type Terminator } from "../../program/operations.ts";
import { functionAddress } from "../../program/program.ts";
import { emitCompare, loadImage, noteConversion, noteInteger, noteNumbers } from "./addresses.ts";
import { assignSlots, type Emitter } from "./emitter.ts";
import { emitBuiltin, emitChecked, emitConvert, emitFloat, emitFloatCompare } from "./floats.ts";
import { emitInteger } from "./integers.ts";
import { Signal } from "./signal.ts";
import { numberSignature } from "./signature.ts";

/** Whether a new segment begins before or after the operation. */
export function segmentBoundary(o: Operation): "before" | "after" | "no" {
  switch (o.op) {
    case "load":
    case "store":
    case "update":
    case "compare-exchange":
    case "copy-in":
    case "copy-out":
    case "fill":
      return o.private ? "no" : "before";
    case "stack-allocate": // pointers to dead objects are searched for in the thread's registers (forgotten-places.ts)
      return o.private ? "no" : "before";
    case "atomic-begin":
    case "heap-allocate":
    case "heap-free":
    case "heap-size":
    case "stack-end":
    case "thread-start":
    case "process-end":
    case "error":
    case "unsupported":
    case "input":
    case "set-jump": // control may return to this point
    case "long-jump":
      return "before";
    case "call":
      return "after";
    default:
      return "no";
  }
}

type Note = (position: number) => void;

/** Stops before operation `k`, unless the step begins here or a section is open. Returns the position of the stop. */
export function emitStop(e: Emitter, k: number): number {
  const p = e.newPosition();
  e.line(`case ${p}: if (T.sectionDepth === 0) { if (M.go === 0) { T.pc = ${p}; return ${Signal.Yield}; } M.passLine(T, ${k}); }`);
  return p;
}

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: an exhaustive switch
export function emitOperation(e: Emitter, o: Operation, k: number, note: Note): void {
  /** Opens a position here: control falls into it, and resumes at it after a yield. */
  const position = (): number => {
    const p = e.newPosition();
    note(p);
    e.line(`case ${p}:`);
    return p;
  };
  /** Emits an operation that is always a step. The grant is used up after the work, so that an error in the work belongs to the step. */
  const step = (work: () => void): void => {
    const p = position();
    e.line(`if (M.go === 0) { T.pc = ${p}; return ${Signal.Yield}; } M.stepAt(T, ${k}); M.at = ${k};`);
    work();
    e.line("M.go--;");
  };
  switch (o.op) {
    case "move":
      return e.move(o.to, o.type, o.from);
    case "integer":
      noteInteger(e, o);
      return emitInteger(e, o, k);
    case "compare":
      return emitCompare(e, o);
    case "float":
    case "float-negate":
      return emitFloat(e, o);
    case "float-compare":
      return emitFloatCompare(e, o);
    case "convert":
      noteConversion(e, o);
      return emitConvert(e, o);
    case "builtin":
      if (o.type.kind === "int") noteNumbers(e, o.args, o.type.bits);
      return emitBuiltin(e, o);
    case "checked":
      noteNumbers(e, [o.left, o.right], o.bits);
      return emitChecked(e, o);
    case "select":
      e.line(`if (${e.low(o.condition)}) {`);
      e.move(o.to, o.type, o.then);
      e.line("} else {");
      e.move(o.to, o.type, o.otherwise);
      return e.line("}");
    case "load":
    case "store":
    case "update":
    case "compare-exchange":
    case "copy-in":
    case "copy-out":
    case "fill":
      return emitAccess(e, o, k, position);
    case "check-provenance":
      return e.line(`M.at = ${k}; mem.checkProvenance(${pair(e, o.base)}, ${pair(e, o.address)});`);
    case "clear":
      return e.line(`A.clear(T, ${k}, ${pair(e, o.address)}, ${length(e, o.size)});`);
    case "stack-allocate":
      return setPointer(e, o.to, `B.stackAllocate(T, ${k}, ${length(e, o.size)})`);
    case "stack-renew":
      return e.line(`B.stackRenew(${pair(e, o.address)});`);
    case "stack-end":
      return step(() => e.line(`B.stackEnd(T, ${k}, ${pair(e, o.address)});`));
    case "stack-mark":
      return setPointer(e, o.to, "T.stack.length");
    case "stack-reset":
      return emitRelease(e, k, e.low(o.mark), note);
    case "heap-allocate": {
      const p = position();
      e.line(`if (M.go === 0 && P.allocatesInSteps(${e.low(o.internal)})) { T.pc = ${p}; return ${Signal.Yield}; }`);
      return setPointer(e, o.to, `B.heapAllocate(T, ${k}, ${length(e, o.size)}, ${length(e, o.align)}, ${e.low(o.internal)})`);
    }
    case "heap-free":
      return step(() => e.line(`B.heapFree(T, ${k}, ${pair(e, o.address)});`));
    case "heap-size":
      return step(() => setPointer(e, o.to, `B.heapSize(T, ${k}, ${pair(e, o.address)})`));
    case "thread-local":
      return setPointer(e, o.to, `T.locals[${e.threadLocalNumber(o.object)}] || V.threadLocal(T, ${e.threadLocalNumber(o.object)})`);
    case "call":
      return emitCall(e, o, k, note);
    case "variadic-area":
      return bits(e, o.to) > 32 ? e.setPair(o.to, "T.variadicLow", "T.variadicHigh") : e.setLow(o.to, "T.variadicLow");
    case "set-jump": {
      const p = position();
      e.setLow(o.to, "T.jumpValue"); // 0 the first time, longjmp's value when control returns to this position
      e.line(`if (T.jumpValue === 0) C.setJump(T, ${k}, ${pair(e, o.buffer)}, ${p}); T.jumpValue = 0;`);
      return;
    }
    case "long-jump":
      step(() => e.line(`C.longJump(T, ${k}, ${pair(e, o.buffer)}, ${e.low(o.value)});`));
      return e.line(`return ${Signal.Continue};`);
    case "fence":
      return e.line(`S.fence(T, ${k}, "${o.order}");`);
    case "atomic-begin": {
      const p = position();
      return e.line(`if (M.go === 0) { T.pc = ${p}; return ${Signal.Yield}; } S.sectionBegin(T, ${k}, ${o.user});`);
    }
    case "atomic-end":
      return e.line(`if (S.sectionEnd(T, ${k})) return ${Signal.Enabled};`);
    case "waits-for":
      return e.line(`S.waitsFor(${e.low(o.slot)});`);
    case "block-until":
      return e.line(
        `M.mayBlock = true; if (!(${e.low(o.condition)})) { S.blockedAt(T, ${k}, ${pair(e, o.object)}); return ${Signal.Blocked}; } S.reset();`,
      );
    case "acquire":
    case "release":
      return e.line(`S.${o.op}(T, ${pair(e, o.object)}, ${e.low(o.index)});`);
    case "access-as":
      return e.line(`S.accessAs(T, ${e.low(o.how)}, ${e.low(o.memoryOrder)});`);
    case "lock-note":
      return e.line(`S.lockNote(T, ${k}, ${pair(e, o.object)}, ${e.low(o.mode)}, ${o.taken});`);
    case "choose":
      return e.setLow(o.to, `O.choose(T, ${k}, ${e.low(o.count)})`);
    case "input": {
      const p = position();
      e.line(`if (M.go === 0 && O.asksInSteps) { T.pc = ${p}; return ${Signal.Yield}; }`);
      if (o.first === null || o.last === null) return e.setPair(o.to, `O.input(T, ${k}, ${e.low(o.bits)})`, "X.high");
      return e.setPair(o.to, `O.inputFrom(T, ${k}, ${e.low(o.bits)}, ${pair(e, o.first)}, ${pair(e, o.last)})`, "X.high");
    }
    case "assume":
      return e.line(`M.mayBlock = true; if (!(${e.low(o.condition)})) return S.assumptionFails(T, ${k});`);
    case "thread-start":
      return step(() => e.setLow(o.to, `L.threadStart(T, ${k}, ${pair(e, o.entry)}, ${pair(e, o.self)})`));
    case "thread-exit":
      return e.line(`return L.threadExit(T, ${k});`);
    case "end-locals":
      return e.line("T.releaseStack(0);");
    case "thread-self":
      return bits(e, o.to) > 32 ? e.setPair(o.to, "T.selfLow", "T.selfHigh") : e.setLow(o.to, "T.selfLow");
    case "thread-slot":
      return e.setLow(o.to, "T.index");
    case "thread-label":
      return e.line(`L.threadLabel(T, ${pair(e, o.function)});`);
    case "process-end":
      return step(() => e.line(`return L.processEnd(T, ${k}, ${e.low(o.status)}, ${e.low(o.kind)});`));
    case "error":
      return step(() => e.line(`W.raise(T, ${k}, "${o.error}", ${o.text === null ? "0, 0" : pair(e, o.text)});`));
    case "unsupported":
      return step(() => e.line(`W.unsupported(T, ${k}, ${o.text === null ? "0, 0" : pair(e, o.text)});`));
    case "option":
      return e.setLow(o.to, `E.option(T, ${e.low(o.which)})`);
    case "output":
      return e.line(`E.output(T, ${k}, ${e.low(o.descriptor)}, ${pair(e, o.address)}, ${length(e, o.size)});`);
    case "format-number": {
      const [buffer, ...rest] = o.args as [Operand, ...Operand[]];
      const last = rest.pop() as Operand;
      return e.setLow(o.to, `E.formatNumber(T, ${k}, ${pair(e, buffer)}, ${rest.map((a) => e.low(a)).join(", ")}, ${pair(e, last)})`);
    }
    case "parse-double":
      return e.setPair(o.to, `E.parseDouble(T, ${k}, ${pair(e, o.text)}, ${pair(e, o.consumed)})`, "X.high");
    case "math":
      return e.setPair(o.to, `X.math(${JSON.stringify(o.name)}, ${pair(e, o.x)}, ${pair(e, o.y)})`, "X.high");
  }
  o satisfies never; // an operation without a case is an error here
}

const bits = (e: Emitter, r: number): number => e.type(r).bits;
const pair = (e: Emitter, o: Operand): string => `${e.low(o)}, ${e.high(o)}`;
/** A size as a JavaScript number. */
const length = (e: Emitter, o: Operand): string => (o.kind === "integer" ? String(o.value) : `X.number(${pair(e, o)})`);

function setPointer(e: Emitter, to: number, expression: string): void {
  if (bits(e, to) <= 32) return e.setLow(to, `(${expression}) | 0`);
  const q = e.temporary();
  e.line(`${q} = ${expression};`);
  e.setPair(to, `${q} | 0`, `(${q} / 4294967296) | 0`);
}

/** Notes the values of operands, as images. */
export function emitValues(e: Emitter, operands: readonly RegisterOperand[], k: number): void {
  if (operands.length > 0) e.line(`if (!M.probing) M.blocks.note(T, ${k}, [${operands.map((x) => imageValue(e, x)).join(", ")}]);`);
}

function imageValue(e: Emitter, o: RegisterOperand): string {
  const { kind, bits } = e.type(o.register);
  if (kind === "int") return e.big(o, bits);
  return bits === 32 ? `BigInt(X.floatImage(${e.float(o)}) >>> 0)` : `(X.splitDouble(${e.float(o)}), X.big64(X.low, X.high))`;
}

type AccessOperation = Operation & { op: "load" | "store" | "update" | "compare-exchange" | "copy-in" | "copy-out" | "fill" };

function emitAccess(e: Emitter, o: AccessOperation, k: number, position: () => number): void {
  const at = pair(e, o.address);
  if (!o.private) {
    const p = position();
    e.line(`if (M.go === 0 && A.isStep(${at}, ${o.op === "load" || o.op === "copy-in"})) { T.pc = ${p}; return ${Signal.Yield}; }`);
  }
  const size = o.op === "copy-in" || o.op === "copy-out" || o.op === "fill" ? length(e, o.size) : String(storeSize(o.type));
  e.line(`M.at = ${k};`);
  if (o.base !== null) e.line(`mem.checkBase(${pair(e, o.base)}, ${at}, ${size});`);
  switch (o.op) {
    case "load":
      if (o.field !== undefined && o.field.open !== null) return emitNeighbours(e, o, k, at, size, o.field.open);
      if (o.type.bits > 64) return e.setBig(o.to, `A.loadBig(T, ${k}, ${at}, ${size})`);
      if (!o.private) return loadImage(e, o, `A.load(T, ${k}, ${at}, ${size})`);
      loadImage(e, o, `mem.read(${size}, mem.check(${at}, ${size}))`);
      if (o.coercion && o.padding === null) return e.line("mem.sawUnwritten = false;");
      e.line("if (mem.sawUnwritten) {");
      e.setImage(o.to, o.type, `A.readUnwritten(T, ${k}, ${at}, ${size})`, "mem.high");
      return e.line("}");
    case "store": {
      const value = image(e, o.value, o.type);
      if (o.type.bits > 64) e.line(`A.storeBig(T, ${k}, ${at}, ${size}, ${e.big(o.value, o.type.bits)});`);
      else if (o.private) e.line(`${value.prepare}mem.write(${size}, mem.check(${at}, ${size}), ${value.low}, ${value.high});`);
      else e.line(`${value.prepare}A.store(T, ${k}, ${at}, ${size}, ${value.low}, ${value.high});`);
      if (o.open === undefined) return;
      const open = e.big(o.open, o.type.bits);
      const isOpen = o.type.bits > 64 ? `${open} !== 0n` : `(${e.low(o.open)} | ${e.high(o.open)}) !== 0`;
      return e.line(`if (${isOpen}) mem.reopen(${at}, ${size}, ${open});`);
    }
    case "update": {
      if (o.type.bits > 64) return e.setBig(o.to, `A.updateBig(T, ${k}, ${at}, ${size}, ${e.big(o.value, o.type.bits)})`);
      const value = image(e, o.value, o.type);
      e.line(value.prepare);
      return e.setImage(o.to, o.type, `A.update(T, ${k}, ${at}, ${size}, ${value.low}, ${value.high})`, "mem.high");
    }
    case "compare-exchange": {
      if (o.type.bits > 64) {
        e.setBig(
          o.to,
          `A.compareExchangeBig(T, ${k}, ${at}, ${size}, ${e.big(o.expected, o.type.bits)}, ${e.big(o.replacement, o.type.bits)})`,
        );
        return e.setLow(o.success, "A.exchanged");
      }
      const expected = image(e, o.expected, o.type);
      const value = image(e, o.replacement, o.type);
      e.setImage(
        o.to,
        o.type,
        `A.compareExchange(T, ${k}, ${at}, ${size}, ${expected.low}, ${expected.high}, ${value.low}, ${value.high})`,
        "mem.high",
      );
      return e.setLow(o.success, "A.exchanged");
    }
    case "copy-in":
      return e.line(`A.copyIn(T, ${k}, ${at}, ${size});`);
    case "copy-out":
      return e.line(`A.copyOut(T, ${k}, ${at}, ${size});`);
    case "fill":
      return e.line(`A.fillBytes(T, ${k}, ${at}, ${size}, ${e.low(o.byte)});`);
  }
}

/** Loads the word of a bit-field that is assigned, and which of its other bits are unwritten. */
function emitNeighbours(e: Emitter, o: Operation & { op: "load" }, k: number, at: string, size: string, open: Register): void {
  if (o.type.bits > 64) {
    e.line("A.open = 0n;");
    e.setBig(o.to, `A.loadBig(T, ${k}, ${at}, ${size})`);
    return e.setBig(open, "A.open");
  }
  e.line("A.openLow = A.openHigh = 0;");
  if (!o.private) loadImage(e, o, `A.load(T, ${k}, ${at}, ${size})`);
  else {
    loadImage(e, o, `mem.read(${size}, mem.check(${at}, ${size}))`);
    e.line("if (mem.sawUnwritten) {");
    e.setImage(o.to, o.type, `A.readUnwritten(T, ${k}, ${at}, ${size})`, "mem.high");
    e.line("}");
  }
  e.setImage(open, o.type, "A.openLow", "A.openHigh");
}

/** The memory image of an operand as two int32 expressions. */
function image(e: Emitter, o: Operand, type: Scalar): { prepare: string; low: string; high: string } {
  if (type.kind === "int") return { prepare: "", low: e.low(o), high: type.bits > 32 ? e.high(o) : "0" };
  if (type.bits === 32) return { prepare: "", low: `X.floatImage(${e.float(o)})`, high: "0" };
  return { prepare: `X.splitDouble(${e.float(o)}); `, low: "X.low", high: "X.high" };
}

/** Writes the arguments to the callee's frame. Parameters are the callee's first registers and never JavaScript variables, so their slots follow from the types alone. */
function emitCall(e: Emitter, o: Operation & { op: "call" }, k: number, note: Note): void {
  const back = e.newPosition();
  note(back);
  const callee = o.callee.kind === "function" ? `C.direct(T, ${k}, ${o.callee.function})` : `C.indirect(T, ${k}, ${pair(e, o.callee)})`;
  const n = e.temporary();
  const { slots, size } = assignSlots(o.argTypes);
  const signature = numberSignature(
    o.argTypes,
    o.results.map((r) => e.type(r)),
  );
  e.line(
    `T.pc = ${back}; ${n} = C.enter(T, ${k}, ${callee}, ${o.variadic === null ? "0, 0" : pair(e, o.variadic)}, ${signature}, ${size});`,
  );
  if (o.args.length > 0) e.line("R = T.registers; F = T.floats; D = T.doubles;");
  o.args.forEach((a, i) => {
    const type = o.argTypes[i] as Scalar;
    const slot = `${n} + ${slots[i]}`;
    if (type.kind === "float") e.line(type.bits === 32 ? `F[${slot}] = ${e.float(a)};` : `D[(${slot}) >> 1] = ${e.float(a)};`);
    else if (type.bits <= 32) e.line(`R[${slot}] = ${e.low(a)};`);
    else if (type.bits <= 64) e.line(`R[${slot}] = ${e.low(a)}; R[${slot} + 1] = ${e.high(a)};`);
    else e.line(`X.store128(R, ${slot}, ${e.big(a, type.bits)});`);
  });
  e.line(`if (C.mismatch) C.adapt(T, ${k}); return ${Signal.Continue};`);
  e.line(`case ${back}:`);
  o.results.forEach((r, i) => {
    const type = e.type(r);
    const slot = i * 4;
    if (type.kind === "float") e.setFloat(r, type.bits === 32 ? `T.resultFloats[${slot}]` : `T.resultDoubles[${slot / 2}]`);
    else if (type.bits <= 32) e.setLow(r, `T.result[${slot}]`);
    else if (type.bits <= 64) e.setPair(r, `T.result[${slot}]`, `T.result[${slot + 1}]`);
    else e.setBig(r, `X.big128(T.result, ${slot})`);
  });
}

/** Ends locals: a step if other threads may access one of them. */
function emitRelease(e: Emitter, k: number, mark: string, note: Note): void {
  if (!e.sharesStack) return e.line(`T.releaseStack(${mark});`);
  const p = e.newPosition();
  note(p);
  e.line(
    `case ${p}: if (M.go === 0 && B.endsShared(T, ${mark})) { T.pc = ${p}; return ${Signal.Yield}; } B.releaseStack(T, ${k}, ${mark});`,
  );
}

export function emitTerminator(e: Emitter, t: Terminator, k: number, self: number, note: Note): void {
  const goto = (target: number): string => `pc = ${target}; continue;`;
  switch (t.op) {
    case "jump":
      return e.line(goto(t.target));
    case "branch":
      return e.line(`pc = ${e.low(t.condition)} ? ${t.then} : ${t.otherwise}; continue;`);
    case "switch": {
      if (t.bits <= 32) {
        const cases = t.cases.map((c) => `case ${Number(t.bits === 32 ? BigInt.asIntN(32, c.value) : c.value)}: pc = ${c.target}; break;`);
        e.line(`switch (${e.low(t.on)}) { ${cases.join(" ")} default: pc = ${t.fallback}; }`);
      } else {
        const cases = t.cases.map((c) => `case "${c.value}": pc = ${c.target}; break;`);
        e.line(`switch (String(${e.big(t.on, t.bits)})) { ${cases.join(" ")} default: pc = ${t.fallback}; }`);
      }
      return e.line("continue;");
    }
    case "indirect-jump":
      e.line(`pc = ${e.low(t.address)} - ${functionAddress(self) + 1};`);
      return e.line(`if (pc < 0 || pc >= ${e.body.blocks.length}) W.fault(T, ${k}, "invalid-call"); continue;`);
    case "return":
      if (e.sharesStack) emitRelease(e, k, "T.stackMark", note);
      if (t.values.length === 0) e.line("T.result[0] = T.result[1] = 0;");
      t.values.forEach((v, i) => {
        const type = t.types[i] as Scalar;
        const slot = i * 4;
        if (type.kind === "float")
          e.line(type.bits === 32 ? `T.resultFloats[${slot}] = ${e.float(v)};` : `T.resultDoubles[${slot / 2}] = ${e.float(v)};`);
        else if (type.bits <= 32)
          e.line(`T.result[${slot}] = ${e.low(v)}; T.result[${slot + 1}] = 0;`); // a caller without a prototype may expect more bits
        else if (type.bits <= 64) e.line(`T.result[${slot}] = ${e.low(v)}; T.result[${slot + 1}] = ${e.high(v)};`);
        else e.line(`X.store128(T.result, ${slot}, ${e.big(v, type.bits)});`);
      });
      return e.line(`return T.pop(C.code) ? ${Signal.Continue} : L.threadExit(T, ${k});`);
    case "unreachable":
      return e.line(`W.fault(T, ${k}, "unreachable");`);
  }
}
