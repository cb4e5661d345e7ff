// The program's variables. Globals lie at the addresses that linking gave them, and hold the same bytes at every start; a
// thread-local variable gets an instance in a thread when that first uses it.

import type { GlobalObject, Program } from "../program/program.ts";
import type { Memory } from "./memory.ts";
import type { NewObject } from "./memory-object.ts";
import type { Thread } from "./thread.ts";

/** A thread-local variable: what each thread's instance is made of. One description for all instances, which are made often. */
interface ThreadLocal {
  readonly id: number;
  readonly instance: NewObject & { thread: number };
  readonly image: Uint8Array | null;
}

const threadLocalOf = (g: GlobalObject): ThreadLocal => ({
  id: g.id,
  instance: {
    size: g.size,
    align: g.align,
    kind: "thread-local",
    name: g.name,
    private: g.private,
    constant: false,
    type: g.type,
    at: g.position,
    thread: -1,
    count: -1 - g.id,
    library: g.library,
  },
  image: g.image,
});

const dropLocal = (locals: Float64Array, number: number): void => {
  locals[number] = 0;
};

export class Variables {
  /** The thread-local variables, by the numbers that generated code uses. */
  readonly locals: readonly ThreadLocal[];
  #initialGlobals: Uint8Array | null = null;

  constructor(
    readonly program: Program,
    readonly memory: Memory,
  ) {
    this.locals = program.objects.filter((g) => g.threadLocal).map(threadLocalOf);
  }

  numberOf(object: number): number {
    return this.locals.findIndex((l) => l.id === object);
  }

  /** To be called after a reset of memory, which keeps the objects of globals: only the first call makes them. */
  placeGlobals(): void {
    const { globals } = this.memory;
    if (this.#initialGlobals !== null) {
      globals.bytes.set(this.#initialGlobals);
      return;
    }
    for (const g of this.program.objects) {
      if (g.threadLocal) continue;
      const region = this.memory.globals;
      region.next = Number(g.address) - region.base;
      const object = this.memory.allocate(region, {
        size: g.size,
        align: g.align,
        kind: "global",
        name: g.name,
        private: false,
        constant: g.constant,
        type: g.type,
        at: g.position,
        thread: -1,
        count: g.id,
        library: g.library,
      });
      if (g.image !== null) region.bytes.set(g.image, object.start);
    }
    this.#initialGlobals = globals.bytes.slice(0, globals.next);
  }

  /** The thread's own instance of a thread-local variable, made when it is first used. */
  threadLocal(t: Thread, number: number): number {
    const { instance, image } = this.locals[number] as ThreadLocal;
    instance.thread = t.index;
    const object = t.allocate(instance, t.instances[number]);
    if (instance.private) t.instances[number] = object;
    const { region, start, address } = object;
    const { bytes, written } = region;
    for (let i = 0; i < instance.size; i++) {
      bytes[start + i] = image?.[i] ?? 0;
      if (written !== null) written[start + i] = 1;
    }
    t.locals[number] = address;
    this.memory.onUndo(dropLocal, t.locals, number);
    return address;
  }
}
