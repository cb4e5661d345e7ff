// Arguments → options: which are accepted, and how the others are rejected.

import { expect, test } from "vitest";
import { helpText } from "../../../../src/apps/cli/help.ts";
import { type Command, declarations, type ParsedArguments, parseArguments, properties } from "../../../../src/apps/cli/options.ts";
import { RavelError } from "../../../../src/support/diagnostics.ts";

const parse = (line: string): ParsedArguments => {
  const [command, ...words] = line.split(" ");
  return parseArguments(command as Command, words);
};

function refusal(line: string): string {
  try {
    parse(line);
  } catch (error) {
    if (!(error instanceof RavelError)) throw error;
    const [d] = error.diagnostics;
    return `${d?.code}: ${d?.message} | ${d?.hint}`;
  }
  return "taken";
}

test("reads values, flags, lists, and what follows --", () => {
  const args = parse(
    "check a.c --seed 7 --timeout=2.5 b.c -o out --report json=r.json --report text=r.txt --property race,assert,race --no-cache -- -DX -O2",
  );
  expect(args.positionals).toEqual(["a.c", "b.c"]);
  expect(args.clangFlags).toEqual(["-DX", "-O2"]);
  expect([args.number("seed"), args.number("timeout"), args.text("output"), args.flag("no-cache"), args.flag("system-headers")]).toEqual([
    7,
    2.5,
    "out",
    true,
    false,
  ]);
  expect(args.texts("report")).toEqual(["json=r.json", "text=r.txt"]);
  expect(properties(args)).toEqual(["race", "assert"]);
  expect(properties(parse("check a.c"))).toEqual(["assert", "deadlock", "memory", "race"]);
});

test("--stats stands alone or takes a list, and leaves files alone", () => {
  expect(parse("check a.c").list("stats")).toBeNull();
  for (const line of ["check --stats a.c", "check a.c --stats", "check a.c --stats --seed 1"]) {
    const args = parse(line);
    expect([args.list("stats"), args.positionals]).toEqual([["work", "time", "memory"], ["a.c"]]);
  }
  for (const line of ["check --stats time a.c", "check a.c --stats=time"])
    expect([parse(line).list("stats"), parse(line).positionals]).toEqual([["time"], ["a.c"]]);
  expect(parse("check a.c --stats work,memory").list("stats")).toEqual(["work", "memory"]);
  expect(refusal("check a.c --stats everything")).toBe(
    "RVL001: invalid value for --stats: everything | use a comma-separated list of work, time, memory, final-states",
  );
});

test("final states are for searches that keep them", () => {
  expect(parse("check a.c --engine explore --stats final-states,work").list("stats")).toEqual(["final-states", "work"]);
  expect(parse("check a.c --engine explore --reduction states --stats final-states").text("reduction")).toBe("states");
  const hint = "use --engine explore with --strategy dfs, which runs every schedule";
  expect(refusal("check a.c --stats final-states")).toBe(`RVL003: engine auto does not support --stats final-states | ${hint}`);
  expect(refusal("check a.c --engine explore --strategy pct --stats final-states")).toBe(
    `RVL003: --stats final-states conflicts with --strategy pct | ${hint}`,
  );
});

