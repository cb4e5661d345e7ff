// The package's entry on Node: the public API, and what to hand to it there.

export * from "../../index.ts";
export { IrCache } from "../clang/cache.ts";
export { nodeToolchain } from "../clang/toolchain.ts";
