// Pointers moved backwards out of their object: comparing them is harmless; using, storing or passing them is reported, wherever that happens.

import { describe, expect, test } from "vitest";
import type { EngineName } from "../../../../src/engines/table.ts";
import { checkText } from "../../../run.ts";

/** `head` lies after `before`, so the cursor computed from it lies inside `before`. */
const program = (body: string): string => `
#include <stddef.h>
struct link { struct link *next; };
struct item { long weight[6]; int number; struct link link; };
#define item_of(p) ((struct item *)((char *)(p) - offsetof(struct item, link)))
static char before[40];
static struct link head = { &head };
static struct item item, *kept;
static struct item *pass(struct item *i) { return i; }
static struct item *made(void) { return item_of(head.next); }
int main(void) {
  before[0] = 1;
  struct item *cursor = item_of(head.next), *other, **where = &kept;
  ${body}
  return 0;
}`;

const memory = async (body: string, engine: EngineName = "explore"): Promise<(string | null)[]> => {
  const { properties } = await checkText(program(body), engine, ["memory"]);
  return properties.map((p) => (p.verdict === "unsafe" ? (p.evidence?.violation.message ?? "") : p.verdict));
};

describe("harmless", () => {
  const bodies: Readonly<Record<string, string>> = {
    "compared after moving forward": "if (&cursor->link != &head) return 1;",
    "copied and compared": "other = cursor; if (&other->link != &head) return 1;",
    "moved to an item and used":
      "item.link.next = &head; head.next = &item.link; cursor = item_of(head.next); cursor->number++; kept = cursor;",
  };
  for (const [name, body] of Object.entries(bodies))
    for (const engine of ["explore", "staged"] as const)
      test(`${name} (${engine})`, async () => expect(await memory(body, engine)).toEqual(["safe"]));
});

describe("used", () => {
  const arrives = "pointer arithmetic from head (8 bytes) ends in before (40 bytes)";
  const access = "access of 4 bytes at offset -8 of head (8 bytes)";
  const cases: readonly [string, string, string][] = [
    ["read", "return cursor->number;", access],
    ["written through a copy", "other = cursor; other->number = 1;", access],
    ["kept in memory", "kept = cursor;", arrives],
    ["kept by an address", "*where = cursor;", arrives],
    ["passed on", "pass(cursor);", arrives],
    ["returned", "other = made(); return other->number;", arrives],
    ["made a number", "return (int)(size_t)cursor;", arrives],
    ["chosen", "other = before[1] ? &item : cursor; other->number = 1;", arrives],
  ];
  for (const [name, body, message] of cases) {
    test(name, async () => expect(await memory(body)).toEqual([message]));
    test(`${name}: staged does not call it safe`, async () => expect(await memory(body, "staged")).not.toEqual(["safe"]));
  }
});
