// Witnesses are followed: Ravel's own and those in the form of other tools, with few edges, without threads or columns. A witness that leads
// nowhere is not accepted. Programs are written for the test; `LINE` in a witness is replaced by the line that has the mark.

import { expect, test } from "vitest";
import { fileSources } from "../../../src/apps/cli/sources.ts";
import { checkLoaded } from "../../../src/check.ts";
import { load } from "../../../src/frontend/load.ts";
import { answerOf } from "../../../src/svcomp/answer.ts";
import { graphmlWitness } from "../../../src/svcomp/graphml.ts";
import { readWitnessGuide } from "../../../src/svcomp/guide.ts";
import { violationPath } from "../../../src/svcomp/path.ts";
import { parsePropertyFile, propertiesOf } from "../../../src/svcomp/property-file.ts";
import { confirmWitness } from "../../../src/svcomp/validate.ts";
import { yamlViolation } from "../../../src/svcomp/yaml.ts";
import { fileOfText } from "../../ir-cache.ts";
import { engineTask, loadRequest, machineOptions } from "../../run.ts";

const check = (formula: string): string => `CHECK( init(main()), LTL(${formula}) )`;
const unreach = check("G ! call(reach_error())");
const race = check("G ! data-race");

const head = `#include <pthread.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { }
`;

/** An update is lost if both threads read before either writes: inside one statement. */
const lostUpdate = `${head}int n;
void *add(void *p) {
  n++; /* add */
  return 0; /* end */
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, add, 0); /* first */
  pthread_create(&b, 0, add, 0); /* second */
  pthread_join(a, 0); /* join a */
  pthread_join(b, 0); /* join b */
  if (n != 2) /* test */
    reach_error(); /* error */
  return 0;
}
`;

/** Needs the writer first, and an input of 7. */
const needsInput = `${head}int x;
void *writer(void *p) {
  x = __VERIFIER_nondet_int(); /* input */
  return 0; /* end */
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0); /* create */
  if (x == 7) /* test */
    reach_error(); /* error */
  pthread_join(t, 0);
  return 0;
}
`;

const freed = `${head}int *p; int gone;
void *freer(void *q) {
  free(p); /* free */
  gone = 1;
  return 0; /* end */
}
int main(void) {
  pthread_t t;
  p = malloc(sizeof *p);
  pthread_create(&t, 0, freer, 0); /* create */
  if (gone) /* test */
    *p = 1; /* write */
  return 0;
}
`;

const lineOf = (program: string, mark: string): number => program.split("\n").findIndex((l) => l.includes(`/* ${mark} */`)) + 1;
const marked = (witness: string, program: string): string =>
  witness.replace(/LINE\(([^)]+)\)/g, (_, mark: string) => String(lineOf(program, mark)));

/** Enough for those that are found, and cheap for those that are not. */
const maxRuns = 60;

/** How many runs it took; null: none shows the violation. */
async function runsTo(program: string, witness: string, prp: string): Promise<number | null> {
  const task = parsePropertyFile(prp, "p.prp");
  const { program: loaded } = await load({ ...loadRequest(fileOfText(program)), errorFunction: task.errorFunction });
  let runs = 0;
  const found = confirmWitness(
    loaded,
    machineOptions(propertiesOf(task)),
    readWitnessGuide(marked(witness, program), "w"),
    task,
    fileSources,
    () => {
      runs++;
      return runs <= maxRuns;
    },
  );
  return found === null ? null : runs;
}

/** A GraphML witness with one path, in the form of other tools. */
const graphml = (...edges: readonly string[]): string => `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
 <key attr.name="isEntryNode" attr.type="boolean" for="node" id="entry"><default>false</default></key>
 <graph edgedefault="directed">
  <data key="witness-type">violation_witness</data><data key="sourcecodelang">C</data><!-- others are left out -->
  <node id="A0"><data key="entry">true</data></node>
${edges.map((_, i) => `  <node id="A${i + 1}">${i === edges.length - 1 ? '<data key="violation">true</data>' : ""}</node>`).join("\n")}
  <node id="sink"><data key="sink">true</data></node>
  <edge source="A0" target="sink"/>
${edges.map((e, i) => `  <edge source="A${i}" target="A${i + 1}">${e.replace(/(\w+(?:\.\w+)?)=([^;]+);?/g, '<data key="$1">$2</data>')}</edge>`).join("\n")}
 </graph>
</graphml>`;

interface Waypoint {
  readonly type: string;
  readonly line: string;
  readonly thread?: number;
  readonly constraint?: string;
}

/** The last waypoints with type target are one segment. */
const yaml = (...waypoints: readonly Waypoint[]): string => {
  const item = ({ type, line, thread, constraint }: Waypoint): string => `    - waypoint:
        type: ${type}   # as other tools write it
        action: "follow"
${thread === undefined ? "" : `        thread_id: ${thread}\n`}        location: {file_name: 'p.c', line: LINE(${line})}
${constraint === undefined ? "" : `        constraint:\n          value: ${constraint}\n          format: c_expression\n`}`;
  const targets = waypoints.filter((w) => w.type === "target");
  const others = waypoints.filter((w) => w.type !== "target");
  return `- entry_type: "violation_sequence"
  metadata:
    format_version: "2.2"
  content:
${others.map((w) => `  - segment:\n${item(w)}`).join("")}  - segment:
${targets.map(item).join("")}`;
};

