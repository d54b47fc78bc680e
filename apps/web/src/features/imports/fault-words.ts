import type { FieldErrorCode } from '@mfuko/contract/field-errors';
import type { ImportError } from '@mfuko/contract/imports';
import { readTypedAmount } from '@mfuko/contract/typed-amount';
import { formatDay, formatMoney } from '../../lib/format.ts';
import { i18n } from '../../lib/i18n.ts';
import { inWords } from '../../ui/field-words.ts';

/** Returns the text of a cell's fault, with the row, amount, day or rule that the server names. */
export function faultWords({ why, value, known = '', params = {}, fieldCode }: ImportError): string {
  // Uses the texts that every amount field shows.
  const { fault } = why === 'amount' ? readTypedAmount(value) : {};
  if (fault && fault !== 'none') return i18n.t(`ui:amount.${fault}`);
  const { date, amount, most, comesTo, setAside } = params;
  const sentence = i18n.t(`imports:faults.${why}`, {
    known,
    ...params,
    ...(typeof date === 'string' && { date: formatDay(date) }),
    ...(typeof amount === 'number' && { amount: formatMoney(amount) }),
    ...(typeof comesTo === 'number' && { comesTo: formatMoney(comesTo) }),
    ...(typeof most === 'number' && { most: formatMoney(most) }),
    ...(typeof setAside === 'number' && { setAside: formatMoney(setAside), context: 'without' }),
    ...(why === 'no-name' && 'title' in params && { context: 'title' }),
    // A slip reference may be taken by another row of the list, or by a recorded payment.
    ...(why === 'reference-taken' && 'first' in params && { context: 'row' }),
  });
  return fieldCode ? `${sentence} (${inWords({ code: fieldCode as FieldErrorCode, params })})` : sentence;
}
