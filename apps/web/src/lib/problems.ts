import type { FieldError } from '@mfuko/contract/field-errors';
import type { FieldProblems, Problem } from '@mfuko/contract/problem';
import { i18n, textAt } from './i18n.ts';
import { refusalText } from './refusal-text.ts';
import type { ProblemText as TextOfProblem } from './refusal-words.ts';

interface Refusal {
  /** null: the call never reached the API, or its answer never came back. */
  readonly status: number | null;
  /** null: the answer had no body of ours; `codeless`: it had one that names no code. */
  readonly body:
    | {
        readonly message: string;
        readonly problem?: Problem;
        readonly detail?: Record<string, unknown>;
      }
    | null
    | 'codeless';
  /** True if it was a call of the login screens, where 401 means a wrong code and not an ended session. */
  readonly atLogin: boolean;
  readonly retryAfterSeconds?: number | null;
  readonly cause?: unknown;
}

/** Call error: what `call` throws for everything but an answer. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly status: number | null;
  readonly problem: Problem | null;
  /** The wrong fields in the server's own words; `fieldWords` puts them into the reader's. */
  readonly fields: FieldProblems;
  readonly fieldCodes: Readonly<Record<string, FieldError>>;
  readonly detail: Record<string, unknown>;
  readonly hasBody: boolean;
  /** True if the answer was JSON that names no code. */
  readonly codeless: boolean;
  readonly atLogin: boolean;
  readonly retryAfterSeconds: number | null;

  constructor({ status, body: given, atLogin, retryAfterSeconds, cause }: Refusal) {
    const body = given === 'codeless' ? null : given;
    super(body?.message ?? (status === null ? 'The call did not come through.' : `The API answered ${status}.`), {
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

  /** The session is over: whoever meets it signs in again. */
  get sessionEnded(): boolean {
    return this.status === 401 && !this.atLogin;
  }

  /**
   * Nobody knows whether the call was carried out: only the same key may be used to try again. What the clock refuses was not, for
   * an answer that is stored under the key comes first.
   */
  get unsure(): boolean {
    return this.status === null || (this.status >= 500 && this.problem !== 'clock.behind');
  }
}

/** No answer at all, or one of something that stands before the server. */
export function isSilence(error: unknown): boolean {
  return !(error instanceof CallError) || error.status === null || (error.status >= 502 && !error.hasBody);
}

/** Nobody knows whether something was recorded, and nobody can be asked now. */
export class OutcomeUnknown extends CallError {
  /** `message`: where the page says nothing of it anywhere else. */
  constructor(message?: string) {
    super({ status: null, body: message ? { message } : null, atLogin: false });
  }
}

export interface ProblemText {
  readonly title: string;
  readonly message: string;
}

/** The one place that puts a failed call into words (specification section 8), and code that did not come (`null`). */
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

/** Codes: why fields are wrong, of those codes that this console has words for: the server may be newer. */
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
