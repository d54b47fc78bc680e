import { expect, it } from 'vitest';
import { changesOf, maskedPhone } from './changes.ts';

it('changesOf returns each changed field with its old and new value, and no unchanged field', () => {
  const before = { names: 'Achieng Odhiambo', className: 'Grade 4', email: undefined, duties: ['gate'] };
  const after = { names: 'Achieng Odhiambo', className: 'Grade 5', email: null, duties: ['gate', 'bus'] };
  expect(changesOf(before as object, after)).toEqual({
    className: { from: 'Grade 4', to: 'Grade 5' },
    duties: { from: ['gate'], to: ['gate', 'bus'] },
  });
});

it('changesOf returns an empty object when no field changed', () => {
  expect(changesOf({ price: 50 }, { price: 50 })).toEqual({});
});

it('maskedPhone keeps the first four and the last three digits of a number', () => {
  expect(maskedPhone('254712345678')).toBe('2547…678');
});
