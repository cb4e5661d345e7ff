// What happened in the steps of a row, in short: `x is 3` read, `x = 4` written, `x: 3 → 4` both. Equal facts in a row are counted, and those about
// consecutive elements are joined: `name = "motd"`, `a[0..3] = 1, 2, 3, 4`.

import { joinInputs } from "../witness/input-text.ts";
import type { StepEvent } from "../witness/steps.ts";
import { shortName } from "./report.ts";
import { printable } from "./terminal.ts";

const maxFacts = 6;

/** `text`: the statement, whose words need not be repeated. */
export function factsOf(events: readonly StepEvent[], text: string, isFull: boolean): string[] {
  const facts: { text: string; times: number }[] = [];
  const add = (fact: string): void => {
    const last = facts.at(-1);
    if (last?.text === fact) last.times++;
    else facts.push({ text: fact, times: 1 });
  };
  let read: StepEvent | null = null;
  const joined = isFull ? withTexts(events) : joinElements(withTexts(events));
  for (const e of joined) {
    if (typeof e === "string") add(e);
    else if (e.kind === "write" && read?.kind === "read" && read.object === e.object && read.value !== null && e.value !== null) {
      facts.pop();
      add(`${e.object}: ${read.value.text} → ${e.value.text}`);
    } else {
      const fact = factOf(e, text);
      if (fact !== null) add(fact);
    }
    read = typeof e !== "string" && e.kind === "read" ? e : null;
  }
  const texts = facts.map((f) => (f.times === 1 ? f.text : `${f.text} (×${f.times})`));
  return isFull || texts.length <= maxFacts
    ? texts
    : [...texts.slice(0, maxFacts - 2), `… ${texts.length - maxFacts + 1} more`, texts.at(-1) as string];
}

/** Joins consecutive inputs that form a string. */
function withTexts(events: readonly StepEvent[]): StepEvent[] {
  const out: StepEvent[] = [];
  let inputs: (StepEvent & { readonly kind: "input" })[] = [];
  const flush = (): void => {
    const [first] = inputs;
    if (first !== undefined)
      for (const { what, text } of joinInputs(inputs.map((i) => ({ what: i.what, text: i.value }))))
        out.push({ ...first, what, value: text });
    inputs = [];
  };
  for (const e of events) {
    if (e.kind === "input") inputs.push(e);
    else {
      flush();
      out.push(e);
    }
  }
  flush();
  return out;
}

interface Element {
  readonly array: string;
  readonly index: number;
  readonly value: string;
}

/** At least so many accesses to consecutive elements are joined. */
const minElements = 3;
const maxShown = 4;

/** Accesses of one kind to consecutive elements become one text. */
function joinElements(events: readonly StepEvent[]): (StepEvent | string)[] {
  const out: (StepEvent | string)[] = [];
  for (let at = 0; at < events.length; ) {
    const first = elementOf(events[at] as StepEvent);
    const run: Element[] = first === null ? [] : [first];
    for (let i = at + 1; first !== null && i < events.length && events[i]?.kind === events[at]?.kind; i++) {
      const next = elementOf(events[i] as StepEvent);
      // A loop may look at one element several times.
      if (next?.array !== first.array || next.index < (run.at(-1) as Element).index || next.index > (run.at(-1) as Element).index + 1)
        break;
      run.push(next);
    }
    if (new Set(run.map((e) => e.index)).size >= minElements) {
      out.push(elementsText(run, (events[at] as StepEvent).kind === "read"));
      at += run.length;
    } else out.push(events[at++] as StepEvent);
  }
  return out;
}

function elementOf(e: StepEvent): Element | null {
  if ((e.kind !== "read" && e.kind !== "write") || e.value === null) return null;
  const parts = /^(.*)\[(\d+)\]$/.exec(e.object);
  return parts === null ? null : { array: parts[1] as string, index: Number(parts[2]), value: e.value.text };
}

const character = /^'(.+)'$/;

function elementsText(run: readonly Element[], isRead: boolean): string {
  const elements = run.filter((e, i) => i === run.length - 1 || run[i + 1]?.index !== e.index);
  const [first] = elements as [Element];
  const last = elements.at(-1) as Element;
  const verb = isRead ? "is" : "=";
  if (elements.every((e) => character.test(e.value))) {
    const text = elements.map((e) => (character.exec(e.value) as RegExpExecArray)[1]).join("");
    const end = text.indexOf("\\0");
    const name = first.index === 0 ? first.array : `${first.array}[${first.index}..${last.index}]`;
    return `${name} ${verb} "${(end < 0 ? text : text.slice(0, end)).replaceAll("\\'", "'").replaceAll('"', '\\"')}"`;
  }
  const values = [...new Set(elements.map((e) => e.value))];
  const shown = values.length === 1 ? [`all ${values[0]}`] : elements.slice(0, maxShown).map((e) => e.value);
  return `${first.array}[${first.index}..${last.index}] ${verb} ${shown.join(", ")}${values.length > 1 && elements.length > maxShown ? ", …" : ""}`;
}

function factOf(e: StepEvent, text: string): string | null {
  switch (e.kind) {
    case "read":
      return e.value === null ? `reads ${e.object}` : `${e.object} is ${e.value.text}`;
    case "write":
    case "update":
      return e.value === null ? `writes ${e.object}` : `${e.object} = ${e.value.text}`;
    case "free":
      return `frees ${e.object}`;
    case "lock":
    case "unlock": {
      const plain = /lock/.test(text) && text.includes(e.object);
      return plain ? null : `${e.kind === "lock" ? "locks" : "unlocks"} ${e.object}${e.shared ? " (shared)" : ""}`;
    }
    case "refused":
      return "fails to acquire the lock";
    case "input":
      return e.what === "input" || text.includes(e.what) ? `input: ${e.value}` : `input ${e.what}: ${e.value}`;
    case "choice":
      return choiceText(e.what, e.chosen, e.count);
    case "output":
      return `prints ${printable(JSON.stringify(e.text.replace(/\n$/, "")))}`;
    case "start":
      return `starts ${shortName(e.started)}`;
    case "end":
      return null;
  }
}

/** A yes/no choice is shown only if the answer was yes. */
function choiceText(what: string, chosen: number, count: number): string | null {
  if (/^(spurious|allocation|thread creation|joins of each other)/.test(what)) return chosen === 1 ? what : null;
  return `${what}: ${chosen + 1} of ${count}`;
}
