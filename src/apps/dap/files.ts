// Names of files, as locations have them and as editors have them: a program names its files as they were given to the compiler, an editor by absolute paths.

import { existsSync } from "node:fs";
import { basename, resolve } from "node:path";
import type { DebugProtocol } from "@vscode/debugprotocol";
import type { SourceLocation } from "../../support/diagnostics.ts";
import type { Target } from "./target.ts";

export const pathOf = ({ folder }: Pick<Target, "folder">, file: string): string => resolve(folder, file);

/** The name under which the program knows a file of the editor. */
export function nameOf({ session, folder }: Pick<Target, "session" | "folder">, path: string): string {
  const wanted = resolve(folder, path);
  return session.files().find((file) => resolve(folder, file) === wanted) ?? wanted;
}

/** A file that is not on this machine (a model of the library) has a name only. */
export function sourceOf(target: Pick<Target, "folder">, { file }: SourceLocation): DebugProtocol.Source {
  const path = pathOf(target, file);
  return existsSync(path)
    ? { name: basename(path), path }
    : { name: basename(path), presentationHint: "deemphasize", origin: "not on this machine" };
}
