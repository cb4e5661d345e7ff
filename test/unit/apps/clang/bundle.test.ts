// The front end as it is shipped: bundled, its worker beside it, the compiler in node_modules. And the script that builds the library.

import { execFile } from "node:child_process";
import { readdirSync, readFileSync, symlinkSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { build } from "esbuild";
import { afterAll, expect, test } from "vitest";
import { Workspace } from "./workspace.ts";

const work = new Workspace();
afterAll(() => work.remove());

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const run = promisify(execFile);

test("a bundle compiles with the worker beside it, and its process ends", async () => {
  const contents = `
    import { compileToIr } from "./src/apps/clang/compile.ts";
    const request = { flags: [], dataModel: "lp64", clang: "embedded", systemHeaders: false, headerDir: "none", cache: null };
    const [unit] = await compileToIr({ ...request, files: [process.argv[2]] });
    process.stdout.write(unit.ir);`;
  const shared = { bundle: true, platform: "node", format: "esm", target: "node20", packages: "external", logLevel: "silent" } as const;
  await build({ ...shared, stdin: { contents, resolveDir: root, loader: "ts" }, outfile: work.path("dist/cli.js") });
  await build({ ...shared, entryPoints: [`${root}src/apps/clang/clang-worker.ts`], outfile: work.path("dist/clang-worker.js") });
  work.write("package.json", '{ "type": "module" }');
  symlinkSync(`${root}node_modules`, work.path("node_modules"));
  work.write("x.c", "#include <stddef.h>\nsize_t x;\n");
  const { stdout, stderr } = await run(process.execPath, [work.path("dist/cli.js"), "x.c"], { cwd: work.folder });
  expect(stdout).toContain("@x = dso_local global i64 0");
  expect(stderr).toBe("");
});

test("the library's models are compiled for both data models, without a trace of where", async () => {
  work.write("models/one.c", '#include "part.h"\nint one(void) {\n  return part;\n}\n');
  work.write("models/part.h", "static int part = 1;\n");
  work.write("models/two.c", "long two(long *p) { return *p; }\n");
  const script = `${root}scripts/build-library.mjs`;
  const { stdout } = await run(process.execPath, [script, "--sources", work.path("models"), "--out", work.path("library")], {
    cwd: work.folder,
  });
  expect(stdout).toMatch(/^4 files/);
  for (const dataModel of ["lp64", "ilp32"]) expect(readdirSync(work.path(`library/${dataModel}`)).sort()).toEqual(["one.ll", "two.ll"]);
  const read = (name: string) => readFileSync(work.path(`library/${name}`), "utf8");
  expect(read("lp64/two.ll")).toContain("load i64");
  expect(read("ilp32/two.ll")).toContain("load i32, ptr %");
  expect(read("lp64/one.ll")).toContain('!DISubprogram(name: "one"');
  expect(read("lp64/one.ll")).not.toContain("DILocalVariable");
  expect(read("lp64/one.ll")).not.toContain(root);
  work.write("models/three.c", "int three(void) { return missing; }\n");
  const failed = await run(process.execPath, [script, "--sources", work.path("models"), "--out", work.path("library")]).catch(
    (error: { code: number; stderr: string }) => error,
  );
  expect(failed).toMatchObject({ code: 1, stderr: expect.stringMatching(/three\.c:1:26: error: .*missing/) });
});
