// Marks of scopes in IR, as clang 17 to 22 write them, and the exits of scopes. A failure means that jumps out of a block are merged and split again,
// which costs every engine time, or that a jump leads to another target than in clang's IR.

import { expect, test } from "vitest";
import { targetsOf } from "../../../../src/frontend/llvm/control-flow.ts";
import type { Block } from "../../../../src/frontend/llvm/module.ts";
import { parseModule } from "../../../../src/frontend/llvm/parser.ts";

function blocksOf(...body: readonly string[]): readonly Block[] {
  const module = parseModule(`define i32 @f(i1 %c, i32 %n) {\nentry:\n${body.join("\n")}\n}\n`);
  return module.functions.get("f")?.body() ?? [];
}

/** Per block its label, what it does, and where it goes. */
const shape = (blocks: readonly Block[]): string[] =>
  blocks.map((b) => {
    const does = b.instructions.flatMap((i) =>
      i.op === "lifetime" && i.address.kind === "local" ? [`${i.begins ? "+" : "-"}${i.address.name}`] : i.op === "store" ? ["store"] : [],
    );
    return [b.label, ...does, ...b.instructions.flatMap((i) => [...targetsOf(i)].map((t) => `→${t}`))].join(" ");
  });

test("marks with and without a size are read", () => {
  const [block] = blocksOf(
    "  %x = alloca i32",
    "  call void @llvm.lifetime.start.p0(i64 4, ptr %x) #3, !dbg !1",
    "  call void @llvm.lifetime.end.p0(i64 immarg 4, ptr nonnull %x)",
    "  call void @llvm.lifetime.start.p0(ptr %x) #3",
    "  call void @llvm.lifetime.end.p0(ptr %x) #3",
    "  ret i32 0",
  );
  expect(block?.instructions.map((i) => (i.op === "lifetime" ? `${i.begins} ${i.debug}` : i.op))).toEqual([
    "alloca",
    "true 1",
    "false null",
    "true null",
    "false null",
    "ret",
  ]);
});

const loop = (cleanup: readonly string[]): readonly Block[] =>
  blocksOf(
    "  %x = alloca i32",
    "  %y = alloca i32",
    "  %cleanup.dest.slot = alloca i32",
    "  br label %body",
    "body:",
    "  call void @llvm.lifetime.start.p0(ptr %x)",
    "  br i1 %c, label %break, label %rest",
    "break:",
    "  store i32 2, ptr %cleanup.dest.slot",
    "  br label %inner",
    "rest:",
    "  store i32 0, ptr %cleanup.dest.slot",
    "  br label %inner",
    "inner:",
    "  call void @llvm.lifetime.end.p0(ptr %y)",
    "  br label %cleanup",
    "cleanup:",
    ...cleanup,
    "  %to = load i32, ptr %cleanup.dest.slot",
    "  switch i32 %to, label %unreachable [",
    "    i32 0, label %body",
    "    i32 2, label %out",
    "  ]",
    "out:",
    "  ret i32 0",
    "unreachable:",
    "  unreachable",
  );

test("each jump out of a scope has a separate path through all cleanups, and the slot is removed", () => {
  expect(shape(loop(["  call void @llvm.lifetime.end.p0(ptr %x)"]))).toEqual([
    "entry →body",
    "body +x →break →rest",
    "break →inner.to.2",
    "rest →inner.to.0",
    "out",
    "unreachable",
    "inner.to.2 -y →cleanup.to.2",
    "cleanup.to.2 -x →out",
    "inner.to.0 -y →cleanup.to.0",
    "cleanup.to.0 -x →body",
  ]);
});

test("a cleanup that does more than end scopes stays one, and so does the slot", () => {
  const blocks = loop(["  call void @done(ptr %x)", "  call void @llvm.lifetime.end.p0(ptr %x)"]);
  expect(shape(blocks)).toEqual([
    "entry →body",
    "body +x →break →rest",
    "break store →inner.to.2",
    "rest store →inner.to.0",
    "cleanup -x →unreachable →body →out",
    "out",
    "unreachable",
    "inner.to.2 -y →cleanup",
    "inner.to.0 -y →cleanup",
  ]);
});

test("a block with phis keeps its predecessors", () => {
  const blocks = blocksOf(
    "  %x = alloca i32",
    "  %cleanup.dest.slot = alloca i32",
    "  br i1 %c, label %one, label %two",
    "one:",
    "  store i32 0, ptr %cleanup.dest.slot",
    "  br label %cleanup",
    "two:",
    "  store i32 1, ptr %cleanup.dest.slot",
    "  br label %cleanup",
    "cleanup:",
    "  call void @llvm.lifetime.end.p0(ptr %x)",
    "  %to = load i32, ptr %cleanup.dest.slot",
    "  switch i32 %to, label %else [ i32 0, label %joined ]",
    "else:",
    "  br label %joined",
    "joined:",
    "  %v = phi i32 [ 1, %cleanup ], [ 2, %else ]",
    "  ret i32 %v",
  );
  expect(shape(blocks)).toEqual([
    "entry →one →two",
    "one store →cleanup",
    "two store →cleanup.to.1",
    "cleanup -x →else →joined",
    "else →joined",
    "joined",
    "cleanup.to.1 -x →else",
  ]);
});
