// Encodes a linked `Program` as text, and decodes it: a later check of the same files starts here instead of parsing, linking and lowering.
//
// The first line is a table of contents: objects, positions, types, the packing's tables, functions with the length of their text. One line
// per function body follows, which is decoded when the body is first asked for. Encoding lowers the remaining bodies; a body that cannot be
// lowered is stored as the diagnostics that lowering throws. The text is ASCII, so that lengths do not depend on the encoding.

import { type Diagnostic, RavelError, UnsupportedConstruct } from "../support/diagnostics.ts";
import { lazily } from "../support/lazily.ts";
import { type Packed, Packer, type Tables, Unpacker } from "./packing.ts";
import {
  type FunctionBody,
  freezeProgram,
  type GlobalObject,
  type Position,
  type Program,
  type ProgramFunction,
  type Variable,
} from "./program.ts";
import type { SourceNames } from "./source-names.ts";
import type { SourceField, SourceType } from "./source-types.ts";

interface Contents {
  readonly program: Pick<Program, "dataModel" | "pointerBits" | "entry" | "files">;
  readonly weakOrder: number;
  /** file, line, column, file, line, column, …; a file is an index into `positionFiles`. */
  readonly positions: readonly number[];
  readonly positionFiles: readonly string[];
  readonly types: Packed;
  readonly variables: Packed;
  readonly objects: Packed;
  readonly functions: Packed;
  readonly tables: Tables;
  /** Number of characters in the last line, which has the names of the source. */
  readonly namesLength: number;
}

type FunctionEntry = Omit<ProgramFunction, "body"> & {
  /** Number of characters in the line of its body. */
  readonly length: number;
};

/** Why a function has no body. */
interface StoredFailure {
  readonly failure: readonly Diagnostic[];
  readonly isUnsupported: boolean;
}
type StoredBody = { readonly body: FunctionBody } | StoredFailure;

/** With the number of a type instead of the type; -1: null. */
type Typed<T extends { readonly type: SourceType | null }> = Omit<T, "type"> & { readonly type: number };
type ObjectEntry = Omit<Typed<GlobalObject>, "image"> & { readonly image: readonly number[] | null };

export function encodeProgram(program: Program): string {
  const packer = new Packer();
  const types = new TypeTable();
  const lines: string[] = [];
  const functions: FunctionEntry[] = [];
  for (const f of program.functions) {
    const { body: _, ...fields } = f;
    const line = toAscii(JSON.stringify(packer.pack(lowerBody(f))));
    lines.push(line);
    functions.push({ ...fields, length: line.length });
  }
  const files = [...new Set(program.positions.map((p) => p.file))];
  const fileNumbers = new Map(files.map((f, i) => [f, i]));
  const { dataModel, pointerBits, entry } = program;
  const objects = program.objects.map(
    (o): ObjectEntry => ({ ...o, type: types.number(o.type), image: o.image === null ? null : [...o.image] }),
  );
  const variables = program.variables.map((v): Typed<Variable> => ({ ...v, type: types.number(v.type) }));
  const names = toAscii(JSON.stringify(packer.pack(mapNames(program.names(), (t) => types.number(t)))));
  const contents: Contents = {
    program: { dataModel, pointerBits, entry, files: program.files },
    weakOrder: program.weakOrder(),
    positions: program.positions.flatMap((p) => [fileNumbers.get(p.file) as number, p.line, p.column]),
    positionFiles: files,
    variables: packer.pack(variables),
    objects: packer.pack(objects),
    functions: packer.pack(functions),
    types: packer.pack(types.entries),
    tables: { shapes: packer.shapes, shared: packer.shared },
    namesLength: names.length,
  };
  return [toAscii(JSON.stringify(contents)), ...lines, names].join("\n");
}

