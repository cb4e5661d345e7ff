// The rules for witnesses of SV-COMP, written from the published descriptions of the formats: for GraphML 1.0 there is no schema that covers its
// data, and that of YAML 2.2 is not part of this repository. In: the text of a witness. Out: what is wrong with it.

import { Ajv2020 } from "ajv/dist/2020.js";
import { parseXml, type XmlElement } from "../../src/svcomp/read-xml.ts";
import { parseYaml } from "../../src/svcomp/read-yaml.ts";

// ---- YAML

const object = (required: readonly string[], properties: Record<string, unknown>): object => ({
  type: "object",
  required,
  properties,
  additionalProperties: false,
});
const text = { type: "string", minLength: 1 };
const natural = { type: "integer", minimum: 1 };

const location = object(["file_name", "line"], { file_name: text, line: natural, column: natural, function: text });

const metadata = object(["format_version", "uuid", "creation_time", "producer", "task"], {
  format_version: { const: "2.2" },
  uuid: { type: "string", pattern: "^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$" },
  creation_time: { type: "string", pattern: "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(Z|[+-]\\d\\d:\\d\\d)$" },
  producer: object(["name", "version"], { name: text, version: text, configuration: text, command_line: text, description: text }),
  task: object(["input_files", "input_file_hashes", "specification", "data_model", "language"], {
    input_files: { type: "array", minItems: 1, items: text },
    input_file_hashes: { type: "object", minProperties: 1, additionalProperties: { type: "string", pattern: "^[0-9a-f]{64}$" } },
    specification: text,
    data_model: { enum: ["ILP32", "LP64"] },
    language: { const: "C" },
  }),
});

const constraint = (format: string, value: object): object => object(["value"], { value, format: { const: format } });
const waypoint = (type: string, more: Record<string, unknown> = {}): object =>
  object(["type", "action", "location", ...Object.keys(more)], {
    type: { const: type },
    action: { enum: type === "target" ? ["follow"] : ["follow", "avoid"] },
    thread_id: { type: "integer", minimum: 0 },
    location,
    ...more,
  });
const segment = (waypoints: object): object =>
  object(["segment"], { segment: { type: "array", minItems: 1, items: object(["waypoint"], { waypoint: waypoints }) } });

const normal = segment({
  anyOf: [
    waypoint("assumption", { constraint: constraint("c_expression", text) }),
    waypoint("branching", { constraint: object(["value"], { value: { type: ["string", "boolean", "integer"] } }) }),
    waypoint("function_enter"),
    waypoint("function_return", {
      constraint: constraint("acsl_expression", { type: "string", pattern: "^\\\\result (==|!=|<=|>=|<|>) -?\\d+$" }),
    }),
  ],
});

const invariant = object(["invariant"], {
  invariant: object(["type", "location", "value", "format"], {
    type: { enum: ["loop_invariant", "location_invariant"] },
    location,
    value: text,
    format: { const: "c_expression" },
  }),
});

const entry = (type: string, content: object): object =>
  object(["entry_type", "metadata", "content"], { entry_type: { const: type }, metadata, content });

const validate = new Ajv2020({ allErrors: true, strict: false }).compile({
  type: "array",
  minItems: 1,
  items: {
    anyOf: [
      entry("violation_sequence", { type: "array", minItems: 1, items: { anyOf: [normal, segment(waypoint("target"))] } }),
      entry("invariant_set", { type: "array", minItems: 1, items: invariant }),
    ],
  },
});

interface Entry {
  readonly entry_type: string;
  readonly metadata: { readonly task: { readonly input_files: string[]; readonly input_file_hashes: Record<string, string> } };
  readonly content: readonly {
    readonly segment: readonly { readonly waypoint: { readonly type: string; readonly action: string; readonly thread_id?: number } }[];
  }[];
}

export function yamlFaults(witness: string): string[] {
  const value = parseYaml(witness, "witness");
  if (!validate(value)) return (validate.errors ?? []).map((e) => `${e.instancePath} ${e.message}`);
  return (value as unknown as Entry[]).flatMap(({ entry_type, metadata: { task }, content }) => {
    const hashed = Object.keys(task.input_file_hashes);
    const faults = task.input_files.every((f) => hashed.includes(f)) ? [] : ["a file without a hash"];
    return entry_type === "violation_sequence" ? [...faults, ...sequenceFaults(content)] : faults;
  });
}

