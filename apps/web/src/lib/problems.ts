import type { FieldProblems, Problem } from '@mfuko/contract/problem';
import { i18n } from './i18n.ts';

interface Refusal {
  /** null: the call never reached the API, or its answer never came back. */
  readonly status: number | null;
  /** null: the answer had no body of ours. */
  readonly body: {
    readonly message: string;
    readonly problem?: Problem;
    readonly detail?: Record<string, unknown>;
  } | null;
  /** Whether it was a call of the login screens, where 401 means a wrong code and not an ended session. */
  readonly atLogin: boolean;
  readonly retryAfterSeconds?: number | null;
  readonly cause?: unknown;
}

/** What `call` throws for everything but an answer. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly status: number | null;
  readonly problem: Problem | null;
  readonly fields: FieldProblems;
  readonly detail: Record<string, unknown>;
  readonly hasBody: boolean;
  readonly atLogin: boolean;
  readonly retryAfterSeconds: number | null;

  constructor({ status, body, atLogin, retryAfterSeconds, cause }: Refusal) {
    super(body?.message ?? (status === null ? 'The call did not come through.' : `The API answered ${status}.`), {
      cause,
    });
    this.status = status;
    this.problem = body?.problem ?? null;
    this.detail = body?.detail ?? {};
    this.fields = fieldsOf(this.detail);
    this.hasBody = body !== null;
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

export interface ProblemText {
  readonly title: string;
  readonly message: string;
}

/** The one place that puts a failed call into words (specification section 8). */
export function describe(error: unknown): ProblemText {
  const t = i18n.getFixedT(null, 'ui');
  if (!(error instanceof CallError) || error.status === null) {
    return { title: t('errors.generalTitle'), message: t('errors.generalMessage') };
  }
  if (error.sessionEnded) return { title: t('errors.access'), message: '' };
  if (!error.hasBody) return { title: t('errors.failedStatus', { status: error.status }), message: t('errors.noBody') };
  return { title: t('errors.failed'), message: inTheirLanguage(error) };
}

/** The server speaks English. Where the reader does not, its words follow in brackets, for the numbers in them. */
function inTheirLanguage({ problem, message }: CallError): string {
  const key = `problem.${problem}`;
  if (i18n.language === 'en' || !problem || !i18n.exists(key, { ns: 'problems', lng: i18n.language })) return message;
  // The key is put together here, so its type cannot be known.
  const say = i18n.getFixedT(null, 'problems') as unknown as (key: string) => string;
  return `${say(key)} (${message})`;
}

function fieldsOf(detail: Record<string, unknown>): FieldProblems {
  const { fields } = detail;
  if (typeof fields !== 'object' || fields === null) return {};
  return Object.fromEntries(Object.entries(fields).map(([field, why]) => [field, String(why)]));
}
