// What the adapter can do, as editors ask for it first.

import type { DebugProtocol } from "@vscode/debugprotocol";
import { allProperties, defaultProperties, type Property } from "../../execution/errors.ts";

const descriptions: Readonly<Record<Property, string>> = {
  assert: "a failed assert, or a call of reach_error",
  race: "conflicting accesses that happens-before does not order",
  deadlock: "threads that wait forever, and misuse of locks",
  memory: "null, dangling and out-of-bounds accesses, double and invalid frees",
  overflow: "signed overflow, division by zero, bad shifts",
  leak: "heap objects that nothing points to at the end",
  uninit: "reads of uninitialised memory",
};

export const exceptionFilters: DebugProtocol.ExceptionBreakpointsFilter[] = allProperties.map((property) => ({
  filter: property,
  label: `violation: ${property}`,
  description: descriptions[property],
  default: defaultProperties.includes(property),
}));

export const capabilities: DebugProtocol.Capabilities = {
  supportsConfigurationDoneRequest: true,
  supportsFunctionBreakpoints: true,
  supportsConditionalBreakpoints: true,
  supportsHitConditionalBreakpoints: true,
  supportsLogPoints: true,
  supportsDataBreakpoints: true,
  supportsStepBack: true,
  supportsSteppingGranularity: true,
  supportsSingleThreadExecutionRequests: true,
  supportsSetVariable: true,
  supportsRestartRequest: true,
  supportsRestartFrame: true,
  supportsGotoTargetsRequest: true,
  supportsCompletionsRequest: true,
  completionTriggerCharacters: [".", ">", ":", "?"],
  supportsEvaluateForHovers: true,
  supportsExceptionInfoRequest: true,
  exceptionBreakpointFilters: exceptionFilters,
  supportsLoadedSourcesRequest: true,
  supportsCancelRequest: true,
  supportsTerminateRequest: true,
  supportTerminateDebuggee: false,
};
