// Reads a question. In: its text, as typed. Out: the question; a text that is none fails with RVL013 and the list of forms.

import { allProperties, type Property } from "../../execution/errors.ts";
import { fail } from "../../support/diagnostics.ts";
import type { LineName, Question } from "./question.ts";

/** What can be asked, one form per line; EXPR and COND are C expressions, LINE is `12` or `queue.c:12`. */
export const questionForms: readonly { readonly form: string; readonly meaning: string }[] = [
  { form: "can fail", meaning: "can a property be violated" },
  {
    form: "can PROPERTY fail",
    meaning: "can this one: assert, race, deadlock, memory, overflow, leak, uninit; also `can race`, `can deadlock`",
  },
  { form: "can LINE fail", meaning: "can a property be violated at this line" },
  { form: "can reach LINE", meaning: "can a thread come to this line" },
  { form: "can COND at LINE", meaning: "can COND hold while a thread stands before this line" },
  { form: "can LINE before LINE", meaning: "can the first line run before the second has run" },
  { form: "which writes EXPR", meaning: "which writes can the thread's next read of EXPR see" },
  { form: "why EXPR", meaning: "why did the thread's last read of EXPR see what it saw" },
  { form: "without switch [N]", meaning: "does the run end the same way without context switch N (the one here, or the next)" },
  { form: "least change", meaning: "how few switches must be moved for the run to pass" },
];

const linePattern = /^(?:(?<file>[^\s:]+):)?(?<line>\d+)$/;

/** The words after which a question asks for failures of a property: `assert`, `assertion fail`. */
const propertyOf = (word: string): Property | null =>
  allProperties.find((p) => p === word || (p === "assert" && word === "assertion")) ?? null;

export function parseQuestion(text: string): Question {
  const words = text.trim().replace(/^\?/, "").replace(/\?$/, "").trim().replace(/\s+/g, " ");
  if (words === "") return reject("the question is empty");
  const [, verb = "", rest = ""] = /^(\S+) ?(.*)$/.exec(words) ?? [];
  switch (verb) {
    case "can":
      return rest === "" ? reject("`can` needs more") : parseCan(rest);
    case "which":
      return parseRest(rest, "writes", (expression) => ({ kind: "writes", expression }));
    case "why":
      return rest === "" ? reject("`why` needs an expression") : { kind: "why", expression: rest };
    case "without":
      return parseSwitch(rest);
    case "least":
      return rest === "change" ? { kind: "least-change" } : reject(`after \`least\`, \`change\` is expected, not \`${rest}\``);
    default:
      return reject(`a question begins with can, which, why, without or least, not with \`${verb}\``);
  }
}

function parseCan(text: string): Question {
  if (text.startsWith("without ")) return parseSwitch(text.slice("without ".length));
  const order = splitAt(text, " before ");
  if (order !== null) return { kind: "before", first: lineOf(order[0]), second: lineOf(order[1]) };
  if (text.startsWith("reach ")) return { kind: "hold", condition: null, at: lineOf(text.slice("reach ".length)) };
  const place = splitAt(text, " at ");
  const failure = parseFailure(place === null ? text : place[0]);
  if (failure !== null) {
    if (place === null) return failure;
    if (failure.at !== null) return reject("the line is named twice");
    return { ...failure, at: lineOf(place[1]) };
  }
  if (place === null) return reject(`\`${text}\`: which line? A condition is asked for at a line`);
  return { kind: "hold", condition: place[0], at: lineOf(place[1]) };
}

/** `fail`, `race`, `deadlock`, `assert fail`, `12 fail`; null: none of these. */
function parseFailure(text: string): Extract<Question, { kind: "fail" }> | null {
  if (text === "fail" || text === "it fail") return { kind: "fail", property: null, at: null };
  if (text === "race" || text === "deadlock") return { kind: "fail", property: text, at: null };
  const [subject, verb, ...more] = text.split(" ");
  if (verb !== "fail" || more.length > 0 || subject === undefined) return null;
  const property = propertyOf(subject);
  if (property !== null) return { kind: "fail", property, at: null };
  return { kind: "fail", property: null, at: lineOf(subject) };
}

function parseSwitch(text: string): Question {
  const found = /^(?:this )?switch(?: (\d+))?$/.exec(text);
  if (found === null) return reject(`after \`without\`, \`switch\` and a number are expected, not \`${text}\``);
  return { kind: "without-switch", number: found[1] === undefined ? null : Number(found[1]) };
}

function parseRest(text: string, word: string, make: (rest: string) => Question): Question {
  if (!text.startsWith(`${word} `)) return reject(`\`${word}\` and an expression are expected, not \`${text}\``);
  return make(text.slice(word.length + 1));
}

/** At the last occurrence: a condition may contain the word. */
function splitAt(text: string, word: string): readonly [string, string] | null {
  const at = text.lastIndexOf(word);
  return at <= 0 ? null : [text.slice(0, at).trim(), text.slice(at + word.length).trim()];
}

function lineOf(text: string): LineName {
  const found = linePattern.exec(text);
  if (found?.groups === undefined) return reject(`\`${text}\` is not a line`);
  const { file, line } = found.groups;
  return { file: file ?? null, line: Number(line) };
}

function reject(message: string): never {
  return fail("RVL013", message, { hint: `ask one of: ${questionForms.map((f) => f.form).join("; ")}` });
}