export function decodeProgram(text: string): Program {
  const end = text.indexOf("\n");
  const contents = JSON.parse(end < 0 ? text : text.slice(0, end)) as Contents;
  const unpacker = new Unpacker(contents.tables);
  const types = linkTypes(unpacker.unpack(contents.types) as Packed[]);
  const positions: Position[] = [];
  const numbers = contents.positions;
  for (let i = 0; i < numbers.length; i += 3) {
    const file = contents.positionFiles[numbers[i] as number] as string;
    positions.push({ file, line: numbers[i + 1] as number, column: numbers[i + 2] as number });
  }
  let next = end + 1;
  const functions = (unpacker.unpack(contents.functions) as FunctionEntry[]).map(({ length, ...f }): ProgramFunction => {
    const start = next;
    next += length + 1;
    let body: FunctionBody | null = null;
    return {
      ...f,
      body: () => {
        if (body !== null) return body;
        const stored = unpacker.unpack(JSON.parse(text.slice(start, start + length)) as Packed) as StoredBody;
        if ("failure" in stored) throw failureOf(stored);
        body = stored.body;
        return body;
      },
    };
  });
  const typed = <T extends { readonly type: number }>(o: T) => ({ ...o, type: types[o.type] ?? null });
  const { weakOrder } = contents;
  return freezeProgram({
    ...contents.program,
    functions,
    objects: (unpacker.unpack(contents.objects) as ObjectEntry[]).map((o) => ({
      ...typed(o),
      image: o.image === null ? null : Uint8Array.from(o.image),
    })),
    positions,
    variables: (unpacker.unpack(contents.variables) as Typed<Variable>[]).map(typed),
    weakOrder: () => weakOrder,
    names: lazily(() => {
      const stored = unpacker.unpack(JSON.parse(text.slice(text.length - contents.namesLength)) as Packed);
      return mapNames(stored as SourceNames, (n) => types[n as unknown as number] ?? null) as SourceNames;
    }),
  });
}

function lowerBody(f: ProgramFunction): StoredBody {
  try {
    return { body: f.body() };
  } catch (error) {
    if (error instanceof RavelError) return { failure: error.diagnostics, isUnsupported: error instanceof UnsupportedConstruct };
    throw error;
  }
}

const failureOf = ({ failure, isUnsupported }: StoredFailure): RavelError =>
  isUnsupported ? new UnsupportedConstruct(failure[0] as Diagnostic) : new RavelError(failure);

const toAscii = (text: string): string => text.replace(/[\u0080-\uffff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);

// ---- types: a graph with cycles, stored as a list with indices for edges

/** Numbers types as they are met. A type gets its number before its components are visited, since a struct may contain pointers to itself. */
class TypeTable {
  readonly entries: unknown[] = [];
  readonly #numbers = new Map<SourceType, number>();

  number(type: SourceType | null): number {
    if (type === null) return -1;
    const known = this.#numbers.get(type);
    if (known !== undefined) return known;
    const n = this.entries.push(null) - 1;
    this.#numbers.set(type, n);
    this.entries[n] = mapComponents(type, (t) => this.number(t));
    return n;
  }
}

/** The names with `map` applied to each type in them. */
function mapNames(names: SourceNames, map: (type: SourceType | null) => unknown): object {
  const typed = <T extends { readonly type: SourceType | null }>(list: readonly T[]) => list.map((o) => ({ ...o, type: map(o.type) }));
  return {
    ...names,
    functions: typed(names.functions),
    units: names.units.map((u) => ({ typedefs: typed(u.typedefs), tags: typed(u.tags), enums: typed(u.enums) })),
  };
}

/** Replaces the numbers in the entries by the types they stand for. */
function linkTypes(entries: readonly unknown[]): SourceType[] {
  const types = entries.map((e) => ({ ...(e as object) }) as SourceType);
  for (const t of types)
    Object.assign(
      t,
      mapComponents(t, (n) => types[n as unknown as number] ?? null),
    );
  return types;
}

/** A copy of the type in which `map` has replaced the types that it is made of. */
function mapComponents(type: SourceType, map: (component: SourceType | null) => unknown): object {
  switch (type.kind) {
    case "pointer":
      return { ...type, to: map(type.to) };
    case "array":
      return { ...type, element: map(type.element) };
    case "struct":
    case "union":
      return { ...type, fields: type.fields.map((f: SourceField) => ({ ...f, type: map(f.type) })) };
    case "named":
    case "qualified":
      return { ...type, of: map(type.of) };
    case "function":
      return { ...type, result: map(type.result), params: type.params.map((p) => ({ type: map(p.type) })) };
    case "base":
    case "enum":
      return type;
  }
}
