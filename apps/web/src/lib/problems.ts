import type { FieldError } from '@mfuko/contract/field-errors';
import type { FieldProblems, Problem } from '@mfuko/contract/problem';
import { i18n, textAt } from './i18n.ts';
import { refusalText } from './refusal-text.ts';
import type { ProblemText as TextOfProblem } from './refusal-words.ts';

interface Refusal {
  /** HTTP status; null where the call never reached the API, or its response was lost. */
  readonly status: number | null;
  /** Body of the API; null where the response had none of the API's, `codeless` where its JSON has no `code`. */
  readonly body:
    | {
        readonly message: string;
        readonly problem?: Problem;
        readonly detail?: Record<string, unknown>;
      }
    | null
    | 'codeless';
  /** True for a call of the login screens, where 401 means a wrong code and not an ended session. */
  readonly atLogin: boolean;
  readonly retryAfterSeconds?: number | null;
  readonly cause?: unknown;
}

/** CallError: what `call` throws for everything but a successful response. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly status: number | null;
  readonly problem: Problem | null;
  /** Invalid fields with the server's messages; `fieldWords` translates them for the reader. */
  readonly fields: FieldProblems;
  readonly fieldCodes: Readonly<Record<string, FieldError>>;
  readonly detail: Record<string, unknown>;
  readonly hasBody: boolean;
  /** True if the response was JSON without a `code`. */
  readonly codeless: boolean;
  readonly atLogin: boolean;
  readonly retryAfterSeconds: number | null;

  constructor({ status, body: given, atLogin, retryAfterSeconds, cause }: Refusal) {
    const body = given === 'codeless' ? null : given;
    super(body?.message ?? `No answer of ours: ${status}`, {
      cause,
    });
    this.status = status;
    this.problem = body?.problem ?? null;
    this.detail = body?.detail ?? {};
    this.fields = fieldsOf(this.detail);
    this.fieldCodes = fieldCodesOf(this.detail);
    this.hasBody = body !== null;
    this.codeless = given === 'codeless';
    this.atLogin = atLogin;
    this.retryAfterSeconds = retryAfterSeconds ?? null;
  }

  /** Returns true where the session has ended and the user has to sign in again. */
  get sessionEnded(): boolean {
    return this.status === 401 && !this.atLogin;
  }

  /**
   * Returns true where it is unknown if the call was carried out: a retry must then use the same idempotency key. A refusal by the clock is
   * certain: the server looks for an answer stored under the key before it checks the clock.
   */
  get unsure(): boolean {
    return this.status === null || (this.status >= 500 && this.problem !== 'clock.behind');
  }
}

/** Returns true where there was no response, or one of a proxy in front of the server. */
export function isSilence(error: unknown): boolean {
  return !(error instanceof CallError) || error.status === null || (error.status >= 502 && !error.hasBody);
}

/** OutcomeUnknown: it is unknown if the record was made, and the server cannot be asked now. */
export class OutcomeUnknown extends CallError {
  /** Takes a `message` where the page shows the state nowhere else. */
  constructor(message?: string) {
    super({ status: null, body: message ? { message } : null, atLogin: false });
  }
}

export interface ProblemText {
  readonly title: string;
  readonly message: string;
}

/** Describes a failed call, or code that failed to load (`null`), to the user. No other place does (specification, section 8). */
export function describe(error: unknown): ProblemText {
  const { t } = i18n;
  if (!(error instanceof CallError) || isSilent(error)) {
    const key = error === null ? 'lost' : error instanceof OutcomeUnknown ? 'unknown' : 'general';
    const own = error instanceof OutcomeUnknown && error.hasBody && error.message;
    return { title: t(`errors.${key}Title`), message: own || t(`errors.${key}Message`) };
  }
  if (error.sessionEnded) return { title: t('errors.access'), message: '' };
  if (!error.hasBody) return { title: t('errors.failedStatus', { status: error.status }), message: t('errors.noBody') };
  return {
    title: t('errors.failed'),
    message: i18n.language === 'en' ? error.message : refusalText(error, inProblems),
  };
}

const isSilent = ({ status, codeless, sessionEnded }: CallError) => status === null || (codeless && !sessionEnded);

const inProblems: TextOfProblem = (...asked) => textAt('problems', ...asked);

function fieldsOf(detail: Record<string, unknown>): FieldProblems {
  const { fields } = detail;
  if (typeof fields !== 'object' || fields === null) return {};
  return Object.fromEntries(Object.entries(fields).map(([field, why]) => [field, String(why)]));
}

/** Returns the codes of invalid fields, limited to codes for which this console has a text: the server may be newer. */
function fieldCodesOf({ fieldCodes }: Record<string, unknown>): Readonly<Record<string, FieldError>> {
  if (typeof fieldCodes !== 'object' || fieldCodes === null) return {};
  return Object.fromEntries(
    Object.entries(fieldCodes).filter((entry): entry is [string, FieldError] => isKnown(entry[1])),
  );
}

function isKnown(error: unknown): error is FieldError {
  if (typeof error !== 'object' || error === null || !('code' in error)) return false;
  return typeof error.code === 'string' && i18n.exists('ui', `field.${error.code}`);
}
