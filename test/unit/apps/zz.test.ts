import { execFileSync, spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { schemaFaults } from "/work/main/test/unit/apps/command-line.ts";
import { test } from "vitest";
test("all", () => {
const all = ["unsafe","safe"].flatMap((k) => readdirSync(`/work/main/test/programs/${k}`).map((n) => `/work/main/test/programs/${k}/${n}/program.c`)).filter((_, i) => i % 9 === Number(process.env.PART ?? 0));
for (const f of all) {
  const r = spawnSync("node", ["/work/main/dist/cli.js", "check", f, "--format", "json", "--timeout", "3", "--witness", "/tmp/cli/w.json", "--property", "assert,race,deadlock,memory,overflow,leak,uninit"], { encoding: "utf8" });
  let note = "";
  try { const j = JSON.parse(r.stdout); const faults = schemaFaults("report", j); note = `${j.verdict} ${j.unknown?.code ?? ""} ${faults.join("; ")}`;
    if (j.verdict === "unsafe") {
      note += ` ${j.violation.kind}`;
      const w = schemaFaults("witness", JSON.parse(readFileSync("/tmp/cli/w.json","utf8")));
      const rr = spawnSync("node", ["/work/main/dist/cli.js", "replay", "/tmp/cli/w.json", "--format", "json"], { encoding: "utf8" });
      const run = schemaFaults("run", JSON.parse(rr.stdout));
      note += ` witness ${w.join(";")||"ok"} replay ${rr.status} ${run.join(";")||"ok"}`;
    } } catch (e) { note = `${e} ${r.stdout.slice(0,300)}`; }
  console.log(f.split("/").slice(-3,-1).join("/"), r.status, r.stderr.slice(0, 200), note);
}}, 1000000);
