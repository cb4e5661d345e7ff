// Coded diagnostics. Every message about the program, an option, a file or a limit has an
// `RVL` code that `docs/diagnostics.md` explains. A user's mistake is a `Diagnostic`, thrown inside a `RavelError`;
// a broken invariant of Ravel is an ordinary Error and is caught in `apps/` only.

export interface SourceLocation {
  readonly file: string;
  readonly line: number;
  readonly column?: number;
  readonly function?: string;
}

export type Severity = "error" | "warning" | "note";

export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  readonly message: string;
  readonly location: SourceLocation | null;
  readonly hint: string | null;
  /** The memory model that all verdicts assume: text reports mention it in their first lines. Not part of JSON reports. */
  readonly about?: "memory-model";
}

/** Bugs in Ravel. */
const internalCodes = {
  RVL901: "internal error",
  RVL902: "candidate does not replay",
} as const;

/** Every code and its title. 0xx usage, 1xx the C program, 2xx unsupported, 3xx limits and bounds, 4xx witnesses, formulas and proofs, 5xx notes on a verdict, 6xx the debugger, 9xx bugs in Ravel. */
export const diagnosticCodes = {
  RVL001: "unknown command, option or value",
  RVL002: "file cannot be read",
  RVL003: "option conflicts with the engine or another option",
  RVL004: "not a C source file",
  RVL005: "cache cannot be used",
  RVL006: "no usable clang",
  RVL007: "output file cannot be written",
  RVL008: "output file is from an earlier check",
  RVL009: "malformed suppression",
  RVL010: "compilation database cannot be used as it is",
  RVL011: "malformed ravel.json",
  RVL013: "malformed question",
  RVL101: "clang rejects the program",
  RVL102: "no entry function",
  RVL103: "symbol defined twice",
  RVL104: "symbol declared but not defined",
  RVL105: "malformed LLVM IR",
  RVL106: "malformed input file",
  RVL107: "headers of this machine used",
  RVL108: "library type or function declared differently",
  RVL201: "unsupported construct",
  RVL202: "call to an unmodelled function",
  RVL203: "use of a library function that is not modelled",
  RVL204: "unsupported inline assembly",
  RVL205: "not supported by the symbolic engines",
  RVL301: "time limit reached",
  RVL302: "memory limit reached",
  RVL303: "step limit reached",
  RVL304: "sampling ended without a violation",
  RVL305: "interrupted",
  RVL306: "recursion or object space exhausted",
  RVL307: "input values not covered",
  RVL308: "behaviour depends on uninitialised memory",
  RVL309: "a thread spins forever",
  RVL310: "property not decided by this engine",
  RVL311: "coverage of an engine",
  RVL313: "only accepted violations were found",
  RVL401: "malformed witness",
  RVL402: "witness does not match the program",
  RVL403: "replay diverges",
  RVL404: "no usable gcc",
  RVL405: "program cannot be replayed natively",
  RVL411: "malformed formula",
  RVL412: "malformed proof or certificate",
  RVL501: "verdicts assume sequential consistency",
  RVL505: "runs end early",
  RVL506: "violation beyond a bound",
  RVL510: "function not required to be thread-safe",
  RVL511: "functions run as threads",
  RVL512: "accepted violation",
  RVL513: "assertions compiled out",
  RVL601: "not possible in this debugging session",
  RVL602: "expression cannot be evaluated",
  ...internalCodes,
} as const;

export type DiagnosticCode = keyof typeof diagnosticCodes;

/** What to do about RVL513. */
export const ndebugHint = "to check them, compile without NDEBUG: -- -UNDEBUG undoes a flag -DNDEBUG";

export const isInternal = ({ code }: Diagnostic): boolean => Object.hasOwn(internalCodes, code);

export function diagnostic(
  code: DiagnosticCode,
  message: string,
  rest: { severity?: Severity; location?: SourceLocation | null; hint?: string | null; about?: Diagnostic["about"] } = {},
): Diagnostic {
  const { severity = "error", location = null, hint = null, about } = rest;
  return { code, severity, message, location, hint, ...(about === undefined ? {} : { about }) };
}

/** Carries diagnostics to the application layer. */
export class RavelError extends Error {
  constructor(readonly diagnostics: readonly Diagnostic[]) {
    super(diagnostics.map((d) => `${d.code}: ${d.message}`).join("\n"));
    this.name = "RavelError";
  }
}

/** The program uses a construct of C or of LLVM IR that Ravel does not support. Only reaching it matters, so callers may defer it. */
export class UnsupportedConstruct extends RavelError {
  constructor(readonly diagnostic: Diagnostic) {
    super([diagnostic]);
  }
}

export function failUnsupported(what: string, rest: { location?: SourceLocation | null; hint?: string | null } = {}): never {
  throw new UnsupportedConstruct(diagnostic("RVL201", what, rest));
}

/** The program needs more `memory` than it may have, or more `room` for objects and calls than the machine has. */
export class ProgramTooLarge extends RavelError {
  constructor(
    readonly what: "memory" | "room",
    readonly diagnostic: Diagnostic,
  ) {
    super([diagnostic]);
  }
}

export function failTooLarge(what: "memory" | "room", message: string, hint: string | null = null): never {
  throw new ProgramTooLarge(what, diagnostic(what === "memory" ? "RVL302" : "RVL306", message, { hint }));
}

export function fail(code: DiagnosticCode, message: string, rest: { location?: SourceLocation | null; hint?: string | null } = {}): never {
  throw new RavelError([diagnostic(code, message, rest)]);
}
