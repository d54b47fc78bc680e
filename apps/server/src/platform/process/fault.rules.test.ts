import { expect, it } from 'vitest';
import { faultLine } from './fault.ts';

const coded = (code: string) => Object.assign(new Error('of 254722000111'), { code });

it('faultLine names the class and place of an error and of each of its causes', () => {
  const error = new Error('first', { cause: new TypeError('second', { cause: coded('57014') }) });
  expect(faultLine(error)).toMatch(/^Error at .*, caused by TypeError at .*, caused by Error 57014 at /);
});

it('faultLine of an AggregateError holds the number of errors and the first of them', () => {
  const error = new AggregateError(
    [coded('40P01'), coded('55P03')],
    'The books of some schools could not be looked at.',
  );
  expect(faultLine(error)).toMatch(/^AggregateError at .*, 2 of them, the first Error 40P01 at /);
  expect(faultLine(new AggregateError([]))).toMatch(/^AggregateError at (?!.*of them)/);
});

it('faultLine contains no error message', () => {
  expect(faultLine(new AggregateError([coded('40P01')], 'of 254722000111'))).not.toContain('254722');
  expect(faultLine('254722000111')).toBe('string');
});
