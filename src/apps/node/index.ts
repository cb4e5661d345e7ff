// The package's entry on Node: the public API with the machine's compiler and files. `check` here needs no more than the names of files.

export * from "../../index.ts";
export { IrCache } from "../clang/cache.ts";
export { nodeToolchain } from "../clang/toolchain.ts";
export { type CheckOptions, check } from "./check.ts";
