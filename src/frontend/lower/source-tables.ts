// Numbers the positions and local variables of a program when its modules are linked. In: modules, in the order of the link. Out: the lists
// that `Program` has, and per module the numbers of what its debug information names.
//
// Numbers follow from the modules alone, never from the order in which bodies are lowered: every location in the debug information gets one,
// used or not. Equal positions have the same number, also across modules (a header that several files include).

import type { Position, Variable } from "../../program/program.ts";
import type { DebugInfo, MetadataRef, SourcePosition } from "../llvm/module.ts";

/** Columns take 16 bits in LLVM; line and column together make one key. */
const columnsPerLine = 2 ** 20;

/** The numbers of one module's debug information. */
export interface ModuleNumbers {
  /** Of a location or a subprogram; 0: nowhere. */
  position(ref: MetadataRef | null): number;
  /** Of a local variable; -1: none. */
  variable(ref: MetadataRef): number;
}

export class SourceTables {
  readonly positions: Position[] = [{ file: "", line: 0, column: 0 }];
  readonly variables: Variable[] = [];
  readonly #numbers = new Map<string, Map<number, number>>();

  /** The number of a position; adds the position if it is new. */
  position(p: SourcePosition): number {
    let inFile = this.#numbers.get(p.file);
    if (inFile === undefined) {
      inFile = new Map();
      this.#numbers.set(p.file, inFile);
    }
    const key = p.line * columnsPerLine + p.column;
    let number = inFile.get(key);
    if (number === undefined) {
      number = this.positions.push({ file: p.file, line: p.line, column: p.column }) - 1;
      inFile.set(key, number);
    }
    return number;
  }

  /** Adds the positions and variables of a module's debug information. `subprograms` are those of its definitions. */
  add(debug: DebugInfo, subprograms: Iterable<MetadataRef | null>): ModuleNumbers {
    const positions = new Map<MetadataRef, number>();
    for (const ref of debug.locations()) {
      const p = debug.position(ref);
      if (p !== null) positions.set(ref, this.position(p));
    }
    for (const ref of subprograms) {
      const p = ref === null ? undefined : debug.subprogram(ref)?.position;
      if (ref !== null && p !== undefined && p.line > 0) positions.set(ref, this.position(p));
    }
    const variables = new Map<MetadataRef, number>();
    for (const ref of debug.localVariables()) {
      const v = debug.variable(ref);
      if (v === null) continue;
      const position = v.position === null ? 0 : this.position(v.position);
      variables.set(ref, this.variables.push({ name: v.name, type: v.type, position }) - 1);
    }
    return {
      position: (ref) => (ref === null ? 0 : (positions.get(ref) ?? 0)),
      variable: (ref) => variables.get(ref) ?? -1,
    };
  }
}
