// Finds an answer by search, within the scope of the question. In: what is sought. Out: a path that has been followed again, or what was covered.

import type { Property } from "../../execution/errors.ts";
import type { Machine } from "../../execution/machine.ts";
import type { Path } from "../moves.ts";
import type { Asking } from "./answer.ts";
import { InputSearch } from "./input-search.ts";
import { studyRun } from "./run-facts.ts";
import { PathSearch, type SearchEnd, type SearchTask, type Watcher } from "./search.ts";

/** States that looking for an answer with fewer switches may visit. */
const statesForFewerSwitches = 20_000;
/** How many times longer a state takes with terms. */
const costOfTerms = 10;

export interface Sought {
  readonly watcher: (machine: Machine) => Watcher;
  /** Functions whose locals matter; null: no data matters. */
  readonly asksAbout: ReadonlySet<number> | null;
  readonly properties: ReadonlySet<Property>;
  /** Values to try of inputs with too many. */
  readonly hints?: readonly bigint[];
}

export interface Found {
  readonly end: SearchEnd;
  /** Null: there is no answer among what was covered. */
  readonly path: Path | null;
  /** What makes the end of the path an answer. */
  readonly text: string;
}

/** The first move that is open. */
export const openFrom = ({ over, at }: Pick<Asking, "over" | "at">): number => (over === "reorderings" ? 0 : at);

/** The search for a question, within its scope. `inputsOf`: with the inputs of this run; null: with those of the question. */
export function searchTask(
  asking: Asking,
  { asksAbout, properties, hints = [] }: Omit<Sought, "watcher">,
  inputsOf: Path | null = null,
): SearchTask {
  const { program, path, limits, budget, progress, over, fixedInputs } = asking;
  const task = { program, options: { ...asking.options, properties }, path, limits, budget };
  const isReordering = over === "reorderings";
  const facts = isReordering || fixedInputs ? studyRun(task) : null;
  const given = inputsOf === null ? (fixedInputs ? facts : null) : studyRun({ ...task, path: inputsOf });
  const known = given?.inputs ?? null;
  return {
    ...task,
    at: openFrom(asking),
    inputs: { known, isExact: asksAbout !== null, hints },
    asksAbout,
    progress,
    notesBlocks: isReordering,
    trackers: (machine) => [
      ...(isReordering && facts !== null ? [facts.withinSides(machine, openFrom(asking))] : []),
      ...(known !== null && "byThread" in known && given?.hasInputs ? [countInputs(machine)] : []),
    ],
  };
}

/** Which of its inputs a thread gets next depends on how many it has had. */
function countInputs(machine: Machine): ReturnType<NonNullable<SearchTask["trackers"]>>[number] {
  const numbers = new Map<string, number>([["", 0]]);
  const current = (): number => {
    const counts: number[] = [];
    for (const { thread } of machine.inputs) counts[thread] = (counts[thread] ?? 0) + 1;
    const key = counts.join();
    const known = numbers.get(key) ?? numbers.size;
    numbers.set(key, known);
    return known;
  };
  return { initial: 0, after: current };
}

/** Searches for one answer; then, if that is quick, for one with fewer switches. Null: the answer could not be followed on a fresh machine. */
export async function find(asking: Asking, sought: Sought): Promise<Found | null> {
  const found = await findByValues(asking, sought);
  return found === null || found.path !== null ? found : findForAllInputs(asking, sought, found);
}

/** Tries all values of inputs, or some if they are too many. */
export async function findByValues(asking: Asking, sought: Sought): Promise<Found | null> {
  const task = searchTask(asking, sought);
  const first = await searchOnce(new PathSearch(task, sought.watcher));
  return first.path === null ? first : confirmed(task, sought.watcher, first);
}

/** If values of inputs were left out, or there are too many states with them: searches once more, for all of them at once. */
export async function findForAllInputs(asking: Asking, sought: Sought, found: Found): Promise<Found | null> {
  if (!isLeftToTerms(asking, found.end)) return found;
  const further = await searchOnce(new InputSearch(forTerms(searchTask(asking, sought)), sought.watcher));
  if (further.path !== null) return confirmed(searchTask(asking, sought, further.path), sought.watcher, further);
  return { ...further, end: endOfBoth(asking, found.end, further.end) };
}

/** Whether a search over all inputs at once may say more. */
export const isLeftToTerms = ({ budget }: Asking, { open, hasOpenInputs }: SearchEnd): boolean =>
  open !== null && hasOpenInputs && !budget.isSpent;

/** With terms, states and moves take longer. */
export const forTerms = (task: SearchTask): SearchTask => {
  const { maxStates, maxMoves, megabytes } = task.limits;
  const limits = { maxStates: Math.ceil(maxStates / costOfTerms), maxMoves: Math.ceil(maxMoves / costOfTerms), megabytes };
  return { ...task, limits };
};

/** What was covered, after a search by values and one for all inputs. */
export function endOfBoth({ budget }: Asking, byValues: SearchEnd, forAll: SearchEnd): SearchEnd {
  if (byValues.open === null || forAll.open === null || budget.isSpent) return forAll;
  return { ...forAll, open: { ...byValues.open, reason: `${byValues.open.reason}; for all inputs at once: ${forAll.open.reason}` } };
}

/** The answer, or one with fewer switches if that is found quickly; followed on a fresh machine. Null: it could not be followed. */
export async function confirmed(task: SearchTask, watcher: Sought["watcher"], found: Found): Promise<Found | null> {
  let best = found;
  const limits = { ...task.limits, maxStates: Math.min(task.limits.maxStates, statesForFewerSwitches) };
  const { path } = found;
  for (let maxSwitches = 0; path !== null && maxSwitches < switchesIn(path, task.at); maxSwitches++) {
    const next = await searchOnce(new PathSearch({ ...task, limits, maxSwitches }, watcher));
    if (next.path !== null) best = next;
    if (next.path !== null || next.end.open !== null) break;
  }
  return best.path !== null && new PathSearch(task, watcher).confirms(best.path) ? best : null;
}

/** What makes a path that was found in another way an answer; null: it is none. */
export function confirmPath(asking: Asking, sought: Sought, path: Path): string | null {
  const task = { ...searchTask(asking, sought), path, at: 0 };
  const search = new PathSearch(task, sought.watcher);
  return search.confirms(path) ? search.description : null;
}

async function searchOnce(search: PathSearch): Promise<Found> {
  const found: { path: Path | null; text: string } = { path: null, text: "" };
  const end = await search.run(() => {
    found.path = search.path;
    found.text = search.description;
    return true;
  });
  return { ...found, end };
}

/** Switches between threads at visible moves, after the first `at` moves. */
function switchesIn({ moves }: Path, at: number): number {
  const threads = moves.slice(at).flatMap((m) => (m.isLocal ? [] : [m.thread]));
  return threads.filter((t, i) => i > 0 && t !== threads[i - 1]).length;
}
