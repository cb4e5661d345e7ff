// Generates programs about scopes. In: a seed. Out: C text of one function with nested blocks, loops, jumps and pointers to locals, and whether
// it uses a local whose block has been left. An interpreter finds that out: every entry of a block creates the block's locals again. The interpreter shares no code
// with what is tested.
//
// Clang sets no lifetime marks for a local declared after a label of its block, or of a nested block that has ended: the local lives as long as the function.

import { Rng } from "../../src/support/rng.ts";

type Condition = { readonly modulus: number; readonly is: number };

type Statement =
  | { readonly kind: "declare"; readonly local: number; readonly marked: boolean }
  | { readonly kind: "point"; readonly pointer: number; readonly local: number }
  | { readonly kind: "copy"; readonly pointer: number; readonly from: number }
  | { readonly kind: "read" | "write"; readonly pointer: number }
  | { readonly kind: "literal"; readonly pointer: number; readonly local: number }
  | { readonly kind: "keep"; readonly local: number }
  | { readonly kind: "look" }
  | { readonly kind: "block"; readonly body: Body }
  | { readonly kind: "value"; readonly pointer: number; readonly local: number; readonly body: Body }
  | { readonly kind: "loop"; readonly count: number; readonly body: Body }
  | { readonly kind: "if"; readonly condition: Condition; readonly then: Body; readonly otherwise: Body }
  | { readonly kind: "switch"; readonly cases: readonly Body[] }
  | { readonly kind: "labelled"; readonly label: number; readonly body: Body }
  | { readonly kind: "leave"; readonly how: "break" | "continue" | "return" | "goto"; readonly label: number };

type Body = readonly Statement[];

const pointers = 3;

/** The position of a statement. */
interface Place {
  readonly visible: readonly number[];
  readonly isInLoop: boolean;
  readonly labels: readonly number[];
  readonly depth: number;
}

interface Made {
  readonly statement: Statement;
  readonly hasLabel: boolean;
}

class Generator {
  #locals = 0;
  #labels = 0;
  readonly rng: Rng;

  constructor(seed: number) {
    this.rng = new Rng(seed);
  }

  /** The statements of a block, and whether it has a label. */
  body(place: Place, most: number): { readonly body: Body; readonly hasLabel: boolean } {
    const out: Statement[] = [];
    let { visible } = place;
    let hasLabel = false;
    for (let n = 1 + this.rng.below(most); n > 0; n--) {
      if (this.rng.below(3) === 0) {
        const local = this.#locals++;
        out.push({ kind: "declare", local, marked: !hasLabel });
        visible = [...visible, local];
      }
      const made = this.#statement({ ...place, visible });
      hasLabel ||= made.hasLabel;
      out.push(made.statement);
    }
    return { body: out, hasLabel };
  }

