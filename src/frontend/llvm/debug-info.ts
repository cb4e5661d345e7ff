// Interprets debug metadata: positions, functions, variables and C types. In: the numbers of nodes. Out: plain data, decoded on demand and
// memoised. The components of a type are getters, since C types are recursive.

import { asInteger, asReference, asString, type MetadataNode, type MetadataTable } from "./metadata.ts";
import type { DebugInfo, MetadataRef, SourceField, SourcePosition, SourceType, SourceVariable } from "./module.ts";

type Qualifier = Extract<SourceType, { kind: "qualified" }>["qualifier"];

const qualifiers: ReadonlyMap<string, Qualifier> = new Map<string, Qualifier>([
  ["DW_TAG_const_type", "const"],
  ["DW_TAG_volatile_type", "volatile"],
  ["DW_TAG_atomic_type", "atomic"],
  ["DW_TAG_restrict_type", "restrict"],
]);

/** Blocks around blocks; more means that malformed scopes form a cycle. */
const maxNesting = 1000;

export class LazyDebugInfo implements DebugInfo {
  private readonly positions = new Map<MetadataRef, SourcePosition | null>();
  private readonly types = new Map<MetadataRef, SourceType | null>();
  /** By file or scope: the path of the file. */
  private readonly files = new Map<MetadataRef, string>();
  private directory: string | null = null;

  constructor(private readonly metadata: MetadataTable) {}

  position(ref: MetadataRef): SourcePosition | null {
    let position = this.positions.get(ref);
    if (position === undefined) {
      position = this.readPosition(ref);
      this.positions.set(ref, position);
    }
    return position;
  }

  locations(): readonly MetadataRef[] {
    return this.metadata.numbersOf("DILocation");
  }

  localVariables(): readonly MetadataRef[] {
    return this.metadata.numbersOf("DILocalVariable");
  }

  scopes(ref: MetadataRef): readonly MetadataRef[] {
    const around: MetadataRef[] = [];
    let scope = asReference(this.metadata.node(ref)?.fields.get("scope"));
    while (scope !== null && !around.includes(scope)) {
      const node = this.metadata.node(scope);
      if (node?.kind !== "DILexicalBlockFile") around.push(scope); // only says that some of a block is in another file
      scope = node?.kind === "DISubprogram" ? null : asReference(node?.fields.get("scope"));
    }
    return around;
  }

  scopeOf(ref: MetadataRef): MetadataRef | null {
    let node = this.metadata.node(ref);
    if (node?.kind === "DIGlobalVariableExpression") node = this.metadata.node(asReference(node.fields.get("var")) ?? -1);
    for (let hops = 0; node !== null && node.kind !== "DISubprogram" && hops < maxNesting; hops++) {
      const scope = asReference(node.fields.get("scope"));
      node = scope === null ? null : this.metadata.node(scope);
      if (node?.kind === "DISubprogram" || node?.kind === "DILexicalBlock") return scope;
      if (node?.kind !== "DILexicalBlockFile") return null; // it only says that some of a block is in another file
    }
    return null;
  }

  scopePosition(ref: MetadataRef): SourcePosition {
    const node = this.metadata.node(ref);
    const number = (field: string): number => asInteger(node?.fields.get(field)) ?? 0;
    return { file: this.fileOfScope(ref), line: number("line"), column: number("column") };
  }

  subprogram(ref: MetadataRef): { readonly name: string; readonly position: SourcePosition; readonly type: SourceType | null } | null {
    const node = this.metadata.node(ref);
    if (node?.kind !== "DISubprogram") return null;
    const position = this.declaredAt(node) ?? { file: this.fileOf(node), line: 0, column: 0 };
    const type = (): SourceType | null => this.typeOf(node, "type");
    return {
      name: asString(node.fields.get("name")) ?? "",
      position,
      get type() {
        return type();
      },
    };
  }

