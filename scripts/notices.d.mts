export function packageFolderOf(path: string): string | null;
export function noticesOf(root: string, paths: readonly string[]): string;
