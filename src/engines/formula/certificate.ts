// Certificates of the engines that decide by formulas. Writing: one question for everything that must not happen (a violation of any of the properties, a loop
// beyond its bound, an unsupported operation, a read of uninitialised memory), refuted with a proof log. Checking: the formula is built
// again from the program, with the header's options, and the proof must start from exactly its clauses and refute exactly that question.

import { buildFormula, type FormulaOptions } from "../../encoding/formula.ts";
import { decides, faultQuestions, type Question } from "../../encoding/questions.ts";
import { type Encoding, encodings } from "../../encoding/techniques.ts";
import type { Property } from "../../execution/errors.ts";
import { addressFreedoms, assumptionsOf, freedoms } from "../../execution/freedoms.ts";
import { encodeProgram } from "../../program/image.ts";
import type { Program } from "../../program/program.ts";
import { Route } from "../../skeleton/route.ts";
import { checkProof } from "../../solving/certificate/check.ts";
import type { ProofLog, ProofStep } from "../../solving/certificate/proof.ts";
import type { Certificate } from "../../solving/certificate/read.ts";
import { type CertificateHeader, CertificateWriter } from "../../solving/certificate/write.ts";
import type { Literal } from "../../solving/literal.ts";
import { RavelSolver } from "../../solving/ravel.ts";
import type { Budget } from "../../support/budget.ts";

/** What must not happen if the properties hold without bounds. Undefined behaviour of any kind would end runs early. */
export const questionsFor = (properties: readonly Property[]): Question[] => [
  ...properties,
  ...faultQuestions,
  "unsupported",
  ...addressFreedoms,
  "uninit",
  "unwind",
];

export async function writeCertificate(
  program: Program,
  options: FormulaOptions,
  budget: Budget,
  sink: (text: string) => void,
): Promise<{ readonly isWritten: boolean; readonly solveMs: number }> {
  const interrupted = (): boolean => budget.isSpent;
  const exact = options.route === undefined ? options : { ...options, route: routeFollowed(program, options, options.route, interrupted) };
  const writer = new CertificateWriter(headerFor(await hashOf(program), exact), sink);
  const { composition, solver } = build(program, exact, writer, interrupted);
  const answer = await solver.check(composition.askAny(questionsFor(options.properties)), budget);
  if (answer === "unsat") writer.finish();
  return { isWritten: answer === "unsat", solveMs: solver.statistics.milliseconds };
}

export type CertifyVerdict =
  | { readonly verdict: "accepted"; readonly properties: readonly Property[] }
  | { readonly verdict: "rejected"; readonly reason: string };

export async function checkCertificate(program: Program, certificate: Certificate): Promise<CertifyVerdict> {
  const rejected = (reason: string): CertifyVerdict => ({ verdict: "rejected", reason });
  const options = readOptions(certificate.header);
  if (options === null) return rejected("invalid options");
  if (certificate.header.program !== (await hashOf(program))) return rejected("the certificate is for another program");
  const clauses: (readonly Literal[])[] = [];
  const declarations: (ProofStep & { step: "chain" | "order" | "read" })[] = [];
  const recorder: ProofLog = {
    add(step) {
      if (step.step === "input") clauses.push(step.clause);
      else if (step.step === "chain" || step.step === "order" || step.step === "read") declarations.push(step);
    },
  };
  const { composition, solver, skeleton } = build(program, options, recorder, () => false);
  if (options.route !== undefined && skeleton.followed.size < options.route.size) return rejected("the route has sides that no path takes");
  const assumed = assumptionsOf(skeleton.met);
  if (assumed.length > 0) return rejected(`the proof assumes ${assumed.join(", ")}`);
  const assumptions = composition.askAny(questionsFor(options.properties)).map((t) => solver.literal(t));
  const verdict = checkProof(certificate.steps, { clauses, declarations, assumptions });
  return verdict.accepted ? { verdict: "accepted", properties: options.properties } : rejected(`step ${verdict.step}: ${verdict.reason}`);
}

function build(program: Program, options: FormulaOptions, proof: ProofLog, interrupted: () => boolean) {
  const formula = buildFormula(program, options, (terms) => new RavelSolver(terms, { proof }), interrupted);
  return { ...formula, solver: formula.solver as RavelSolver };
}

/** The sides of the route that paths take. Runs have others: iterations that change nothing are named in several ways (engines/traces/route-of-trace.ts). */
function routeFollowed(program: Program, options: FormulaOptions, route: Route, interrupted: () => boolean): Route {
  const { followed } = buildFormula(program, { ...options, route }, (terms) => new RavelSolver(terms), interrupted).skeleton;
  return followed.size === route.size ? route : routeFollowed(program, options, followed, interrupted);
}

/** SHA-256 of the program's image, by the Web Crypto API, which Node and browsers have. */
async function hashOf(program: Program): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(encodeProgram(program)));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function headerFor(program: string, options: FormulaOptions): CertificateHeader {
  const { machine, properties, encoding, bounds, defaultBound, openReads, reachesKept, reuse, route } = options;
  return {
    program,
    options: {
      properties: properties.join(),
      encoding,
      defaultBound,
      bounds: [...bounds].map(([loop, n]) => `${loop}=${n}`).join(),
      freedoms: [...machine.freedoms].join(),
      openReads: [...(openReads ?? [])].join(),
      reachesKept: reachesKept === true,
      ...(reuse === undefined || reuse.size === 0 ? {} : { reuse: [...reuse].join() }),
      ...(route === undefined ? {} : { route: route.text }),
      allocationMayFail: machine.allocationMayFail,
      unknownCalls: machine.unknownCalls,
    },
  };
}

function readOptions({ options: o }: CertificateHeader): FormulaOptions | null {
  const properties = String(o.properties ?? "").split(",") as Property[];
  const { encoding, defaultBound, unknownCalls } = o;
  if (!properties.every((p) => decides.has(p)) || typeof defaultBound !== "number") return null;
  if (!(encodings as readonly unknown[]).includes(encoding)) return null;
  if (unknownCalls !== "stop" && unknownCalls !== "nondet") return null;
  const bounds = new Map<string, number>();
  for (const entry of String(o.bounds ?? "").split(",")) {
    const at = entry.lastIndexOf("=");
    if (entry !== "") bounds.set(entry.slice(0, at), Number(entry.slice(at + 1)));
  }
  const given = freedoms
    .map((f) => f.freedom)
    .filter((f) =>
      String(o.freedoms ?? "")
        .split(",")
        .includes(f),
    );
  const flag = (name: string): boolean => o[name] === true;
  const machine = {
    freedoms: new Set(given),
    allocationMayFail: flag("allocationMayFail"),
    unknownCalls: unknownCalls as "stop" | "nondet",
  };
  const listed = (name: string): Set<string> =>
    new Set(
      String(o[name] ?? "")
        .split(",")
        .filter((entry) => entry !== ""),
    );
  const route = typeof o.route === "string" ? Route.of(o.route) : undefined;
  if (route === null) return null;
  return {
    machine,
    properties,
    encoding: encoding as Encoding,
    bounds,
    defaultBound,
    openReads: listed("openReads"),
    reuse: listed("reuse"),
    reachesKept: o.reachesKept === true,
    route,
  };
}
