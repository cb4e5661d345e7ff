// Can something happen: a violation, a condition at a line, one line before another? In: the question and its context. Out: the answer, by a search over states.

import { findSectionPositions } from "../../analysis/section-positions.ts";
import { decides } from "../../encoding/questions.ts";
import type { Property } from "../../execution/errors.ts";
import { unknownBecause } from "../../reports/unknown.ts";
import { fail } from "../../support/diagnostics.ts";
import { LimitReached } from "../../support/limits.ts";
import { type Asking, type AskResult, noOrUnknown, notConfirmed, unknown, yes } from "./answer.ts";
import { decideByFormula } from "./by-formula.ts";
import { confirmPath, find, findByValues, findForAllInputs, openFrom } from "./find.ts";
import { type CodeLine, findLine, lineText } from "./lines.ts";
import type { Question } from "./question.ts";
import type { SearchEnd } from "./search.ts";
import { comesBefore, type Evaluations, holdsAt, isViolation, violates } from "./watchers.ts";

type Of<K extends Question["kind"]> = Extract<Question, { kind: K }>;

/** That a property is not violated, in words. */
const absences: Readonly<Record<Property, string>> = {
  assert: "no assertion fails",
  race: "there is no race",
  deadlock: "there is no deadlock",
  memory: "there is no memory error",
  overflow: "there is no overflow",
  leak: "nothing leaks",
  uninit: "no uninitialised memory is read",
};

export async function canFail(asking: Asking, { property, at }: Of<"fail">): Promise<AskResult> {
  const line = at === null ? null : findLine(asking.program, at);
  const isMeant = isViolation(property, line);
  const asked: readonly Property[] = property === null ? [...asking.options.properties] : [property];
  // For races the states include the past, so there are more of them: they come last.
  const parts = [asked.filter((p) => p !== "race"), asked.filter((p) => p === "race")].filter((p) => p.length > 0);
  const ends: SearchEnd[] = [];
  for (const part of parts) {
    const properties = new Set(part);
    const watcher = violates((v) => properties.has(v.property) && isMeant(v), properties.has("deadlock"), openFrom(asking));
    const sought = { watcher, asksAbout: null, properties };
    const found = await findByValues(asking, sought);
    if (found === null) return notConfirmed;
    if (found.path !== null) return yes(found.text, found.path);
    const further = found.end.open === null || asking.budget.isSpent ? null : await decideByFormula(asking, part);
    if (asking.budget.isSpent) throw new LimitReached();
    if (further?.kind === "violated") {
      const text = confirmPath(asking, sought, further.path);
      if (text !== null) return yes(text, further.path);
    }
    if (further?.kind === "covered") {
      ends.push(further.end);
      continue;
    }
    const last = part.every((p) => decides.has(p)) ? await findForAllInputs(asking, sought, found) : found;
    if (last === null) return notConfirmed;
    if (last.path !== null) return yes(last.text, last.path);
    ends.push(last.end);
  }
  const what = property === null ? "nothing fails" : absences[property];
  return noOrUnknown(asking, `${line === null ? what : `${what} at ${lineText(line)}`},`, ends);
}

export async function canHold(asking: Asking, { condition, at }: Of<"hold">): Promise<AskResult> {
  const line = findLine(asking.program, at);
  const evaluations: Evaluations = { good: 0, error: null };
  const watcher = holdsAt(line, condition, asking.expressions, evaluations);
  const asksAbout = condition === null ? null : line.functions;
  const found = await find(asking, { watcher, asksAbout, properties: withoutPast(asking), hints: numbersIn(condition ?? "") });
  if (found === null) return notConfirmed;
  if (found.path !== null) return yes(found.text, found.path);
  if (evaluations.error !== null && evaluations.good === 0) throw evaluations.error;
  const isReached = evaluations.good > 0;
  const what = isReached ? `${condition} does not hold at ${lineText(line)}` : `no thread comes to ${lineText(line)}`;
  const answer = noOrUnknown(asking, what, [found.end]);
  const problem = evaluations.error?.diagnostics[0]?.message;
  const lines = problem === undefined ? [] : [{ text: `states in which it has no value do not count: ${problem}`, path: null, move: null }];
  return unlessInSections(asking, [line], { ...answer, lines });
}

/** The integers of an expression, with their neighbours: an input that it speaks of may need one of them. */
function numbersIn(text: string): bigint[] {
  const found = [...text.matchAll(/\b(0[xX][0-9a-fA-F]+|\d+)\b/g)].map((m) => BigInt(m[1] as string));
  return [...new Set(found.flatMap((n) => [n, n + 1n, n - 1n, -n]))];
}

export async function canBefore(asking: Asking, { first, second }: Of<"before">): Promise<AskResult> {
  const lines = [findLine(asking.program, first), findLine(asking.program, second)] as const;
  if (lineText(lines[0]) === lineText(lines[1])) fail("RVL013", "both lines are the same", { hint: "name two lines" });
  const watcher = comesBefore(lines[0], lines[1]);
  const found = await find(asking, { watcher, asksAbout: null, properties: withoutPast(asking) });
  if (found === null) return notConfirmed;
  if (found.path !== null) return unlessInSections(asking, [lines[1]], yes(found.text, found.path)); // it may have run unseen
  const what = `${lineText(lines[0])} does not run before ${lineText(lines[1])}`;
  return unlessInSections(asking, [lines[0]], noOrUnknown(asking, what, [found.end]));
}

/** Races depend on the past of a run, leaks on all registers: states would be more than a question about lines needs. */
const withoutPast = ({ options }: Asking): ReadonlySet<Property> =>
  new Set([...options.properties].filter((p) => p !== "race" && p !== "leak"));

/** Threads do not stop inside the program's atomic sections, so that lines there are not seen. */
function unlessInSections({ program }: Asking, lines: readonly CodeLine[], answer: AskResult): AskResult {
  if (answer.answer === "unknown") return answer;
  const inside = findSectionPositions(program);
  const isInside = ({ file, line }: CodeLine): boolean =>
    inside === null || [...inside].some((at) => program.positions[at]?.line === line && program.positions[at]?.file === file);
  const hidden = lines.filter(isInside);
  if (hidden.length === 0) return answer;
  const text = `threads do not stop inside atomic sections, and ${hidden.map(lineText).join(" and ")} may be in one`;
  return unknown(unknownBecause({ kind: "diagnosed", code: "RVL201", text, hint: "ask about a line outside of atomic sections" }));
}
