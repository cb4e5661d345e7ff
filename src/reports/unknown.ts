// Why a property is unknown. In: a typed cause. Out: its code, sentence and hint, made here and nowhere else.
//
// Control flow reads causes. Codes and sentences are for people and scripts.

import type { Outcome } from "../execution/contract.ts";
import type { Property } from "../execution/errors.ts";
import type { UnsupportedKind } from "../program/operations.ts";
import type { DiagnosticCode } from "../support/diagnostics.ts";
import type { StopCause } from "../support/limits.ts";

/** Plain data: it crosses from thread to thread. */
export type Cause =
  /** A limit of the check. `when`: "after 3 runs without a violation". */
  | { readonly kind: "stopped"; readonly stop: StopCause; readonly when: string }
  | { readonly kind: "thread-out-of-memory"; readonly thread: string; readonly megabytes: number }
  | { readonly kind: "too-many-states"; readonly states: number; readonly megabytes: number }
  | { readonly kind: "too-many-events"; readonly runs: number; readonly megabytes: number }
  | { readonly kind: "formula-too-large" }
  | { readonly kind: "solver-gave-up"; readonly conflicts: number | null }
  | { readonly kind: "run-limit"; readonly runs: number; readonly isSampled: boolean }
  | { readonly kind: "step-bound"; readonly steps: number }
  /** Other threads can observe that a thread has woken up spuriously. */
  | { readonly kind: "wake-bound" }
  /** One step took more operations than it may. */
  | { readonly kind: "long-step"; readonly text: string }
  /** The program needs more than the machine has: `memory`, or room for its objects and calls. */
  | { readonly kind: "program-too-large"; readonly what: "memory" | "room"; readonly text: string; readonly hint: string | null }
  | { readonly kind: "inputs-not-covered"; readonly input: string }
  /** `at`: where it is read; null: unknown. */
  | { readonly kind: "uninitialised-memory"; readonly at: string | null }
  | { readonly kind: "unmodelled-call"; readonly name: string; readonly where: string }
  | { readonly kind: "unsupported"; readonly form: UnsupportedKind; readonly what: string; readonly where: string }
  | { readonly kind: "not-symbolic"; readonly engine: string; readonly what: string; readonly where: string }
  | { readonly kind: "property-not-decided"; readonly engine: string; readonly property: Property }
  /** An atomic section reads an input of many values and may wait for some of them. */
  | { readonly kind: "waits-guessed" }
  | { readonly kind: "not-replayed"; readonly property: Property }
  | { readonly kind: "contradiction" }
  | { readonly kind: "no-finding"; readonly property: Property }
  | { readonly kind: "thread-ended"; readonly thread: string }
  /** The user has accepted all violations that were found (suppression.ts). */
  | { readonly kind: "only-accepted"; readonly count: number }
  /** Any other diagnostic. */
  | { readonly kind: "diagnosed"; readonly code: DiagnosticCode; readonly text: string; readonly hint: string };

export interface Unknown {
  readonly cause: Cause;
  readonly code: DiagnosticCode;
  readonly reason: string;
  readonly hint: string;
}

export const unknownBecause = (cause: Cause): Unknown => ({ cause, ...describe(cause) });

/** Whether a limit stopped the search: time, memory, runs, the user. With a higher limit the answer may differ. */
export function isLimit(cause: Cause): boolean {
  switch (cause.kind) {
    case "stopped":
    case "thread-out-of-memory":
    case "too-many-states":
    case "too-many-events":
    case "formula-too-large":
    case "solver-gave-up":
    case "run-limit":
      return true;
    case "program-too-large":
      return cause.what === "memory";
    case "step-bound":
    case "wake-bound":
    case "long-step":
    case "inputs-not-covered":
    case "uninitialised-memory":
    case "unmodelled-call":
    case "unsupported":
    case "not-symbolic":
    case "property-not-decided":
    case "waits-guessed":
    case "not-replayed":
    case "contradiction":
    case "no-finding":
    case "thread-ended":
    case "only-accepted":
    case "diagnosed":
      return false;
  }
}

/** Whether runs were stopped before their end. */
export const isStepBound = ({ kind }: Cause): boolean => kind === "step-bound" || kind === "wake-bound" || kind === "long-step";

/** Why the executor stopped, as a cause. */
export function causeOfStop({ by, reason, location }: StoppedRun): Cause {
  const where = location === null ? "" : ` (${location.file}:${location.line})`;
  const text = `${reason}${where}`;
  switch (by.kind) {
    case "unmodelled-call":
      return { kind: by.kind, name: reason, where };
    case "unsupported":
      return { kind: by.kind, form: by.what, what: reason, where };
    case "long-step":
      return { kind: by.kind, text };
    case "program-too-large":
      return { kind: by.kind, what: by.what, text, hint: null };
    case "diagnosed":
      return { kind: by.kind, code: by.code, text, hint: seeDocs };
  }
}

type StoppedRun = Extract<Outcome, { readonly kind: "stopped" }>;

type Description = Omit<Unknown, "cause">;

const seeDocs = "see docs/diagnostics.md";
const reportRead = "report the read with --property uninit";
const useExplore = "use --engine explore";
const reportIt = "please report this bug in Ravel, with the program";

