// Coded diagnostics: everything Ravel says to a user about a fault of the program, the options or a limit carries an
// `RVL` code that `docs/diagnostics.md` explains. A user's fault is a `Diagnostic` (thrown inside a `RavelError`);
// a broken invariant of ours is an ordinary Error and is caught in `apps/` only.

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
}

/** Every code, with its one-line meaning. 0xx usage, 1xx the C program, 2xx unsupported, 3xx budget and bounds, 4xx witnesses, formulas and proofs, 9xx ours. */
export const diagnosticCodes = {
  RVL001: "unknown command, option or value",
  RVL002: "file cannot be read",
  RVL003: "option does not fit the chosen engine",
  RVL004: "not a C source file",
  RVL005: "cache cannot be used",
  RVL006: "no usable clang",
  RVL007: "output file cannot be written",
  RVL008: "output file of an earlier check",
  RVL101: "clang rejects the program",
  RVL102: "no entry function",
  RVL103: "symbol defined twice",
  RVL104: "symbol declared but not defined",
  RVL105: "malformed LLVM IR",
  RVL106: "input file is malformed",
  RVL107: "headers of this machine are used",
  RVL108: "part of the library declared in another way",
  RVL201: "unsupported construct",
  RVL202: "call of an unmodelled function",
  RVL203: "not modelled by the library",
  RVL204: "inline assembly",
  RVL205: "beyond symbolic evaluation",
  RVL301: "time limit reached",
  RVL302: "memory limit reached",
  RVL303: "step limit reached",
  RVL304: "sampling ended without a violation",
  RVL305: "interrupted",
  RVL306: "recursion or object space exhausted",
  RVL307: "input values not covered",
  RVL308: "uninitialised memory decides the behaviour",
  RVL309: "a thread spins for ever",
  RVL310: "property not decided by this engine",
  RVL311: "what an engine covered",
  RVL401: "malformed witness",
  RVL402: "witness does not fit the program",
  RVL403: "replay diverges",
  RVL411: "malformed formula",
  RVL412: "malformed proof or certificate",
  RVL501: "weak memory order taken as sequentially consistent",
  RVL505: "runs end in a way that was not asked for",
  RVL510: "function that need not be thread-safe",
  RVL901: "internal error",
  RVL902: "candidate does not replay",
} as const;

export type DiagnosticCode = keyof typeof diagnosticCodes;

export function diagnostic(
  code: DiagnosticCode,
  message: string,
  rest: { severity?: Severity; location?: SourceLocation | null; hint?: string | null } = {},
): Diagnostic {
  return { code, severity: rest.severity ?? "error", message, location: rest.location ?? null, hint: rest.hint ?? null };
}

/** A user's fault on its way to the application layer. */
export class RavelError extends Error {
  constructor(readonly diagnostics: readonly Diagnostic[]) {
    super(diagnostics.map((d) => `${d.code}: ${d.message}`).join("\n"));
    this.name = "RavelError";
  }
}

export function fail(code: DiagnosticCode, message: string, rest: { location?: SourceLocation | null; hint?: string | null } = {}): never {
  throw new RavelError([diagnostic(code, message, rest)]);
}
