// Reads DIMACS CNF, as the SAT competition defines it. In: the text of a file. Out: clauses. Comments (c …) may be anywhere; there is one
// header, clauses may span lines, and an end mark (%) is optional. Anything else is RVL411 with its line.

import { fail } from "../support/diagnostics.ts";
import { fromDimacs, type Literal } from "./literal.ts";

export interface Cnf {
  readonly variables: number;
  readonly clauses: readonly (readonly Literal[])[];
}

/** A literal, 2v + 1, must fit into 31 bits. */
const maxVariables = 2 ** 29;

export function readDimacs(text: string, file: string): Cnf {
  const bad = (line: number, message: string): never =>
    fail("RVL411", message, {
      location: { file, line, column: 1 },
      hint: "write p cnf VARIABLES CLAUSES, then clauses that end in 0",
    });
  let variables = -1;
  let announced = 0;
  const clauses: Literal[][] = [];
  let clause: Literal[] = [];
  let line = 0;
  let clauseLine = 0;
  for (let at = 0; at < text.length; ) {
    line++;
    let end = text.indexOf("\n", at);
    if (end < 0) end = text.length;
    const first = text.charCodeAt(at);
    if (first === 0x63 /* c */) {
      at = end + 1;
      continue;
    }
    if (first === 0x25 /* % */) break;
    const words = text
      .slice(at, end)
      .split(/\s+/)
      .filter((w) => w !== "");
    at = end + 1;
    if (words[0] === "p") {
      const header = /^p cnf (\d+) (\d+)$/.exec(words.join(" "));
      if (header === null) bad(line, "malformed header");
      else if (variables >= 0) bad(line, "a second header");
      else {
        variables = Number(header[1]);
        announced = Number(header[2]);
        if (variables > maxVariables) bad(line, `more than ${maxVariables} variables`);
      }
      continue;
    }
    for (const word of words) {
      if (variables < 0) bad(line, "a clause before the header");
      if (!/^-?\d+$/.test(word)) bad(line, `${word.slice(0, 40)} is not a literal`);
      const number = Number(word);
      if (number === 0) {
        clauses.push(clause);
        clause = [];
        continue;
      }
      if (Math.abs(number) > variables) bad(line, `variable ${Math.abs(number)} is larger than announced (${variables})`);
      clause.push(fromDimacs(number));
      clauseLine = line;
    }
  }
  if (variables < 0) bad(Math.max(line, 1), "no header");
  if (clause.length > 0) bad(clauseLine, "the last clause does not end in 0");
  if (clauses.length !== announced) bad(Math.max(line, 1), `${clauses.length} clauses, but ${announced} announced`);
  return { variables, clauses };
}
