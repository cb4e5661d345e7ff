// The compiled library as an archive: an index from symbol to file, files parsed when a symbol of theirs is needed, once per process.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { DataModel } from "../program/program.ts";
import { libraryFolder } from "./assets.ts";
import type { Module } from "./llvm/module.ts";
import { parseModule } from "./llvm/parser.ts";
import type { Archive } from "./lower/link.ts";

const opened = new Map<DataModel, Archive>();

export function openLibrary(dataModel: DataModel): Archive {
  const archive = opened.get(dataModel) ?? open(dataModel);
  opened.set(dataModel, archive);
  return archive;
}

function open(dataModel: DataModel): Archive {
  const folder = join(libraryFolder(), dataModel);
  const index = JSON.parse(readFileSync(join(folder, "index.json"), "utf8")) as Record<string, string>;
  const modules = new Map<string, Module>();
  return {
    find(symbol) {
      const file = Object.hasOwn(index, symbol) ? index[symbol] : undefined;
      if (file === undefined) return null;
      let module = modules.get(file);
      if (module === undefined) {
        module = parseModule(readFileSync(join(folder, `${file}.ll`), "utf8"));
        modules.set(file, module);
      }
      return module;
    },
  };
}
