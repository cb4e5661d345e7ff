// A linked Program as text, and back: what a later check of the same files begins with instead of parsing, linking and lowering.
//
// The first line is a table of contents (objects, positions, types, tables of the packing, functions with the length of their text); then one line
// per function body, read when the function is first asked for. Encoding lowers what was not lowered yet; a body that cannot be
// lowered is kept as the diagnostics it fails with. Only ASCII, so that lengths are lengths in any encoding.

import { type Diagnostic, RavelError } from "../support/diagnostics.ts";
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
import type { SourceField, SourceType } from "./source-types.ts";

interface Contents {
  readonly program: Pick<Program, "dataModel" | "pointerBits" | "entry" | "files">;
  readonly weakOrder: number;
  /** file, line, column, file, line, column, … with files by number. */
  readonly positions: readonly number[];
  readonly positionFiles: readonly string[];
  readonly types: Packed;
  readonly variables: Packed;
  readonly objects: Packed;
  readonly functions: Packed;
  readonly tables: Tables;
}

type FunctionEntry = Omit<ProgramFunction, "body"> & {
  /** Characters of its body's line; 0: none. */
  readonly length: number;
};

type StoredBody = { readonly body: FunctionBody } | { readonly failure: readonly Diagnostic[] };

/** A type by its number; -1: null. */
type Typed<T extends { readonly type: SourceType | null }> = Omit<T, "type"> & { readonly type: number };
type ObjectEntry = Omit<Typed<GlobalObject>, "image"> & { readonly image: readonly number[] | null };

export function encodeProgram(program: Program): string {
  const packer = new Packer();
  const types = new TypeTable();
  const lines: string[] = [];
  const functions: FunctionEntry[] = [];
  for (const f of program.functions) {
    const { body: _, ...fields } = f;
    const line = toAscii(JSON.stringify(packer.pack(bodyOf(f))));
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
  };
  return [toAscii(JSON.stringify(contents)), ...lines].join("\n");
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
        if ("failure" in stored) throw new RavelError(stored.failure);
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
  });
}

function bodyOf(f: ProgramFunction): StoredBody {
  try {
    return { body: f.body() };
  } catch (error) {
    if (error instanceof RavelError) return { failure: error.diagnostics };
    throw error;
  }
}

const toAscii = (text: string): string => text.replace(/[\u0080-\uffff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);

// ---- types: a graph with cycles, stored as a list with numbers for edges

/** Numbers types as they are met. Their parts are read one level at a time, since a struct may contain pointers to itself. */
class TypeTable {
  readonly entries: unknown[] = [];
  readonly #numbers = new Map<SourceType, number>();

  number(type: SourceType | null): number {
    if (type === null) return -1;
    const known = this.#numbers.get(type);
    if (known !== undefined) return known;
    const n = this.entries.push(null) - 1;
    this.#numbers.set(type, n);
    this.entries[n] = mapParts(type, (t) => this.number(t));
    return n;
  }
}

function linkTypes(entries: readonly unknown[]): SourceType[] {
  const types = entries.map((e) => ({ ...(e as object) }) as SourceType);
  for (const t of types)
    Object.assign(
      t,
      mapParts(t, (n) => types[n as unknown as number] ?? null),
    );
  return types;
}

/** The type with something else in place of the types it is made of. */
function mapParts(type: SourceType, map: (part: SourceType | null) => unknown): object {
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
    case "base":
    case "enum":
    case "function":
      return type;
  }
}
