import type { CheckFault, CheckGap, StepOutcome } from '@mfuko/contract/diagnosis';

type Detail = StepOutcome['detail'];

/** Found: what a step came to. */
export type Found = Omit<StepOutcome, 'step'>;

export function passed(detail: Detail = {}): Found {
  return { state: 'passed', code: null, detail };
}

export function failed(code: CheckFault, detail: Detail = {}): Found {
  return { state: 'failed', code, detail };
}

/** Not looked at, or without a word to go by. */
export function unchecked(code: CheckGap, detail: Detail = {}): Found {
  return { state: 'unchecked', code, detail };
}

const DAY_MS = 86_400_000;
/** The provider's word for how long an API operator's password is good. */
const PASSWORD_DAYS = 90;
/** The most that a phone's prompt takes as account. */
const LONGEST_ACCOUNT = 12;
/** M-Pesa takes a timestamp of a few minutes; a clock that is this far off will soon be that far. */
const MOST_SKEW_MS = 120_000;
/** Bytes of what is sealed to a 2048-bit certificate, as the provider's is. */
const SEALED_BYTES = 256;

/** Registration of a paybill with M-Pesa, of the school itself or of one that shares it; null where it was not kept. */
export interface Registration {
  readonly own: boolean;
  readonly shortCode: string | null;
  readonly url: string | null;
}

/** Holds what was registered against what is set: M-Pesa has one pair of addresses for a paybill, of whichever school that shares it. */
export function judgeRegistration(registrations: readonly Registration[], shortCode: string, publicUrl: string): Found {
  const ofCode = registrations.filter((one) => one.shortCode === shortCode);
  if (ofCode.some(({ url }) => url === null || url === publicUrl)) return passed();
  const [elsewhere] = ofCode;
  if (elsewhere) return failed('registration.other-address', { registered: elsewhere.url ?? '', now: publicUrl });
  const own = registrations.find((one) => one.own);
  if (own?.shortCode) return failed('registration.other-short-code', { registered: own.shortCode, now: shortCode });
  return failed('registration.missing');
}

/** A prefix leaves room for the admission number in what a phone's prompt takes. */
export function judgePrefix(prefix: string, longestNumber: number): Found {
  const longest = prefix.length + longestNumber;
  if (prefix === '' || longest <= LONGEST_ACCOUNT) return passed(prefix === '' ? {} : { prefix });
  return failed('prefix.too-long', { prefix, longest, most: LONGEST_ACCOUNT });
}

export function judgeClock(aheadMs: number | null): Found {
  if (aheadMs === null) return unchecked('clock.unknown');
  const seconds = Math.round(Math.abs(aheadMs) / 1_000);
  return Math.abs(aheadMs) <= MOST_SKEW_MS ? passed() : failed('clock.wrong', { seconds });
}

/** Shape of a security credential: base64 of what RSA made of a password. If it opens, M-Pesa alone can say. */
export function judgeCredential(credential: string): Found {
  if (credential === '') return failed('credential.missing');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(credential) || credential.length % 4 !== 0) {
    return failed('credential.not-base64', { length: credential.length });
  }
  const bytes = Buffer.from(credential, 'base64').length;
  return bytes === SEALED_BYTES ? passed() : failed('credential.length', { bytes, right: SEALED_BYTES });
}

export interface PasswordFacts {
  /** Day on which it was set on the portal, and when that was told. */
  readonly setOn: string | null;
  readonly reportedAt: Date | null;
  /** When the credential was saved here: the password was set before that. */
  readonly savedAt: Date | null;
}

/** Day of the password, where it was told of the credential that is set now. */
export function knownDay({ setOn, reportedAt, savedAt }: PasswordFacts): string | null {
  return setOn !== null && reportedAt !== null && (savedAt === null || reportedAt >= savedAt) ? setOn : null;
}

/** Age of the API operator's password. Where nobody told its day, one that was saved here too long ago is over all the same. */
export function judgePassword(facts: PasswordFacts, now: Date): Found {
  const day = knownDay(facts);
  // A day of East Africa.
  const since = day === null ? facts.savedAt : new Date(`${day}T00:00:00+03:00`);
  const left = since === null ? null : PASSWORD_DAYS - Math.floor((now.getTime() - since.getTime()) / DAY_MS);
  if (left !== null && left <= 0) return failed('password.expired', { days: PASSWORD_DAYS - left });
  return day === null || left === null ? unchecked('password.no-date') : passed({ days: left });
}

/** Outcome of a whole check; null while a step is under way. */
export function outcomeOf(steps: readonly Pick<StepOutcome, 'state'>[]): 'passed' | 'partly' | 'failed' | null {
  const has = (state: StepOutcome['state']) => steps.some((step) => step.state === state);
  if (has('waiting') || has('running')) return null;
  if (has('failed')) return 'failed';
  return has('unchecked') ? 'partly' : 'passed';
}
