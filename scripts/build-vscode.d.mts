export function buildExtension(): Promise<Uint8Array>;
