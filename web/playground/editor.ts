// The editor of the playground. In: a text. Out: an element, and the text as it is edited.

import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { cpp } from "@codemirror/lang-cpp";
import { indentOnInput, syntaxHighlighting } from "@codemirror/language";
import { EditorState } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { classHighlighter } from "@lezer/highlight";

export class Editor {
  readonly #view: EditorView;

  constructor(check: () => void) {
    const run = (): boolean => {
      check();
      return true;
    };
    const extensions = [
      lineNumbers(),
      history(),
      drawSelection(),
      indentOnInput(),
      highlightActiveLine(),
      cpp(),
      syntaxHighlighting(classHighlighter),
      keymap.of([{ key: "Mod-Enter", run }, ...defaultKeymap, ...historyKeymap, indentWithTab]),
      EditorView.contentAttributes.of({ "aria-label": "The program, in C. Press Escape and then Tab to leave the editor.", tabindex: "0" }),
    ];
    this.#view = new EditorView({ state: EditorState.create({ extensions }) });
  }

  get element(): HTMLElement {
    return this.#view.dom;
  }

  get text(): string {
    return this.#view.state.doc.toString();
  }

  set text(text: string) {
    this.#view.dispatch({ changes: { from: 0, to: this.#view.state.doc.length, insert: text } });
  }

  focus(): void {
    this.#view.focus();
  }
}
