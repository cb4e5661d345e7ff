// Why an expression has no value: a message, and where in the text.

import { diagnostic, RavelError } from "../../support/diagnostics.ts";

export class ExpressionError extends RavelError {
  /** `column` counts from 1; 0: the whole text. */
  constructor(
    override readonly message: string,
    readonly column: number,
    readonly hint: string | null = null,
  ) {
    super([diagnostic("RVL602", message, { hint })]);
    this.name = "ExpressionError";
  }
}

export function refuse(message: string, at: number, hint: string | null = null): never {
  throw new ExpressionError(message, at + 1, hint);
}
