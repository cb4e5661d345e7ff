// ravel engines : what there is, with its paper.

import { engines } from "../../engines/portfolio.ts";
import type { ParsedArguments } from "./options.ts";

export async function enginesCommand(args: ParsedArguments): Promise<number> {
  if (args.text("format") === "json") process.stdout.write(`${JSON.stringify(engines.map(({ name, summary, paper, options }) => ({ name, summary, paper, options })), null, 2)}\n`);
  else for (const e of engines) process.stdout.write(`${e.name.padEnd(10)}${e.summary}\n${e.paper === null ? "" : `${"".padEnd(10)}${e.paper}\n`}${"".padEnd(10)}options: ${e.options.map((o) => `--${o}`).join(" ")}\n`);
  return 0;
}
