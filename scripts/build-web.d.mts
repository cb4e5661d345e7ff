export function buildWeb(): Promise<{ readonly script: string; readonly style: string }>;
export function buildDebugger(): Promise<Readonly<Record<string, string>>>;
export function buildSearch(): Promise<{ readonly script: string; readonly style: string }>;
export const bundledFiles: readonly string[];
