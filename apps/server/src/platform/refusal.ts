import type { FieldProblems, Problem } from '@mfuko/contract/problem';
import type { Tx } from './database.ts';

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
  /** What must be recorded although the call itself changes nothing: failure counters, an audit row. */
  readonly aftermath: ((tx: Tx) => Promise<void>) | undefined;

  constructor(
    problem: Problem,
    message: string,
    extra: {
      detail?: Record<string, unknown>;
      retryAfter?: number;
      aftermath?: (tx: Tx) => Promise<void>;
    } = {},
  ) {
    super(message);
    this.problem = problem;
    this.detail = extra.detail;
    this.retryAfter = extra.retryAfter;
    this.aftermath = extra.aftermath;
  }
}

/** The input is malformed: `fields` names each wrong field and why. */
export class MalformedInput extends Refusal {
  constructor(fields: FieldProblems) {
    const [field, why] = Object.entries(fields)[0] ?? ['input', 'is malformed'];
    super('input.malformed', `Please check your input: ${field} ${why}`, { detail: { fields } });
  }
}
