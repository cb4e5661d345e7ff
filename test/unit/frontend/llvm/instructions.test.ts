// Instructions and function headers: every opcode, with the flags and attributes that versions of LLVM add to it.

import { describe, expect, it } from "vitest";
import { parseModule } from "../../../../src/frontend/llvm/parser.ts";
import { blocks, bodyOf, instruction } from "./reading.ts";

const a = { kind: "local", name: "a" };
const p = { kind: "local", name: "p" };
const i32 = { kind: "int", bits: 32 };
const one = { kind: "int", value: 1n };

describe("instructions", () => {
  it.each([
    [
      "%x = add nuw nsw i32 %a, 1, !dbg !9",
      { op: "binary", operator: "add", type: i32, left: a, right: one, nsw: true, nuw: true, exact: false, result: "x", debug: 9 },
    ],
    ["%x = sdiv exact i64 %b, 1", { op: "binary", operator: "sdiv", exact: true, nsw: false }],
    ["%x = or disjoint i32 %a, 1", { op: "binary", operator: "or", nuw: false }],
    [
      "%x = fadd reassoc nnan ninf nsz arcp contract afn double %d, 1.0",
      { op: "binary", operator: "fadd", type: { kind: "float", bits: 64 } },
    ],
    ["%x = fneg fast double %d", { op: "fneg", operand: { value: { name: "d" } } }],
    ["%x = icmp samesign slt i32 %a, 1", { op: "icmp", predicate: "slt", type: i32, left: a, right: one }],
    ["%x = fcmp fast oeq double %d, 0.0", { op: "fcmp", predicate: "oeq", type: { kind: "float", bits: 64 } }],
    ["%x = fcmp true double %d, 0.0", { op: "fcmp", predicate: "true" }],
    ["%x = trunc nuw nsw i64 %b to i32", { op: "cast", cast: "trunc", from: { type: { bits: 64 } }, to: i32 }],
    ["%x = zext nneg i32 %a to i64", { op: "cast", cast: "zext", to: { bits: 64 } }],
    ["%x = uitofp nneg i32 %a to float", { op: "cast", cast: "uitofp" }],
    ["%x = ptrtoaddr ptr %p to i64", { op: "cast", cast: "ptrtoaddr" }],
    ["%x = freeze i32 %a", { op: "freeze", operand: { type: i32, value: a } }],
    ["%x = select nnan i1 true, double %d, double 0.0", { op: "select", condition: { value: one } }],
    ["%x = alloca i32, align 4", { op: "alloca", type: i32, count: null, align: 4 }],
    [
      "%x = alloca i8, i64 %b, align 16, !dbg !3",
      { op: "alloca", count: { type: { bits: 64 }, value: { name: "b" } }, align: 16, debug: 3 },
    ],
    ["%x = load i32, ptr %p, !dbg !DILocation(line: 1, scope: !2), !foo !3", { op: "load", debug: null }],
    ["%x = alloca %struct.s", { op: "alloca", type: { kind: "struct", name: "struct.s" }, align: 0 }],
    [
      "%x = load i32, ptr %p, align 4, !tbaa !5, !dbg !6, !nontemporal !7",
      { op: "load", type: i32, address: p, align: 4, volatile: false, ordering: null, debug: 6 },
    ],
    [
      '%x = load atomic volatile i32, ptr %p syncscope("singlethread") acquire, align 4',
      { op: "load", volatile: true, ordering: "acquire" },
    ],
    ["%x = load i32, ptr @g, align 4, !range !{i32 0, i32 2}, !dbg !8", { op: "load", address: { kind: "global", name: "g" }, debug: 8 }],
    [
      "store volatile i32 %a, ptr %p, align 4",
      { op: "store", value: { type: i32, value: a }, address: p, volatile: true, ordering: null, result: null },
    ],
    ["store atomic i32 1, ptr %p release, align 4", { op: "store", ordering: "release", align: 4 }],
    ["store [2 x i32] [i32 1, i32 2], ptr %p", { op: "store", value: { value: { kind: "aggregate" } }, align: 0 }],
    [
      "%x = getelementptr inbounds nuw %struct.s, ptr %p, i32 0, i32 1, !dbg !4",
      { op: "gep", inbounds: true, source: { name: "struct.s" }, indices: [{}, { value: one }], debug: 4 },
    ],
    ["%x = getelementptr i8, ptr %p, i64 -8", { op: "gep", inbounds: false, indices: [{ value: { value: -8n } }] }],
    ["%x = extractvalue { i32, [2 x i8] } undef, 1, 0, !dbg !2", { op: "extractvalue", indices: [1, 0], debug: 2 }],
    ["%x = insertvalue { i32, ptr } poison, ptr %p, 1", { op: "insertvalue", element: { value: p }, indices: [1] }],
    ["%x = extractelement <4 x i32> %v, i64 2", { op: "extractelement", index: { value: { value: 2n } } }],
    ["%x = insertelement <4 x i32> %v, i32 %a, i32 1", { op: "insertelement", element: { value: a } }],
    [
      "%x = shufflevector <4 x i32> %v, <4 x i32> poison, <2 x i32> <i32 3, i32 poison>",
      { op: "shufflevector", mask: [3, -1], type: { kind: "vector", count: 2 } },
    ],
    ["%x = shufflevector <4 x i32> %v, <4 x i32> poison, <3 x i32> zeroinitializer", { op: "shufflevector", mask: [0, 0, 0] }],
    ["%x = shufflevector <4 x i32> %v, <4 x i32> poison, <2 x i32> splat (i32 1)", { op: "shufflevector", mask: [1, 1] }],
    [
      "%x = cmpxchg weak volatile ptr %p, i32 %a, i32 1 acq_rel monotonic, align 4",
      { op: "cmpxchg", weak: true, volatile: true, success: "acq_rel", failure: "monotonic" },
    ],
    [
      "%x = atomicrmw volatile umax ptr %p, i32 1 seq_cst, align 4, !dbg !1",
      { op: "atomicrmw", operator: "umax", volatile: true, ordering: "seq_cst", debug: 1 },
    ],
    ["fence release", { op: "fence", ordering: "release" }],
    ["%x = va_arg ptr %p, i32", { op: "va_arg", list: p, type: i32 }],
  ])("%s", (line, expected) => {
    expect(instruction(line)).toMatchObject(expected);
  });

  it("reads terminators", () => {
    const body = [
      '  br i1 true, label %one, label %"t w o", !dbg !1, !prof !2',
      "one:",
      "  switch i8 0, label %two [",
      "    i8 -1, label %one",
      '    i8 5, label %"t w o"',
      "  ], !dbg !3",
      '"t w o":                ; preds = %one',
      "  indirectbr ptr %p, [label %one, label %two]",
      "two:",
      "  unreachable, !dbg !4",
    ].join("\n");
    expect(blocks(body)).toMatchObject([
      { label: "0", instructions: [{ op: "condbr", condition: one, otherwise: "t w o", debug: 1 }] },
      {
        label: "one",
        instructions: [
          {
            op: "switch",
            fallback: "two",
            cases: [
              { value: -1n, target: "one" },
              { value: 5n, target: "t w o" },
            ],
            debug: 3,
          },
        ],
      },
      { label: "t w o", instructions: [{ op: "indirectbr", targets: ["one", "two"] }] },
      { label: "two", instructions: [{ op: "unreachable", debug: 4 }] },
    ]);
  });

  it("reads phis", () => {
    const body = "  br label %l\nl:\n  %x = phi fast double [ %d, %0 ], [ 1.0, %l ], !dbg !5\n  br label %l";
    expect(blocks(body)[1].instructions[0]).toMatchObject({
      op: "phi",
      incoming: [{ value: { name: "d" }, block: "0" }, { block: "l" }],
      debug: 5,
    });
  });
});

