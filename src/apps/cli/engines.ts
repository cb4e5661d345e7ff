// ravel engines : lists the engines and their papers.

import { engines } from "../../engines/table.ts";
import { fail } from "../../support/diagnostics.ts";
import type { ParsedArguments } from "./options.ts";

const margin = "".padEnd(10);

export async function enginesCommand(args: ParsedArguments): Promise<number> {
  if (args.positionals.length > 0) fail("RVL001", `ravel engines takes no file: ${args.positionals[0]}`);
  const json = { engines: engines.map(({ name, summary, paper, options }) => ({ name, summary, paper, options })) };
  const text = engines.map(
    (e) =>
      `${e.name.padEnd(10)}${e.summary}\n${e.paper === null ? "" : `${margin}${e.paper}\n`}${margin}options: ${e.options.map((o) => `--${o}`).join(" ")}\n`,
  );
  process.stdout.write(args.text("format") === "json" ? `${JSON.stringify(json, null, 2)}\n` : text.join(""));
  return 0;
}
