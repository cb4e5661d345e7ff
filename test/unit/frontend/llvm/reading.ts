// Shared by the tests of the parser: small modules around the text under test.

import { readFileSync } from "node:fs";
import type { Block, Instruction, Module, Value } from "../../../../src/frontend/llvm/module.ts";
import { parseModule } from "../../../../src/frontend/llvm/parser.ts";
import { RavelError } from "../../../../src/support/diagnostics.ts";

export const fixtureNames = ["clang19-x86_64", "clang19-i386", "clang22-x86_64", "clang22-i386"] as const;

export function fixture(name: (typeof fixtureNames)[number]): string {
  return readFileSync(new URL(`./fixtures/features-${name}.ll`, import.meta.url), "utf8");
}

/** The blocks of a function with this body, with the parameters %a, %b, %d, %p and %v. */
export function blocks(body: string, extra = ""): readonly Block[] {
  const text = `%struct.s = type { i32, ptr }\n${extra}\ndefine void @f(i32 %a, i64 %b, double %d, ptr %p, <4 x i32> %v) {\n${body}\n}\n`;
  return bodyOf(parseModule(text), "f");
}

/** The single instruction before `ret void`. */
export function instruction(line: string, extra = ""): Instruction {
  const { instructions } = blocks(`  ${line}\n  ret void`, extra)[0];
  if (instructions.length !== 2) throw new Error(`${instructions.length - 1} instructions`);
  return instructions[0];
}

/** The initialiser of a global of this type. */
export function constant(typed: string, extra = ""): Value | null {
  return globalOf(parseModule(`${extra}\n@g = global ${typed}, align 4\n`), "g").initializer;
}

export function bodyOf(module: Module, name: string): readonly Block[] {
  const definition = module.functions.get(name);
  if (definition === undefined) throw new Error(`no function ${name}`);
  return definition.body();
}

export function globalOf(module: Module, name: string) {
  const variable = module.globals.get(name);
  if (variable === undefined) throw new Error(`no variable ${name}`);
  return variable;
}

/** Reads the whole module; returns the codes of the failures. Rethrows any other exception. */
export function readAll(text: string): readonly string[] {
  const codes: string[] = [];
  const attempt = (read: () => unknown): void => {
    try {
      read();
    } catch (error) {
      if (!(error instanceof RavelError)) throw error;
      if (!/line \d+ of the LLVM IR/.test(error.message)) throw new Error(`no line in: ${error.message}`);
      codes.push(error.diagnostics[0].code);
    }
  };
  const seen = new Set<unknown>();
  attempt(() => {
    const module = parseModule(text);
    attempt(() => module.structs);
    for (const variable of module.globals.values()) {
      attempt(() => [variable.type, variable.align, variable.initializer]);
      attempt(() => variable.debug !== null && visitType(module.debug.variable(variable.debug)?.type, seen));
    }
    for (const alias of module.aliases.values()) attempt(() => alias.target);
    for (const declaration of module.declarations.values()) attempt(() => [declaration.result, declaration.params, declaration.varargs]);
    for (const definition of module.functions.values()) {
      attempt(() => definition.debug !== null && module.debug.subprogram(definition.debug));
      attempt(() => {
        for (const { instructions } of definition.body()) for (const one of instructions) visitInstruction(module, one, seen);
      });
    }
  });
  return codes;
}

function visitInstruction(module: Module, one: Instruction, seen: Set<unknown>): void {
  if (one.debug !== null) module.debug.position(one.debug);
  if (one.op === "declare-variable") visitType(module.debug.variable(one.variable)?.type, seen);
}

function visitType(type: unknown, seen: Set<unknown>): void {
  if (typeof type !== "object" || type === null || seen.has(type)) return;
  seen.add(type);
  // Getters of the recursive parts, whatever the kind.
  for (const part of Object.values(type)) visitType(part, seen);
}
