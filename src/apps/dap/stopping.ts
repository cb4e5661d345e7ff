// Requests that set breakpoints. Each replaces all breakpoints of its group.

import type { DebugProtocol } from "@vscode/debugprotocol";
import { RavelError, type SourceLocation } from "../../support/diagnostics.ts";
import { type BreakpointGroup, type DataPlace, noFailure, ofData, ofFilter, ofFunction, ofLine, type Wanted } from "./breakpoints.ts";
import { type Core, type Handlers, on } from "./core.ts";
import { nameOf, sourceOf } from "./files.ts";
import { Refusal, refuse, textOf } from "./target.ts";

export function stoppingHandlers(core: Core): Handlers {
  const placeOf = (location: SourceLocation | null): Partial<DebugProtocol.Breakpoint> =>
    location === null ? {} : { line: core.connection.lineToEditor(location.line), source: sourceOf(core.target, location) };
  const set = (group: BreakpointGroup, wanted: readonly Wanted[]): { breakpoints: DebugProtocol.Breakpoint[] } => ({
    breakpoints: core.breakpoints.set(group, wanted, core.session).map(({ id, view, problem }) => ({
      id,
      verified: problem === "",
      ...(problem === "" ? {} : { message: problem, reason: "failed" }),
      ...placeOf(view?.location ?? null),
    })),
  });
  return {
    setBreakpoints: on<DebugProtocol.SetBreakpointsArguments>(({ source, breakpoints, lines }) => {
      const file = nameOf(core.target, source.path ?? refuse("the source has no path"));
      const wanted: readonly DebugProtocol.SourceBreakpoint[] = breakpoints ?? (lines ?? []).map((line) => ({ line }));
      return set(
        `line ${file}`,
        wanted.map((b) => ofLine(file, core.connection.lineFromEditor(b.line), b)),
      );
    }),
    setFunctionBreakpoints: on<DebugProtocol.SetFunctionBreakpointsArguments>(({ breakpoints }) =>
      set(
        "function",
        breakpoints.map((b) => ofFunction(b, core.focus())),
      ),
    ),
    setDataBreakpoints: on<DebugProtocol.SetDataBreakpointsArguments>(({ breakpoints }) => set("data", breakpoints.map(ofData))),
    setExceptionBreakpoints: on<DebugProtocol.SetExceptionBreakpointsArguments>(({ filters }) => {
      const answer = set("exception", filters.length === 0 ? [noFailure] : filters.map(ofFilter));
      return filters.length === 0 ? { breakpoints: [] } : answer;
    }),
    dataBreakpointInfo: on<DebugProtocol.DataBreakpointInfoArguments>((args) => {
      try {
        const place: DataPlace = core.values.dataPlace(args, core.focus(), core.session);
        return {
          dataId: JSON.stringify(place),
          description: place.expression,
          accessTypes: ["read", "write", "readWrite"],
          canPersist: false,
        };
      } catch (error) {
        if (error instanceof Refusal || error instanceof RavelError) return { dataId: null, description: textOf(error) };
        throw error;
      }
    }),
  };
}
