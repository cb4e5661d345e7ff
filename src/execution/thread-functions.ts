// The functions of the library whose sections begin and end threads (library/thread.c, thread-join.c), by what they do. Looked up once per
// function, when it is compiled.

export type ThreadRole = "create" | "finish" | "join";

const roles: ReadonlyMap<string, ThreadRole> = new Map([
  ["__rvl_thread_create", "create"],
  ["__rvl_thread_finish", "finish"],
  ["__rvl_thread_join", "join"],
  ["await_descendants", "join"],
]);

export const threadRoleOf = (f: { readonly name: string; readonly library: boolean }): ThreadRole | null =>
  f.library ? (roles.get(f.name) ?? null) : null;