function describe(cause: Cause): Description {
  switch (cause.kind) {
    case "stopped": {
      const stop = describeStop(cause.stop);
      return { ...stop, reason: `${stop.reason} ${cause.when}`.trimEnd() };
    }
    case "thread-out-of-memory":
      return {
        ...describeStop({ kind: "memory", megabytes: cause.megabytes }),
        reason: `${cause.thread} reached its memory limit, ${cause.megabytes} MB (a share of --memory)`,
      };
    case "too-many-states":
      return {
        code: "RVL302",
        reason: `the states of the program exceed the memory limit of ${cause.megabytes} MB after ${cause.states} states`,
        hint: "raise --memory, or use --reduction dpor, which stores no states",
      };
    case "too-many-events":
      return {
        code: "RVL302",
        reason: `the events of ${cause.runs} runs exceed the memory limit of ${cause.megabytes} MB`,
        hint: "raise --memory, or use --reduction optimal, which keeps one run",
      };
    case "formula-too-large":
      return { code: "RVL302", reason: "the unrolled program is too large", hint: "use --engine explore, or lower --unwind" };
    case "solver-gave-up": {
      const after = cause.conflicts === null ? "" : ` after ${cause.conflicts} conflicts`;
      return { code: "RVL302", reason: `the solver gave up${after}`, hint: "use --engine staged" };
    }
    case "run-limit":
      return {
        code: "RVL304",
        reason: `no violation in ${cause.runs} ${cause.runs === 1 ? "run" : "runs"}; other runs may fail`,
        hint: cause.isSampled ? "raise --max-runs, or omit --strategy to cover all interleavings" : "raise --max-runs",
      };
    case "step-bound":
      return { code: "RVL303", reason: `a run was stopped after ${cause.steps} steps`, hint: "raise --max-steps" };
    case "wake-bound":
      return {
        code: "RVL303",
        reason: "spurious wake-ups that other threads can observe are explored only twice per thread",
        hint: "use --assume no-spurious to exclude them",
      };
    case "long-step":
      return { code: "RVL303", reason: cause.text, hint: seeDocs };
    case "program-too-large":
      return { code: cause.what === "memory" ? "RVL302" : "RVL306", reason: cause.text, hint: cause.hint ?? seeDocs };
    case "inputs-not-covered":
      return {
        code: "RVL307",
        reason: `not all values of ${cause.input} were tried`,
        hint: "bound the input with an assumption, fix it with --input, or use --engine staged",
      };
    case "uninitialised-memory":
      return cause.at === null
        ? { code: "RVL308", reason: "uninitialised memory may be read; its value is arbitrary", hint: reportRead }
        : {
            code: "RVL308",
            reason: `uninitialised memory is read (${cause.at}), and only one value was tried`,
            hint: `use --engine staged, which covers all values, or ${reportRead}`,
          };
    case "unmodelled-call":
      return {
        code: "RVL202",
        reason: `${cause.name} is called${cause.where} but neither defined nor modelled`,
        hint: "add the file that defines it, or use --unknown-calls nondet",
      };
    case "unsupported":
      return describeUnsupported(cause.form, `${cause.what}${cause.where}`);
    case "not-symbolic":
      return { code: "RVL205", reason: `not supported by the ${cause.engine} engine: ${cause.what}${cause.where}`, hint: useExplore };
    case "property-not-decided":
      return { code: "RVL310", reason: `the ${cause.engine} engine does not check ${cause.property}`, hint: useExplore };
    case "waits-guessed":
      return {
        code: "RVL310",
        reason: "an atomic section reads an input of many values and may wait for some of them",
        hint: "use --engine explore, or bound the input",
      };
    case "not-replayed":
      return { code: "RVL902", reason: `a candidate for ${cause.property} did not replay`, hint: reportIt };
    case "contradiction":
      return { code: "RVL902", reason: "the formula of the program admits no execution", hint: reportIt };
    case "no-finding":
      return { code: "RVL901", reason: `the engine returned no finding for ${cause.property}`, hint: "please report this bug in Ravel" };
    case "thread-ended":
      return { code: "RVL901", reason: `${cause.thread} ended without a result`, hint: "run the check again" };
    case "only-accepted":
      return describeAccepted(cause.count);
    case "diagnosed":
      return { code: cause.code, reason: cause.text, hint: cause.hint };
  }
}

function describeAccepted(count: number): Description {
  const found = count === 1 ? "the violation that was found is" : `the ${count} violations that were found are`;
  const hint = "fix what is accepted to learn more; in CI, --fail-on unsafe fails on new violations only";
  return { code: "RVL313", reason: `${found} accepted; there may be others`, hint };
}

function describeUnsupported(form: UnsupportedKind, what: string): Description {
  switch (form) {
    case "construct":
      return { code: "RVL201", reason: `not supported: ${what}`, hint: seeDocs };
    case "library-use":
      return { code: "RVL203", reason: `not supported: ${what}`, hint: seeDocs };
    case "assembly":
      return { code: "RVL204", reason: `not supported: ${what}`, hint: seeDocs };
    case "declaration":
      return { code: "RVL108", reason: what, hint: seeDocs };
  }
}

function describeStop(cause: StopCause): Description {
  switch (cause.kind) {
    case "interrupted":
      return {
        code: "RVL305",
        reason: "interrupted",
        hint: "run the check again and let it finish; --timeout and --max-runs limit it",
      };
    case "time":
      return {
        code: "RVL301",
        reason: `the time limit of ${cause.seconds} s was reached`,
        hint: "raise --timeout, or try a smaller program: fewer threads or iterations",
      };
    case "memory":
      return { code: "RVL302", reason: `the memory limit of ${cause.megabytes} MB was reached`, hint: "raise --memory" };
    case "work":
      return { code: "RVL305", reason: "stopped after its share of the work", hint: "raise --timeout" };
    case "first-violation":
      return { code: "RVL305", reason: "the check ended at the first violation (--first)", hint: "omit --first" };
    case "decided-elsewhere":
      return { code: "RVL305", reason: "stopped: another engine has decided it", hint: "see its answer" };
  }
}
