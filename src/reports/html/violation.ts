// What failed, in words. In: a violation with its run. Out: markup: the threads that take part, with their places, locks and calls; where a block was
// allocated and freed; the inputs, what the environment does, and what the program printed.

import type { CallFrame } from "../../execution/errors.ts";
import { freedoms } from "../../execution/freedoms.ts";
import type { SourceLocation } from "../../support/diagnostics.ts";
import { inputText, joinInputs } from "../../witness/input-text.ts";
import type { Replay } from "../../witness/replay.ts";
import { describeWait } from "../../witness/waits.ts";
import { type Evidence, listOf, shortName } from "../report.ts";
import type { SourceText } from "../source-text.ts";
import { causeLines, signalCause } from "../summary.ts";
import { printable } from "../terminal.ts";
import { accessText, locksText, messageOf, orderedWaits } from "../violation-text.ts";
import { html, type Markup, nothing } from "./markup.ts";

/** One of those who take part in a failure. */
interface Party {
  readonly thread: number;
  readonly what: string;
  readonly location: SourceLocation | null;
  readonly stack: readonly CallFrame[];
  /** Index of its step, -1: none. */
  readonly step: number;
}

export function violationMarkup({ violation: v, replay, schedule }: Evidence, source: SourceText): Markup {
  const parties = partiesOf({ violation: v, replay });
  const locks = v.kind === "data-race" ? locksText(v.participants) : null;
  return html`<table class="parties">
<caption class="spoken">Who takes part</caption>
<tbody>
${parties.map((p) => partyRow(p, replay, source))}</tbody>
</table>
${locks === null ? nothing : html`<p>${locks[0]?.toUpperCase() ?? ""}${locks.slice(1)}.</p>\n`}${causes({ violation: v, replay, schedule })}${environment(replay)}${inputs(replay)}${output(replay)}`;
}

function partiesOf({ violation: v, replay }: Pick<Evidence, "violation" | "replay">): Party[] {
  if (v.kind === "deadlock")
    return orderedWaits(replay.waits).map((w) => ({
      ...w,
      step: w.since,
      what: `${w.holds.length === 0 ? "" : `holds ${listOf(w.holds)} and `}${describeWait(w, shortName)}`,
    }));
  if (v.participants.length > 0)
    return v.participants.map((p) => ({
      ...p,
      stack: p.stack ?? [],
      step: p.step ?? -1,
      what: `${accessText(p, replay)}, ${p.locks.length === 0 ? "holding no lock" : `holding ${listOf(p.locks)}`}`,
    }));
  const { object } = v;
  const what = v.kind === "assertion" ? `the assertion fails${v.message === "" ? "" : `: ${v.message}`}` : messageOf(v) || v.kind;
  const parties: Party[] = [{ thread: v.thread, what, location: v.location, stack: v.stack ?? [], step: v.step }];
  if (object?.freed) parties.push({ ...object.freed, what: `freed ${object.name} (${object.bytes} bytes)` });
  if (object?.allocated) parties.push({ ...object.allocated, what: `allocated ${object.name} (${object.bytes} bytes)` });
  return parties;
}

function partyRow({ thread, what, location, stack, step }: Party, replay: Replay, source: SourceText): Markup {
  const label = replay.threads.find((t) => t.index === thread)?.label ?? "";
  const line = location === null ? null : source.line(location.file, location.line);
  const callers = stack.slice(1).map((f) => `${f.function}${f.location === null ? "" : `:${f.location.line}`}`);
  return html`<tr><th scope="row"><span class="thread lane-${thread % 8}">${shortName(thread)}</span>${thread === 0 || label === "" ? "" : ` ${label}`}</th>
<td>${printable(what)}</td>
<td>${location === null ? "" : `${location.file}:${location.line}`}${location?.function === undefined ? "" : ` in ${location.function}`}${
    callers.length === 0 ? nothing : html`<span class="faint">, called from ${callers.join(", ")}</span>`
  }${line === null ? nothing : html`<br><code>${printable(line.trim())}</code>`}</td>
<td>${step >= 0 && step < replay.steps.length ? stepLink(step + 1) : nothing}</td></tr>
`;
}

/** What the failing statement read, and who wrote that. The table has the causes of races and deadlocks, and where a block began and ended. */
function causes(e: Evidence): Markup {
  const { object, participants, kind } = e.violation;
  const lines =
    kind === "deadlock"
      ? signalCause(e.replay, e.replay.waits[0]?.location ?? null)
      : participants.length > 0
        ? []
        : causeLines(e, 9)
            .slice(1)
            .filter((line) => object === undefined || !line.trim().startsWith(`${object.name}: `));
  if (lines.length === 0) return nothing;
  return html`<ul class="causes">${lines.map((line) => html`<li>${withStepLinks(line.trim())}</li>`)}</ul>\n`;
}

/** The words `step 12` become links. */
function withStepLinks(text: string): Markup {
  return html`${text.split(/\b(step \d+)\b/).map((part, i) => (i % 2 === 0 ? part : stepLink(Number(part.slice(5)))))}`;
}

const stepLink = (number: number): Markup => html`<a class="step" data-step="${number}" href="#step-${number}">step ${number}</a>`;

/** The freedoms of the environment that the violation needs, and what an unknown function is assumed to do. */
function environment({ needs, assumed }: Replay): Markup {
  const texts = [
    ...freedoms.filter((f) => needs.includes(f.freedom)).map((f) => `Needs ${f.text} (--assume ${f.assumption} excludes it).`),
    ...(assumed === null ? [] : [`Assumed: ${assumed}, which has no definition, returns this value and has no effect.`]),
  ];
  return html`${texts.map((text) => html`<p>${text}</p>\n`)}`;
}

function inputs({ inputs: given }: Replay): Markup {
  if (given.length === 0) return nothing;
  const all = joinInputs(given.map((i) => ({ what: i.what, text: inputText({ ...i, value: BigInt.asUintN(i.bits, BigInt(i.value)) }) })));
  const list = html`<ol class="inputs">${all.map((i) => html`<li><code>${i.what}</code> = <code>${printable(i.text)}</code></li>`)}</ol>`;
  return all.length <= 8 ? html`<h3>Inputs</h3>${list}\n` : html`<details><summary>Inputs (${all.length})</summary>${list}</details>\n`;
}

function output({ output: text }: Replay): Markup {
  if (text === "") return nothing;
  const lines = text.replace(/\n$/, "").split("\n").map(printable);
  return html`<details><summary>What the program printed (${lines.length === 1 ? "1 line" : `${lines.length} lines`})</summary><pre>${lines.join("\n")}</pre></details>\n`;
}
