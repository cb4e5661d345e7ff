// The core can be bundled for a browser: nothing that the public API reaches imports a module of Node's. A failure names the chain of imports
// that leads to one. Node's modules belong in src/apps/, as adapters for a contract such as `frontend/toolchain.ts`.

import { builtinModules } from "node:module";
import { build, type Metafile } from "esbuild";
import { expect, test } from "vitest";
import { sourceFiles } from "./imports.ts";

const builtin = new RegExp(`^(node:.*|${builtinModules.join("|")})$`);

async function findNodeImports(stdin: string): Promise<string[]> {
  const { metafile } = await build({
    stdin: { contents: stdin, resolveDir: "src", sourcefile: "entry.ts", loader: "ts" },
    bundle: true,
    platform: "browser",
    format: "esm",
    write: false,
    metafile: true,
    external: ["z3-solver"], // loaded on demand
    logLevel: "silent",
    plugins: [
      {
        name: "modules-of-node",
        setup: (setup) => setup.onResolve({ filter: builtin }, ({ path }) => ({ path, external: true })),
      },
    ],
  });
  return chainsToNode(metafile);
}

/** One shortest chain of imports per module of Node's and file that imports it. */
function chainsToNode({ inputs }: Metafile): string[] {
  const entry = Object.keys(inputs).find((file) => file.endsWith("entry.ts")) as string;
  const chains = new Map([[entry, "entry.ts"]]);
  const found: string[] = [];
  for (const [file, chain] of chains)
    for (const { path, external } of inputs[file]?.imports ?? []) {
      if (external && builtin.test(path)) found.push(`${chain} → ${path}`);
      else if (!external && !chains.has(path)) chains.set(path, `${chain} → ${path}`);
    }
  return found;
}

test("the core has no import of Node's", async () => {
  expect(await findNodeImports('export * from "./index.ts";')).toEqual([]);
});

test("the playground's workers have no import of Node's, nor anything that only Node has", async () => {
  expect(await findNodeImports('import "./apps/browser/worker.ts";')).toEqual([]);
  const texts = sourceFiles().filter((f) => f.path.startsWith("apps/browser/"));
  expect(texts.length).toBeGreaterThan(4);
  expect(
    texts.filter((f) => /\b(Buffer|process)\b/.test(f.lines.filter((l) => !l.startsWith("//")).join("\n"))).map((f) => f.path),
  ).toEqual([]);
});

test("an import of Node's is named with its chain", async () => {
  expect(await findNodeImports('export * from "./apps/clang/toolchain.ts";')).toContain(
    "entry.ts → src/apps/clang/toolchain.ts → src/apps/clang/assets.ts → node:url",
  );
});
