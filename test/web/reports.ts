// Reports written by hand for the tests of pages: a program whose texts look like markup, and long runs.

import type { Report } from "../../src/reports/report.ts";
import type { SourceText } from "../../src/reports/source-text.ts";
import { diagnostic } from "../../src/support/diagnostics.ts";
import type { WitnessStep } from "../../src/witness/steps.ts";
import { evidence, fails, property, report, step, story, write } from "../unit/reports/stories.ts";

const attack = `</script><script>stolen=1</script><img src=x onerror="stolen=1">'"&lt;`;

const hostileSource: SourceText = { line: (_, line) => (line <= 20 ? `f("${attack}"); /* </style> <!-- ${attack} */` : null) };

/** Every text that comes from a program or from the user is an attack. */
function hostileReport(): Report {
  const location = { file: `${attack}.c`, line: 3, column: 3, function: attack };
  const events: WitnessStep["events"] = [
    { thread: 0, location, kind: "write", object: attack, value: { text: attack, json: attack }, from: -1 },
    { thread: 0, location, kind: "output", text: attack },
    { thread: 0, location, kind: "input", what: attack, value: attack },
    { thread: 0, location, kind: "lock", object: attack, shared: false, from: -1 },
  ];
  const steps: WitnessStep[] = [{ ...step(0, 3), location, call: attack, object: attack, events, stack: [{ function: attack, location }] }];
  const run = story(steps, {
    threads: [{ index: 0, label: attack }],
    output: `${attack}\n`,
    inputs: [{ thread: 0, what: attack, bits: 32, value: 7 }],
    assumed: attack,
  });
  const object = { name: attack, kind: "heap", bytes: 4, allocated: { thread: 0, step: 0, location, stack: [] }, freed: null } as const;
  const violation = { ...fails, message: attack, location, step: 0, stack: [{ function: attack, location }], object };
  const failing = property("assert", {
    verdict: "unsafe",
    evidence: evidence(violation, run),
    engine: { name: "auto", options: { by: attack } },
  });
  return report([failing], failing, {
    files: [attack],
    diagnostics: [diagnostic("RVL501", attack, { severity: "note", location })],
    explanation: [{ what: "run", location, text: attack }],
  });
}

export const hostile = { report: hostileReport(), source: hostileSource, text: attack };

/** Threads take turns of `turn` steps; step `n` writes `n` to `x`, which the next turn reads at its first step. The last step fails. */
export function longRun(count: number, threads: number, turn = 3): Report {
  const steps = Array.from({ length: count }, (_, i): WitnessStep => {
    const thread = Math.floor(i / turn) % threads;
    const s = step(thread, 3 + (i % 3), write("x", String(i)));
    if (i === 0 || i % turn !== 0) return s;
    const location = s.location;
    return { ...s, events: [{ thread, location, kind: "read", object: "x", value: { text: String(i - 1), json: i - 1 }, from: i - 1 }] };
  });
  const last = steps.at(-1) as WitnessStep;
  const violation = { ...fails, thread: last.thread, location: last.location, step: count - 1 };
  const failing = property("assert", { verdict: "unsafe", evidence: evidence(violation, story(steps)) });
  return report([failing], failing);
}
