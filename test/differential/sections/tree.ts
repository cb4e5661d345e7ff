// Programs of atomic sections over few small variables, small enough to be decided by a search of a few lines. In: a tree. Out: its C text; whether an assertion can fail.
//
// A thread is a list of sections; a section is one step, and waits where an assumption in it is false. So the reference shares no code with the engines.

export const types = { "signed char": 8, "unsigned char": 8, "signed short": 16, int: 32 } as const;
export type Type = keyof typeof types;

/** Shared variables first, then the locals of a thread. */
export const shared = ["x", "y", "z"] as const;
export const locals = ["k", "l"] as const;
export type Name = (typeof shared)[number] | (typeof locals)[number];

export interface Expression {
  /** Null: the constant alone. */
  readonly of: Name | null;
  readonly times: number;
  readonly plus: number;
}

export interface Condition {
  readonly left: Name;
  readonly comparison: "==" | "!=" | "<=" | ">=";
  readonly right: number;
}

export type Statement =
  | { readonly kind: "set"; readonly to: Name; readonly value: Expression }
  | { readonly kind: "assume" | "assert"; readonly condition: Condition }
  | { readonly kind: "if"; readonly condition: Condition; readonly then: readonly Statement[]; readonly else: readonly Statement[] };

export interface Program {
  readonly types: readonly Type[];
  readonly first: readonly number[];
  readonly threads: readonly (readonly (readonly Statement[])[])[];
  /** After all threads have ended. */
  readonly end: Condition | null;
}

// ---- text

const expressionText = ({ of, times, plus }: Expression): string =>
  of === null ? `${plus}` : `${of}${times === 1 ? "" : ` * ${times}`}${plus === 0 ? "" : plus < 0 ? ` - ${-plus}` : ` + ${plus}`}`;

const conditionText = ({ left, comparison, right }: Condition): string => `${left} ${comparison} ${right}`;

function statementText(s: Statement): string {
  switch (s.kind) {
    case "set":
      return `${s.to} = ${expressionText(s.value)};`;
    case "assume":
      return `__VERIFIER_assume(${conditionText(s.condition)});`;
    case "assert":
      return `assert(${conditionText(s.condition)});`;
    case "if": {
      const side = (list: readonly Statement[]): string => list.map(statementText).join(" ");
      return `if (${conditionText(s.condition)}) { ${side(s.then)} }${s.else.length === 0 ? "" : ` else { ${side(s.else)} }`}`;
    }
  }
}

export function render({ types: of, first, threads, end }: Program): string {
  const body = (sections: readonly (readonly Statement[])[]): string =>
    sections.map((s) => `  __VERIFIER_atomic_begin(); ${s.map(statementText).join(" ")} __VERIFIER_atomic_end();`).join("\n");
  // Threads that do the same have one function: they can be exchanged.
  const texts = threads.map(body);
  const functionOf = (i: number): number => texts.indexOf(texts[i] as string);
  return `#include <assert.h>
#include <pthread.h>
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
${shared.map((name, i) => `static ${of[i]} ${name} = ${first[i]};`).join("\n")}
${threads.map((sections, i) => (functionOf(i) === i ? `static void *t${i}(void *arg) {\n  int k = 0, l = 0;\n${body(sections)}\n  return arg;\n}\n` : "")).join("")}static pthread_t t[${threads.length}];
int main(void) {
${threads.map((_, i) => `  pthread_create(&t[${i}], 0, t${functionOf(i)}, 0);`).join("\n")}
${threads.map((_, i) => `  pthread_join(t[${i}], 0);`).join("\n")}
${end === null ? "" : `  assert(${conditionText(end)});\n`}  return 0;
}
`;
}

// ---- meaning

type Values = readonly number[];

const indexOf = (name: Name, thread: number): number => {
  const i = (shared as readonly string[]).indexOf(name);
  return i >= 0 ? i : shared.length + locals.length * thread + (locals as readonly string[]).indexOf(name);
};

function converted(value: number, type: Type | undefined): number {
  const bits = type === undefined ? 32 : types[type];
  const low = Number(BigInt.asUintN(bits, BigInt(value)));
  return type !== "unsigned char" && low >= 2 ** (bits - 1) ? low - 2 ** bits : low;
}

/** Whether some order of the sections makes an assertion fail. */
export function isUnsafe(p: Program): boolean {
  const start: Values = [...p.first, ...p.threads.flatMap(() => locals.map(() => 0))];
  const seen = new Set<string>();
  const open: { readonly at: readonly number[]; readonly values: Values }[] = [{ at: p.threads.map(() => 0), values: start }];
  for (let state = open.pop(); state !== undefined; state = open.pop()) {
    const key = `${state.at}|${state.values}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const { at, values } = state;
    if (at.every((n, i) => n === p.threads[i]?.length) && p.end !== null && !holds(p.end, values, 0)) return true;
    for (const [i, sections] of p.threads.entries()) {
      const section = sections[at[i] as number];
      if (section === undefined) continue;
      const after = run(section, values, i, p);
      if (after === "fails") return true;
      if (after !== "waits") open.push({ at: at.map((n, j) => (j === i ? n + 1 : n)), values: after });
    }
  }
  return false;
}

function holds({ left, comparison, right }: Condition, values: Values, thread: number): boolean {
  const value = values[indexOf(left, thread)] as number;
  switch (comparison) {
    case "==":
      return value === right;
    case "!=":
      return value !== right;
    case "<=":
      return value <= right;
    case ">=":
      return value >= right;
  }
}

type After = Values | "fails" | "waits";

function run(list: readonly Statement[], before: Values, thread: number, p: Program): After {
  let values: After = before;
  for (const s of list) {
    if (typeof values === "string") return values;
    if (s.kind === "set") {
      const { of, times, plus } = s.value;
      const to = indexOf(s.to, thread);
      const value: number = (of === null ? 0 : (values[indexOf(of, thread)] as number) * times) + plus;
      values = values.map((v: number, i: number): number => (i === to ? converted(value, p.types[to]) : v));
    } else if (s.kind === "if") values = run(holds(s.condition, values, thread) ? s.then : s.else, values, thread, p);
    else if (!holds(s.condition, values, thread)) return s.kind === "assert" ? "fails" : "waits";
  }
  return values;
}
