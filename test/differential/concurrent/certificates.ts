// Checks a certificate that an engine wrote in a campaign. In: the program and the certificate; a program that it is not for. Out: what is wrong: it is rejected,
// or accepted after a change: one side of its route removed, one added, another program, another property.

import { checkCertificate } from "../../../src/engines/formula/certificate.ts";
import type { Property } from "../../../src/execution/errors.ts";
import type { Program } from "../../../src/program/program.ts";
import { readCertificate } from "../../../src/solving/certificate/read.ts";

/** How many certificates were checked in this process. */
export const checked = { certificates: 0 };

/** `violated`: properties that the program does not have. */
export async function* certificateFaults(
  program: Program,
  certificate: string,
  another: Program | null,
  violated: readonly Property[],
): AsyncGenerator<string> {
  const isAccepted = async (text: string, of = program): Promise<boolean> =>
    (await checkCertificate(of, readCertificate(text, "it"))).verdict === "accepted";
  checked.certificates++;
  if (!(await isAccepted(certificate))) yield "is rejected";
  for (const [what, text] of changedCertificates(certificate, violated))
    if (await isAccepted(text)) yield `is accepted with ${what}: ${headerOf(text)}`;
  if (another !== null && (await isAccepted(certificate, another))) yield "is accepted for another program";
}

const headerOf = (certificate: string): string => certificate.slice(0, certificate.indexOf("\n"));

function* changedCertificates(certificate: string, violated: readonly Property[]): Generator<readonly [string, string]> {
  const proved = /"properties":"([^"]*)"/.exec(certificate)?.[1] ?? "";
  // Formulas do not decide leaks.
  for (const property of [...violated, "leak"]) {
    const named = (list: string): string => certificate.replace(`"properties":"${proved}"`, `"properties":"${list}"`);
    yield [`${property} as well`, named(`${proved},${property}`)];
    yield [`${property} instead`, named(property)];
  }
  const route = /"route":"([^"]*)"/.exec(certificate)?.[1];
  if (route === undefined || route === "") return;
  const sides = route.split(" ");
  const along = (changed: readonly string[]): string => certificate.replace(`"route":"${route}"`, `"route":"${changed.join(" ")}"`);
  // One in the middle: which one is as good as any other, and all would take long.
  const removed = sides.length >> 1;
  yield ["one side removed", along(sides.filter((_, i) => i !== removed))];
  yield ["one side added", along([...sides, `${(sides[removed] as string).split("=")[0]}=999`])];
}
