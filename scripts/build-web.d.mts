export function buildWeb(): Promise<{ readonly script: string; readonly style: string }>;
