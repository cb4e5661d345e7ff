// The search box of every page. In: the index, loaded when the box is first used. Out: a list of sections below the box.
//
// `/` moves to the box; arrow keys choose a result, Enter opens it, Escape closes the list. The box is a combobox with a list, in the roles of ARIA.

import MiniSearch, { type SearchResult } from "minisearch";
import { type IndexedSection, indexOptions } from "./search-index.ts";

declare global {
  interface Window {
    /** Set by search-index.js: the index as JSON. */
    ravelSearchIndex?: string;
  }
}

const maxResults = 12;

const siteRoot = (document.currentScript as HTMLScriptElement | null)?.dataset.root ?? "";

let loading: Promise<MiniSearch<IndexedSection>> | null = null;

function loadIndex(): Promise<MiniSearch<IndexedSection>> {
  loading ??= new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = `${siteRoot}search-index.js`;
    script.onload = () => resolve(MiniSearch.loadJSON<IndexedSection>(window.ravelSearchIndex ?? "", indexOptions));
    script.onerror = () => reject(new Error("the index of the search cannot be read"));
    document.head.append(script);
  });
  return loading;
}

class SearchBox {
  readonly #input = document.createElement("input");
  readonly #list = document.createElement("ul");
  readonly #state = document.createElement("p");
  #chosen = -1;

  constructor(place: Element) {
    const input = this.#input;
    input.type = "search";
    input.placeholder = "Search (/)";
    for (const [name, value] of Object.entries({
      role: "combobox",
      "aria-label": "Search",
      "aria-autocomplete": "list",
      "aria-expanded": "false",
      "aria-controls": "search-results",
      autocomplete: "off",
      spellcheck: "false",
    }))
      input.setAttribute(name, value);
    this.#list.id = "search-results";
    this.#list.setAttribute("role", "listbox");
    this.#list.setAttribute("aria-label", "Results");
    this.#list.hidden = true;
    this.#state.className = "spoken";
    this.#state.setAttribute("role", "status");
    place.append(input, this.#list, this.#state);
    input.addEventListener("focus", () => void loadIndex());
    input.addEventListener("input", () => void this.#search());
    input.addEventListener("keydown", (event) => this.#press(event));
    document.addEventListener("click", (event) => {
      if (!place.contains(event.target as Node)) this.#close();
    });
    document.addEventListener("keydown", (event) => {
      const isTyping = event.target instanceof HTMLInputElement;
      if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      input.focus();
      input.select();
    });
  }

  async #search(): Promise<void> {
    const query = this.#input.value.trim();
    if (query === "") return this.#close();
    const index = await loadIndex();
    if (query !== this.#input.value.trim()) return; // the reader has typed on
    const results = index.search(query);
    this.#list.replaceChildren(...results.slice(0, maxResults).map(resultItem));
    if (results.length === 0) this.#list.append(note("Nothing found."));
    this.#state.textContent = results.length === 1 ? "1 result" : `${results.length} results`;
    this.#list.hidden = false;
    this.#input.setAttribute("aria-expanded", "true");
    this.#choose(results.length === 0 ? -1 : 0);
  }

  #press(event: KeyboardEvent): void {
    const options = this.#options();
    if (event.key === "Escape") this.#close();
    else if (event.key === "Enter") options[this.#chosen]?.querySelector("a")?.click();
    else if (event.key === "ArrowDown") this.#choose(Math.min(this.#chosen + 1, options.length - 1));
    else if (event.key === "ArrowUp") this.#choose(Math.max(this.#chosen - 1, 0));
    else return;
    event.preventDefault();
  }

  #options(): HTMLElement[] {
    return [...this.#list.querySelectorAll<HTMLElement>("[role=option]")];
  }

  #choose(chosen: number): void {
    this.#chosen = chosen;
    const options = this.#options();
    for (const [i, option] of options.entries()) option.setAttribute("aria-selected", String(i === chosen));
    options[chosen]?.scrollIntoView({ block: "nearest" });
    if (options[chosen] === undefined) this.#input.removeAttribute("aria-activedescendant");
    else this.#input.setAttribute("aria-activedescendant", options[chosen].id);
  }

  #close(): void {
    this.#list.hidden = true;
    this.#list.replaceChildren();
    this.#state.textContent = "";
    this.#input.setAttribute("aria-expanded", "false");
    this.#input.removeAttribute("aria-activedescendant");
    this.#chosen = -1;
  }
}

function note(text: string): HTMLElement {
  const item = document.createElement("li");
  item.className = "note";
  item.textContent = text;
  return item;
}

function resultItem(result: SearchResult, i: number): HTMLElement {
  const item = document.createElement("li");
  item.id = `search-result-${i}`;
  item.setAttribute("role", "option");
  const link = document.createElement("a");
  link.href = `${siteRoot}${result.id}`;
  link.tabIndex = -1;
  const title = document.createElement("strong");
  title.textContent = String(result.title);
  const page = document.createElement("span");
  page.className = "page";
  page.textContent = result.page === result.title ? "" : String(result.page);
  const start = document.createElement("span");
  start.className = "start";
  start.textContent = String(result.start);
  link.append(title, " ", page, start);
  item.append(link);
  return item;
}

for (const place of document.querySelectorAll(".search")) new SearchBox(place);
// On a narrow screen the table of contents would push the text away.
if (window.matchMedia("(max-width: 52rem)").matches) document.querySelector(".contents details")?.removeAttribute("open");
