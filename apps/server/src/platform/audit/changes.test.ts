import { expect, it } from 'vitest';
import { changesOf, maskedPhone } from './changes.ts';

it('tells each field that is no longer what it was, and no other', () => {
  const before = { names: 'Achieng Odhiambo', className: 'Grade 4', email: undefined, duties: ['gate'] };
  const after = { names: 'Achieng Odhiambo', className: 'Grade 5', email: null, duties: ['gate', 'bus'] };
  expect(changesOf(before as object, after)).toEqual({
    className: { from: 'Grade 4', to: 'Grade 5' },
    duties: { from: ['gate'], to: ['gate', 'bus'] },
  });
});

it('tells nothing where nothing changed', () => {
  expect(changesOf({ price: 50 }, { price: 50 })).toEqual({});
});

it('keeps a phone number to its ends', () => {
  expect(maskedPhone('254712345678')).toBe('2547…678');
});
