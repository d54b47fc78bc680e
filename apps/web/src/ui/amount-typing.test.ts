import { readTypedAmount } from '@mfuko/contract/typed-amount';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { showAmount, type Typing, typeAmount } from './amount-typing.ts';

/** Simulates key presses: characters, and ⌫ for Backspace. */
function press(keys: string, start: Typing = { text: '', at: 0 }): Typing {
  return [...keys].reduce((now, key) => {
    const from = key === '⌫' ? Math.max(0, now.at - 1) : now.at;
    const typed = key === '⌫' ? '' : key;
    const text = now.text.slice(0, from) + typed + now.text.slice(now.at);
    return typeAmount(now.text, { text, at: from + typed.length }, typed);
  }, start);
}
const paste = (text: string, before = '') => typeAmount(before, { text, at: text.length }, null);

describe('typeAmount key by key', () => {
  it.each([
    ['500', '500'],
    ['1500', '1,500'],
    ['15000', '15,000'],
    ['1,500', '1,500'],
    ['1500.50', '1,500.50'],
    ['12,500.00', '12,500.00'],
    ['1 500', '1,500'],
    ['1234567.89', '1,234,567.89'],
    ['1,234,567', '1,234,567'],
    ['15000⌫', '1,500'],
    ['1500⌫', '150'],
    ['1500⌫⌫⌫⌫', ''],
    ['.5', '.5'],
    ['1500.', '1,500.'],
    ['0.05', '0.05'],
    // Ambiguous texts are left as they are.
    ['1,50', '1,50'],
    ['1,5', '1,5'],
    ['1 50', '1 50'],
    ['1 234 567', '1,234,567'],
    ['12,50', '12,50'],
    ['1.500', '1.500'],
    ['1500,', '1,500,'],
    ['1o0', '1o0'],
    ['-5', '-5'],
    ['-1500', '-1,500'],
    // Ambiguous texts are then corrected by hand.
    ['1,50⌫⌫⌫.50', '1.50'],
    ['1,50⌫00', '1,500'],
    ['1o⌫00', '100'],
  ])('typing %s shows %s', (keys, text) => expect(press(keys)).toEqual({ text, at: text.length }));

  it('typeAmount keeps the caret behind its digit', () => {
    expect(press('9', { text: '1,500', at: 1 })).toEqual({ text: '19,500', at: 2 });
    expect(press('9', { text: '150', at: 0 })).toEqual({ text: '9,150', at: 1 });
    expect(press('⌫', { text: '1,500', at: 1 })).toEqual({ text: '500', at: 0 });
    expect(press('⌫', { text: '12,345', at: 3 })).toEqual({ text: '1,345', at: 1 });
    expect(typeAmount('1,500', { text: '1,5', at: 3 }, '5')).toEqual({ text: '15', at: 2 });
  });

  it('property: a typed amount has the value of its digits, with and without grouping', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9_999_999 }), fc.integer({ min: 0, max: 99 }), (shillings, cents) => {
        const typed = `${shillings}.${String(cents).padStart(2, '0')}`;
        expect(Number(readTypedAmount(press(typed).text).wire)).toBe(Number(typed));
        expect(Number(readTypedAmount(press(shillings.toLocaleString('en-KE')).text).wire)).toBe(shillings);
      }),
    );
  });
});

describe('typeAmount of a pasted text', () => {
  it.each([
    ['1500', '1,500'],
    ['1,500', '1,500'],
    ['KES 12,500.00', '12,500'],
    ['1 500', '1,500'],
    ['1,50', '1,50'],
    ['1.500,00', '1.500,00'],
    ['four', 'four'],
  ])('pasting %s shows %s', (text, shown) => expect(paste(text).text).toBe(shown));

  it('pasting over an amount reads the pasted text alone', () => {
    expect(paste('1,50', '1,500').text).toBe('1,50');
  });
});

it('showAmount groups an amount, and returns any other text unchanged', () => {
  expect(['1500.5', '', '0', '1,50', '12', '-1500'].map(showAmount)).toEqual([
    '1,500.5',
    '',
    '0',
    '1,50',
    '12',
    '-1,500',
  ]);
});
