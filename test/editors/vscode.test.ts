// The extension for Visual Studio Code, as it is in the .vsix file: its contents, and its commands against a stub of the editor's API.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runInThisContext } from "node:vm";
import { strFromU8, unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildExtension } from "../../scripts/build-vscode.mjs";
import { allProperties } from "../../src/execution/errors.ts";
import { type StubEditor, stubEditor } from "./stub-editor.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "ravel-vscode-"));
let files: Record<string, string> = {};

interface Manifest {
  readonly main: string;
  readonly contributes: {
    readonly commands: readonly { readonly command: string }[];
    readonly menus: Record<string, readonly { readonly command: string }[]>;
    readonly views: Record<string, readonly { readonly id: string }[]>;
    readonly debuggers: readonly {
      readonly type: string;
      readonly configurationSnippets: readonly { readonly body: Record<string, unknown> }[];
      readonly configurationAttributes: {
        readonly launch: { readonly properties: Record<string, { readonly items?: { readonly enum?: string[] } }> };
      };
    }[];
  };
}

beforeAll(async () => {
  files = Object.fromEntries(Object.entries(unzipSync(await buildExtension())).map(([name, bytes]) => [name, strFromU8(bytes)]));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const manifest = (): Manifest => JSON.parse(files["extension/package.json"] ?? "");

/** Runs the bundle of the archive with the stub as the editor. */
function activate(ravel = join(root, "ravel")): StubEditor {
  const editor = stubEditor(ravel);
  const load = createRequire(import.meta.url);
  const module = { exports: {} as { activate(context: object): void } };
  const run = runInThisContext(`(function (module, exports, require) {${files["extension/extension.js"]}\n})`) as (
    module: object,
    exports: object,
    load: (name: string) => unknown,
  ) => void;
  run(module, module.exports, (name) => (name === "vscode" ? editor.api : load(name)));
  const storage = { fsPath: folder };
  module.exports.activate({ subscriptions: [], storageUri: storage, globalStorageUri: storage, extensionUri: { fsPath: "/extension" } });
  return editor;
}

const open = (editor: StubEditor, fileName: string): void => {
  editor.document = { fileName, languageId: "c", uri: { fsPath: fileName }, save: async () => true };
};

describe("the archive", () => {
  test("has the manifests, the licence and the code, and nothing else", () => {
    expect(Object.keys(files).sort()).toEqual([
      "[Content_Types].xml",
      "extension.vsixmanifest",
      "extension/LICENSE.txt",
      "extension/README.md",
      "extension/extension.js",
      "extension/package.json",
      "extension/timeline.css",
      "extension/timeline.js",
    ]);
    const types = files["[Content_Types].xml"] ?? "";
    expect(
      Object.keys(files).filter((name) => name !== "[Content_Types].xml" && !types.includes(`Extension=".${name.split(".").at(-1)}"`)),
    ).toEqual([]);
    const assets = [...(files["extension.vsixmanifest"] ?? "").matchAll(/Path="([^"]*)"/g)].map((m) => m[1] ?? "");
    expect(assets.filter((name) => files[name] === undefined)).toEqual([]);
    expect(files["extension.vsixmanifest"]).toContain('Id="ravel" Version="0.1.0" Publisher="ravel"');
    expect(files[`extension/${manifest().main.slice(2)}`]).toBeDefined();
  });

  test("its properties are Ravel's, its snippets have only known attributes", () => {
    const [debuggerOf] = manifest().contributes.debuggers;
    const { properties } = debuggerOf?.configurationAttributes.launch ?? { properties: {} };
    expect(properties.properties?.items?.enum).toEqual(allProperties);
    const known = new Set(["type", "request", "name", ...Object.keys(properties)]);
    expect(debuggerOf?.configurationSnippets.flatMap((s) => Object.keys(s.body)).filter((key) => !known.has(key))).toEqual([]);
  });

  test("every command is registered, and menus and views name what exists", () => {
    const editor = activate();
    const { commands, menus, views } = manifest().contributes;
    const names = commands.map((c) => c.command);
    expect([...editor.commands.keys()].sort()).toEqual([...names].sort());
    expect(Object.values(menus).flatMap((items) => items.filter((i) => !names.includes(i.command)))).toEqual([]);
    expect(editor.registered.sort()).toEqual(["adapter", "configuration", "ravel.timeline", "tracker"]);
    expect(views.debug?.map((v) => v.id)).toEqual(["ravel.timeline"]);
  });
});

describe("commands", () => {
  test("check this file: problems with the other places of a race, and the failure can be debugged", async () => {
    const editor = activate();
    const file = join(root, "examples/lost-update.c");
    open(editor, file);
    editor.choices.button = "Debug the failure";
    await editor.commands.get("ravel.checkFile")?.();
    const problems = editor.problems.get(file) ?? [];
    expect(problems.map((p) => p.code).sort()).toEqual(["assert", "race"]);
    expect(problems.find((p) => p.code === "assert")).toMatchObject({ line: 24, message: "assertion: visitors == 2" });
    expect(problems.find((p) => p.code === "race")?.related).toEqual([14, 14]);
    expect(editor.messages).toEqual(["Ravel: unsafe: assert, race"]);
    expect(editor.started).toEqual([
      {
        type: "ravel",
        request: "launch",
        name: "Ravel: failure",
        program: join(folder, "failure.json"),
        cwd: join(root, "examples"),
        at: "failure",
      },
    ]);
  });

  test("a file that is not valid C has clang's message in the list", async () => {
    const editor = activate();
    const file = join(folder, "bad.c");
    writeFileSync(file, "int main(void) {\n  return x;\n}\n");
    open(editor, file);
    await editor.commands.get("ravel.checkFile")?.();
    expect(editor.problems.get(file)?.map((p) => [p.line, p.code])).toEqual([[2, "RVL101"]]);
  });

  test("mistakes get a message: no C file, no ravel, no failure, no session", async () => {
    const editor = activate(join(folder, "no-such-command"));
    await editor.commands.get("ravel.checkFile")?.();
    open(editor, join(root, "examples/lost-update.c"));
    await editor.commands.get("ravel.checkFile")?.();
    await editor.commands.get("ravel.debugFailure")?.();
    await editor.commands.get("ravel.ask")?.();
    editor.choices.input = "can x at 3";
    await editor.commands.get("ravel.ask")?.();
    expect(editor.messages).toEqual([
      "Ravel: open a C file first",
      expect.stringMatching(/no-such-command cannot be started .*set ravel\.path/),
      'Ravel: no failure was found: run "Ravel: check this file" first',
      "Ravel: no program is being debugged with Ravel",
    ]);
  });

  test("commands of a session are requests of the adapter", async () => {
    const editor = activate();
    editor.isDebugging = true;
    const place = { fork: 1, move: 4 };
    Object.assign(editor.answers, {
      "ravel/forks": {
        place: { fork: 0, move: 2 },
        forks: [
          { id: 0, name: "first", length: 9, end: "" },
          { id: 1, name: "other", length: 4, end: "deadlock" },
        ],
      },
      "ravel/writes": { writes: [{ place, thread: 1, location: { file: "f.c", line: 4 }, before: "0", after: "1" }] },
      "ravel/ask": { answer: "yes", text: "after T1", place, lines: [] },
    });
    Object.assign(editor.choices, { item: 1, save: "/w/w.json", input: "x", button: "Go there" });
    for (const name of ["chooseFork", "stepOperation", "stepOperationBack", "saveWitness", "ask"])
      await editor.commands.get(`ravel.${name}`)?.();
    editor.choices.item = 0;
    await editor.commands.get("ravel.writes")?.();
    expect(editor.requests).toEqual([
      { command: "ravel/forks", args: undefined },
      { command: "ravel/jump", args: { fork: 1 } },
      { command: "ravel/step", args: { threadId: 2, kind: "visible", back: false } },
      { command: "ravel/step", args: { threadId: 2, kind: "visible", back: true } },
      { command: "ravel/saveWitness", args: { path: "/w/w.json" } },
      { command: "ravel/ask", args: { text: "x", frameId: 7 } },
      { command: "ravel/jump", args: place },
      { command: "ravel/writes", args: { expression: "x", frameId: 7 } },
      { command: "ravel/jump", args: place },
    ]);
    expect(editor.messages).toEqual(["$(check) first (9 moves)", "other (4 moves, deadlock)", "yes: after T1", "0 → 1 (T1, f.c:4)"]);
  });
});

describe("debugging", () => {
  test("a session is a process of ravel debug --dap in the directory of the configuration; F5 debugs the open file", () => {
    const editor = activate("/opt/ravel");
    const { adapter, configuration } = editor.factories as unknown as {
      adapter: { createDebugAdapterDescriptor(session: object): { command: string; args: string[]; options: object } };
      configuration: { resolveDebugConfiguration(folder: undefined, given: object): object | undefined };
    };
    const { command, args, options } = adapter.createDebugAdapterDescriptor({ configuration: { cwd: "/w" } });
    expect([command, args, options]).toEqual(["/opt/ravel", ["debug", "--dap"], { cwd: "/w" }]);
    expect(configuration.resolveDebugConfiguration(undefined, {})).toBeUndefined();
    open(editor, "/w/f.c");
    expect(configuration.resolveDebugConfiguration(undefined, {})).toMatchObject({ type: "ravel", program: "/w/f.c" });
  });

  test("the time line is fetched after each stop, and a chosen row is jumped to", async () => {
    const editor = activate();
    editor.isDebugging = true;
    editor.answers["ravel/timeline"] = { version: 4 };
    const posted: unknown[] = [];
    let receive: (message: unknown) => void = () => undefined;
    const webview = {
      html: "",
      options: {},
      cspSource: "editor:",
      asWebviewUri: (u: object) => u,
      onDidReceiveMessage: (run: typeof receive) => {
        receive = run;
      },
      postMessage: async (message: unknown) => posted.push(message),
    };
    const { tracker, "ravel.timeline": provider } = editor.factories as unknown as {
      tracker: { createDebugAdapterTracker(session: unknown): { onDidSendMessage(message: object): void } };
      "ravel.timeline": { resolveWebviewView(view: object): void };
    };
    provider.resolveWebviewView({ visible: true, webview, onDidDispose: () => undefined, onDidChangeVisibility: () => undefined });
    expect(webview.html).toContain('src="editor:/extension/timeline.js"');
    expect(webview.html).toMatch(/default-src 'none'; style-src editor:; script-src 'nonce-[0-9a-f]{32}'/);
    const { debug } = editor.api as { debug: { activeDebugSession: unknown } };
    const followed = tracker.createDebugAdapterTracker(debug.activeDebugSession);
    followed.onDidSendMessage({ type: "event", event: "output" });
    followed.onDidSendMessage({ type: "event", event: "stopped" });
    await new Promise((resolve) => setImmediate(resolve));
    expect(posted).toEqual([{ version: 4 }]);
    followed.onDidSendMessage({ type: "event", event: "stopped" });
    expect(editor.requests.map((r) => r.args)).toEqual([{ since: 0 }, { since: 4 }]);
    receive({ fork: 0, move: 3 });
    expect(editor.requests.at(-1)).toEqual({ command: "ravel/jump", args: { fork: 0, move: 3 } });
  });
});
