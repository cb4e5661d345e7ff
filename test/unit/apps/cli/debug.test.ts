// ravel debug: what is opened for a launch, with messages for mistakes; one process, spoken to as an editor does, and one with a page.

import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { DebugClient } from "@vscode/debugadapter-testsupport";
import type { DebugProtocol } from "@vscode/debugprotocol";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDebugTarget } from "../../../../src/apps/cli/debug-target.ts";
import { parseArguments } from "../../../../src/apps/cli/options.ts";
import { textOf } from "../../../../src/apps/dap/target.ts";
import { refusal } from "../dap/stub.ts";

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "ravel-debug-"));
const file = join(folder, "lost.c");
const witness = join(folder, "w.json");

class ProcessClient extends DebugClient {
  override defaultTimeout = 2 ** 31 - 1; // no test passes or fails by the clock

  constructor(output: Readable, input: Writable) {
    super("node", "", "ravel");
    this.connect(output, input);
  }
}

const open = (words: readonly string[], at: "failure" | "start" | null = null): ReturnType<typeof openDebugTarget> =>
  openDebugTarget(parseArguments("debug", words), at);

const message = (words: readonly string[], at: "failure" | "start" | null = null): Promise<string> =>
  Promise.resolve()
    .then(() => open(words, at))
    .then(() => "it was opened", textOf);

beforeAll(async () => {
  writeFileSync(file, readFileSync(join(root, "examples/lost-update.c")));
  const { session, saveWitness, hasChanged } = await open([file]);
  for (const thread of [0, 0, 0]) session.step(thread, "over");
  for (const thread of [1, 2]) session.step(thread, "visible");
  while (session.continue().reason === "failure" && session.state().outcome === "");
  expect(session.state().violations.some((v) => v.property === "assert")).toBe(true);
  saveWitness(witness);
  expect(hasChanged()).toBe(false);
  writeFileSync(join(folder, "bad.c"), "int main(void) {\n  return x;\n}\n");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("a witness opens at its failure, or at the start", async () => {
  const { session, startsAtFailure, remarks } = await open([witness]);
  expect([session.state().violations.at(-1)?.property, startsAtFailure, remarks]).toEqual(["assert", true, []]);
  const again = await open([witness], "start");
  expect([again.session.state().place.move, again.startsAtFailure]).toEqual([0, false]);
});

test("a witness of another program: a warning, and the session stands where the program leaves the schedule", async () => {
  const other = join(folder, "other.json");
  const fixed = join(folder, "fixed.c");
  writeFileSync(fixed, readFileSync(join(root, "examples/race-fixed.c")));
  writeFileSync(other, readFileSync(witness, "utf8").replaceAll(file, fixed));
  const { session, remarks } = await open([other]);
  expect(remarks.map((r) => r.message)).toEqual([`${fixed} has changed since the witness was written`]);
  expect(session.state().stop.text).toMatch(/^the program leaves the schedule after \d+ steps/);
});

test.each([
  [[], null, "no program to debug"],
  [["w.json", "f.c"], null, "a witness names its program: no other file can be given"],
  [[file], "failure", "only a witness has a failure to begin at"],
  [[join(folder, "none.c")], null, "none.c: no such file"],
  [[join(folder, "bad.c")], null, "use of undeclared identifier 'x'"],
  [[join(folder, "none.json")], null, "none.json"],
  [[file, "--engine", "auto"], null, "unknown option --engine"],
] as const)("debug %j at %s: %s", async (words, at, text) => {
  expect(await message(words, at)).toContain(text);
});

test("a process on standard input and output: a program that does not compile, then one that does; it ends with the editor", async () => {
  const child = spawn(join(root, "ravel"), ["debug", "--dap", file], { stdio: ["pipe", "pipe", "inherit"] });
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  const client = new ProcessClient(child.stdout, child.stdin);
  await client.initializeRequest();
  expect(await refusal(client.launchRequest({ program: join(folder, "bad.c") } as DebugProtocol.LaunchRequestArguments))).toContain(
    "bad.c:2: error RVL101: use of undeclared identifier 'x'",
  );
  expect(await refusal(client.launchRequest({ cwd: join(folder, "nowhere") } as DebugProtocol.LaunchRequestArguments))).toContain("RVL002");
  const ready = client.waitForEvent("initialized");
  const stopped = client.waitForEvent("stopped");
  await client.launchRequest({ stopOnEntry: false } as DebugProtocol.LaunchRequestArguments);
  await ready;
  await client.setFunctionBreakpointsRequest({ breakpoints: [{ name: "door" }] });
  await client.configurationDoneRequest();
  expect(((await stopped) as DebugProtocol.StoppedEvent).body).toMatchObject({ reason: "function breakpoint", threadId: 2 });
  child.stdin.end(); // the editor is gone, without a word
  expect(await ended).toBe(0);
});

test("a process with a page: it prints its address, serves the failure of a witness, and ends at Ctrl-C", async () => {
  const process_ = spawn(process.execPath, [join(root, "dist/cli.js"), "debug", witness], { stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise((resolve) => process_.once("exit", resolve));
  const address = await new Promise<string>((resolve) => process_.stdout.once("data", (text) => resolve(String(text).trim())));
  expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[\w-]{24}\/$/);
  expect(await (await fetch(address)).text()).toContain('<script src="debugger.js"');
  const body = JSON.stringify({ method: "open", params: {} });
  const response = await fetch(`${address}api`, { method: "POST", headers: { "Content-Type": "application/json" }, body });
  expect(await response.json()).toMatchObject({
    result: { title: witness, sources: [{ name: file }], state: { stop: { reason: "failure" } } },
  });
  process_.kill("SIGINT");
  expect(await ended).toBe(0);
});
