// Builds elements. Texts become text nodes, so that nothing in them is read as markup.

export type Attributes = Readonly<Record<string, string | number | boolean>>;
export type Child = Node | string;

function fill<E extends Element>(element: E, attributes: Attributes, children: readonly Child[]): E {
  for (const [name, value] of Object.entries(attributes))
    if (typeof value !== "boolean" || name.startsWith("aria-")) element.setAttribute(name, String(value));
    else if (value) element.setAttribute(name, "");
  element.append(...children);
  return element;
}

export const el = <K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] => fill(document.createElement(tag), attributes, children);

export const svg = <K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): SVGElementTagNameMap[K] => fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);

/** Text for screen readers only. */
export const spoken = (text: string): HTMLElement => el("span", { class: "spoken" }, text);

/** The class with a lane's colour: the colours repeat. */
export const laneClass = (lane: number): string => `lane-${lane % 8}`;
