import type { FieldCodes, FieldError } from '@mfuko/contract/field-errors';
import { wordsOf } from '@mfuko/contract/field-words';
import type { FieldProblems, Problem } from '@mfuko/contract/problem';
import type { Tx } from '../database/database.ts';

/** Records the traces of a refused call. A Refusal that it returns replaces the original one. */
export type AfterRollback = (tx: Tx) => Promise<unknown>;

/**
 * Refusal: thrown when a rule turns a request down. Features throw their own subclasses (`errors.ts`); the error handler turns each
 * into the body of the contract. Any other thrown error is a bug.
 */
export class Refusal extends Error {
  override readonly name: string = 'Refusal';
  readonly problem: Problem;
  readonly detail: Record<string, unknown> | undefined;
  /** Seconds for `Retry-After`. */
  readonly retryAfter: number | undefined;
  /** Recorded after the rollback, although the call itself changes nothing: failure counters, an audit row. */
  readonly afterRollback: AfterRollback | undefined;

  constructor(
    problem: Problem,
    message: string,
    extra: {
      detail?: Record<string, unknown>;
      retryAfter?: number;
      afterRollback?: AfterRollback;
    } = {},
  ) {
    super(message);
    this.problem = problem;
    this.detail = extra.detail;
    this.retryAfter = extra.retryAfter;
    this.afterRollback = extra.afterRollback;
  }
}

/** Error of a field; `words` replaces the generic text of its code where a more precise one exists. */
export interface WrongField extends FieldError {
  readonly words?: string;
}

/** Builds the `detail` of a refusal that names fields: `fields` as text, `fieldCodes` as codes. */
export function wrongFields(wrong: Readonly<Record<string, WrongField>>): {
  readonly fields: FieldProblems;
  readonly fieldCodes: FieldCodes;
} {
  const fields: FieldProblems = {};
  const fieldCodes: Record<string, FieldError> = {};
  for (const [field, { words, ...error }] of Object.entries(wrong)) {
    fields[field] = words ?? wordsOf(error);
    fieldCodes[field] = error;
  }
  return { fields, fieldCodes };
}

/** MalformedInput: thrown when fields of the input are invalid; `wrong` gives the reason for each field. */
export class MalformedInput extends Refusal {
  constructor(wrong: Readonly<Record<string, WrongField>>) {
    const detail = wrongFields(wrong);
    const [field, why] = Object.entries(detail.fields)[0] ?? ['input', 'is malformed'];
    super('input.malformed', `Please check your input: ${field} ${why}`, { detail });
  }
}

/** Result of a step whose refusal is thrown later. */
export type Outcome<T> = { readonly value: T } | { readonly refusal: Refusal };

/** Runs a step and returns its refusal instead of throwing it. All other errors are thrown. */
export async function outcomeOf<T>(step: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { value: await step() };
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error };
    throw error;
  }
}

/** Returns the value of a step, or throws its refusal. */
export function valueIn<T>(outcome: Outcome<T>): T {
  if ('refusal' in outcome) throw outcome.refusal;
  return outcome.value;
}