test.each([
  ["check a.c --timout 3", "RVL001: unknown option --timout for ravel check | did you mean --timeout?"],
  [
    "check a.c --xyzzy",
    "RVL001: unknown option --xyzzy for ravel check | run ravel check --help for the options; put clang flags after --",
  ],
  ["check a.c -O2", "RVL001: unknown option -O for ravel check | run ravel check --help for the options; put clang flags after --"],
  ["replay w.json --seed 3", "RVL001: unknown option --seed for ravel replay | this is an option of ravel check and ravel run"],
  ["check a.c --engine magic", "RVL001: invalid value for --engine: magic | use one of "],
  [
    "check a.c --engine staged --without scope",
    "RVL003: --encoding staged has no scope to leave out | use --without with any of locks, claims, pruning, ranges, order-theory, reads-first, symmetry",
  ],
  [
    "check a.c --engine guided --encoding steps --without claims",
    "RVL003: --encoding steps has no claims to leave out | use --without with any of locks, pruning, transactions, ssa, scope, peephole, symmetry",
  ],
  ["check a.c --without scope", "RVL003: engine auto does not support --without | use --engine fusion or guided or staged"],
  ["check a.c --strategy pct", "RVL003: engine auto does not support --strategy | use --engine explore"],
  ["check a.c --property race,", "RVL001: invalid value for --property: an empty string | use a comma-separated list of "],
  ["check a.c --property nonsense", "RVL001: invalid value for --property: nonsense | use a comma-separated list of "],
  ["check a.c --seed", "RVL001: --seed needs a value | write --seed N"],
  ["check a.c --seed=", "RVL001: --seed needs a value | write --seed N"],
  ["check a.c -o --stats", "RVL001: -o needs a value | write -o FILE"],
  ["check a.c --seed -1", "RVL001: invalid value for --seed: -1; expected an integer of at least 0"],
  ["check a.c --seed 1.5", "RVL001: invalid value for --seed: 1.5; expected an integer of at least 0"],
  ["check a.c --seed 0x10", "RVL001: invalid value for --seed: 0x10; "],
  ["check a.c --seed 99999999999999999999", "RVL001: invalid value for --seed: 99999999999999999999; "],
  ["check a.c --memory 1", "RVL001: invalid value for --memory: 1; expected an integer of at least 16"],
  ["check a.c --max-runs 0", "RVL001: invalid value for --max-runs: 0; expected an integer of at least 1"],
  ["check a.c --timeout soon", "RVL001: invalid value for --timeout: soon; expected a number of at least 0"],
  ["check a.c --no-cache=1", "RVL001: --no-cache takes no value | null"],
  ["check a.c --data-model lp32", "RVL001: invalid value for --data-model: lp32 | use one of lp64, ilp32"],
  ["check a.c --progress loud", "RVL001: invalid value for --progress: loud | use one of auto, json, none"],
  ["check a.c --fail-on safe", "RVL001: invalid value for --fail-on: safe | use a comma-separated list of unsafe, unknown, bounded, none"],
  ["check a.c --fail-on none,unsafe", "RVL003: --fail-on none conflicts with other verdicts | "],
  ["check a.c --color sometimes", "RVL001: invalid value for --color: sometimes | use one of auto, always, never"],
  ["replay w.json --color", "RVL001: --color needs a value | write --color auto|always|never"],
  ["check a.c --first --all", "RVL003: --first conflicts with --all | omit one of them"],
  ["check a.c --all=races", "RVL001: --all takes no value"],
  ["check a.c --first=2", "RVL001: --first takes no value"],
  ["run a.c --full=no", "RVL001: --full takes no value"],
  ["run a.c --all", "RVL001: unknown option --all for ravel run | this is an option of ravel check"],
  ["check a.c --unknown-calls guess", "RVL001: invalid value for --unknown-calls: guess | use one of stop, nondet"],
])("%s", (line, expected) => {
  expect(refusal(line)).toContain(expected);
});

test("help names every option of every command, in lines that fit", () => {
  for (const command of Object.keys(declarations) as Command[]) {
    const text = helpText(command);
    for (const name of Object.keys(declarations[command])) expect(text).toContain(`--${name}`);
    for (const line of text.split("\n")) expect(line.length).toBeLessThanOrEqual(120);
    expect(helpText(null)).toContain(`ravel ${command}`);
  }
});

test("symmetries of the formula are for the step encoding", () => {
  expect(parse("check a.c --engine guided --encoding steps --symmetry formula").text("symmetry")).toBe("formula");
  expect(refusal("check a.c --engine staged --symmetry formula")).toBe(
    "RVL003: --symmetry formula needs the step encoding | add --encoding steps",
  );
  expect(parse("check a.c --engine symex --reduction por --symmetry program").text("symmetry")).toBe("program");
  expect(refusal("check a.c --engine symex --symmetry formula")).toBe(
    "RVL003: engine symex does not support --symmetry formula | use --symmetry program, or --engine staged or guided",
  );
  expect(refusal("check a.c --engine symex --reduction dpor --symmetry program")).toBe(
    "RVL003: --symmetry conflicts with --reduction dpor | use --reduction none, por or pdpor",
  );
  expect(refusal("check a.c --engine explore --symmetry formula")).toBe(
    "RVL003: engine explore does not support --symmetry | use --engine guided or staged or symex",
  );
});
