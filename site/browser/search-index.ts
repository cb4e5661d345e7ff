// What the index of the search holds, the same when it is built and when a page reads it.

import type { Options } from "minisearch";

export interface IndexedSection {
  /** The address of the section in the site. */
  readonly id: string;
  readonly page: string;
  readonly title: string;
  readonly text: string;
  /** The beginning of the text, shown with a result. */
  readonly start: string;
}

/** Decisions and the project's own records come after pages for users. */
const weightOf = (address: string): number =>
  address.startsWith("adr/") ? 0.3 : /^(?:status|state|changelog|contributing|corpus)\b/.test(address) ? 0.5 : 1;

export const indexOptions: Options<IndexedSection> = {
  fields: ["title", "page", "text"],
  storeFields: ["page", "title", "start"],
  searchOptions: {
    boost: { title: 4, page: 2 },
    boostDocument: (id) => weightOf(String(id)),
    prefix: true,
    fuzzy: (term) => (term.length > 4 ? 0.2 : false),
    combineWith: "AND",
  },
};
