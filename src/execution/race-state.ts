// What the past of a run means for races, as part of a state: if it is equal in two otherwise equal states, the same races follow.
//
// The detector (races.ts) asks one question about the past: does a thread's clock know an access, that is, is the access's time at most the clock's
// entry for its thread? So only the order of times and entries matters. Per thread, its relevant accesses and the entries that
// others' clocks have for it are sorted and numbered by groups: accesses that no clock separates are one group, and an entry is the
// number of groups it knows. Clocks are joined by the larger entry, which is the larger number; what a thread does next is known to no other
// clock, so it comes after all entries. Hence equal numbers stay equal whatever happens next.
//
// An access to bytes that a lock guards is not relevant (guards.ts). Any other is relevant until every other thread that can still
// take a step knows it: clocks only grow, and a new thread knows what its creator knows. Otherwise no state would recur. Of a loop,
// only the last iterations remain.

import type { IntVector } from "../support/vector-table.ts";
import type { Clock } from "./clocks.ts";
import type { AccessRecord } from "./locations.ts";
import type { RaceDetector } from "./races.ts";
import type { Thread } from "./thread.ts";

/** Something with records or a clock: bytes, or a synchronisation object with an index. */
interface Place {
  readonly isBytes: boolean;
  readonly address: number;
  /** Size or index. */
  readonly which: number;
  readonly records: readonly AccessRecord[];
  readonly clock: Clock;
}

/** Writes this part of the state; threads are named by their slots, which are also part of it. Returns the number of places. */
export function writeRaceState(races: RaceDetector, threads: readonly Thread[], out: IntVector): number {
  const running = threads.filter((t) => t.status === "running");
  const kept = placesOf(races, minKnown(threads, running));
  if (!kept.some((p) => p.records.length > 0)) return kept.length; // there is nothing to know
  kept.sort(byName); // does not depend on the run
  const groups = threads.map((t) => new Groups(t.index, kept, running));
  const writeClock = (clock: Clock, own = -1): void => {
    const from = out.length;
    out.push(0);
    for (const [thread, g] of groups.entries()) {
      const known = thread === own ? 0 : g.known(clock[thread] ?? 0);
      if (known === 0) continue;
      out.push(thread);
      out.push(known);
    }
    out.data[from] = (out.length - from - 1) / 2;
  };
  for (const t of running) {
    writeClock(t.clock, t.index);
    writeClock(t.acquirePending);
    writeClock(t.releaseFence);
  }
  for (const { isBytes, address, which, records, clock } of kept) {
    const from = out.length;
    out.push(isBytes ? 0 : 1);
    out.push(address | 0);
    out.push(Math.floor(address / 2 ** 32));
    out.push(which);
    writeClock(clock);
    if (records.length === 0 && out.length === from + 5) {
      out.length = from;
      continue;
    }
    const described = records.map(
      (r) => [r.thread, (r.write ? 1 : 0) | (r.atomic ? 2 : 0), (groups[r.thread] as Groups).of(r.time)] as const,
    );
    out.push(described.length);
    for (const d of described.sort(compare)) for (const n of d) out.push(n);
  }
  return kept.length;
}

/** Per thread, the time up to which all others that can still take a step know its accesses. */
const minKnown = (threads: readonly Thread[], running: readonly Thread[]): number[] =>
  threads.map(({ index }) => {
    let least = Number.POSITIVE_INFINITY;
    for (const t of running) if (t.index !== index) least = Math.min(least, t.clock[index] ?? 0);
    return least;
  });

const none: readonly AccessRecord[] = [];

/** With the relevant records. */
function placesOf(races: RaceDetector, least: readonly number[]): Place[] {
  const places: Place[] = [];
  const { guards } = races.run;
  const isRelevant = ({ thread, time }: AccessRecord): boolean => time > (least[thread] as number);
  races.visit(
    (object, { start, size, records, release }) => {
      const at = object.address + start;
      const matter = records.some(isRelevant) && !guards?.areGuarded(at, size);
      if (!matter && release.length === 0) return;
      places.push({ isBytes: true, address: at, which: size, records: matter ? records.filter(isRelevant) : none, clock: release });
    },
    (address, which, clock) => places.push({ isBytes: false, address, which, records: none, clock }),
  );
  return places;
}

const byName = (a: Place, b: Place): number =>
  a.isBytes !== b.isBytes ? (a.isBytes ? -1 : 1) : a.address !== b.address ? a.address - b.address : a.which - b.which;

function compare(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < a.length && i < b.length; i++) if (a[i] !== b[i]) return (a[i] as number) - (b[i] as number);
  return a.length - b.length;
}

/** The accesses of one thread, in groups that no clock separates. */
class Groups {
  /** The last time of each group, in order. */
  readonly #ends: number[] = [];

  constructor(thread: number, places: readonly Place[], running: readonly Thread[]) {
    const times = new Set<number>();
    for (const { records } of places) for (const r of records) if (r.thread === thread) times.add(r.time);
    if (times.size === 0) return;
    const entries = new Set<number>();
    const enter = (clock: Clock): void => void entries.add(clock[thread] ?? 0);
    for (const t of running) {
      if (t.index !== thread) enter(t.clock);
      enter(t.acquirePending);
      enter(t.releaseFence);
    }
    for (const p of places) enter(p.clock);
    const sorted = [...entries].sort((a, b) => a - b);
    let next = 0;
    for (const time of [...times].sort((a, b) => a - b)) {
      const last = this.#ends[this.#ends.length - 1];
      while (next < sorted.length && (sorted[next] as number) < time) next++;
      // After an entry that knows the group before, a new group begins.
      const isNew = last === undefined || (next > 0 && (sorted[next - 1] as number) >= last);
      if (isNew) this.#ends.push(time);
      else this.#ends[this.#ends.length - 1] = time;
    }
  }

  /** How many groups a clock with this entry knows. */
  known(entry: number): number {
    let n = 0;
    while (n < this.#ends.length && (this.#ends[n] as number) <= entry) n++;
    return n;
  }

  /** The group of an access at this time; the first is 0. */
  of(time: number): number {
    let n = 0;
    while ((this.#ends[n] as number) < time) n++;
    return n;
  }
}
