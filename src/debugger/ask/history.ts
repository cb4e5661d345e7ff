// What the moves of a run did to shared memory. In: a run. Out: per move its thread, where it stood in the program's own code, and its accesses in order.

import type { AccessEvent } from "../../execution/access-event.ts";
import type { Machine } from "../../execution/machine.ts";
import { nameInObject } from "../../execution/names.ts";
import { userFrame } from "../../execution/positions.ts";
import type { Thread } from "../../execution/thread.ts";
import type { Asking } from "./answer.ts";
import { PathSearch, type Watcher } from "./search.ts";

/** Bytes of memory. */
export interface Bytes {
  readonly address: number;
  readonly size: number;
}

export interface SeenAccess extends Bytes {
  readonly reads: boolean;
  readonly writes: boolean;
  /** Atomic, or made by the library to synchronise. */
  readonly isSync: boolean;
  readonly name: string;
}

export interface SeenMove {
  /** Its number in the run. */
  readonly index: number;
  readonly thread: number;
  readonly threadName: string;
  readonly isLocal: boolean;
  /** An index into the program's positions. */
  readonly position: number;
  /** The function of the library that it is in, as the program called it; null: none. */
  readonly called: string | null;
  readonly accesses: readonly SeenAccess[];
  readonly started: readonly number[];
}

export const overlap = (a: Bytes, b: Bytes): boolean => a.address < b.address + b.size && b.address < a.address + a.size;

/** Collects the accesses of one move after the other. */
export class AccessLog {
  #accesses: SeenAccess[] = [];
  /** Where the thread stood before the move. */
  standing: ReturnType<typeof userFrame> = { position: 0, function: null, called: null };

  constructor(readonly machine: Machine) {
    machine.recorder = { access: (event) => this.#accesses.push(seen(event)), note: () => undefined };
  }

  begin(t: Thread): void {
    this.#accesses = [];
    this.standing = userFrame(this.machine, t);
  }

  get accesses(): readonly SeenAccess[] {
    return this.#accesses;
  }
}

const seen = ({ kind, object, offset, size, order }: AccessEvent): SeenAccess => ({
  address: object.address + offset,
  size,
  reads: kind === "read" || kind === "update",
  writes: kind !== "read",
  isSync: order !== null,
  name: nameInObject(object, offset, size),
});

/** What a search looks for that only follows a path. */
export const nothingSought: Watcher = {
  initial: 0,
  isOfStates: true,
  after: () => 0,
  isStop: () => true,
  isAnswer: () => false,
  describe: () => "",
};

/** Puts a machine after the first `at` moves of the present run. `onMachine` may watch it before. */
export function walkTo(
  asking: Pick<Asking, "program" | "options" | "path" | "limits" | "budget">,
  at: number,
  watch: (machine: Machine) => { before?(t: Thread): void; after?(t: Thread): void; started?(): void } = () => ({}),
  notesBlocks = false,
): Machine {
  const { program, options, path, limits, budget } = asking;
  const inputs = { known: null, isExact: false };
  const task = { program, options, path, limits, budget, at, inputs, asksAbout: null, notesBlocks, progress: () => undefined };
  let watched: ReturnType<typeof watch> = {};
  const walk = new PathSearch(task, (machine) => {
    watched = watch(machine);
    return { ...nothingSought, before: (t) => watched.before?.(t) };
  });
  const hasFollowed = walk.followPrefix(
    (t) => watched.after?.(t),
    () => watched.started?.(),
  );
  if (!hasFollowed) throw new Error("the path of a question cannot be followed");
  return walk.machine;
}

/** The history of the present run. */
export function historyOf(asking: Pick<Asking, "program" | "options" | "path" | "limits" | "budget">): readonly SeenMove[] {
  const moves: SeenMove[] = [];
  const { path } = asking;
  walkTo(asking, path.moves.length, (machine) => {
    const log = new AccessLog(machine);
    return {
      before: (t) => log.begin(t),
      after: (t) => {
        const { position, called } = log.standing;
        const { isLocal, started } = path.moves[moves.length] as (typeof path.moves)[number];
        const { accesses } = log;
        moves.push({ index: moves.length, thread: t.index, threadName: t.name, isLocal, position, called, accesses, started });
      },
    };
  });
  return moves;
}
