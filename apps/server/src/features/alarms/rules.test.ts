import { expect, it } from 'vitest';
import { linesOf, type Raised, smsOf } from './rules.ts';

const of = (kind: Raised['kind'], school: string | null = null): Raised => ({ kind, school, detail: null });

it('linesOf names five schools of a kind and counts the rest', () => {
  const schools = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'A'].map((school) => of('books.wrong', school));
  expect(linesOf(schools)).toEqual(['The books do not match the records: A, B, C, D, E and 2 more']);
});

it('smsOf keeps within two SMS segments and counts what it omits', () => {
  const kinds = [
    'books.wrong',
    'payment.difference',
    'payment.away',
    'sms.outage',
    'clock.wrong',
    'server.disk-low',
    'server.backup-old',
    'server.copy-failed',
    'server.copy-old',
    'server.copy-differs',
  ] as const;
  const long = kinds.map((kind) => of(kind, 'A school with a name of some length'));
  const text = smsOf('Mfuko', long);
  expect(text.length).toBeLessThanOrEqual(306);
  expect(text).toMatch(/And \d more\.$/);
  expect(smsOf('P'.repeat(300), long)).toMatch(/: 10 alarms\. See the notifications\.$/);
});
