import type { CheckFault, CheckGap, StepOutcome } from '@mfuko/contract/diagnosis';

type Detail = StepOutcome['detail'];

/** Result of a step. */
export type Found = Omit<StepOutcome, 'step'>;

export function passed(detail: Detail = {}): Found {
  return { state: 'passed', code: null, detail };
}

export function failed(code: CheckFault, detail: Detail = {}): Found {
  return { state: 'failed', code, detail };
}

/** Result of a step that was not checked, or had no conclusive answer. */
export function unchecked(code: CheckGap, detail: Detail = {}): Found {
  return { state: 'unchecked', code, detail };
}

const DAY_MS = 86_400_000;
/** Lifetime of an API operator's password, as the provider states it. */
const PASSWORD_DAYS = 90;
/** Longest account number that an STK push accepts. */
const MAX_ACCOUNT_LENGTH = 12;
/** Largest clock error in milliseconds; M-Pesa accepts timestamps within a few minutes, and a clock with this error will soon exceed them. */
const MAX_SKEW_MS = 120_000;
/** Length in bytes of a text encrypted for a 2048-bit certificate such as the provider's. */
const SEALED_BYTES = 256;

/** Registration of a paybill with M-Pesa, by the school or one that shares the paybill; fields are null if they were not stored. */
export interface Registration {
  readonly own: boolean;
  readonly shortCode: string | null;
  readonly url: string | null;
}

/** Compares the registered addresses with the configured one: M-Pesa has one pair of addresses per paybill, whichever school registered it. */
export function judgeRegistration(registrations: readonly Registration[], shortCode: string, publicUrl: string): Found {
  const ofCode = registrations.filter((one) => one.shortCode === shortCode);
  if (ofCode.some(({ url }) => url === null || url === publicUrl)) return passed();
  const [elsewhere] = ofCode;
  if (elsewhere) return failed('registration.other-address', { registered: elsewhere.url ?? '', now: publicUrl });
  const own = registrations.find((one) => one.own);
  if (own?.shortCode) return failed('registration.other-short-code', { registered: own.shortCode, now: shortCode });
  return failed('registration.missing');
}

/** Judges whether prefix and admission number fit into the account number of an STK push. */
export function judgePrefix(prefix: string, longestNumber: number): Found {
  const longest = prefix.length + longestNumber;
  if (prefix === '' || longest <= MAX_ACCOUNT_LENGTH) return passed(prefix === '' ? {} : { prefix });
  return failed('prefix.too-long', { prefix, longest, most: MAX_ACCOUNT_LENGTH });
}

export function judgeClock(aheadMs: number | null): Found {
  if (aheadMs === null) return unchecked('clock.unknown');
  const seconds = Math.round(Math.abs(aheadMs) / 1_000);
  return Math.abs(aheadMs) <= MAX_SKEW_MS ? passed() : failed('clock.wrong', { seconds });
}

/** Judges the format of a security credential: base64 of an RSA ciphertext. Only M-Pesa can tell whether it decrypts. */
export function judgeCredential(credential: string): Found {
  if (credential === '') return failed('credential.missing');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(credential) || credential.length % 4 !== 0) {
    return failed('credential.not-base64', { length: credential.length });
  }
  const bytes = Buffer.from(credential, 'base64').length;
  return bytes === SEALED_BYTES ? passed() : failed('credential.length', { bytes, right: SEALED_BYTES });
}

export interface PasswordFacts {
  /** Day on which the password was set on the portal, and when that was reported here. */
  readonly setOn: string | null;
  readonly reportedAt: Date | null;
  /** Time at which the credential was saved here, after the password was set. */
  readonly savedAt: Date | null;
}

/** Returns the password's day, if it was reported for the current credential. */
export function knownDay({ setOn, reportedAt, savedAt }: PasswordFacts): string | null {
  return setOn !== null && reportedAt !== null && (savedAt === null || reportedAt >= savedAt) ? setOn : null;
}

/** Judges the age of the API operator's password. Without a reported day, a credential that was saved too long ago counts as expired too. */
export function judgePassword(facts: PasswordFacts, now: Date): Found {
  const day = knownDay(facts);
  // Days begin in East Africa Time.
  const since = day === null ? facts.savedAt : new Date(`${day}T00:00:00+03:00`);
  const left = since === null ? null : PASSWORD_DAYS - Math.floor((now.getTime() - since.getTime()) / DAY_MS);
  if (left !== null && left <= 0) return failed('password.expired', { days: PASSWORD_DAYS - left });
  return day === null || left === null ? unchecked('password.no-date') : passed({ days: left });
}

/** Outcome of a whole check; null while a step is waiting or running. */
export function outcomeOf(steps: readonly Pick<StepOutcome, 'state'>[]): 'passed' | 'partly' | 'failed' | null {
  const has = (state: StepOutcome['state']) => steps.some((step) => step.state === state);
  if (has('waiting') || has('running')) return null;
  if (has('failed')) return 'failed';
  return has('unchecked') ? 'partly' : 'passed';
}
