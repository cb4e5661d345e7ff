// The forms of questions, and what is said of texts that have none.

import { expect, test } from "vitest";
import { parseQuestion, questionForms } from "../../../src/debugger/ask/parse.ts";
import type { RavelError } from "../../../src/support/diagnostics.ts";

const line = (n: number, file: string | null = null): object => ({ file, line: n });

test.each([
  ["can fail", { kind: "fail", property: null, at: null }],
  ["? can fail ?", { kind: "fail", property: null, at: null }],
  ["can race", { kind: "fail", property: "race", at: null }],
  ["can deadlock at 7", { kind: "fail", property: "deadlock", at: line(7) }],
  ["can assert fail", { kind: "fail", property: "assert", at: null }],
  ["can assertion fail at a/q.c:3", { kind: "fail", property: "assert", at: line(3, "a/q.c") }],
  ["can 24 fail", { kind: "fail", property: null, at: line(24) }],
  ["can reach q.c:4", { kind: "hold", condition: null, at: line(4, "q.c") }],
  ["can  x == 0   at 12", { kind: "hold", condition: "x == 0", at: line(12) }],
  ["can s.at at 3 at 12", { kind: "hold", condition: "s.at at 3", at: line(12) }],
  ["can 30 before q.c:12", { kind: "before", first: line(30), second: line(12, "q.c") }],
  ["which writes *p", { kind: "writes", expression: "*p" }],
  ["why a[1]", { kind: "why", expression: "a[1]" }],
  ["without switch", { kind: "without-switch", number: null }],
  ["can without switch 3", { kind: "without-switch", number: 3 }],
  ["least change", { kind: "least-change" }],
])("%s", (text, question) => {
  expect(parseQuestion(text)).toEqual(question);
});

test.each([
  ["", "the question is empty"],
  ["?", "the question is empty"],
  ["can", "`can` needs more"],
  ["can x == 0", "`x == 0`: which line? A condition is asked for at a line"],
  ["can x at here", "`here` is not a line"],
  ["can 3 before", "`3 before`: which line? A condition is asked for at a line"],
  ["can a before 3", "`a` is not a line"],
  ["can 3 fail at 4", "the line is named twice"],
  ["which x", "`writes` and an expression are expected, not `x`"],
  ["why", "`why` needs an expression"],
  ["without switch two", "after `without`, `switch` and a number are expected, not `switch two`"],
  ["least", "after `least`, `change` is expected, not ``"],
  ["will it fail", "a question begins with can, which, why, without or least, not with `will`"],
])("`%s` is rejected: %s", (text, message) => {
  let found: RavelError | null = null;
  try {
    parseQuestion(text);
  } catch (error) {
    found = error as RavelError;
  }
  expect(found?.diagnostics[0]).toMatchObject({ code: "RVL013", message });
  expect(found?.diagnostics[0]?.hint).toContain(questionForms.map((f) => f.form).join("; "));
});