  #statement(place: Place): Made {
    const { rng } = this;
    const { visible, isInLoop, labels, depth } = place;
    const pointer = rng.below(pointers);
    const local = visible[rng.below(Math.max(visible.length, 1))];
    const inner = (more: Partial<Place> = {}): ReturnType<Generator["body"]> => this.body({ ...place, depth: depth + 1, ...more }, 4);
    const simple = (statement: Statement): Made => ({ statement, hasLabel: false });
    const isDeep = depth > 3;
    switch (rng.below(isDeep ? 9 : 16)) {
      case 0:
      case 1:
      case 2:
        return simple(local === undefined ? { kind: "look" } : { kind: "point", pointer, local });
      case 3:
        return simple({ kind: "copy", pointer, from: rng.below(pointers) });
      case 4:
      case 5:
        return simple({ kind: rng.below(2) === 0 ? "read" : "write", pointer });
      case 6:
        return simple(local === undefined ? { kind: "read", pointer } : { kind: "keep", local });
      case 7:
        return simple(rng.below(2) === 0 ? { kind: "look" } : { kind: "literal", pointer, local: this.#locals++ });
      case 8: {
        const hows = [
          ...(isInLoop ? (["break", "continue"] as const) : []),
          ...(labels.length > 0 ? (["goto"] as const) : []),
          "return" as const,
        ];
        const leave: Statement = {
          kind: "leave",
          how: hows[rng.below(hows.length)] as "return",
          label: labels[rng.below(Math.max(labels.length, 1))] ?? 0,
        };
        return simple({ kind: "if", condition: { modulus: 4, is: rng.below(4) }, then: [leave], otherwise: [] });
      }
      case 9:
      case 10: {
        const { body, hasLabel } = inner();
        return { statement: { kind: "block", body }, hasLabel };
      }
      case 11: {
        // Jumps out of an expression are not generated.
        const { body, hasLabel } = this.body({ visible, isInLoop: false, labels: [], depth: 4 }, 2);
        return { statement: { kind: "value", pointer, local: this.#locals++, body: body.filter((s) => s.kind !== "if") }, hasLabel };
      }
      case 12:
      case 13: {
        const { body, hasLabel } = inner({ isInLoop: true });
        return { statement: { kind: "loop", count: 1 + rng.below(3), body }, hasLabel };
      }
      case 14: {
        if (rng.below(2) === 0) {
          const all = [inner({ isInLoop: false }), inner({ isInLoop: false })];
          return { statement: { kind: "switch", cases: all.map((x) => x.body) }, hasLabel: all.some((x) => x.hasLabel) };
        }
        const [then, otherwise] = [inner(), inner()];
        const statement: Statement = {
          kind: "if",
          condition: { modulus: 2, is: rng.below(2) },
          then: then.body,
          otherwise: otherwise.body,
        };
        return { statement, hasLabel: then.hasLabel || otherwise.hasLabel };
      }
      default: {
        const label = this.#labels++;
        const { body } = inner({ labels: [...labels, label] });
        return { statement: { kind: "labelled", label, body }, hasLabel: true };
      }
    }
  }
}

// ---- as C

const block = (body: Body): string => `{ ${body.map(text).join(" ")} }`;
const asked = ({ modulus, is }: Condition): string => `tick() % ${modulus} == ${is}`;

function text(s: Statement): string {
  switch (s.kind) {
    case "declare":
      return `int v${s.local} = ${s.local};`;
    case "point":
      return `p${s.pointer} = &v${s.local};`;
    case "copy":
      return `p${s.pointer} = p${s.from};`;
    case "read":
      return `sum += *p${s.pointer};`;
    case "write":
      return `*p${s.pointer} += 1;`;
    case "literal":
      return `p${s.pointer} = (int[]){ ${s.local}, sum };`;
    case "keep":
      return `keep(&v${s.local});`;
    case "look":
      return "look();";
    case "block":
      return block(s.body);
    case "value":
      return `p${s.pointer} = ({ ${s.body.map(text).join(" ")} int v${s.local} = ${s.local}; &v${s.local}; });`;
    case "loop":
      return `for (int i = 0; i < ${s.count}; i++) ${block(s.body)}`;
    case "if":
      return `if (${asked(s.condition)}) ${block(s.then)}${s.otherwise.length > 0 ? ` else ${block(s.otherwise)}` : ""}`;
    case "switch":
      return `switch (tick() % 2) { case 0: ${block(s.cases[0] as Body)} break; default: ${block(s.cases[1] as Body)} }`;
    case "labelled":
      return `${block(s.body)} l${s.label}:;`;
    case "leave":
      return s.how === "goto" ? `goto l${s.label};` : `${s.how};`;
  }
}

// ---- interpreting

class DeadLocal extends Error {}

/** What follows a statement; null: the next statement. */
type Way = null | "break" | "continue" | "return" | { readonly label: number };

class Interpreter {
  #ticks = 0;
  readonly #global = { alive: true };
  readonly #pointers = Array.from({ length: pointers }, () => this.#global);
  #kept = this.#global;
  /** The current object of each local; a local without marks has one object only. */
  readonly #objects = new Map<number, { alive: boolean }>();

  run(body: Body): "safe" | "unsafe" {
    try {
      this.#block(body);
      return "safe";
    } catch (error) {
      if (!(error instanceof DeadLocal)) throw error;
      return "unsafe";
    }
  }

  #use(o: { readonly alive: boolean } | undefined): void {
    if (!o?.alive) throw new DeadLocal();
  }

  #holds({ modulus, is }: Condition): boolean {
    return this.#ticks++ % modulus === is;
  }

  /** The lifetime of the locals declared in the block ends with it. */
  #block(body: Body, afterwards: () => void = () => undefined): Way {
    const own: { alive: boolean }[] = [];
    let way: Way = null;
    for (const s of body) {
      if (s.kind === "literal") own.push(this.#literal(s.pointer));
      else if (s.kind === "declare" && s.marked) own.push(this.#declare(s.local));
      else if (s.kind === "declare") this.#objects.set(s.local, this.#objects.get(s.local) ?? { alive: true });
      else way = this.#statement(s);
      if (way !== null) break;
    }
    if (way === null) afterwards();
    for (const o of own) o.alive = false;
    return way;
  }

  #literal(pointer: number): { alive: boolean } {
    const o = { alive: true };
    this.#pointers[pointer] = o;
    return o;
  }

  #declare(local: number): { alive: boolean } {
    const o = { alive: true };
    this.#objects.set(local, o);
    return o;
  }

