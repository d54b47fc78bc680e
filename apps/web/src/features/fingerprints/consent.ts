/** Guardian's consent to enrol a finger (contract section 5). */
export interface Consent {
  /** `before`: the consent was recorded earlier, or the school certifies that it holds the forms; the server decides. */
  readonly when: 'now' | 'before';
  readonly by: string;
  readonly relation: string;
  readonly method: 'paper' | 'otp' | 'witnessed' | '';
  /** For `otp`: the guardian's contact that receives the code; `by` is the guardian's name. */
  readonly contact: string;
  readonly code: string;
}
export type ConsentField = 'by' | 'relation' | 'method' | 'code';
export type ConsentWrong = Partial<Record<ConsentField, true>>;

export const CONSENT_METHODS = ['paper', 'otp', 'witnessed'] as const;
export const RELATIONS = ['mother', 'father', 'guardian', 'relative'] as const;
export const NO_CONSENT_YET: Consent = { when: 'now', by: '', relation: '', method: '', contact: '', code: '' };

export function missingConsent(consent: Consent): ConsentWrong {
  if (consent.when === 'before') return {};
  const byCode = consent.method === 'otp';
  const fields = ['by', 'relation', 'method', ...(byCode ? (['code'] as const) : [])] as const;
  return Object.fromEntries(fields.filter((field) => consent[field].trim() === '').map((field) => [field, true]));
}

export function consentFields({ when, by, relation, method, code }: Consent) {
  if (when === 'before' || method === '') return {};
  const said = { ConsentBy: by, ConsentRelation: relation, ConsentMethod: method };
  return method === 'otp' ? { ...said, ConsentCode: code } : said;
}
