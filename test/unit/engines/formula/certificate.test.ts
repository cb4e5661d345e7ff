// Certificates of safe verdicts: accepted for their program, rejected for anything else.

import { beforeAll, expect, test } from "vitest";
import type { FormulaOptions } from "../../../../src/encoding/formula.ts";
import { checkCertificate, writeCertificate } from "../../../../src/engines/formula/certificate.ts";
import type { Property } from "../../../../src/execution/errors.ts";
import type { Program } from "../../../../src/program/program.ts";
import { readCertificate } from "../../../../src/solving/certificate/read.ts";
import { Budget } from "../../../../src/support/budget.ts";
import { compileText, machineOptions } from "../../../run.ts";

const source = (step: string, rounds: number, limit: number): string => `#include <assert.h>
#include <pthread.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x, n;
static void *work(void *arg) {
  for (int i = 0; i < n; i++) { pthread_mutex_lock(&m); x ${step}; pthread_mutex_unlock(&m); }
  return arg;
}
int main(void) {
  n = __VERIFIER_nondet_uchar() % ${rounds + 1};
  pthread_t s, t;
  pthread_create(&s, 0, work, 0);
  pthread_create(&t, 0, work, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  assert(x <= ${limit});
  return 0;
}
`;

let safe: Program;
let unsafe: Program;
let text: string;
let unsafeName: string;

const programOf = (certificate: string): string =>
  (JSON.parse(certificate.slice(0, certificate.indexOf("\n"))) as { program: string }).program;

const options = (bound: number, properties: readonly Property[] = ["assert", "memory"]): FormulaOptions => ({
  machine: machineOptions(properties),
  properties,
  encoding: "staged",
  bounds: new Map(),
  defaultBound: bound,
});

async function certificateOf(program: Program, given: FormulaOptions): Promise<string | null> {
  const pieces: string[] = [];
  const { isWritten: done } = await writeCertificate(program, given, new Budget(null, 1000), (piece) => pieces.push(piece));
  return done ? pieces.join("") : null;
}

const check = async (program: Program, certificate: string): Promise<string> =>
  (await checkCertificate(program, readCertificate(certificate, "c"))).verdict;

beforeAll(async () => {
  safe = await compileText(source("+= 1", 2, 4));
  unsafe = await compileText(source("+= 2", 2, 4));
  text = (await certificateOf(safe, options(2))) as string;
  // A certificate of a property that does hold for the unsafe program names that property.
  unsafeName = programOf((await certificateOf(unsafe, options(2, ["deadlock"]))) as string);
});

test("it is accepted for its program, and says for which properties", async () => {
  const verdict = await checkCertificate(safe, readCertificate(text, "c"));
  expect(verdict).toEqual({ verdict: "accepted", properties: ["assert", "memory"] });
});

test("there is none of an unsafe program, nor where a loop is cut", async () => {
  expect(await certificateOf(unsafe, options(2))).toBeNull();
  expect(await certificateOf(safe, options(1))).toBeNull();
});

test("it is not for an unsafe variant of the program, even under that one's name", async () => {
  expect(await check(unsafe, text)).toBe("rejected");
  expect(await check(unsafe, text.replace(programOf(text), unsafeName))).toBe("rejected");
});

test("it is not for another property, nor for another bound", async () => {
  expect(await check(safe, text.replace('"properties":"assert,memory"', '"properties":"assert,memory,overflow"'))).toBe("rejected");
  expect(await check(safe, text.replace('"properties":"assert,memory"', '"properties":"deadlock"'))).toBe("rejected");
  expect(await check(safe, text.replace('"defaultBound":2', '"defaultBound":3'))).toBe("rejected");
  expect(await check(safe, text.replace('"defaultBound":2', '"defaultBound":1'))).toBe("rejected");
});

test("an input clause less, one more, or one with other literals is noticed", async () => {
  const lines = text.split("\n");
  const inputs = lines.flatMap((l, i) => (l.startsWith("i ") ? [i] : []));
  const end = lines.findIndex((l) => l.startsWith("end "));
  const steps = Number((lines[end] as string).slice(4));
  /** The certificate with one line replaced by others. */
  const edited = (at: number, ...by: string[]): string => {
    const copy = lines.slice();
    copy[end] = `end ${steps - 1 + by.length}`;
    copy.splice(at, 1, ...by);
    return copy.join("\n");
  };
  for (let k = 1; k < 8; k++) {
    const at = inputs[Math.floor((inputs.length * k) / 8)] as number;
    const line = lines[at] as string;
    const flipped = line.replace(/ (-?)(\d+) 0$/, (_, sign: string, n: string) => ` ${sign === "" ? "-" : ""}${n} 0`);
    for (const by of [[], [line, line], [flipped]]) expect(await check(safe, edited(at, ...by))).toBe("rejected");
  }
});

test("a proof that rests on an assumption is rejected", async () => {
  // Without spurious wake-ups the assertion holds; a check that assumes this does not write a certificate.
  const program = await compileText(`#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;
static void *work(void *p) {
  pthread_mutex_lock(&m); ready = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m);
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  pthread_mutex_lock(&m);
  if (!ready) pthread_cond_wait(&c, &m);
  assert(ready);
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  return 0;
}
`);
  const certificate = await certificateOf(program, options(2, ["assert"]));
  expect(certificate).not.toBeNull();
  expect(await checkCertificate(program, readCertificate(certificate as string, "c"))).toEqual({
    verdict: "rejected",
    reason: "the proof assumes no-spurious",
  });
});
