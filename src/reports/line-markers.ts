// Positions in preprocessed text, as positions in the files that it was made from. In: the text of a `.i` file, with line markers (`# 12 "queue.c"`); a
// report or any part of one. Out: where each line comes from; the report with original positions.
//
// Programs keep positions in the file that was given, as the formats of SV-COMP want them. Only what is shown is changed. A preprocessor copies lines up to the
// first macro, so a column is kept if the line is the same up to there, and left out otherwise.

/** Where a line of preprocessed text comes from. */
export interface Origin {
  readonly file: string;
  readonly line: number;
}

const marker = /^[ \t]*#[ \t]*(?:line[ \t]+)?(\d+)[ \t]+"((?:[^"\\]|\\.)*)"/;

/** The origin of each line, counted from 0; null for markers, and for lines of no file. Null if the text has no markers. */
export function originsOf(lines: readonly string[]): readonly (Origin | null)[] | null {
  let at: { readonly file: string; line: number } | null = null;
  let isMarked = false;
  const origins = lines.map((text) => {
    const [, line, name = ""] = marker.exec(text) ?? [];
    if (line !== undefined) {
      isMarked = true;
      const file = name.replace(/\\(.)/g, "$1");
      at = /^<.*>$/.test(file) ? null : { file, line: Number(line) };
      return null;
    }
    return at === null ? null : { file: at.file, line: at.line++ };
  });
  return isMarked ? origins : null;
}

/** A line of a file as it is to be shown; null: as it is. */
export interface ShownPosition extends Origin {
  /** Whether a column, counted from 1, is the same in the original line. */
  readonly keeps: (column: number) => boolean;
}

/** By file, what to show for its lines. */
export type ShownPositions = ReadonlyMap<string, (line: number) => ShownPosition | null>;

/** A copy of a plain value in which positions are those to be shown: locations, and `FILE:LINE` in texts. What is shared stays shared. */
export function withShownPositions<T>(value: T, positions: ShownPositions): T {
  if (positions.size === 0) return value;
  const copies = new Map<object, unknown>();
  const copyOf = (v: unknown): unknown => {
    if (typeof v === "string") return withShownNames(v, positions);
    if (typeof v !== "object" || v === null) return v;
    const known = copies.get(v);
    if (known !== undefined) return known;
    if (Array.isArray(v)) {
      const list: unknown[] = [];
      copies.set(v, list);
      for (const element of v) list.push(copyOf(element));
      return list;
    }
    const place = shownPlace(v, positions);
    if (place !== null) {
      copies.set(v, place);
      return place;
    }
    if (Object.getPrototypeOf(v) !== Object.prototype) return v;
    const copy: Record<string, unknown> = {};
    copies.set(v, copy);
    for (const [key, part] of Object.entries(v)) copy[key] = key === "files" ? part : copyOf(part);
    return copy;
  };
  return copyOf(value) as T;
}

function shownPlace(value: object, positions: ShownPositions): object | null {
  const { file, line, column } = value as { file?: unknown; line?: unknown; column?: unknown };
  if (typeof file !== "string" || typeof line !== "number") return null;
  const shown = positions.get(file)?.(line) ?? null;
  if (shown === null) return null;
  const { column: _, ...rest } = value as { column?: number };
  const place = { ...rest, file: shown.file, line: shown.line };
  return typeof column === "number" && shown.keeps(column) ? { ...place, column } : place;
}

function withShownNames(text: string, positions: ShownPositions): string {
  let shownText = text;
  for (const [file, at] of positions) {
    if (!text.includes(`${file}:`)) continue;
    const name = new RegExp(`(?<![\\w./-])${file.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}:(\\d+)(?::\\d+)?`, "g");
    shownText = shownText.replace(name, (whole, line: string) => {
      const shown = at(Number(line));
      return shown === null ? whole : `${shown.file}:${shown.line}`;
    });
  }
  return shownText;
}
