// One family member with one solver: node scripts/run-ts.mjs bench/solver-order-try.ts FAMILY N K safe|unsafe ravel|plain|z3|smtlib SECONDS
import { Budget } from "../src/support/budget.ts";
import { Terms } from "../src/terms/terms.ts";
import { RavelSolver } from "../src/solving/ravel.ts";
import { SmtLibSolver } from "../src/solving/smtlib-solver.ts";
import { SmtLibProcess } from "../src/solving/smtlib.ts";
import { Z3Session } from "../src/solving/z3.ts";
import { families } from "./solver-order-families.ts";
const [name, n, k, kind, which, seconds, readsFirst] = process.argv.slice(2);
const family = families.find((f) => f.name.startsWith(name))!;
const terms = new Terms();
const solver = which === "ravel" ? new RavelSolver(terms, {readsFirst: Number(readsFirst ?? 0)}) : which === "plain" ? new RavelSolver(terms, { order: "plain" }) : new SmtLibSolver("z3", terms, which === "z3" ? new Z3Session() : new SmtLibProcess(["z3", "-in"]));
const t0 = performance.now(); const c0 = process.cpuUsage().user;
family.build(solver, terms, [Number(n), Number(k)], kind === "safe");
const t1 = performance.now();
const answer = await solver.check([], new Budget(Number(seconds ?? 60), 4000));
const s = solver.statistics;
console.log(family.name, n, k, kind, which, answer, `cpu ${Math.round((process.cpuUsage().user - c0) / 1000)} build ${Math.round(t1 - t0)} solve ${Math.round(performance.now() - t1)} ms vars ${s.variables} clauses ${s.clauses} conflicts ${s.conflicts} decisions ${s.decisions} props ${s.propagations} tp ${s.theoryPropagations} tc ${s.theoryConflicts}`);
solver.dispose();
