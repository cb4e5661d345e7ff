// Formats numbers as text. In: the arguments of a printf conversion. Out: its characters in memory, if the numbers are constants.
//
// If they are not, one character stands for the text and the frame becomes `inexact`: the library's printers then return an arbitrary length,
// and any other use of such text is unsupported.

import { formatNumber } from "../../execution/format.ts";
import type { ProgramFunction } from "../../program/program.ts";
import { pointerTo } from "../../symbolic/instance.ts";
import { Unsupported } from "../../symbolic/unsupported.ts";
import type { Term } from "../../terms/term.ts";
import type { Frame, Instance, Returned } from "./frame.ts";
import type { Steps } from "./steps.ts";
import type { ThreadMemory } from "./thread-memory.ts";

/** Functions of the library that print: what they return for unknown numbers is arbitrary. */
const printers: ReadonlySet<string> = new Set(["print_stream", "print_descriptor"]);
const unknownText = "text made of numbers that are not constant";
/** The function that stores the length of the text so far: printf's %n. */
const lengthStore = "store_count";

/** Writes the text and returns its length. */
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
  } else if (round.options.route !== undefined && !isPrinted(round, frame)) throw new Unsupported(unknownText);
  else frame.inexact = true;
  const bytes = new TextEncoder().encode(text).subarray(0, Math.max(Number(room ?? 1n), 0));
  bytes.forEach((b, i) => {
    const address = terms.add(buffer, pointerTo(round, BigInt(i)));
    memory.write(path, memory.locate(path, address, null, 1), 1, () => terms.constant(BigInt(b), 8), { atomic: true });
  });
  steps.closeSingle(false);
  return terms.constant(BigInt(text.length), 32);
}

/** Whether the text goes to a stream or a descriptor: there, only its length may matter. */
function isPrinted({ program }: Steps["round"], frame: Frame): boolean {
  for (let f: Frame | null = frame; f?.library; f = f.parent) if (printers.has(program.functions[f.function]?.name ?? "")) return true;
  return false;
}

/** Called before a call: throws `Unsupported` if an arbitrary length would leave the library. */
export function rejectUnknownLength(f: ProgramFunction, caller: Frame | null): void {
  if (!f.library || f.name !== lengthStore) return;
  for (let g = caller; g !== null; g = g.parent) if (g.inexact) throw new Unsupported("the length of text that is not constant");
}

/** Called after a call: makes the results arbitrary, or the caller inexact, if the call's text is inexact. */
export function propagateInexactText({ round }: Steps, f: ProgramFunction, frame: Frame, end: Returned): Returned {
  if (!frame.inexact) return end;
  if (printers.has(f.name)) {
    round.invents = true;
    return { path: end.path, results: end.results.map((r) => round.variable("printed", r.width, null)) };
  }
  if (!frame.parent?.library) throw new Unsupported(unknownText);
  frame.parent.inexact = true;
  return end;
}
