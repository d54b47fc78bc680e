/**
 * Reasons why a typed text is no amount: nothing typed, two possible readings, more decimals than cents have, more than an amount on the
 * wire holds.
 */
export type AmountFault = 'none' | 'two-ways' | 'decimals' | 'too-large';

export type TypedAmount =
  | { readonly wire: string; readonly fault?: undefined }
  | { readonly wire?: undefined; readonly fault: AmountFault };

/** Maximum number of digits of shillings in one amount. */
const AMOUNT_DIGITS = 7;
/** Maximum number of digits of shillings in a sum of amounts: a JavaScript number does not distinguish cents beyond them. */
export const SUM_DIGITS = 13;

const CURRENCY = /^(?:kes|kshs?|sh)\.?\s*/i;
/** Shilling mark of East African prices: `1500/=` and `1500/-`. */
const SHILLING_MARK = /\s*\/[=-]$/;
const GROUPED = /^\d{1,3}(?:[, ]\d{3})+(?:\.\d*)?$/;
const PLAIN = /^(\d*)(?:\.(\d*))?$/;

/**
 * Reads KES as people write them (`1,500`, `1 500.50`, `KES 1,500.00`, `Ksh 250/=`) into the wire format (`1500`, `1500.5`). Commas and
 * spaces group thousands, and only a point separates shillings from cents. An ambiguous text is refused, never guessed: `1,50` may be
 * 1.50 or a lost digit of 1,500, and `1.500` may be 1.50 or 1,500. A sum of many amounts may have more `digits` than one amount.
 */
export function readTypedAmount(text: string, digits = AMOUNT_DIGITS): TypedAmount {
  const bare = text
    .replaceAll(/[\s\u00a0\u202f]+/g, ' ')
    .trim()
    .replace(CURRENCY, '')
    .replace(SHILLING_MARK, '');
  if (/[^\d., ]/.test(bare) || !/\d/.test(bare)) return { fault: 'none' };
  const plain = GROUPED.test(bare) ? bare.replaceAll(/[, ]/g, '') : bare;
  const [, shillings, decimals = ''] = PLAIN.exec(plain) ?? [];
  if (shillings === undefined || decimals.length === 3) return { fault: 'two-ways' };
  const cents = decimals.replace(/0+$/, '');
  if (cents.length > 2) return { fault: 'decimals' };
  const whole = shillings.replace(/^0+(?=\d)/, '') || '0';
  return whole.length > digits ? { fault: 'too-large' } : { wire: cents === '' ? whole : `${whole}.${cents}` };
}

/** Groups the thousands of a wire amount by commas and leaves its decimals: `1500.5` becomes `1,500.5`. */
export function groupThousands(wire: string): string {
  const [whole = '', decimals] = wire.split('.');
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
  return decimals === undefined ? grouped : `${grouped}.${decimals}`;
}
