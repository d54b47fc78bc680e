import type { HistoryRow, HistoryValue } from '@mfuko/contract/reports';
import { type Change, maskedPhone } from './changes.ts';

/** Fields of which nobody may read more than that they changed, whatever an audit row says of them. */
const PRIVATE = /pin$|pass|secret|credential|token|finger|template|consumerKey|b64|logo/i;
const PHONE = /254\d{9}/g;

/** The changes of an audit row (`detail.changes`) as people may read them. */
export function shownChanges(changes: unknown): HistoryRow['changes'] {
  return Object.entries((changes ?? {}) as Record<string, Change>).map(([field, change]) => {
    const secret = PRIVATE.test(field);
    return { field, from: secret ? null : shownValue(change.from), to: secret ? null : shownValue(change.to), secret };
  });
}

/** Fields of one value that an audit row or a notice tells besides, as people may read them: those that are private are left out. */
export function shownDetail(detail: unknown): Readonly<Record<string, HistoryValue>> {
  const told = Object.entries((detail ?? {}) as Record<string, unknown>).filter(
    ([field, value]) => !PRIVATE.test(field) && shownValue(value) !== null,
  );
  return Object.fromEntries(told.map(([field, value]) => [field, shownValue(value)]));
}

function shownValue(value: unknown): HistoryValue {
  if (typeof value === 'string') return value.replace(PHONE, maskedPhone);
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  if (Array.isArray(value)) return value.map((each) => String(shownValue(each) ?? ''));
  return null;
}