describe("calls", () => {
  it.each([
    [
      "%x = tail call fast x86_stdcallcc noundef nonnull align 8 dereferenceable(4) ptr @f2(i32 1) #1, !dbg !2",
      { callee: { name: "f2" }, type: { kind: "ptr" }, debug: 2 },
    ],
    [
      "%x = musttail call cc 64 i32 %p(i32 noundef signext %a) nounwind memory(argmem: read)",
      { callee: p, args: [{ signext: true, zeroext: false, value: a }] },
    ],
    ["%x = notail call range(i32 0, 5) nofpclass(nan inf) i32 @f2(i8 zeroext inreg 1)", { args: [{ zeroext: true }] }],
    [
      "call addrspace(0) void @f2(ptr noalias nocapture writeonly captures(none) dead_on_return initializes((0, 4), (8, 12)) sret(%struct.s) align 4 %p)",
      { args: [{ sret: { name: "struct.s" }, align: 4, value: p }] },
    ],
    [
      "call void @f2(ptr noundef byval({ i32, [3 x i8] }) align 8 %p, ptr elementtype(i32) null)",
      { args: [{ byval: { kind: "struct" }, align: 8 }, { value: { kind: "null" } }] },
    ],
    [
      "call void (ptr, ...) @f2(ptr @s, double noundef 1.5, i32 undef)",
      {
        signature: { varargs: true },
        type: { kind: "void" },
        args: [{}, { value: { bits: 0x3ff8000000000000n } }, { value: { kind: "undef" } }],
      },
    ],
    [
      'call void @llvm.assume(i1 true) [ "align"(ptr %p, i64 16), "nonnull"(ptr %p) ], !dbg !4',
      { callee: { name: "llvm.assume" }, debug: 4 },
    ],
    ['call void @f2(i32 range(i32 -5, 7) "attribute"="value" "flag" 5) "no-builtins" #3 #4', { args: [{ value: { value: 5n } }] }],
    [
      "%x = call %struct.s @f2([2 x i64] [i64 1, i64 2], <2 x float> noundef zeroinitializer)",
      { type: { name: "struct.s" }, args: [{ value: { kind: "aggregate" } }, { value: { kind: "zero" } }] },
    ],
    [
      "call void inttoptr (i64 4096 to ptr)(ptr noundef getelementptr inbounds (i8, ptr @s, i64 4))",
      { callee: { kind: "cast" }, args: [{ value: { kind: "gep" } }] },
    ],
    ["%x = call i64 @llvm.read_register.i64(metadata !6)", { args: [{ value: { kind: "metadata", text: "!6" } }] }],
  ])("%s", (line, expected) => {
    expect(instruction(line)).toMatchObject({ op: "call", ...expected });
  });

  it("knows calls that return twice by the call, its group or the function", () => {
    const extra =
      "declare i32 @plain(...)\ndeclare i32 @marked(...) #2\nattributes #1 = { nounwind returns_twice }\nattributes #2 = { returns_twice }\nattributes #3 = { nounwind }";
    const twice = (line: string) => {
      const found = instruction(line, extra);
      return found.op === "call" && found.returnsTwice;
    };
    expect(twice("%x = call i32 @plain() #3")).toBe(false);
    expect(twice("%x = call i32 @plain() #3 #1")).toBe(true);
    expect(twice("%x = call i32 @plain() returns_twice")).toBe(true);
    expect(twice("%x = call i32 @marked()")).toBe(true);
  });

  it("reads inline assembly", () => {
    expect(
      instruction(
        '%x = call { i32, i32 } asm sideeffect alignstack inteldialect "a\\0A\\22b\\22", "=r,=r,r,~{memory}"(i32 %a) #1, !srcloc !9, !dbg !2',
      ),
    ).toEqual({
      op: "asm",
      text: 'a\n"b"',
      constraints: "=r,=r,r,~{memory}",
      type: { kind: "struct", name: null, packed: false, fields: [i32, i32] },
      args: [{ type: i32, value: a }],
      sideEffect: true,
      result: "x",
      debug: 2,
    });
    expect(instruction('call void asm "nop", ""()')).toMatchObject({ op: "asm", sideEffect: false, args: [] });
  });

  it("reads debug declarations of both forms and drops the other records", () => {
    const both = blocks(
      [
        "    #dbg_declare(ptr %p, !12, !DIExpression(), !13)",
        "    #dbg_declare(ptr %p, !14, !DIExpression(DW_OP_deref), !13)",
        "    #dbg_value(i32 %a, !12, !DIExpression(DW_OP_plus_uconst, 3), !13)",
        "    #dbg_assign(i1 undef, !12, !DIExpression(), !1, ptr %p, !DIExpression(), !13)",
        "    #dbg_label(!15, !13)",
        "    #dbg_declare_value(i32 %a, !12, !DIExpression(), !13)",
        "  call void @llvm.dbg.declare(metadata ptr %p, metadata !12, metadata !DIExpression()), !dbg !13",
        "  call void @llvm.dbg.declare(metadata !{}, metadata !16, metadata !DIExpression()), !dbg !13",
        "  tail call void @llvm.dbg.value(metadata i32 1, metadata !12, metadata !DIExpression()), !dbg !13",
        "  call void @llvm.dbg.label(metadata !15), !dbg !13",
        "  ret void",
      ].join("\n"),
    )[0].instructions;
    const declared = (variable: number, address: object, indirect = false) => ({
      op: "declare-variable",
      address,
      variable,
      indirect,
      result: null,
      debug: 13,
    });
    expect(both.slice(0, -1)).toEqual([declared(12, p), declared(14, p, true), declared(12, p), declared(16, { kind: "undef" })]);
  });

  it("drops a fence against signal handlers only", () => {
    const body = '  fence syncscope("singlethread") acq_rel\n  fence syncscope("agent") acquire\n  ret void';
    expect(blocks(body)[0].instructions.map(({ op }) => op)).toEqual(["fence", "ret"]);
  });
});

