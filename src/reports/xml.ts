// Writes XML. In: names, attributes and content. Out: text, indented, in which every character is allowed and escaped.

export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string | number>>;
  /** Text is kept as it is; elements are indented. */
  readonly content: string | readonly Element[];
}

export const element = (name: string, attributes: Element["attributes"], content: Element["content"] = []): Element => ({
  name,
  attributes,
  content,
});

export const documentText = (root: Element): string => `<?xml version="1.0" encoding="UTF-8"?>\n${elementLines(root, "").join("\n")}\n`;

function elementLines({ name, attributes, content }: Element, indent: string): string[] {
  const open = `${indent}<${[name, ...Object.entries(attributes).map(([key, value]) => `${key}="${attributeText(String(value))}"`)].join(" ")}`;
  if (content.length === 0) return [`${open}/>`];
  if (typeof content === "string") return [`${open}>${escaped(content)}</${name}>`];
  return [`${open}>`, ...content.flatMap((e) => elementLines(e, `${indent}  `)), `${indent}</${name}>`];
}

/** A reader replaces line ends in attributes by blanks, unless they are references. */
const attributeText = (text: string): string => escaped(text).replaceAll('"', "&quot;").replaceAll("\n", "&#10;").replaceAll("\t", "&#9;");

function escaped(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML has no way to write these characters
  const forbidden = /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]|\p{Surrogate}/gu;
  return text.replace(forbidden, "\ufffd").replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
