// The compiled library as an archive. An index maps symbols to files. A file is parsed when one of its symbols is first needed, once per toolchain.

import type { DataModel } from "../program/program.ts";
import type { Module } from "./llvm/module.ts";
import { parseModule } from "./llvm/parser.ts";
import type { Archive } from "./lower/link.ts";
import type { Toolchain } from "./toolchain.ts";

const opened = new WeakMap<Toolchain, Map<DataModel, Archive>>();

export function openLibrary(dataModel: DataModel, toolchain: Toolchain): Archive {
  let archives = opened.get(toolchain);
  if (archives === undefined) {
    archives = new Map();
    opened.set(toolchain, archives);
  }
  const archive = archives.get(dataModel) ?? open(dataModel, toolchain);
  archives.set(dataModel, archive);
  return archive;
}

function open(dataModel: DataModel, toolchain: Toolchain): Archive {
  const index = JSON.parse(toolchain.readLibrary(dataModel, "index.json")) as Record<string, string>;
  const modules = new Map<string, Module>();
  return {
    find(symbol) {
      const file = Object.hasOwn(index, symbol) ? index[symbol] : undefined;
      if (file === undefined) return null;
      let module = modules.get(file);
      if (module === undefined) {
        module = parseModule(toolchain.readLibrary(dataModel, `${file}.ll`));
        modules.set(file, module);
      }
      return module;
    },
  };
}
