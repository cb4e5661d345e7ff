/** Returns the folder. */
export function buildPlayground(out?: string, level?: number): Promise<string>;
