// Lifetimes of objects in one step. In: operations that begin and end objects. Out: their addresses, which are those that the executor gives them; what begins and ends.

import { Fault } from "../execution/fault.ts";
import type { MemoryObject } from "../execution/memory-object.ts";
import { isHeapKind, type Operation } from "../program/operations.ts";
import type { Program } from "../program/program.ts";
import type { Term } from "../terms/term.ts";
import type { Followed, Following } from "./following.ts";
import type { LifetimeHost } from "./host.ts";
import { pointerTo } from "./instance.ts";
import type { ObjectSpec } from "./step-state.ts";

type Of<K extends Operation["op"]> = Operation & { op: K };

/** Thread-locals get their first values word by word: as bytes, the values of 1,024 keys took most of the time of a step graph. */
const wordBytes = 8;

export class StepLifetimes implements LifetimeHost<Followed> {
  constructor(readonly step: Following) {}

  #begin(spec: ObjectSpec): MemoryObject {
    const object = this.step.state.begin(this.step.current, spec);
    this.step.memory.begin(object);
    return object;
  }

  allocateOnStack(at: Followed, o: Of<"stack-allocate" | "stack-renew">): Term {
    if (o.op === "stack-renew") {
      const address = at.operand(o.address);
      const object = this.step.memory.objectAt(Number(this.step.pin(address)));
      if (object !== null) this.step.memory.renew(object);
      return address;
    }
    const size = at.fixed(o.size, "the size of a local");
    const object = this.#begin({ size, align: o.align, kind: "stack", private: o.private });
    this.step.current.stack.push(object);
    return pointerTo(this.step, BigInt(object.address));
  }

  allocateOnHeap(at: Followed, o: Of<"heap-allocate">): Term {
    const size = at.fixed(o.size, "the size of a block");
    const align = at.fixed(o.align, "the alignment of a block");
    const internal = at.fixed(o.internal, "the kind of an allocation");
    if (this.step.machine.addresses.allocatesInSteps(internal)) this.step.useGrant();
    const kind = isHeapKind(internal) ? "heap" : "internal";
    return pointerTo(this.step, BigInt(this.#begin({ size, align, kind, private: internal === 2 }).address));
  }

  threadLocal(id: number): Term {
    const { locals, begunLocals } = this.step.current;
    const number = this.step.machine.variables.numberOf(id);
    const known = begunLocals.get(number)?.address ?? locals[number] ?? 0;
    if (known !== 0) return pointerTo(this.step, BigInt(known));
    const { image, size, align, private: isPrivate } = this.step.program.objects[id] as Program["objects"][number];
    const object = this.#begin({ size, align, kind: "thread-local", private: isPrivate });
    begunLocals.set(number, object);
    for (let at = 0; at < object.size; at += wordBytes) {
      const bytes = Math.min(wordBytes, object.size - at);
      let value = 0n;
      for (let i = bytes; i-- > 0; ) value = (value << 8n) | BigInt(image?.[at + i] ?? 0);
      this.step.memory.put(object, at, bytes, this.step.terms.constant(value, 8 * bytes));
    }
    return pointerTo(this.step, BigInt(object.address));
  }

  #heapObject(address: Term): MemoryObject {
    const at = Number(this.step.pin(address));
    const o = this.step.memory.objectAt(at);
    if (o !== null && !o.isPrivate) this.step.touch(o.address, Math.max(o.size, 1), false);
    const isHeap = o !== null && (o.kind === "heap" || o.kind === "internal") && o.address === at;
    if (!isHeap) throw new Fault("invalid-free", "");
    if (!this.step.memory.isLive(o)) throw new Fault("double-free", "");
    return o;
  }

  free(_: Following, address: Term): void {
    this.step.memory.end(this.#heapObject(address));
  }

  sizeOf(_: Following, address: Term): Term {
    return pointerTo(this.step, BigInt(this.#heapObject(address).size));
  }

  endScope(_: Following, address: Term): void {
    const { stack } = this.step.current;
    const object = this.step.memory.objectAt(Number(this.step.pin(address)));
    if (object === null) return;
    this.step.memory.end(object);
    if (stack.at(-1) === object) stack.pop();
  }

  mark(): Term {
    return pointerTo(this.step, BigInt(this.step.current.stack.length));
  }

  release(_: Followed, mark: number): void {
    if (this.endsShared(mark)) this.step.useGrant();
    this.releaseTo(mark);
  }

  releaseFrames(): void {
    this.releaseTo(0);
  }

  endsShared(mark: number): boolean {
    return this.step.current.stack.slice(mark).some((o) => !o.isPrivate && this.step.memory.isLive(o));
  }

  releaseTo(mark: number): void {
    const { stack } = this.step.current;
    while (stack.length > mark) {
      const o = stack.pop() as MemoryObject;
      if (this.step.memory.isLive(o)) this.step.memory.end(o);
    }
  }
}
