// `--report svcomp=FILE`: the answer, or a witness of the competition, by the name of the file: .graphml (format 1.0), .yml or .yaml (2.2). In: the
// answer and the program. Out: the text of the file; null if there is nothing to witness.

import { createHash } from "node:crypto";
import { version } from "../../../package.json";
import type { SourceText } from "../../reports/source-text.ts";
import { answerText, type SvcompAnswer } from "../../svcomp/answer.ts";
import { firstStatement } from "../../svcomp/first-statement.ts";
import { graphmlWitness } from "../../svcomp/graphml.ts";
import { uuidOf, type WitnessMetadata } from "../../svcomp/metadata.ts";
import { violationPath } from "../../svcomp/path.ts";
import type { SvcompTask } from "../../svcomp/property-file.ts";
import { yamlCorrectness, yamlViolation } from "../../svcomp/yaml.ts";
import type { CheckSettings } from "./request.ts";
import { hashFile } from "./witness-file.ts";

export function svcompReport(
  file: string,
  answer: SvcompAnswer,
  task: SvcompTask,
  settings: CheckSettings,
  source: SourceText,
): string | null {
  const format = /\.graphml$/i.test(file) ? "graphml" : /\.ya?ml$/i.test(file) ? "yaml" : null;
  if (format === null) return answerText(answer);
  if (answer.answer === "UNKNOWN") return null;
  const path = answer.evidence === null ? null : violationPath(answer.evidence, source);
  const files = settings.files.map((name) => ({ name, sha256: hashFile(name) }));
  const metadata: WitnessMetadata = {
    version,
    task,
    dataModel: settings.dataModel,
    files,
    creationTime: new Date().toISOString().replace(/\.\d+Z$/, "Z"),
    uuid: uuidOf(
      createHash("sha256")
        .update(JSON.stringify([version, task, settings.dataModel, files, path]))
        .digest("hex"),
    ),
  };
  if (format === "graphml") return graphmlWitness(path, metadata, source);
  return path === null ? yamlCorrectness(firstStatement(settings.files, source), metadata) : yamlViolation(path, metadata);
}