describe("function headers", () => {
  it("skips all that is not C's", () => {
    const module = parseModule(
      [
        "$x = comdat any",
        'define weak_odr hidden x86_fastcallcc noundef zeroext range(i8 0, 2) i8 @"x y"(ptr noalias sret(i32) align 4 %0, i32 inreg noundef %named, ptr byval(i64) align 8 %1, ...) unnamed_addr addrspace(0) #0 nounwind memory(argmem: readwrite, inaccessiblemem: none) allocsize(0, 1) "key"="a { b" section ".text.hot" partition "part" comdat($x) align 64 gc "statepoint" prefix i32 7 prologue { i8, i8 } { i8 1, i8 2 } personality ptr @other !dbg !7 !prof !8 {',
        "  ret i8 1",
        "}",
        "declare !dbg !9 extern_weak dso_local noalias noundef ptr @other(i64 noundef, ptr nocapture readonly, ...) local_unnamed_addr #1",
        "attributes #0 = { nounwind }",
      ].join("\n"),
    );
    const f = module.functions.get("x y");
    expect(f).toMatchObject({ weak: true, internal: false, varargs: true, debug: 7, result: { bits: 8 } });
    expect(f?.params.map(({ name }) => name)).toEqual(["0", "named", "1"]);
    expect(f?.params[0].sret).toEqual(i32);
    expect(f?.params[2].byval).toEqual({ kind: "int", bits: 64 });
    expect(f?.body()[0].label).toBe("2");
    expect(module.declarations.get("other")).toMatchObject({
      varargs: true,
      weak: true,
      result: { kind: "ptr" },
      params: [{ bits: 64 }, { kind: "ptr" }],
    });
  });

  it("knows the linkage of aliases and leaves out ifuncs", () => {
    const module = parseModule(
      "@a = weak dso_local alias i32 (i32), ptr @f\n@b = internal alias i32, ptr @g\n@c = dso_local ifunc i32 (), ptr @r\n",
    );
    expect(module.aliases.get("a")).toMatchObject({ weak: true, internal: false, target: { value: { kind: "global", name: "f" } } });
    expect(module.aliases.get("b")).toMatchObject({ weak: false, internal: true });
    expect([...module.aliases.keys(), ...module.globals.keys()]).toEqual(["a", "b"]);
  });

  it.each([
    ["internal", true, false],
    ["private", true, false],
    ["linkonce_odr", false, true],
    ["available_externally", false, true],
    ["dso_local", false, false],
  ])("knows the linkage %s", (linkage, internal, weak) => {
    expect(parseModule(`define ${linkage} void @f() {\n  ret void\n}\n`).functions.get("f")).toMatchObject({ internal, weak });
  });

  it("parses a body once, and only when asked", () => {
    const module = parseModule("define void @good() {\n  ret void\n}\n\ndefine void @bad() {\n  gibberish\n}\n");
    expect(bodyOf(module, "good")).toBe(bodyOf(module, "good"));
    expect(() => bodyOf(module, "bad")).toThrow(/RVL105.*line 6.*gibberish/);
  });

  it("reads a definition in one line", () => {
    const module = parseModule("define i32 @f() { ret i32 1 }\ndefine i32 @g() { ret i32 2 }\n");
    expect(bodyOf(module, "g")).toMatchObject([{ label: "0", instructions: [{ op: "ret", value: { value: { value: 2n } } }] }]);
  });
});

