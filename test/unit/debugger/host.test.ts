// Neither a program that is debugged nor an expression of the reader reaches the machine that Ravel runs on: no file is written or removed, no process is started or ended.

import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import type { DebugSession } from "../../../src/debugger/contract.ts";
import { openSession } from "../../../src/debugger/open-session.ts";
import { defaultProperties } from "../../../src/execution/errors.ts";
import { compileText, machineOptions } from "../../run.ts";

const folder = mkdtempSync(join(tmpdir(), "ravel-host-"));
const kept = join(folder, "kept");
const [written, touched] = [join(folder, "written"), join(folder, "touched")];
writeFileSync(kept, "as it was");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const program = `#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static int n = 3;
int main(int argc, char **argv) {
  FILE *f = fopen("${written}", "w");
  if (f) { fputs("x", f); fclose(f); }
  unlink("${kept}");
  remove("${kept}");
  system("touch ${touched}");
  n++;
  return 0;
}
`;

async function start(): Promise<DebugSession> {
  return openSession({
    program: await compileText(program),
    machine: machineOptions(defaultProperties),
    schedule: null,
    source: { line: () => null },
    version: "0",
    built: { files: ["f.c"], flags: [], dataModel: "lp64", systemHeaders: false },
  });
}

test("a program under test writes, removes and starts nothing outside its machine", async () => {
  const session = await start();
  let stop = session.continue();
  for (let i = 0; i < 20 && stop.reason !== "end" && stop.reason !== "blocked"; i++) stop = session.continue();
  expect(stop.text).toBe("the run cannot be continued: system"); // it has come this far
  expect(readdirSync(folder)).toEqual(["kept"]);
});

test.each([
  `system("touch ${touched}")`,
  `unlink("${kept}")`,
  `fopen("${written}", "w")`,
  "process.exit(1)",
  "globalThis",
  "constructor",
  "n.constructor",
  "__proto__",
  "(() => 1)()",
  "n; process",
  "`${n}`",
])("an expression cannot reach the host: %s", async (expression) => {
  const session = await start();
  const frame = { thread: 0, level: session.state().threads[0]?.stack[0]?.level ?? 0 };
  expect(session.evaluate(frame, "n + 1").text).toBe("4");
  expect(() => session.evaluate(frame, expression)).toThrow();
  const condition = session.setBreakpoints([{ kind: "function", name: "main", condition: expression }]);
  expect(condition).toHaveLength(1);
  expect(session.evaluate(frame, "n").text).toBe("3");
  expect([existsSync(kept), existsSync(written), existsSync(touched)]).toEqual([true, false, false]);
});