/** The last segment, and only it, has targets; threads are numbered as they are entered. */
function sequenceFaults(content: Entry["content"]): string[] {
  const faults: string[] = [];
  let threads = 1;
  content.forEach(({ segment: waypoints }, i) => {
    const isLast = i === content.length - 1;
    if (waypoints.some(({ waypoint: w }) => (w.type === "target") !== isLast))
      faults.push(`segment ${i}: targets belong to the last segment`);
    if (waypoints.at(-1)?.waypoint.action !== "follow") faults.push(`segment ${i} does not end with a waypoint to follow`);
    for (const { waypoint: w } of waypoints)
      if ((w.thread_id ?? 0) >= threads) faults.push(`segment ${i}: thread ${w.thread_id} does not exist yet`);
    threads += waypoints.filter(({ waypoint: w }) => w.type === "function_enter").length;
  });
  return faults;
}

// ---- GraphML

const graphKeys = [
  "witness-type",
  "sourcecodelang",
  "producer",
  "specification",
  "programfile",
  "programhash",
  "architecture",
  "creationtime",
];

export function graphmlFaults(witness: string): string[] {
  const root = parseXml(witness, "witness");
  const graph = root.children.find((c) => c.name === "graph");
  if (root.name !== "graphml" || root.attributes.get("xmlns") !== "http://graphml.graphdrawing.org/xmlns" || graph === undefined)
    return ["no graph of GraphML"];
  const faults: string[] = [];
  const must = (holds: boolean, what: string): void => void (holds || faults.push(what));
  const declared = new Map(root.children.filter((c) => c.name === "key").map((k) => [k.attributes.get("id"), k.attributes.get("for")]));
  const dataOf = (e: XmlElement, level: string): Map<string, string> => {
    const data = e.children.filter((c) => c.name === "data").map((d): [string, string] => [d.attributes.get("key") ?? "", d.text]);
    for (const [key] of data) must(declared.get(key) === level, `${key} is not declared for ${level}`);
    must(new Set(data.map(([key]) => key)).size === data.length, `a key twice in ${level} ${e.attributes.get("id") ?? ""}`);
    return new Map(data);
  };
  const about = dataOf(graph, "graph");
  for (const key of graphKeys) must(about.has(key), `no ${key}`);
  must(/^[0-9a-f]{64}$/.test(about.get("programhash") ?? ""), "no SHA-256");
  must(/^(32|64)bit$/.test(about.get("architecture") ?? ""), "no architecture");
  must(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)$/.test(about.get("creationtime") ?? ""), "no time of creation");
  const nodes = graph.children.filter((c) => c.name === "node").map((n) => ({ id: n.attributes.get("id") ?? "", data: dataOf(n, "node") }));
  must(nodes.filter((n) => n.data.get("entry") === "true").length === 1, "not one entry");
  const violations = nodes.filter((n) => n.data.get("violation") === "true").length;
  must(about.get("witness-type") === (violations > 0 ? "violation_witness" : "correctness_witness"), "the type does not fit the nodes");
  const edges = graph.children.filter((c) => c.name === "edge");
  for (const e of edges)
    for (const end of ["source", "target"])
      must(
        nodes.some((n) => n.id === e.attributes.get(end)),
        `no node ${e.attributes.get(end)}`,
      );
  return [...faults, ...edgeFaults(edges.map((e) => dataOf(e, "edge")))];
}

/** Threads exist before they run, are created once, enter their function first, and return from what they have entered. */
function edgeFaults(edges: readonly Map<string, string>[]): string[] {
  const faults: string[] = [];
  const stacks = new Map<string, string[]>();
  for (const data of edges) {
    const thread = data.get("threadId") ?? "";
    const created = data.get("createThread");
    if (created !== undefined && stacks.has(created)) faults.push(`thread ${created} is created twice`);
    if (created !== undefined) stacks.set(created, []);
    const stack = stacks.get(thread);
    if (stack === undefined) faults.push(`thread ${thread} runs before it is created`);
    const entered = data.get("enterFunction");
    const left = data.get("returnFromFunction");
    if (left !== undefined && stack?.pop() !== left) faults.push(`thread ${thread} returns from ${left} without a call`);
    if (entered !== undefined) stack?.push(entered);
    else if (stack?.length === 0 && left === undefined) faults.push(`thread ${thread} runs outside every function`);
    if (data.has("startline") && !/^[1-9]\d*$/.test(data.get("startline") as string)) faults.push("a line that is not a number");
    if (data.get("assumption")?.includes("\\result") && !data.has("assumption.resultfunction")) faults.push("a result of no function");
  }
  return faults;
}
