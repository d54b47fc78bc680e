import { uuidv7 } from '@mfuko/contract/ids';
import { expect, it } from 'vitest';
import { lookFrom, madeAt, withoutPhones } from './rules.ts';

const noon = Date.UTC(2026, 10, 21, 12);
const idAt = (ms: number) => uuidv7(ms, (count) => new Uint8Array(count).fill(255));

it('lookFrom covers notices that commit up to a minute late', () => {
  expect(idAt(noon - 59_999) > lookFrom(noon)).toBe(true);
  expect(idAt(noon - 60_001) < lookFrom(noon)).toBe(true);
  expect(madeAt(idAt(noon))).toBe(noon);
});

it.each(['', 'x', '0', "' OR 1=1", '00000000-0000-0000-0000-000000000000', `${idAt(noon)}0`])(
  'madeAt rejects %j',
  (id) => expect(madeAt(id)).toBeNull(),
);

it('withoutPhones masks phone numbers and nothing else', () => {
  const params = {
    to: '254712345678',
    why: 'no such number: +254112345678, 0712345678',
    admissionNumber: '4417',
    count: 7,
  };
  expect(withoutPhones(params)).toEqual({
    to: '2547…678',
    why: 'no such number: +254…678, 0712…678',
    admissionNumber: '4417',
    count: 7,
  });
});
