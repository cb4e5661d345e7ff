// As much of the editor's API as the extension uses, with a record of what it was told. Commands run as in the editor; what the user would choose is set by the test.

export interface StubEditor {
  readonly api: Record<string, unknown>;
  readonly commands: Map<string, () => Promise<void>>;
  readonly registered: string[];
  /** Problems by file: line (from 1), code, message, related lines. */
  readonly problems: Map<
    string,
    readonly { readonly line: number; readonly code: unknown; readonly message: string; readonly related: readonly number[] }[]
  >;
  readonly messages: string[];
  readonly started: Record<string, unknown>[];
  readonly requests: { readonly command: string; readonly args: unknown }[];
  /** What custom requests of the active session answer. */
  readonly answers: Record<string, unknown>;
  readonly choices: { button?: string; input?: string; item?: number; save?: string };
  factories: Record<string, never>;
  document: { fileName: string; languageId: string; uri: { fsPath: string }; save(): Promise<boolean> } | undefined;
  isDebugging: boolean;
}

class Position {
  constructor(
    readonly line: number,
    readonly character: number,
  ) {}
}

class Range {
  constructor(
    readonly start: Position,
    readonly end: Position,
  ) {}
}

class Diagnostic {
  source = "";
  code: unknown = "";
  relatedInformation: { readonly location: { readonly range: Range } }[] = [];
  constructor(
    readonly range: Range,
    readonly message: string,
    readonly severity: number,
  ) {}
}

class Pair {
  constructor(
    readonly location: unknown,
    readonly range: unknown,
  ) {}
}

class DebugAdapterExecutable {
  constructor(
    readonly command: string,
    readonly args: readonly string[],
    readonly options?: object,
  ) {}
}

const uri = (fsPath: string): { readonly fsPath: string; toString(): string } => ({ fsPath, toString: () => `editor:${fsPath}` });

/** `ravel`: the command that the user has set. */
export function stubEditor(ravel: string): StubEditor {
  const editor: Omit<StubEditor, "api"> = {
    commands: new Map(),
    registered: [],
    problems: new Map(),
    messages: [],
    started: [],
    requests: [],
    answers: {},
    choices: {},
    factories: {},
    document: undefined,
    isDebugging: false,
  };
  const say = async (text: string, ...rest: readonly unknown[]): Promise<unknown> => {
    editor.messages.push(text);
    return rest.find((r) => r === editor.choices.button);
  };
  const register = (name: string, factory: unknown): object => {
    editor.registered.push(name);
    Object.assign(editor.factories, { [name]: factory });
    return {};
  };
  const api = {
    Position,
    Range,
    Diagnostic,
    Location: Pair,
    DiagnosticRelatedInformation: Pair,
    DebugAdapterExecutable,
    DiagnosticSeverity: { Error: 0, Warning: 1 },
    ProgressLocation: { Notification: 15 },
    Uri: { file: uri, joinPath: (base: { fsPath: string }, name: string) => uri(`${base.fsPath}/${name}`) },
    commands: {
      registerCommand: (name: string, run: () => Promise<void>) => editor.commands.set(name, run),
      executeCommand: (name: string) => editor.commands.get(name)?.(),
    },
    languages: { createDiagnosticCollection: () => collection(editor.problems as Map<string, unknown>) },
    workspace: {
      getConfiguration: () => ({ get: (key: string) => (key === "path" ? ravel : ["--timeout", "60"]) }),
      getWorkspaceFolder: () => undefined,
      workspaceFolders: undefined,
    },
    window: {
      get activeTextEditor() {
        return editor.document === undefined ? undefined : { document: editor.document };
      },
      showErrorMessage: say,
      showWarningMessage: say,
      showInformationMessage: say,
      showInputBox: async () => editor.choices.input,
      showQuickPick: async (items: readonly { label: string; description: string }[]) => {
        editor.messages.push(...items.map((i) => `${i.label} (${i.description})`));
        return items[editor.choices.item ?? -1];
      },
      showSaveDialog: async () => (editor.choices.save === undefined ? undefined : uri(editor.choices.save)),
      withProgress: (_: unknown, run: (progress: unknown, token: unknown) => unknown) =>
        run({}, { onCancellationRequested: () => undefined }),
      registerWebviewViewProvider: register,
    },
    debug: {
      registerDebugAdapterDescriptorFactory: (_: string, factory: unknown) => register("adapter", factory),
      registerDebugConfigurationProvider: (_: string, factory: unknown) => register("configuration", factory),
      registerDebugAdapterTrackerFactory: (_: string, factory: unknown) => register("tracker", factory),
      startDebugging: async (_: unknown, configuration: Record<string, unknown>) => {
        editor.started.push(configuration);
        return true;
      },
      get activeDebugSession() {
        return editor.isDebugging ? session : undefined;
      },
      get activeStackItem() {
        return editor.isDebugging ? { threadId: 2, frameId: 7 } : undefined;
      },
    },
  };
  const session = {
    type: "ravel",
    id: "session",
    configuration: {},
    customRequest: async (command: string, args: unknown) => {
      editor.requests.push({ command, args });
      return editor.answers[command];
    },
  };
  return Object.assign(editor, { api });
}

function collection(problems: Map<string, unknown>): object {
  return {
    clear: () => problems.clear(),
    set: (file: { fsPath: string }, list: readonly Diagnostic[]) =>
      problems.set(
        file.fsPath,
        list.map((d) => ({
          line: d.range.start.line + 1,
          code: d.code,
          message: d.message,
          related: d.relatedInformation.map((r) => (r.location as unknown as Pair & { range: Range }).range.start.line + 1),
        })),
      ),
  };
}
