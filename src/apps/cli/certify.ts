// ravel certify CERTIFICATE FILE.c … : checks that a certificate proves the program safe. The clauses are generated from the program again.

import { checkCertificate } from "../../engines/formula/certificate.ts";
import { load } from "../../frontend/load.ts";
import { printable } from "../../reports/terminal.ts";
import { holdText } from "../../reports/text.ts";
import { readCertificate } from "../../solving/certificate/read.ts";
import { fail } from "../../support/diagnostics.ts";
import { LimitReached } from "../../support/limits.ts";
import { readText } from "./file-errors.ts";
import type { ParsedArguments } from "./options.ts";
import { loadRequest } from "./request.ts";

const status = { accepted: 0, rejected: 1, undecided: 3 } as const;

export async function certifyCommand(args: ParsedArguments): Promise<number> {
  const [path, ...files] = args.positionals;
  if (path === undefined || files.length === 0)
    return fail("RVL001", "expected a certificate and a program", { hint: "run ravel certify CERTIFICATE FILE.c" });
  const certificate = readCertificate(readText(path), path);
  const { program } = await load(loadRequest(args, files));
  const { verdict, text } = await decide();
  process.stdout.write(
    args.text("format") === "json" ? `${JSON.stringify({ verdict, text })}\n` : `${verdict.toUpperCase()}: ${printable(text)}\n`,
  );
  return status[verdict];

  async function decide(): Promise<{ verdict: keyof typeof status; text: string }> {
    try {
      const result = await checkCertificate(program, certificate);
      return result.verdict === "accepted"
        ? { verdict: "accepted", text: `${holdText(result.properties)} in all interleavings and for all inputs` }
        : { verdict: "rejected", text: result.reason };
    } catch (error) {
      if (!(error instanceof LimitReached)) throw error;
      return { verdict: "undecided", text: "the unrolled program is too large" };
    }
  }
}
