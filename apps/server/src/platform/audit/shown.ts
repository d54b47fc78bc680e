import type { HistoryRow, HistoryValue } from '@mfuko/contract/reports';
import { type Change, maskedPhone } from './changes.ts';

/** Fields whose values are never shown: readers only learn that the field changed. */
const PRIVATE = /pin$|pass|secret|credential|token|finger|template|consumerKey|b64|logo/i;
const PHONE = /254\d{9}/g;

/** Returns the changes of an audit row (`detail.changes`) without private values and with masked phone numbers. */
export function shownChanges(changes: unknown): HistoryRow['changes'] {
  return Object.entries((changes ?? {}) as Record<string, Change>).map(([field, change]) => {
    const secret = PRIVATE.test(field);
    return { field, from: secret ? null : shownValue(change.from), to: secret ? null : shownValue(change.to), secret };
  });
}

/** Returns the remaining fields of an audit row's or a notice's detail that may be shown; private fields are left out. */
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
