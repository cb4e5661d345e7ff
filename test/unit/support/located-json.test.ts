// JSON with positions agrees with JSON.parse, and says where a text is wrong.

import { expect, test } from "vitest";
import { JsonSyntaxError, parseLocatedJson } from "../../../src/support/located-json.ts";

test.each(['{"a": [1, -2.5e3, "x\\n\\u00e9", true, null, {}], "b": {"c": []}}', "[]", " 7 ", '"__proto__"', '{"": 1}'])("%s", (text) => {
  expect(parseLocatedJson(text).value).toEqual(JSON.parse(text));
});

test("parts have positions", () => {
  const json = parseLocatedJson('{\n  "a": [1,\n    {"b": 2}]\n}');
  expect(json.at(["a", 1, "b"])).toEqual({ line: 3, column: 11 });
  expect(json.at(["a", 1, "none"])).toEqual({ line: 3, column: 5 });
  expect(json.at([])).toEqual({ line: 1, column: 1 });
});

test.each([
  ["", 1, 1],
  ["{\n  a: 1}", 2, 3],
  ['{"a": 1,\n "a": 2}', 2, 2],
  ['["x', 1, 2],
  ["[1 2]", 1, 4],
  ["[1]]", 1, 4],
  ["[01]", 1, 2],
  ["[1,]", 1, 4],
])("%j is not JSON", (text, line, column) => {
  const error = (() => {
    try {
      parseLocatedJson(text);
      return null;
    } catch (e) {
      return e;
    }
  })();
  expect(() => JSON.parse(text) as unknown).toSatisfy(() => error instanceof JsonSyntaxError);
  expect((error as JsonSyntaxError).position).toEqual({ line, column });
});