  variable(ref: MetadataRef): SourceVariable | null {
    const node = this.metadata.node(ref);
    switch (node?.kind) {
      case "DIGlobalVariableExpression": {
        const inner = asReference(node.fields.get("var"));
        // An expression never refers to another expression.
        return inner === null || this.metadata.node(inner)?.kind !== "DIGlobalVariable" ? null : this.variable(inner);
      }
      case "DIGlobalVariable":
      case "DILocalVariable":
        return {
          name: asString(node.fields.get("name")) ?? "",
          type: this.typeOf(node, "type"),
          position: this.declaredAt(node),
          parameter: asInteger(node.fields.get("arg")) ?? 0,
        };
      default:
        return null;
    }
  }

  type(ref: MetadataRef): SourceType | null {
    let type = this.types.get(ref);
    if (type === undefined) {
      const node = this.metadata.node(ref);
      type = node === null ? null : this.readType(node);
      this.types.set(ref, type);
    }
    return type;
  }

  namedTypes(): readonly SourceType[] {
    const composite = this.metadata.numbersOf("DICompositeType").map((ref) => this.type(ref));
    const typedefs = this.metadata
      .numbersOf("DIDerivedType")
      .filter((ref) => this.metadata.node(ref)?.fields.get("tag") === "DW_TAG_typedef")
      .map((ref) => this.type(ref));
    return [...composite, ...typedefs].filter((type) => type !== null);
  }

  private readPosition(ref: MetadataRef): SourcePosition | null {
    const node = this.metadata.node(ref);
    if (node?.kind !== "DILocation") return null;
    const line = asInteger(node.fields.get("line")) ?? 0;
    const scope = asReference(node.fields.get("scope"));
    if (line === 0 || scope === null) return null;
    return { file: this.fileOfScope(scope), line, column: asInteger(node.fields.get("column")) ?? 0 };
  }

  private declaredAt(node: MetadataNode): SourcePosition | null {
    const line = asInteger(node.fields.get("line")) ?? 0;
    return line === 0 ? null : { file: this.fileOf(node), line, column: 0 };
  }

  /** A block without a file is in the file of the scope around it. */
  private fileOfScope(ref: MetadataRef): string {
    let file = this.files.get(ref);
    if (file === undefined) {
      const seen = new Set<MetadataRef>(); // malformed scopes may form a cycle
      let scope: MetadataRef | null = ref;
      file = "";
      while (file === "" && scope !== null && !seen.has(scope)) {
        seen.add(scope);
        const node = this.metadata.node(scope);
        file = node === null ? "" : this.fileOf(node);
        scope = node === null ? null : asReference(node.fields.get("scope"));
      }
      this.files.set(ref, file);
    }
    return file;
  }

  private fileOf(node: MetadataNode): string {
    const ref = asReference(node.fields.get("file"));
    if (ref === null) return "";
    let file = this.files.get(ref);
    if (file === undefined) {
      file = this.readFile(ref);
      this.files.set(ref, file);
    }
    return file;
  }

  /** The path as given to clang. For files outside the working directory, clang writes another directory, which is joined with the name. */
  private readFile(ref: MetadataRef): string {
    const node = this.metadata.node(ref);
    if (node?.kind !== "DIFile") return "";
    const name = asString(node.fields.get("filename")) ?? "";
    const directory = asString(node.fields.get("directory")) ?? "";
    if (name.startsWith("/") || directory === "" || directory === this.workingDirectory()) return name;
    return directory.endsWith("/") ? directory + name : `${directory}/${name}`;
  }

  private workingDirectory(): string {
    if (this.directory === null) {
      const file = asReference(this.metadata.compileUnit()?.fields.get("file"));
      const node = file === null ? null : this.metadata.node(file);
      this.directory = asString(node?.fields.get("directory")) ?? "";
    }
    return this.directory;
  }

  private typeOf(node: MetadataNode, field: string): SourceType | null {
    const ref = asReference(node.fields.get(field));
    return ref === null ? null : this.type(ref);
  }

  private readType(node: MetadataNode): SourceType | null {
    switch (node.kind) {
      case "DIBasicType":
        return { kind: "base", name: nameOf(node) ?? "", bits: bitsOf(node), encoding: node.fields.get("encoding") ?? "" };
      case "DISubroutineType":
        return this.readFunction(node);
      case "DIDerivedType":
        return this.readDerived(node);
      case "DICompositeType":
        return this.readComposite(node);
      default:
        return null;
    }
  }

