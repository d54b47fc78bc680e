import { expect, it } from 'vitest';
import { faultLine } from './fault.ts';

const coded = (code: string) => Object.assign(new Error('of 254722000111'), { code });

it('a line of the log says why, to the cause of the cause', () => {
  const error = new Error('first', { cause: new TypeError('second', { cause: coded('57014') }) });
  expect(faultLine(error)).toMatch(/^Error at .*, caused by TypeError at .*, caused by Error 57014 at /);
});

it('of several errors it says how many, and why the first was one', () => {
  const error = new AggregateError(
    [coded('40P01'), coded('55P03')],
    'The books of some schools could not be looked at.',
  );
  expect(faultLine(error)).toMatch(/^AggregateError at .*, 2 of them, the first Error 40P01 at /);
  expect(faultLine(new AggregateError([]))).toMatch(/^AggregateError at (?!.*of them)/);
});

it('it holds no message, which may quote what somebody typed', () => {
  expect(faultLine(new AggregateError([coded('40P01')], 'of 254722000111'))).not.toContain('254722');
  expect(faultLine('254722000111')).toBe('string');
});
