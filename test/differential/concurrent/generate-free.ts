// Generates small programs that meet freedoms of the environment. In: a seed. Out: a tree: a tiny program of generate.ts with added statements
// that read unwritten memory, observe re-used addresses or the order of objects, wait or exchange with possible spurious failure, or are cancelled at
// any step; each is followed by a statement that depends on the outcome.

import { Rng } from "../../../src/support/rng.ts";
import { generate, interleavings, type Sizes } from "./generate.ts";
import { type Condition, type FreeFamily, freeFamilies, type ProgramTree, type Statement, targets, unwrittenForms } from "./tree.ts";

/** In the reference, inputs replace freedoms and multiply the interleavings. */
export const freeSizes: Sizes = { fewest: 1, most: 2.3 };

/** The size of the initial program: small, because all interleavings of the final one are tried. */
const baseSizes: Sizes = { fewest: 0.8, most: 1.4 };

export function generateFree(seed: number, sizes = freeSizes): ProgramTree {
  const rng = new Rng(seed + 1_000_000_007);
  const most = 10 ** (sizes.fewest + (sizes.most - sizes.fewest) * rng.nextDouble());
  const drawn = rng.shuffle(freeFamilies).slice(0, rng.chance(0.7) ? 1 : 2);
  // Both together have too many interleavings.
  const families = drawn.includes("cancelled") && drawn.includes("re-used address") ? drawn.slice(0, 1) : drawn;
  let best: ProgramTree | null = null;
  for (let again = 0; again < 12; again++) {
    const base = generate(rng.nextUint32(), baseSizes, 0);
    // Data that is stored and compared concurrently must be atomic, otherwise every such program has a race.
    if (families.includes("re-used address") && !base.atomic) continue;
    const tree = families.reduce((t, family) => withFamily(rng, t, family), base);
    if (best === null || interleavings(tree) < interleavings(best)) best = tree;
    if (interleavings(best) <= most) break;
  }
  return best ?? generateFree(seed + 1, sizes);
}

/** Inserts lists of statements into the tree's threads, in this order, each at one place or spread over the thread. */
function put(rng: Rng, p: ProgramTree, ...lists: readonly (readonly Statement[])[]): ProgramTree {
  const order = rng.shuffle(p.threads.map((_, i) => i));
  return {
    ...p,
    threads: p.threads.map((t, i) => {
      const list = lists[order.indexOf(i)];
      if (list === undefined) return t;
      const at = rng.below(t.body.length + 1);
      return { ...t, body: [...t.body.slice(0, at), ...list, ...t.body.slice(at)] };
    }),
  };
}

function withFamily(rng: Rng, p: ProgramTree, family: FreeFamily): ProgramTree {
  switch (family) {
    case "unwritten": {
      if (rng.chance(0.3))
        return put(rng, p, [{ kind: "publish", value: null }], [{ kind: "consume", free: rng.chance(0.5) }, outcome(rng)]);
      const read = (): Statement[] => [{ kind: "unwritten", form: rng.pick(unwrittenForms) }, outcome(rng)];
      return rng.chance(0.6) ? put(rng, p, read()) : put(rng, p, read(), read());
    }
    case "re-used address":
      return put(
        rng,
        alone(p),
        [
          { kind: "remember", place: "x" },
          { kind: "again", exchange: rng.chance(0.5), place: "x", then: [] },
        ],
        [
          { kind: "publish", value: 0 },
          { kind: "consume", free: true },
          { kind: "write", place: "x", value: { kind: "constant", value: rng.between(1, 2) } },
          { kind: "publish", value: 1 },
        ],
      );
    case "order of addresses": {
      const below = (): Statement[] => {
        const [first, second] = rng.shuffle(targets) as [(typeof targets)[number], (typeof targets)[number]];
        return [{ kind: "below", first, second }, outcome(rng)];
      };
      return rng.chance(0.5) ? put(rng, p, below()) : put(rng, p, below(), below());
    }
    case "spurious": {
      const succeeded: Statement = { kind: "assert", conditions: [{ left: "k", relation: "==", right: 1 }] };
      if (rng.chance(0.4))
        return put(rng, p, rng.chance(0.3) ? [{ kind: "weak", retry: true }, outcome(rng)] : [{ kind: "weak", retry: false }, succeeded]);
      const wait: Statement = { kind: "wait", repeat: rng.chance(0.25), notes: true };
      const woken: Statement = { kind: "assert", conditions: [{ left: "k", relation: "!=", right: 0 }] };
      const notify: Statement = { kind: "notify", all: rng.chance(0.5) };
      return rng.chance(0.9) ? put(rng, p, [wait, woken], [notify]) : put(rng, p, [wait, woken]);
    }
    case "cancelled": {
      // The thread never releases what it holds.
      const lock: Statement = {
        kind: "lock",
        mutex: "m",
        attempt: false,
        body: [{ kind: "write", place: "y", value: { kind: "constant", value: 1 } }],
      };
      const holds = rng.chance(0.5);
      const threads = p.threads.map((t, i) => ({ ...t, cancelled: i === 0, body: holds && i < 2 ? [lock, ...t.body] : t.body }));
      return { ...p, threads };
    }
  }
}

/** Two threads that do nothing yet: the added statements are enough. */
const alone = (p: ProgramTree): ProgramTree => ({
  ...p,
  threads: p.threads
    .slice(0, 2)
    .map((t) => ({ ...t, nested: false, body: t.body.filter((s) => s.kind === "unwritten" || s.kind === "below") })),
  together: true,
  beside: [],
});

/** A statement that depends on k. */
function outcome(rng: Rng): Statement {
  const condition: Condition = { left: "k", relation: rng.pick(["==", "!=", "<"]), right: rng.between(0, 2) };
  return rng.weighted<() => Statement>([
    [6, () => ({ kind: "assert", conditions: [{ left: "k", relation: "==", right: rng.below(2) }] })],
    [3, () => ({ kind: "write", place: "x", value: { kind: "local", local: "k", plus: 0 } })],
    [3, () => ({ kind: "if", condition, then: [{ kind: "write", place: "y", value: { kind: "constant", value: 1 } }], else: [] })],
    [
      1,
      () => ({
        kind: "if",
        condition,
        then: [{ kind: "lock", mutex: "m", attempt: false, body: [{ kind: "lock", mutex: "m", attempt: false, body: [] }] }],
        else: [],
      }),
    ],
    [1, () => ({ kind: "leave", condition })],
  ])();
}
