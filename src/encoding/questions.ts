// The questions a formula can be asked: whether a property is violated, whether undefined behaviour ends a run, whether a cut or a location (location.ts) is reached.

import { allProperties, isUndefined, type Property } from "../execution/errors.ts";
import type { AddressFreedom } from "../execution/freedoms.ts";
import type { ErrorKind } from "../program/operations.ts";
import type { Failure } from "../skeleton/skeleton.ts";

/** Undefined behaviour that violates a property. It ends the run, whichever property is asked for. */
export type FaultQuestion = `undefined ${Property}`;
export type LocationQuestion = `location ${string}`;
export type Question = Property | FaultQuestion | LocationQuestion | "unwind" | "unsupported" | AddressFreedom;

/** The properties that formulas decide. */
export const decides: ReadonlySet<Property> = new Set<Property>(["assert", "memory", "overflow", "race", "deadlock"]);

export const faultQuestions: readonly FaultQuestion[] = allProperties.map((p): FaultQuestion => `undefined ${p}`);

const isProperty = (question: Question): question is Property => (allProperties as readonly string[]).includes(question);

/** The questions that a question stands for: a property is also violated by the undefined behaviour that belongs to it. */
export const subquestionsOf = (question: Question): Question[] => (isProperty(question) ? [question, `undefined ${question}`] : [question]);

export function questionOf({ property, kind }: Failure): Question {
  return isProperty(property) && isUndefined(kind as ErrorKind) ? `undefined ${property}` : property;
}