  /** The first of the types is that of the result; an unnamed one at the end says that there may be more arguments. */
  private readFunction(node: MetadataNode): SourceType {
    const read = (): readonly { readonly type: SourceType | null }[] => {
      const ref = asReference(node.fields.get("types"));
      const operands = (ref === null ? null : this.metadata.node(ref))?.operands ?? [];
      return operands.map((operand) => {
        const type = asReference(operand);
        return { type: type === null ? null : this.type(type) };
      });
    };
    let types: ReturnType<typeof read> | null = null;
    return {
      kind: "function",
      get result() {
        types ??= read();
        return types[0]?.type ?? null;
      },
      get params() {
        types ??= read();
        return types.slice(1);
      },
    };
  }

  private readDerived(node: MetadataNode): SourceType | null {
    const tag = node.fields.get("tag") ?? "";
    const base = () => this.typeOf(node, "baseType");
    const qualifier = qualifiers.get(tag);
    if (qualifier !== undefined)
      return {
        kind: "qualified",
        qualifier,
        get of() {
          return base();
        },
      };
    switch (tag) {
      case "DW_TAG_pointer_type":
        return {
          kind: "pointer",
          bits: bitsOf(node),
          get to() {
            return base();
          },
        };
      case "DW_TAG_typedef":
        return {
          kind: "named",
          name: nameOf(node) ?? "",
          get of() {
            return base();
          },
        };
      default:
        return null;
    }
  }

  private readComposite(node: MetadataNode): SourceType | null {
    const tag = node.fields.get("tag");
    switch (tag) {
      case "DW_TAG_structure_type":
      case "DW_TAG_union_type": {
        const readFields = () => this.elementsOf(node).flatMap((element) => this.readField(element));
        let fields: readonly SourceField[] | null = null;
        return {
          kind: tag === "DW_TAG_union_type" ? "union" : "struct",
          name: nameOf(node),
          bits: bitsOf(node),
          get fields() {
            fields ??= readFields();
            return fields;
          },
        };
      }
      case "DW_TAG_array_type": {
        const base = () => this.typeOf(node, "baseType");
        return {
          kind: "array",
          counts: this.elementsOf(node).map(countOf),
          get element() {
            return base();
          },
        };
      }
      case "DW_TAG_enumeration_type":
        return { kind: "enum", name: nameOf(node), bits: bitsOf(node), members: this.elementsOf(node).map(memberOf) };
      default:
        return null;
    }
  }

  private elementsOf(node: MetadataNode): readonly MetadataNode[] {
    const ref = asReference(node.fields.get("elements"));
    const tuple = ref === null ? null : this.metadata.node(ref);
    if (tuple === null) return [];
    return tuple.operands.flatMap((operand) => {
      const element = asReference(operand);
      const child = element === null ? null : this.metadata.node(element);
      return child === null ? [] : [child];
    });
  }

  private readField(node: MetadataNode): readonly SourceField[] {
    if (node.fields.get("tag") !== "DW_TAG_member") return [];
    const type = () => this.typeOf(node, "baseType");
    return [
      {
        name: nameOf(node) ?? "",
        offsetBits: asInteger(node.fields.get("offset")) ?? 0,
        bits: bitsOf(node),
        bitField: (node.fields.get("flags") ?? "").includes("DIFlagBitField"),
        get type() {
          return type();
        },
      },
    ];
  }
}

function nameOf(node: MetadataNode): string | null {
  return asString(node.fields.get("name"));
}

function bitsOf(node: MetadataNode): number {
  return asInteger(node.fields.get("size")) ?? 0;
}

/** The number of elements in one dimension; -1 if it is known only at run time (variable length) or never (flexible members). */
function countOf(subrange: MetadataNode): number {
  const count = asInteger(subrange.fields.get("count"));
  if (count !== null) return count;
  const upper = asInteger(subrange.fields.get("upperBound"));
  return upper === null ? -1 : upper - (asInteger(subrange.fields.get("lowerBound")) ?? 0) + 1;
}

function memberOf(enumerator: MetadataNode): { readonly name: string; readonly value: bigint } {
  const text = enumerator.fields.get("value") ?? "0";
  return { name: nameOf(enumerator) ?? "", value: /^-?\d+$/.test(text) ? BigInt(text) : 0n };
}
