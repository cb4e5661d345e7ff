// Scripts of `ravel replay --gdb`: ordinary executables are driven along witnesses. A failure here means that threads do not follow the plan, or that the
// script claims what did not show.

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { gdbPython } from "../../../../src/apps/native/assets.ts";
import type { Property } from "../../../../src/execution/errors.ts";
import { gdbScript } from "../../../../src/native/gdb-script.ts";
import type { Plan } from "../../../../src/native/plan.ts";
import { compileForGdb, type GdbRun, runGdb } from "../../../gdb.ts";
import { needs } from "../../../tools.ts";
import { fileOf, planFor, serialPlan } from "./plan-for.ts";

const folder = mkdtempSync(join(tmpdir(), "ravel-gdb-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const compiled = new Set<string>();

function run(name: string, plan: Plan): GdbRun {
  const executable = join(folder, name);
  if (!compiled.has(name)) compileForGdb([fileOf(name)], executable);
  compiled.add(name);
  const script = join(folder, "script.gdb");
  writeFileSync(script, gdbScript({ plan, sources: [fileOf(name)], compile: "gcc", failure: "", python: gdbPython() }));
  return runGdb(script, executable);
}

if (needs("gdb", "scripts for gdb") && needs("gcc", "scripts for gdb")) {
  test.each<[string, Property, RegExp]>([
    ["lost-update", "assert", /^ravel: reached: assertion fails: hits == 2, in main, line 23$/],
    [
      "lost-update",
      "race",
      /^ravel: reached: data race: T1 is about to write 4 bytes in line 13 while T2 is about to read 4 bytes in line 13, at the same/,
    ],
    [
      "lock-order-two",
      "deadlock",
      /^ravel: reached: deadlock: main waits for the end of a thread .*, T1 waits for a mutex .*, T2 waits for a mutex[^(]*$/,
    ],
    ["close-while-sending", "memory", /^ravel: reached: use after free: T\d accesses \d+ bytes at offset \d+ of a freed block[^(]*$/],
    [
      "litmus-mp-relaxed",
      "race",
      /^ravel: reached: data race: T1 has written 4 bytes in line 15, which no other thread has seen yet, while T2 is about to read/,
    ],
    ["bitfield-neighbours", "assert", /^ravel: reached: assertion fails: port\.readable && port\.writable, in main, line 32$/],
  ])("%s: the failure of %s shows", async (name, property, line) => {
    const result = run(name, await planFor(name, property));
    expect(result.line).toMatch(line);
    expect(result.status).toBe(1);
  });

  test("instructions are decoded: what they access, how much of it, and whether others may come between", () => {
    const rows: readonly [string, string][] = [
      ["mov 0x2ec5(%rip),%eax  # 0x555555558040 <x>", "load 4"],
      ["movzbl -0x1(%rbp),%eax", "load 1"],
      ["cmpl $0x0,0x2e(%rip)", "load 4"],
      ["call *0x8(%rax)", "load 8"],
      ["movb $0x0,(%rax)", "store 1"],
      ["mov %dl,(%rdx,%rax,4)", "store 1"],
      ["movaps %xmm0,-0x20(%rbp)", "store 16"],
      ["orb $0x1,0x2e(%rip)", "split 1"],
      ["addl $0x1,(%rax)", "split 4"],
      ["lock xadd %eax,0x2eae(%rip)", "update 4"],
      ["lock cmpxchg %rcx,(%rsi)", "update 8"],
      ["xchg %edx,(%rax)", "update 4"],
      ["lea 0x0(,%rax,4),%rdx", "none"],
      ["mov %fs:0x28,%rax", "none"],
      ["mov %rax,%rdx", "none"],
    ];
    const python = `${gdbPython()[0]}
for text in ${JSON.stringify(rows.map(([text]) => text))}:
    o = decode(text)
    print("none" if o is None else "%s %d" % (o.kind, o.size))`;
    const file = join(folder, "decode.py");
    writeFileSync(file, python);
    const { stdout } = spawnSync("gdb", ["-nx", "-batch", "-x", file], { encoding: "utf8" });
    expect(stdout.trimEnd().split("\n")).toEqual(rows.map(([, expected]) => expected));
  });

  test("a schedule that does not lead to the failure is not said to reach it", async () => {
    expect(run("lost-update", await serialPlan())).toMatchObject({
      status: 3,
      line: "ravel: diverged at step 14: the process ends without the failure",
    });
  });

  test("a script without a program, or for a program without symbols or line numbers, says so", async () => {
    const plan = await planFor("lost-update", "assert");
    run("lost-update", plan);
    expect(runGdb(join(folder, "script.gdb"), join(folder, "missing"))).toMatchObject({ status: 2 });
    const bare = join(folder, "bare");
    compileForGdb([fileOf("lost-update")], bare, ["-s"]);
    expect(runGdb(join(folder, "script.gdb"), bare)).toMatchObject({
      status: 2,
      line: "ravel: the program has no symbols: compile it with gcc -g -O0 -pthread",
    });
    compileForGdb([fileOf("lost-update")], bare, ["-g0"]);
    expect(runGdb(join(folder, "script.gdb"), bare)).toMatchObject({
      status: 2,
      line: `ravel: the program has no lines of ${fileOf("lost-update")}: compile it with gcc -g -O0 -pthread`,
    });
  });
}
