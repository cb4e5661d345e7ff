// Text made of numbers. In: what a conversion of printf is given. Out: its characters in memory, if the numbers are known. If they are not,
// one character stands for all and the call is `inexact`: what the library's printers return of such text is made up, and anything else
// that would depend on it is beyond us.

import { formatNumber } from "../../execution/format.ts";
import type { ProgramFunction } from "../../program/program.ts";
import type { Term } from "../../terms/term.ts";
import type { Frame, Returned } from "./frame.ts";
import { type Instance, pointerTo } from "./instance.ts";
import type { Steps } from "./steps.ts";
import type { ThreadMemory } from "./thread-memory.ts";
import { Unsupported } from "./unsupported.ts";

/** Functions of the library that print: what they return about unknown numbers is also unknown. */
const printers: ReadonlySet<string> = new Set(["print_stream", "print_descriptor"]);
/** The one that tells the program how long the text is so far: printf's %n. */
const teller = "store_count";

/** Writes the text; gives its length. */
export function printNumber(steps: Steps, memory: ThreadMemory, args: readonly Term[], { frame, path }: Instance): Term {
  const { terms, round, possible } = steps;
  const [buffer, ...rest] = args as [Term, ...Term[]];
  const numbers = rest.map((a) => {
    const values = round.layout.isAddress(a) ? null : possible.of(a);
    return values?.size === 1 ? ([...values][0] as bigint) : null;
  });
  const [room, conversion, flags, width, precision, bits, value] = numbers;
  let text = "?";
  if (!numbers.includes(null)) {
    const signed = (x: bigint | null | undefined): number => Number(BigInt.asIntN(32, x as bigint));
    text = formatNumber(
      String.fromCharCode(signed(conversion)),
      signed(flags),
      signed(width),
      signed(precision),
      signed(bits),
      value as bigint,
    );
  } else frame.inexact = true;
  const bytes = new TextEncoder().encode(text).subarray(0, Math.max(Number(room ?? 1n), 0));
  bytes.forEach((b, i) => {
    const address = terms.add(buffer, pointerTo(round, BigInt(i)));
    memory.write(path, memory.locate(path, address, null, 1), 1, () => terms.constant(BigInt(b), 8), { atomic: true });
  });
  steps.closeSingle(false);
  return terms.constant(BigInt(text.length), 32);
}

/** Before a call: a length that is made up must not leave the library. */
export function rejectUnknownLength(f: ProgramFunction, caller: Frame | null): void {
  if (!f.library || f.name !== teller) return;
  for (let g = caller; g !== null; g = g.parent) if (g.inexact) throw new Unsupported("the length of text that is not constant");
}

/** After a call: what its text being inexact makes of its results and of its caller. */
export function propagateInexactText({ round }: Steps, f: ProgramFunction, frame: Frame, end: Returned): Returned {
  if (!frame.inexact) return end;
  if (printers.has(f.name)) {
    round.invents = true;
    return { path: end.path, results: end.results.map((r) => round.variable("printed", r.width, null)) };
  }
  if (!frame.parent?.library) throw new Unsupported("text made of numbers that are not constant");
  frame.parent.inexact = true;
  return end;
}
