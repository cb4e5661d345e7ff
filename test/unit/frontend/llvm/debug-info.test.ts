// Debug metadata in forms the fixtures do not have: files in other directories, scopes without files, nodes out of order.

import { describe, expect, it } from "vitest";
import { parseModule } from "../../../../src/frontend/llvm/parser.ts";

function debug(...lines: string[]) {
  return parseModule(`${lines.join("\n")}\n`).debug;
}

const unit = [
  "!llvm.dbg.cu = !{!0}",
  "!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1)",
  '!1 = !DIFile(filename: "src/a.c", directory: "/work")',
];

describe("positions", () => {
  it("takes the file of the nearest scope that has one", () => {
    const info = debug(
      ...unit,
      '!2 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 3, unit: !0)',
      "!3 = distinct !DILexicalBlock(scope: !2, line: 4)",
      "!4 = !DILexicalBlockFile(scope: !3, file: !5, discriminator: 0)",
      '!5 = !DIFile(filename: "src/part.inc", directory: "/work")',
      "!6 = !DILocation(line: 5, column: 7, scope: !3)",
      "!7 = !DILocation(line: 9, scope: !4)",
      "!8 = !DILocation(line: 0, scope: !4)",
    );
    expect(info.position(6)).toEqual({ file: "src/a.c", line: 5, column: 7 });
    expect(info.position(7)).toEqual({ file: "src/part.inc", line: 9, column: 0 });
    expect(info.position(8)).toBeNull();
    expect(info.position(2)).toBeNull();
    expect(info.position(99)).toBeNull();
    expect(info.subprogram(2)).toEqual({ name: "f", position: { file: "src/a.c", line: 3, column: 0 }, type: null });
    expect(info.subprogram(3)).toBeNull();
  });

  it("joins name and directory only for files elsewhere", () => {
    const at = (file: string) =>
      debug(...unit, "!2 = !DILocation(line: 1, column: 1, scope: !3)", "!3 = distinct !DISubprogram(file: !4)", `!4 = ${file}`).position(2)
        ?.file;
    expect(at('!DIFile(filename: "b.h", directory: "/work", checksumkind: CSK_MD5, checksum: "00", source: "int x; // \\22,)")')).toBe(
      "b.h",
    );
    expect(at('!DIFile(filename: "include/b.h", directory: "/usr")')).toBe("/usr/include/b.h");
    expect(at('!DIFile(filename: "b.h", directory: "/")')).toBe("/b.h");
    expect(at('!DIFile(filename: "/usr/include/b.h", directory: "/work")')).toBe("/usr/include/b.h");
    expect(at('!DIFile(filename: "caf\\C3\\A9.h", directory: "")')).toBe("café.h");
  });

  it("does not follow scopes in a circle", () => {
    const info = debug("!0 = !DILocation(line: 1, scope: !1)", "!1 = !DILexicalBlock(scope: !2)", "!2 = !DILexicalBlock(scope: !1)");
    expect(info.position(0)).toEqual({ file: "", line: 1, column: 0 });
  });

  it("finds nodes that are not in order", () => {
    const info = debug(
      '!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)',
      "!3 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !7, size: 64)",
    );
    expect(info.type(3)).toEqual({ kind: "pointer", bits: 64, to: { kind: "base", name: "int", bits: 32, encoding: "DW_ATE_signed" } });
    expect(info.type(0)).toBeNull();
  });
});

