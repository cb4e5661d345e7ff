// Runs a file of SMT-LIB commands on a solver: QF_BV with Ravel's events and reads (docs/solver.md). In: the text and a solver. Out: the
// lines that an SMT-LIB solver prints. A scope is an activation literal: what is asserted in it holds while the literal is assumed.

import type { Budget } from "../../support/budget.ts";
import type { Term } from "../../terms/term.ts";
import type { Terms } from "../../terms/terms.ts";
import type { Answer, Solver } from "../solver.ts";
import { type Expression, isSymbolAtom, type List, parseExpressions, quoteSymbol } from "./syntax.ts";
import { ExpressionReader, type Meaning, malformed, readNumber, readSort, sortOf, unsupported, type Value } from "./terms.ts";

export interface ScriptOptions {
  readonly file: string;
  readonly terms: Terms;
  readonly solver: Solver;
  readonly budget: Budget;
  readonly print: (line: string) => void;
}

const logics = new Set(["QF_BV", "QF_UFBV", "QF_AUFBV", "QF_ABV", "ALL"]);

/** Returns the last answer to check-sat, or null if there was none. */
export async function runScript(text: string, options: ScriptOptions): Promise<Answer | null> {
  return new Script(options).run(parseExpressions(text, options.file));
}

class Script {
  readonly #options: ScriptOptions;
  readonly #reader: ExpressionReader;
  /** Names in scope, in the order of declaration; a scope copies those outside. */
  #names = new Map<string, Meaning>();
  readonly #scopes: { readonly names: Map<string, Meaning>; readonly active: Term }[] = [];
  readonly #chains = new Map<string, number>();
  #fresh = 0;
  #answer: Answer | null = null;
  /** The assumptions of the last check-sat-assuming, as written. */
  #assumed: readonly { readonly term: Term; readonly text: string }[] = [];

  constructor(options: ScriptOptions) {
    this.#options = options;
    this.#reader = new ExpressionReader(options.terms);
  }

  async run(commands: readonly Expression[]): Promise<Answer | null> {
    let last: Answer | null = null;
    for (const command of commands) {
      if (command.kind !== "list" || command.items[0]?.kind !== "symbol") malformed(command, "a command is expected");
      if (command.items[0].text === "exit") break;
      await this.#execute(command, command.items[0].text, command.items.slice(1));
      last = this.#answer ?? last;
    }
    return last;
  }

