// What a witness says about itself. In: the checked program and the moment. Out: data that both formats write.

import type { DataModel } from "../program/program.ts";
import type { SvcompTask } from "./property-file.ts";

export interface WitnessMetadata {
  readonly version: string;
  readonly task: SvcompTask;
  readonly dataModel: DataModel;
  /** The program's files, with their SHA-256 in hexadecimal digits. */
  readonly files: readonly { readonly name: string; readonly sha256: string }[];
  /** ISO 8601, without fractions of a second. */
  readonly creationTime: string;
  readonly uuid: string;
}

/** A UUID made of a hash: the same for the same content. */
export function uuidOf(sha256: string): string {
  const variant = ((Number.parseInt(sha256[16] as string, 16) & 3) | 8).toString(16);
  const digits = `${sha256.slice(0, 12)}8${sha256.slice(13, 16)}${variant}${sha256.slice(17, 32)}`;
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
