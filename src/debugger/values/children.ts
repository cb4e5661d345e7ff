// What a value is made of: members, elements (in groups when there are many), what a pointer points to. In: the expression of a value. Out: expressions and names of its
// parts.

import { sizeOf, strip } from "../../execution/names.ts";
import type { SourceType } from "../../program/source-types.ts";
import { arrayOf, bytesOf, elementOf, fieldsOf, pointee, structOf } from "../expressions/types.ts";
import type { CValue } from "../expressions/value.ts";
import { isCharacter } from "./format.ts";
import { synchronisationType } from "./locks.ts";

export interface Part {
  readonly name: string;
  readonly expression: string;
}

/** Elements, or groups of elements, that are shown at once. */
const maxShown = 100;

const groupPattern = /^(.*)\[(\d{1,12}) \.\.\. (\d{1,12})\]$/s;

/** A group of elements, as `partsOf` names it: `table[100 ... 199]`. */
export function groupOf(expression: string): { readonly array: string; readonly from: number; readonly to: number } | null {
  const found = groupPattern.exec(expression);
  return found === null ? null : { array: found[1] as string, from: Number(found[2]), to: Number(found[3]) };
}

export function partsOf(value: CValue, expression: string, complete: (type: SourceType | null) => SourceType | null): readonly Part[] {
  const type = strip(value.type);
  if (type === null || synchronisationType(value.type) !== null || value.content.kind === "missing") return [];
  const prefix = parenthesised(expression);
  switch (type.kind) {
    case "struct":
    case "union":
      return membersOf(type).map((name) => ({ name, expression: `${prefix}.${name}` }));
    case "array":
      return elements(prefix, 0, countOf(value) - 1);
    case "pointer": {
      if (value.content.kind !== "integer" || value.content.value === 0n) return [];
      const to = complete(pointee(value.type));
      const { reader } = value;
      const size = bytesOf(to);
      const object = reader.objectAt(value.content.value);
      const isInside = object?.live && Number(value.content.value) - object.address + size <= object.size;
      if (size === 0 || !isInside || strip(to)?.kind === "function") return [];
      const struct = structOf(to);
      if (struct !== null && synchronisationType(to) === null)
        return membersOf(struct).map((name) => ({ name, expression: `${prefix}->${name}` }));
      return isCharacter(to) ? [] : [{ name: `*${expression}`, expression: `*${prefix}` }];
    }
    case "base":
    case "enum":
    case "function":
    case "named":
    case "qualified":
      return [];
  }
}

const membersOf = (t: Parameters<typeof fieldsOf>[0]): readonly string[] => fieldsOf(t).map((f) => f.name);

/** The number of elements; of an array of unknown length, up to the end of its object. */
export function countOf(value: CValue): number {
  const array = arrayOf(value.type);
  if (array === null || value.content.kind !== "bytes") return 0;
  const size = bytesOf(elementOf(array));
  return size === 0 ? 0 : Math.floor((sizeOf(array) > 0 ? sizeOf(array) / 8 : value.content.bytes.bytes.length) / size);
}

/** Elements from..to, or groups of them: at most `maxShown`. */
export function elements(array: string, from: number, to: number): readonly Part[] {
  const count = to - from + 1;
  let size = 1;
  while (count / size > maxShown) size *= maxShown;
  return Array.from({ length: Math.max(0, Math.ceil(count / size)) }, (_, i) => {
    const first = from + i * size;
    const last = Math.min(first + size - 1, to);
    const index = first === last ? `[${first}]` : `[${first} ... ${last}]`;
    return { name: index, expression: array + index };
  });
}

/** The expression as an operand of `.`, `->` and `[]`. */
export function parenthesised(expression: string): string {
  return /^(?:"[^"]*"::|\w+::)?[A-Za-z_$][\w$]*(?:(?:\.|->)[A-Za-z_$][\w$]*|\[\d+\])*$/.test(expression) ? expression : `(${expression})`;
}
