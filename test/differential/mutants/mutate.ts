// Small changes to a C program, like typical mistakes: a line dropped, two lines swapped, a lock removed, another operator,
// another number, `if` for `while`. The changes are textual, so that they work on any program of the collection; the compiler rejects invalid C.

import type { Rng } from "../../../src/support/rng.ts";

export interface Mutant {
  readonly source: string;
  /** A description of the change, for readers. */
  readonly what: string;
}

type Mutation = (lines: readonly string[], rng: Rng) => Mutant | null;

/** Code of a function, as far as a line shows: indented, not a comment, not for the preprocessor. */
const isCode = (line: string): boolean => /^\s+\S/.test(line) && !/^\s*(\/\/|\*|\/\*|#)/.test(line);
const isStatement = (line: string): boolean => isCode(line) && /;\s*(\/\/.*)?$/.test(line) && !/^\s*return\b/.test(line);

function pick(lines: readonly string[], rng: Rng, wanted: (line: string) => boolean): number {
  const places = lines.flatMap((line, i) => (wanted(line) ? [i] : []));
  return places.length === 0 ? -1 : rng.pick(places);
}

const changed = (lines: readonly string[], what: string, edit: (copy: string[]) => void): Mutant => {
  const copy = [...lines];
  edit(copy);
  return { source: copy.join("\n"), what };
};

const drop: Mutation = (lines, rng) => {
  const i = pick(lines, rng, isStatement);
  return i < 0 ? null : changed(lines, `line ${i + 1} dropped`, (copy) => copy.splice(i, 1, ""));
};

const repeat: Mutation = (lines, rng) => {
  const i = pick(lines, rng, isStatement);
  return i < 0 ? null : changed(lines, `line ${i + 1} twice`, (copy) => copy.splice(i, 1, `${copy[i]} ${copy[i]}`));
};

const swap: Mutation = (lines, rng) => {
  const i = pick(lines, rng, isStatement);
  const other = lines[i + 1];
  if (i < 0 || other === undefined || !isStatement(other)) return null;
  return changed(lines, `lines ${i + 1} and ${i + 2} swapped`, (copy) => copy.splice(i, 2, other, copy[i] as string));
};

/** Removes the calls that lock and unlock one object from the first function with such calls, or from all functions. */
const unlock: Mutation = (lines, rng) => {
  const i = pick(lines, rng, (line) => /\b(pthread_mutex_lock|mtx_lock|pthread_rwlock_\w+lock|sem_wait)\(/.test(line));
  const what = /\b(?:pthread_mutex_|mtx_|pthread_rwlock_|sem_)\w+\((&?[^()]+)\)/.exec(lines[i] ?? "")?.[1];
  if (what === undefined) return null;
  const call = new RegExp(`\\b(pthread_mutex_|mtx_|pthread_rwlock_|sem_)(\\w*lock|wait|post)\\(${escape(what)}\\)`);
  const everywhere = rng.chance(0.3);
  return changed(lines, `${what} not taken ${everywhere ? "anywhere" : `from line ${i + 1} on`}`, (copy) => {
    for (let k = everywhere ? 0 : i; k < copy.length; k++) {
      if (!everywhere && /^}/.test(copy[k] as string)) return;
      copy[k] = (copy[k] as string).replace(call, "(void)0");
    }
  });
};

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Texts, and what is often written by mistake instead. */
const words: readonly (readonly [RegExp, readonly string[]])[] = [
  [/==/, ["!=", "<=", ">="]],
  [/!=/, ["=="]],
  [/(?<=[\w)\]] )<(?= )/, ["<=", ">", "!="]],
  [/(?<=[\w)\]] )>(?= )/, [">=", "<"]],
  [/<=/, ["<", "=="]],
  [/>=/, [">", "=="]],
  [/&&/, ["||"]],
  [/\|\|/, ["&&"]],
  [/\+\+/, ["--", ""]],
  [/--/, ["++", ""]],
  [/(?<= )\+(?= )/, ["-", "|"]],
  [/(?<= )-(?= )/, ["+"]],
  [/\+=/, ["-=", "="]],
  [/\bwhile\b/, ["if"]],
  [/\bif\b/, ["while"]],
  [/\bpthread_cond_broadcast\b/, ["pthread_cond_signal"]],
  [/\bpthread_mutex_lock\b/, ["pthread_mutex_trylock"]],
  [/\batomic_(int|uint|bool|long)\b/, ["int", "volatile int"]],
  [/\b_Atomic\b/, ["", "volatile"]],
  [/\batomic_exchange\(/, ["atomic_fetch_or(", "atomic_store("]],
  [/\batomic_fetch_add\(/, ["atomic_fetch_sub(", "atomic_store("]],
  [/memory_order_(acquire|release|acq_rel|seq_cst)/, ["memory_order_relaxed"]],
  [/!(?=[\w(])/, [""]],
  [/\b\d+\b/, ["0", "1", "2", "3"]],
  [/\bNULL\b/, ["(void *)8"]],
  [/->/, ["[0]."]],
];

const reword: Mutation = (lines, rng) => {
  const [word, others] = rng.pick(words);
  const i = pick(lines, rng, (line) => (isCode(line) || /^(static|_Atomic|atomic)/.test(line)) && word.test(line));
  if (i < 0) return null;
  const other = rng.pick(others);
  const places = [...(lines[i] as string).matchAll(new RegExp(word.source, "g"))];
  const { index, 0: text } = rng.pick(places);
  if (text === other) return null;
  return changed(lines, `line ${i + 1}: ${other || "nothing"} for ${text}`, (copy) => {
    const line = copy[i] as string;
    copy[i] = line.slice(0, index) + other + line.slice(index + text.length);
  });
};

const mutations: readonly Mutation[] = [drop, repeat, swap, unlock, reword, reword, reword];

/** One change, or two. */
export function mutate(source: string, rng: Rng): Mutant {
  let mutant: Mutant = { source, what: "" };
  for (let left = rng.chance(0.3) ? 2 : 1; left > 0; ) {
    const next = rng.pick(mutations)(mutant.source.split("\n"), rng);
    if (next === null || next.source === source) continue; // the second may undo the first
    mutant = { source: next.source, what: mutant.what === "" ? next.what : `${mutant.what}; ${next.what}` };
    left--;
  }
  return mutant;
}