describe("implicit numbers", () => {
  it("counts parameters, blocks and results with one counter", () => {
    const text =
      "define i32 @f(i32, i32 %n, ptr) {\n  %3 = add i32 %0, 1\n  br label %4\n\n4:\n  call i32 @f(i32 %3, i32 1, ptr %1)\n  store i32 %5, ptr %1\n  ret i32 %5\n}\n";
    const [entry, second] = bodyOf(parseModule(text), "f");
    expect([entry.label, second.label]).toEqual(["2", "4"]);
    expect(second.instructions[0].result).toBe("5");
  });

  it("gives the unlabelled block after a terminator its number", () => {
    const text = "define void @f() {\n  br label %1\n  ret void\n}\n";
    expect(bodyOf(parseModule(text), "f").map(({ label }) => label)).toEqual(["0", "1"]);
  });
});

describe("instructions C does not need", () => {
  it("keeps them as text, over several lines", () => {
    const body = [
      '  %x = callbr i32 asm "jmp $1", "=r,!i"() #1',
      "          to label %next [label %cleanup], !dbg !5",
      "next:",
      "  %y = invoke i32 @g(i32 %x)",
      "          to label %cleanup unwind label %pad",
      "pad:",
      "  %z = landingpad { ptr, i32 }",
      "          cleanup",
      "  resume { ptr, i32 } %z",
      "cleanup:",
      "  ret void",
    ].join("\n");
    const found = blocks(body);
    expect(found.map(({ label }) => label)).toEqual(["0", "next", "pad", "cleanup"]);
    expect(found[0].instructions).toEqual([
      {
        op: "unsupported",
        result: "x",
        debug: 5,
        text: '%x = callbr i32 asm "jmp $1", "=r,!i"() #1 to label %next [label %cleanup], !dbg !5',
      },
    ]);
    expect(found[2].instructions.map(({ op, result }) => [op, result])).toEqual([
      ["unsupported", "z"],
      ["unsupported", null],
    ]);
  });

  it("confines types and constants it does not know to the instruction", () => {
    const body =
      "  %x = alloca bfloat, align 2\n  store ptr ptrauth (ptr @g, i32 0), ptr %p\n  %y = load ptr addrspace(256), ptr %p\n  ret void";
    expect(blocks(body)[0].instructions.map(({ op }) => op)).toEqual(["unsupported", "unsupported", "unsupported", "ret"]);
  });
});
