import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { type Language, say } from './words.ts';

/** A typed amount, and the display of a money field afterwards. */
export interface Written {
  readonly text: string;
  /** Display after typing, key by key. */
  readonly typed: string;
  /** Display after pasting, if different. */
  readonly pasted?: string;
  readonly fault?: 'none' | 'two-ways' | 'too-large';
}

export const WAYS = ['typed', 'pasted'] as const;
type Way = (typeof WAYS)[number];

/** Amounts as people write them in Kenya and elsewhere, including typing errors. */
export const AMOUNTS: readonly Written[] = [
  { text: '5', typed: '5' },
  { text: '50', typed: '50' },
  { text: '500', typed: '500' },
  { text: '1500', typed: '1,500' },
  { text: '1,500', typed: '1,500' },
  { text: '1 500', typed: '1,500' },
  { text: '15000', typed: '15,000' },
  { text: '15,000', typed: '15,000' },
  { text: '12,500.00', typed: '12,500.00', pasted: '12,500' },
  { text: '12500.00', typed: '12,500.00', pasted: '12,500' },
  { text: '12 500.00', typed: '12,500.00', pasted: '12,500' },
  { text: '120000', typed: '120,000' },
  { text: '120,000', typed: '120,000' },
  { text: '1234567', typed: '1,234,567' },
  { text: '1,234,567', typed: '1,234,567' },
  { text: '1 234 567', typed: '1,234,567' },
  { text: '1,234,567.89', typed: '1,234,567.89' },
  { text: '9999999.99', typed: '9,999,999.99' },
  { text: '1500.5', typed: '1,500.5' },
  { text: '1500.50', typed: '1,500.50', pasted: '1,500.5' },
  { text: '1500.05', typed: '1,500.05' },
  { text: '1500.', typed: '1,500.', pasted: '1,500' },
  { text: '.5', typed: '.5', pasted: '0.5' },
  { text: '0.50', typed: '0.50', pasted: '0.5' },
  { text: '0.05', typed: '0.05' },
  { text: '007', typed: '007', pasted: '7' },
  { text: '0', typed: '0' },
  { text: '150', typed: '150' },
  { text: '100.1', typed: '100.1' },
  { text: '99.99', typed: '99.99' },
  { text: 'KES 1500', typed: '1,500' },
  { text: 'KES 1,500.00', typed: '1,500.00', pasted: '1,500' },
  { text: 'Ksh 250', typed: '250' },
  { text: 'Ksh. 250/=', typed: '250' },
  { text: 'Sh 250', typed: '250' },
  { text: '250/-', typed: '250' },
  { text: '1,500/=', typed: '1,500' },
  { text: '1,50', typed: '1,50', fault: 'two-ways' },
  { text: '1,5', typed: '1,5', fault: 'two-ways' },
  { text: '1,', typed: '1,', fault: 'two-ways' },
  { text: '15,00', typed: '15,00', fault: 'two-ways' },
  { text: '12,50', typed: '12,50', fault: 'two-ways' },
  { text: '1500,', typed: '1,500,', pasted: '1500,', fault: 'two-ways' },
  { text: '1500,00', typed: '1,500,00', pasted: '1500,00', fault: 'two-ways' },
  { text: '12,34,567', typed: '12,34,567', fault: 'two-ways' },
  { text: '1,500,00', typed: '1,500,00', fault: 'two-ways' },
  { text: '1.500', typed: '1.500', fault: 'two-ways' },
  { text: '1.500,00', typed: '1.500,00', fault: 'two-ways' },
  { text: '1.500.000', typed: '1.500.000', fault: 'two-ways' },
  { text: '1 50', typed: '1 50', fault: 'two-ways' },
  { text: '50 0', typed: '50 0', fault: 'two-ways' },
  { text: ',500', typed: ',500', fault: 'two-ways' },
  { text: '1..5', typed: '1..5', fault: 'two-ways' },
  { text: '10000000', typed: '10,000,000', pasted: '10000000', fault: 'too-large' },
  { text: '1o0', typed: '1o0', fault: 'none' },
  { text: 'l50', typed: 'l50', fault: 'none' },
  { text: '-5', typed: '-5', fault: 'none' },
  { text: '+5', typed: '+5', fault: 'none' },
  { text: '1e3', typed: '1e3', fault: 'none' },
  { text: '1500 bob', typed: '1,500 bob', pasted: '1500 bob', fault: 'none' },
  { text: "1'500", typed: "1'500", fault: 'none' },
  { text: '=1+1', typed: '=1+1', fault: 'none' },
  { text: 'abc', typed: 'abc', fault: 'none' },
];

/** Amounts whose misreading has cost money, or would: each field has to be tested with them. */
export const DANGEROUS = AMOUNTS.filter(({ text }) =>
  ['1,500', '12,500.00', '1,50', '1 500', 'KES 1,500.00', '1.500,00', '10000000', '=1+1'].includes(text),
);

interface Shown {
  readonly text: string;
  readonly shows: string;
  readonly says: string;
}

/** Enters amounts into a field, key by key or by pasting, leaves the field after each, and checks its display and its message. */
export async function checkAmountField(
  field: Locator,
  rows: readonly Written[],
  { way, language = 'en', judgedByForm = [] }: { way: Way; language?: Language; judgedByForm?: readonly string[] },
): Promise<void> {
  const name = await field.evaluate((input: HTMLInputElement) => input.labels?.[0]?.textContent ?? '');
  const read: Shown[] = await field.evaluate(
    async (input: HTMLInputElement, { texts, atOnce }) => {
      const told: { text: string; shows: string; says: string }[] = [];
      const settled = () => new Promise<void>((go) => requestAnimationFrame(() => go()));
      for (const text of texts) {
        input.focus();
        input.select();
        document.execCommand('delete');
        for (const keys of atOnce ? [text] : text) document.execCommand('insertText', false, keys);
        const shows = input.value;
        input.blur();
        await settled();
        const described = (input.getAttribute('aria-describedby') ?? '').split(' ');
        const error = described.find((id) => id.endsWith('-error'));
        told.push({ text, shows, says: (error && document.getElementById(error)?.textContent) || '' });
      }
      input.focus();
      input.select();
      document.execCommand('delete');
      return told;
    },
    { texts: rows.map(({ text }) => text), atOnce: way === 'pasted' },
  );
  const about = (shown: Shown) => ({ name, language, way, ...shown });
  const expected = rows.map(({ text, typed, pasted = typed, fault }, at) => ({
    text,
    shows: way === 'pasted' ? pasted : typed,
    // A form may add its own error for an amount that is parsed correctly.
    says: fault ? say(language, `ui:amount.${fault}`) : judgedByForm.includes(text) ? (read[at]?.says ?? '') : '',
  }));
  expect(read.map(about)).toEqual(expected.map(about));
}
