import type { FieldCodes, FieldError } from '@mfuko/contract/field-errors';
import { wordsOf } from '@mfuko/contract/field-words';
import type { FieldProblems, Problem } from '@mfuko/contract/problem';
import type { Tx } from '../database/database.ts';

/** Records what a refusal leaves behind. A refusal that it answers is told in place of that one. */
export type AfterRollback = (tx: Tx) => Promise<unknown>;

/**
 * An answer that says no. Features throw their own subclasses (`errors.ts`); the mapper turns each into the body that
 * both sides know. Anything else that is thrown is a bug.
 */
export class Refusal extends Error {
  override readonly name: string = 'Refusal';
  readonly problem: Problem;
  readonly detail: Record<string, unknown> | undefined;
  /** Seconds for `Retry-After`. */
  readonly retryAfter: number | undefined;
  /** After rollback: what must be recorded although the call itself changes nothing: failure counters, an audit row. */
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

/** Error of a field; `words` stand in place of the code's own where they tell more. */
export interface WrongField extends FieldError {
  readonly words?: string;
}

/** The `detail` of a refusal that names fields: `fields` in words, `fieldCodes` by code. */
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

/** The input is malformed: `wrong` names each wrong field and why. */
export class MalformedInput extends Refusal {
  constructor(wrong: Readonly<Record<string, WrongField>>) {
    const detail = wrongFields(wrong);
    const [field, why] = Object.entries(detail.fields)[0] ?? ['input', 'is malformed'];
    super('input.malformed', `Please check your input: ${field} ${why}`, { detail });
  }
}

/** Outcome of a step whose refusal is told later. */
export type Outcome<T> = { readonly value: T } | { readonly refusal: Refusal };

/** Takes a step, and keeps its refusal for later. Throws whatever else it throws. */
export async function outcomeOf<T>(step: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { value: await step() };
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error };
    throw error;
  }
}

/** Value of a step that was taken. Throws its refusal. */
export function valueIn<T>(outcome: Outcome<T>): T {
  if ('refusal' in outcome) throw outcome.refusal;
  return outcome.value;
}