test.each<[string, string, string, string]>([
  [
    "GraphML with every line that runs",
    lostUpdate,
    graphml(
      "threadId=0;createThread=0;enterFunction=main",
      "threadId=0;createThread=1;startline=LINE(first)",
      "threadId=0;createThread=2;startline=LINE(second)",
      "threadId=1;startline=LINE(add)",
      "threadId=2;startline=LINE(add)",
      "threadId=0;startline=LINE(test);control=condition-true",
      "threadId=0;startline=LINE(error);enterFunction=reach_error",
    ),
    unreach,
  ],
  ["GraphML that only names the end", lostUpdate, graphml("startline=LINE(error);enterFunction=reach_error"), unreach],
  [
    "GraphML with names for threads, and a value",
    needsInput,
    graphml(
      "threadId=main;createThread=t-1;startline=LINE(create)",
      "threadId=t-1;startline=LINE(input);assumption=x == 7;;assumption.scope=writer",
      "threadId=main;startline=LINE(error)",
    ),
    unreach,
  ],
  [
    "YAML: a place that is not a step, reached by the thread of its number",
    needsInput,
    yaml(
      { type: "function_enter", line: "create", thread: 0 },
      { type: "assumption", line: "end", thread: 1, constraint: '"x == 7"' },
      { type: "branching", line: "test", thread: 0, constraint: '"true"' },
      { type: "target", line: "error", thread: 0 },
    ),
    unreach,
  ],
  [
    "YAML without threads",
    needsInput,
    yaml({ type: "assumption", line: "end", constraint: "x == 7" }, { type: "target", line: "error" }),
    unreach,
  ],
  [
    "YAML: both accesses of a race as targets",
    lostUpdate,
    yaml(
      { type: "function_enter", line: "first", thread: 0 },
      { type: "target", line: "add", thread: 1 },
      { type: "target", line: "add", thread: 2 },
    ),
    race,
  ],
  [
    "YAML: an invalid access",
    freed,
    yaml({ type: "assumption", line: "end", thread: 1, constraint: '"gone == 1"' }, { type: "target", line: "write", thread: 0 }),
    check("G valid-deref"),
  ],
])("%s", async (_, program, witness, prp) => {
  expect(await runsTo(program, witness, prp)).not.toBeNull();
});

test.each<[string, string, string, string]>([
  ["the violation is elsewhere", needsInput, yaml({ type: "target", line: "input" }), unreach],
  ["no run violates the property", lostUpdate.replace("n != 2", "n > 2"), graphml("startline=LINE(error)"), unreach],
  ["another property is violated", lostUpdate, graphml("startline=LINE(error)"), check("G valid-deref")],
])("not accepted: %s", async (_, program, witness, prp) => {
  expect(await runsTo(program, witness, prp)).toBeNull();
});

test.each([
  ["lost update", lostUpdate, unreach],
  ["race", lostUpdate, race],
  ["input", needsInput, unreach],
  ["freed", freed, check("G valid-deref")],
])("Ravel's own witnesses are accepted in the first runs: %s", async (_, program, prp) => {
  const task = parsePropertyFile(prp, "p.prp");
  const request = { ...loadRequest(fileOfText(program)), errorFunction: task.errorFunction };
  const loaded = await load(request);
  const { options, ...rest } = engineTask(loaded.program, propertiesOf(task));
  const report = await checkLoaded(loaded, { ...request, ...rest, engine: { name: "staged", options } });
  const { evidence } = answerOf(report, task, fileSources);
  if (evidence === null) throw new Error("no violation");
  const path = violationPath(evidence, fileSources);
  const metadata = { version: "0.0.0", task, dataModel: "lp64", files: [], creationTime: "", uuid: "" } as const;
  for (const text of [graphmlWitness(path, metadata, fileSources), yamlViolation(path, metadata)])
    expect(await runsTo(program, text, prp)).toBeLessThanOrEqual(3);
});

test.each([
  ["", "the file is empty"],
  ["<graphml><graph>", "<graph> is not closed"],
  ["<graphml></graph>", "</graph> closes nothing"],
  ["<svg/>", "it has no graph"],
  ["<graphml><graph><node id='a'/></graph></graphml>", "no node is the entry"],
  [graphml("startline=1").replace('source="A0" target="A1"', 'source="A1" target="A0"'), "no path leads to a violation"],
  ["a: [1, 2", "line 1: unsupported or damaged: [1, 2"],
  ["- a: 1\n   b: 2\n", "line 2: unexpected indentation"],
  ["- entry_type: loop_invariant\n", "neither GraphML nor an entry"],
  ["- entry_type: violation_sequence\n  content: []\n", "no waypoint is a target"],
  ['{"kind": "witness"}', "w is not a witness of SV-COMP"],
])("%j is rejected", (text, message) => {
  expect(() => readWitnessGuide(text, "w")).toThrow(message);
});