  async #execute(at: List, name: string, rest: readonly Expression[]): Promise<void> {
    const { terms, solver, print } = this.#options;
    const isQuery = name.startsWith("get-") || name === "echo";
    if (!isQuery && !name.startsWith("set-") && !name.startsWith("check-")) this.#answer = null;
    switch (name) {
      case "set-logic":
        if (rest[0]?.kind !== "symbol" || !logics.has(rest[0].text)) unsupported(at, "this logic");
        return;
      case "set-info":
      case "set-option":
        return;
      case "declare-const":
        this.#requireArguments(at, rest, 2);
        return this.#declare(rest[0], rest[1]);
      case "declare-fun":
        this.#requireArguments(at, rest, 3);
        if (rest[1].kind !== "list" || rest[1].items.length > 0) unsupported(rest[1], "a function with arguments");
        return this.#declare(rest[0], rest[2]);
      case "define-const":
        this.#requireArguments(at, rest, 3);
        return this.#define(at, rest[0], [], rest[1], rest[2]);
      case "define-fun":
        this.#requireArguments(at, rest, 4);
        if (rest[1].kind !== "list") malformed(rest[1], "a list of parameters is expected");
        return this.#define(at, rest[0], rest[1].items, rest[2], rest[3]);
      case "declare-event":
        this.#requireArguments(at, rest, 2);
        return this.#declareEvent(rest[0], rest[1]);
      case "declare-read":
        this.#requireArguments(at, rest, 3);
        return this.#declareRead(rest[0], rest[1], rest[2]);
      case "assert":
        this.#requireArguments(at, rest, 1);
        return solver.assert(terms.implies(this.#active(), this.#reader.boolean(rest[0], this.#names)), `line ${at.at.line}`);
      case "push":
        for (let i = this.#readCount(rest); i > 0; i--) {
          this.#scopes.push({ names: this.#names, active: terms.variable(`scope!${this.#fresh++}`, 1) });
          this.#names = new Map(this.#names);
        }
        return;
      case "pop":
        for (let i = this.#readCount(rest); i > 0; i--) this.#names = (this.#scopes.pop() ?? malformed(at, "no scope to pop")).names;
        return;
      case "check-sat":
        this.#requireArguments(at, rest, 0);
        return this.#check([]);
      case "check-sat-assuming":
        this.#requireArguments(at, rest, 1);
        if (rest[0].kind !== "list") malformed(rest[0], "a list of assumptions is expected");
        return this.#check(rest[0].items);
      case "get-value":
        this.#requireArguments(at, rest, 1);
        if (rest[0].kind !== "list") malformed(rest[0], "a list of terms is expected");
        this.#requireAnswer(at, "sat");
        return print(`(${rest[0].items.map((e) => `(${show(e)} ${this.#value(this.#reader.read(e, this.#names))})`).join("\n ")})`);
      case "get-model":
        this.#requireAnswer(at, "sat");
        return print(this.#model());
      case "get-order":
        this.#requireAnswer(at, "sat");
        return print(`(${this.#eventsInOrder().join(" ")})`);
      case "get-unsat-assumptions": {
        this.#requireAnswer(at, "unsat");
        const core = new Set(solver.core());
        return print(`(${this.#assumed.flatMap(({ term, text }) => (core.has(term) ? [text] : [])).join(" ")})`);
      }
      case "echo":
        this.#requireArguments(at, rest, 1);
        return print(rest[0].kind === "text" ? `"${rest[0].text.replaceAll('"', '""')}"` : malformed(rest[0], "a text is expected"));
      default:
        return unsupported(at, `the command ${name}`);
    }
  }

  #requireArguments(at: List, rest: readonly Expression[], count: number): void {
    if (rest.length !== count) malformed(at, `${count} arguments are expected`);
  }

  #readCount(rest: readonly Expression[]): number {
    return rest.length === 0 ? 1 : readNumber(rest[0]);
  }

  #requireAnswer(at: List, answer: Answer): void {
    if (this.#answer !== answer) malformed(at, `the previous answer must be ${answer}`);
  }

  #readNewName(e: Expression): string {
    if (!isSymbolAtom(e)) malformed(e, "a name is expected");
    if (this.#names.has(e.text)) malformed(e, `${e.text} is declared already`);
    return e.text;
  }

  #declare(at: Expression, sort: Expression): void {
    const name = this.#readNewName(at);
    const width = readSort(sort);
    // A name may be declared again with another sort once its scope is popped.
    const term = this.#options.terms.variable(`${name}!${this.#fresh++}`, width === "Bool" ? 1 : width);
    this.#names.set(name, { kind: "value", value: { term, isBoolean: width === "Bool" } });
  }

  #define(at: List, nameAt: Expression, parameters: readonly Expression[], sortAt: Expression, body: Expression): void {
    const name = this.#readNewName(nameAt);
    const sort = readSort(sortAt);
    if (parameters.length > 0) {
      const list = parameters.map((p) => {
        if (p.kind !== "list" || p.items.length !== 2 || !isSymbolAtom(p.items[0])) malformed(p, "a parameter is (name sort)");
        return { name: p.items[0].text, sort: readSort(p.items[1]) };
      });
      this.#names.set(name, { kind: "function", parameters: list, body, sort });
      return;
    }
    const value = this.#reader.read(body, this.#names);
    if (sortOf(value) !== sort) malformed(at, "the term is not of the declared sort");
    this.#names.set(name, { kind: "value", value });
  }

  #declareEvent(at: Expression, chain: Expression): void {
    const name = this.#readNewName(at);
    if (chain.kind !== "symbol" && chain.kind !== "number") malformed(chain, "a chain is a name or a number");
    let number = this.#chains.get(chain.text);
    if (number === undefined) {
      number = this.#chains.size;
      this.#chains.set(chain.text, number);
    }
    this.#names.set(name, { kind: "event", event: this.#options.solver.event(number) });
  }

  #declareRead(event: Expression, visibleWrites: Expression, rivals: Expression): void {
    const { terms, solver } = this.#options;
    const pairs = (list: Expression): { write: number; term: Term }[] => {
      if (list.kind !== "list") malformed(list, "a list of (event Bool) is expected");
      return list.items.map((item) => {
        if (item.kind !== "list" || item.items.length !== 2) malformed(item, "(event Bool) is expected");
        const term = this.#reader.boolean(item.items[1], this.#names);
        return { write: this.#reader.event(item.items[0], this.#names), term };
      });
    };
    const active = this.#active();
    solver.read({
      event: this.#reader.event(event, this.#names),
      visibleWrites: pairs(visibleWrites).map(({ write, term }) => ({ write, reads: terms.and(active, term) })),
      rivals: pairs(rivals).map(({ write, term }) => ({ write, overwrites: term })),
    });
  }

  /** The conjunction of the activation literals of all open scopes. */
  #active(): Term {
    return this.#options.terms.all(this.#scopes.map((s) => s.active));
  }

  async #check(assumptions: readonly Expression[]): Promise<void> {
    this.#assumed = assumptions.map((e) => ({ term: this.#reader.boolean(e, this.#names), text: show(e) }));
    const all = [...this.#scopes.map((s) => s.active), ...this.#assumed.map((a) => a.term)];
    this.#answer = await this.#options.solver.check(all, this.#options.budget);
    this.#options.print(this.#answer);
  }

  #value({ term, isBoolean }: Value): string {
    const value = this.#options.solver.value(term);
    if (isBoolean) return value === 1n ? "true" : "false";
    return term.width % 4 === 0
      ? `#x${value.toString(16).padStart(term.width / 4, "0")}`
      : `#b${value.toString(2).padStart(term.width, "0")}`;
  }

  #model(): string {
    const lines = [...this.#names].flatMap(([name, meaning]) => {
      if (meaning.kind !== "value" || meaning.value.term.op !== "variable") return [];
      const sort = meaning.value.isBoolean ? "Bool" : `(_ BitVec ${meaning.value.term.width})`;
      return [`  (define-fun ${quoteSymbol(name)} () ${sort} ${this.#value(meaning.value)})`];
    });
    return ["(", ...lines, ")"].join("\n");
  }

  #eventsInOrder(): string[] {
    const events = [...this.#names].flatMap(([name, m]) =>
      m.kind === "event" ? [{ name, at: this.#options.solver.position(m.event) }] : [],
    );
    return events.sort((a, b) => a.at - b.at).map((e) => quoteSymbol(e.name));
  }
}

/** An expression as text, for answers that repeat it. */
function show(e: Expression): string {
  switch (e.kind) {
    case "list":
      return `(${e.items.map(show).join(" ")})`;
    case "symbol":
      return quoteSymbol(e.text);
    case "binary":
      return `#b${e.text}`;
    case "hex":
      return `#x${e.text}`;
    case "text":
      return `"${e.text.replaceAll('"', '""')}"`;
    case "keyword":
      return `:${e.text}`;
    case "number":
      return e.text;
  }
}