  #statement(s: Exclude<Statement, { readonly kind: "declare" | "literal" }>): Way {
    const local = (n: number): { alive: boolean } => this.#objects.get(n) as { alive: boolean };
    switch (s.kind) {
      case "point":
        this.#pointers[s.pointer] = local(s.local);
        return null;
      case "copy":
        this.#pointers[s.pointer] = this.#pointers[s.from] as { alive: boolean };
        return null;
      case "read":
      case "write":
        this.#use(this.#pointers[s.pointer]);
        return null;
      case "keep":
        this.#kept = local(s.local);
        return null;
      case "look":
        this.#use(this.#kept);
        return null;
      case "block":
        return this.#block(s.body);
      case "value":
        return this.#block([...s.body, { kind: "declare", local: s.local, marked: true }], () => {
          this.#pointers[s.pointer] = local(s.local);
        });
      case "loop":
        for (let i = 0; i < s.count; i++) {
          const way = this.#block(s.body);
          if (way === "break") break;
          if (way !== null && way !== "continue") return way;
        }
        return null;
      case "if":
        return this.#block(this.#holds(s.condition) ? s.then : s.otherwise);
      case "switch": {
        const way = this.#block(s.cases[this.#ticks++ % 2] as Body);
        return way === "break" ? null : way;
      }
      case "labelled": {
        const way = this.#block(s.body);
        return typeof way === "object" && way?.label === s.label ? null : way;
      }
      case "leave":
        return s.how === "goto" ? { label: s.label } : s.how;
    }
  }
}

export interface ScopeProgram {
  readonly text: string;
  readonly memory: "safe" | "unsafe";
}

export function scopeProgram(seed: number): ScopeProgram {
  const { body } = new Generator(seed).body({ visible: [], isInLoop: false, labels: [], depth: 0 }, 8);
  const declared = Array.from({ length: pointers }, (_, i) => `*p${i} = &global`).join(", ");
  return {
    text: `static int global, sum, ticks, *kept = &global;
static int tick(void) { return ticks++; }
static void keep(int *p) { kept = p; }
static void look(void) { sum += *kept; }
static void run(void) { int ${declared}; ${body.map(text).join("\n  ")} }
int main(void) { run(); return 0; }
`,
    memory: new Interpreter().run(body),
  };
}