describe("variables", () => {
  it("reads all three kinds of nodes", () => {
    const info = debug(
      ...unit,
      "!2 = !DIGlobalVariableExpression(var: !3, expr: !DIExpression(DW_OP_plus_uconst, 8, DW_OP_LLVM_fragment, 0, 32))",
      '!3 = distinct !DIGlobalVariable(name: "g", scope: !0, file: !1, line: 2, type: !4, isLocal: true, isDefinition: true)',
      '!4 = !DIBasicType(name: "_Bool", size: 8, encoding: DW_ATE_boolean)',
      '!5 = !DILocalVariable(name: "p", arg: 2, scope: !0, file: !1, line: 3, type: !4, flags: DIFlagArtificial)',
      "!6 = !DIGlobalVariableExpression(var: !6, expr: !DIExpression())",
    );
    const bool = { kind: "base", name: "_Bool", bits: 8, encoding: "DW_ATE_boolean" };
    expect(info.variable(2)).toEqual({ name: "g", type: bool, position: { file: "src/a.c", line: 2, column: 0 }, parameter: 0 });
    expect(info.variable(3)).toEqual(info.variable(2));
    expect(info.variable(5)).toMatchObject({ name: "p", parameter: 2 });
    expect(info.variable(6)).toBeNull();
    expect(info.variable(4)).toBeNull();
  });
});

describe("types", () => {
  it("keeps one object for a node and lets types recur", () => {
    const info = debug(
      '!0 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "s", file: !9, line: 1, size: 64, elements: !1)',
      "!1 = !{!2}",
      '!2 = !DIDerivedType(tag: DW_TAG_member, name: "self", scope: !0, baseType: !3, size: 64)',
      "!3 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !0, size: 64)",
    );
    const type = info.type(0);
    expect(type).toBe(info.type(0));
    expect(type?.kind === "struct" && type.fields[0].type).toBe(info.type(3));
    expect(type?.kind === "struct" && type.fields).toBe(type?.kind === "struct" && type.fields);
  });

  it("reads arrays of known, unknown and computed length", () => {
    const info = debug(
      "!0 = !DICompositeType(tag: DW_TAG_array_type, baseType: null, size: 96, elements: !1)",
      "!1 = !{!2, !3, !4, !5, !6}",
      "!2 = !DISubrange(count: 3)",
      "!3 = !DISubrange(count: -1)",
      "!4 = !DISubrange(count: !7)",
      "!5 = !DISubrange(lowerBound: 0, upperBound: 4)",
      "!6 = !DISubrange()",
    );
    expect(info.type(0)).toEqual({ kind: "array", counts: [3, -1, -1, 5, -1], element: null });
  });

  it("reads declarations, unions, enumerations, typedefs and functions", () => {
    const info = debug(
      '!0 = !DICompositeType(tag: DW_TAG_structure_type, name: "later", flags: DIFlagFwdDecl)',
      "!1 = !DICompositeType(tag: DW_TAG_union_type, size: 32, elements: !2)",
      "!2 = !{}",
      "!3 = !DICompositeType(tag: DW_TAG_enumeration_type, baseType: !9, size: 64, elements: !4)",
      "!4 = !{!5, !6}",
      '!5 = !DIEnumerator(name: "TOP", value: 18446744073709551615, isUnsigned: true)',
      '!6 = !DIEnumerator(name: "LOW", value: -1)',
      '!7 = !DIDerivedType(tag: DW_TAG_typedef, name: "callback", baseType: !8)',
      "!8 = !DISubroutineType(cc: DW_CC_BORLAND_stdcall, types: !{null})",
      "!9 = !DIDerivedType(tag: DW_TAG_restrict_type, baseType: null)",
      "!10 = !{!0}",
    );
    expect(info.type(0)).toEqual({ kind: "struct", name: "later", bits: 0, fields: [] });
    expect(info.type(1)).toEqual({ kind: "union", name: null, bits: 32, fields: [] });
    expect(info.type(3)).toEqual({
      kind: "enum",
      name: null,
      bits: 64,
      members: [
        { name: "TOP", value: 18446744073709551615n },
        { name: "LOW", value: -1n },
      ],
    });
    expect(info.type(7)).toEqual({ kind: "named", name: "callback", of: { kind: "function", result: null, params: [] } });
    expect(info.type(9)).toEqual({ kind: "qualified", qualifier: "restrict", of: null });
    expect(info.type(10)).toBeNull();
  });
});
