// Witnesses of SV-COMP as YAML, format 2.2. In: the path of a violation, or none for a safe program. Out: YAML text.
//
// A violation is a sequence of segments, each with a waypoint to follow, in the order of the run; `thread_id` counts threads in the order in which
// `function_enter` starts them. The last segment has the target; for a race both accesses, which no order separates. A correctness
// witness has one invariant, which holds anywhere.

import type { WitnessMetadata } from "./metadata.ts";
import type { Place, ViolationPath } from "./path.ts";

type Yaml = string | number | readonly Yaml[] | { readonly [key: string]: Yaml };

export const formatVersion = "2.2";

export function yamlViolation(path: ViolationPath, metadata: WitnessMetadata): string {
  const segments: Yaml[] = path.points.flatMap(({ thread, place, starts, inputs }) => [
    segment({ type: "assumption", ...follow(thread, place), constraint: { format: "c_expression", value: "1" } }),
    ...inputs.map(({ value }) =>
      segment({
        type: "function_return",
        ...follow(thread, { ...place, column: null }),
        constraint: { format: "acsl_expression", value: `\\result == ${value}` },
      }),
    ),
    ...starts.map(() => segment({ type: "function_enter", ...follow(thread, { ...place, column: null }) })),
  ]);
  const targets = path.targets.map(({ thread, place }): Yaml => ({ waypoint: { type: "target", ...follow(thread, place) } }));
  return entry("violation_sequence", [...segments, { segment: targets }], metadata);
}

/** `at`: any statement of the program, for an invariant that says nothing. */
export function yamlCorrectness(at: Place | null, metadata: WitnessMetadata): string {
  const invariant = (place: Place): Yaml => ({
    invariant: { type: "location_invariant", location: locationOf(place), value: "1", format: "c_expression" },
  });
  return entry("invariant_set", at === null ? [] : [invariant(at)], metadata);
}

const segment = (waypoint: Yaml): Yaml => ({ segment: [{ waypoint }] });

const follow = (thread: number, place: Place): { readonly [key: string]: Yaml } => ({
  action: "follow",
  thread_id: thread,
  location: locationOf(place),
});

const locationOf = ({ file, line, column, function: name }: Place): Yaml => ({
  file_name: file,
  line,
  ...(column === null ? {} : { column }),
  ...(name === null ? {} : { function: name }),
});

function entry(type: string, content: readonly Yaml[], { version, task, dataModel, files, creationTime, uuid }: WitnessMetadata): string {
  const metadata: Yaml = {
    format_version: formatVersion,
    uuid,
    creation_time: creationTime,
    producer: { name: "Ravel", version },
    task: {
      input_files: files.map((f) => f.name),
      input_file_hashes: Object.fromEntries(files.map((f) => [f.name, f.sha256])),
      specification: task.specification,
      data_model: dataModel === "lp64" ? "LP64" : "ILP32",
      language: "C",
    },
  };
  return `${linesOf([{ entry_type: type, metadata, content }]).join("\n")}\n`;
}

/** Words of the format, written without quotes. */
const words: ReadonlySet<string> = new Set(
  "violation_sequence invariant_set location_invariant assumption function_enter function_return target follow c_expression acsl_expression C".split(
    " ",
  ),
);

/** Block style; texts in double quotes, as in JSON, which is also YAML. */
function linesOf(value: Yaml): string[] {
  if (typeof value === "number") return [String(value)];
  if (typeof value === "string") return [words.has(value) ? value : JSON.stringify(value)];
  if (Array.isArray(value)) {
    if (value.length === 0) return ["[]"];
    return value.flatMap((v: Yaml) => linesOf(v).map((line, i) => `${i === 0 ? "- " : "  "}${line}`));
  }
  return Object.entries(value as { readonly [key: string]: Yaml }).flatMap(([key, v]) => {
    const name = /^[a-z_]+$/.test(key) ? key : JSON.stringify(key);
    const lines = linesOf(v);
    const isInline = typeof v !== "object" || (lines.length === 1 && lines[0] === "[]");
    return isInline ? [`${name}: ${lines[0]}`] : [`${name}:`, ...lines.map((line) => `  ${line}`)];
  });
}
