// Makes a program smaller while a test stays true. In: a tree and a test. Out: a tree from which nothing more can be
// removed. Moves, coarse before fine: drop threads, statements, whole lists; replace a statement by the statements inside it; make places,
// values and conditions as simple as possible. The first move that keeps the test true is applied, until there is none.

import { bodiesOf, type Condition, type ProgramTree, type Statement } from "./tree.ts";

export async function shrink(program: ProgramTree, interesting: (p: ProgramTree) => Promise<boolean>, budget = 600): Promise<ProgramTree> {
  let current = program;
  const tried = new Set([JSON.stringify(program)]);
  for (let progress = true; progress; ) {
    progress = false;
    for (const candidate of smallerPrograms(current)) {
      const key = JSON.stringify(candidate);
      if (tried.has(key)) continue;
      tried.add(key);
      if (tried.size > budget) return current;
      if (!(await interesting(candidate))) continue;
      current = candidate;
      progress = true;
      break;
    }
  }
  return current;
}

export function* smallerPrograms(p: ProgramTree): Generator<ProgramTree> {
  for (let i = p.threads.length - 1; i >= 0; i--) if (p.threads.length > 1) yield { ...p, threads: p.threads.filter((_, j) => j !== i) };
  if (p.copies) yield { ...p, copies: p.copies - 1 };
  if (p.input !== null) yield { ...p, input: null };
  if (p.ending !== "join") yield { ...p, ending: "join" };
  const lists: readonly { readonly list: readonly Statement[]; readonly put: (list: readonly Statement[]) => ProgramTree }[] = [
    { list: p.after, put: (after) => ({ ...p, after }) },
    { list: p.beside, put: (beside) => ({ ...p, beside }) },
    ...p.threads.map((t, i) => ({
      list: t.body,
      put: (body: readonly Statement[]) => ({ ...p, threads: p.threads.map((old, j) => (j === i ? { ...old, body } : old)) }),
    })),
  ];
  for (const { list, put } of lists) for (const rest of withoutRuns(list)) yield put(rest);
  for (const { list, put } of lists) for (const smaller of smallerLists(list)) yield put(smaller);
  if (!p.together) yield { ...p, together: true };
  if (p.atomic) yield { ...p, atomic: false };
  if (p.placement !== "static") yield { ...p, placement: "static" };
  if (p.semaphore !== 1) yield { ...p, semaphore: 1 };
  if (p.pointer !== "&x") yield { ...p, pointer: "&x" };
  for (const [i, t] of p.threads.entries()) {
    const put = (thread: typeof t): ProgramTree => ({ ...p, threads: p.threads.map((old, j) => (j === i ? thread : old)) });
    if (t.nested) yield put({ ...t, nested: false });
    if (t.cancelled) yield put({ ...t, cancelled: false });
    if (t.argument !== null && t.argument !== "&x") yield put({ ...t, argument: "&x" });
  }
}

/** The list without some of its elements: all, halves, quarters, …, single ones. */
function* withoutRuns<T>(list: readonly T[]): Generator<readonly T[]> {
  for (let size = list.length; size >= 1; size = Math.floor(size / 2))
    for (let start = list.length - size; start >= 0; start -= size) yield [...list.slice(0, start), ...list.slice(start + size)];
}

function* smallerLists(list: readonly Statement[]): Generator<readonly Statement[]> {
  for (const [i, s] of list.entries()) {
    const put = (some: readonly Statement[]): readonly Statement[] => [...list.slice(0, i), ...some, ...list.slice(i + 1)];
    for (const { body } of bodiesOf(s)) yield put(body);
    for (const { body, put: within } of bodiesOf(s)) {
      for (const rest of withoutRuns(body)) yield put([within(rest)]);
      for (const smaller of smallerLists(body)) yield put([within(smaller)]);
    }
    for (const simpler of simplerStatements(s)) yield put([simpler]);
  }
}

/** Simpler forms. Each has fewer simpler forms itself, so that the search terminates. */
function* simplerStatements(s: Statement): Generator<Statement> {
  if ("place" in s && s.place !== "x") {
    yield { ...s, place: "x" };
    if (s.place !== "y") yield { ...s, place: "y" };
  }
  switch (s.kind) {
    case "write":
      if (s.value.kind !== "constant") yield { ...s, value: { kind: "constant", value: 1 } };
      else if (s.value.value > 1) yield { ...s, value: { kind: "constant", value: 1 } };
      break;
    case "read":
      if (s.local !== "k") yield { ...s, local: "k" };
      break;
    case "update":
      if (s.operator !== "+=" || s.by !== 1) yield { ...s, operator: "+=", by: 1 };
      yield { kind: "write", place: s.place, value: { kind: "constant", value: 1 } };
      break;
    case "lock":
      if (s.attempt) yield { ...s, attempt: false };
      if (s.mutex !== "m") yield { ...s, mutex: "m" };
      break;
    case "take":
      if (s.attempt) yield { ...s, attempt: false };
      break;
    case "spin":
      if (s.order !== "acquire") yield { ...s, order: "acquire" };
      break;
    case "go":
      if (s.order !== "release") yield { ...s, order: "release" };
      break;
    case "wait":
      if (s.notes) yield { ...s, notes: false };
      break;
    case "again":
      if (s.exchange) yield { ...s, exchange: false };
      break;
    case "publish":
      if (s.value !== 1) yield { ...s, value: 1 };
      break;
    case "notify":
      if (s.all) yield { ...s, all: false };
      break;
    case "loop":
      if (s.times > 1) yield { ...s, times: s.times - 1 };
      for (const condition of simplerConditions(s.condition)) yield { ...s, condition };
      break;
    case "if":
    case "leave":
    case "assume":
      for (const condition of simplerConditions(s.condition)) yield { ...s, condition };
      break;
    case "assert":
      if (s.conditions.length > 1) for (const rest of withoutRuns(s.conditions)) if (rest.length > 0) yield { ...s, conditions: rest };
      break;
    default:
      break;
  }
}

function* simplerConditions(c: Condition): Generator<Condition> {
  if (c.left !== "x" && c.left !== "k") {
    yield { ...c, left: "x" };
  }
  if (c.right > 1) yield { ...c, right: 1 };
}
