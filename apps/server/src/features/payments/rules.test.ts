import { describe, expect, it } from 'vitest';
import { canAskAgain, mayBePhone, secondsToNextQuery, secondsToNextQuestion, waitBeforeAsking } from './rules.ts';

const PHONE = '254722000344';

describe('mayBePhone', () => {
  it.each([
    [{ form: 'plain', text: '0722000344' }, true],
    [{ form: 'plain', text: '+254722000344' }, true],
    [{ form: 'plain', text: '0722000345' }, false],
    [{ form: 'hashed', text: 'of-this' }, true],
    [{ form: 'hashed', text: 'of-another' }, false],
    [{ form: 'masked', text: '2547 ****344' }, true],
    [{ form: 'masked', text: '2541****344' }, false],
    [{ form: 'masked', text: '2547****345' }, false],
    [{ form: 'none', text: '' }, true],
  ] as const)("%j may be the payer's number: %s", (told, may) => expect(mayBePhone(told, PHONE, 'of-this')).toBe(may));
});

describe('query intervals', () => {
  it('an STK push is queried after 15 s, then ever later, at most hourly', () => {
    const looks = Array.from({ length: 10 }, (_, asks) => secondsToNextQuery(asks));
    expect(looks).toEqual([15, 20, 30, 60, 120, 300, 600, 1800, 3600, 3600]);
  });

  it('a payment is queried six times, then left to reconciliation', () => {
    const looks = Array.from({ length: 7 }, (_, asks) => secondsToNextQuestion(asks));
    expect(looks).toEqual([0, 30, 120, 600, 3600, 21_600, null]);
  });
});

describe('waitBeforeAsking', () => {
  const wait = (amount: number, status: string, secondsAgo: number) =>
    waitBeforeAsking(100n, [{ amount: BigInt(amount), status, secondsAgo }]);

  it('an open request for the same amount blocks another for two minutes', () => {
    expect(wait(100, 'waiting', 59.5)).toBe(61);
    expect(wait(100, 'waiting', 120)).toBe(0);
    expect(waitBeforeAsking(100n, [])).toBe(0);
  });

  it('an ended request or one for another amount blocks another for one minute', () => {
    expect(wait(100, 'cancelled', 59.5)).toBe(1);
    expect(wait(100, 'failed', 60)).toBe(0);
    expect(wait(200, 'waiting', 30)).toBe(30);
  });
});

describe('canAskAgain', () => {
  it.each([
    ['failed', '1037', true],
    ['cancelled', '1', true],
    ['failed', 'no such code', false],
    ['failed', null, false],
    // A payer who has paid, or may still pay, is not offered a second request.
    ['paid', '1037', false],
    ['pending', '1037', false],
  ] as const)('after %s with the code %s: %s', (status, code, may) => {
    expect(canAskAgain(status, code)).toBe(may);
  });
});
