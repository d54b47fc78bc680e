import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { isOfAnother, isOwner, useReadFor } from './finger-owner.ts';

afterEach(cleanup);

describe('fingerprint owner', () => {
  test.each([
    ['', '4100', true, false],
    ['4100', '4100', true, false],
    ['41', '4100', true, false],
    // A number that backspace shortens is not complete, but not another one either.
    ['4100', '41', false, false],
    ['4100', '', false, false],
    ['4100', '4200', false, true],
    ['4100', '5', false, true],
    ['402', '4021', true, false],
    ['4021', '402', false, false],
  ])('read for “%s”, with number “%s”: isOwner %s, isOfAnother %s', (readFor, number, goes, others) => {
    expect([isOwner(readFor, number), isOfAnother(readFor, readFor, number)]).toEqual([goes, others]);
  });

  test('isOfAnother accepts a corrected number, but not a replaced one, for a finger read before any number', () => {
    expect(['40', '402', ''].map((mended) => isOfAnother('', '4025', mended))).toEqual([false, false, false]);
    expect(isOfAnother('', '402', '4021')).toBe(false);
    expect(isOfAnother('', '4025', '4107')).toBe(true);
  });

  test('useReadFor keeps the number that stood there when the finger was read, whatever is typed after it', () => {
    const { result, rerender } = renderHook(({ finger, number }) => useReadFor(finger, number), {
      initialProps: { finger: null as object | null, number: '' },
    });
    const [first, second] = [{}, {}];
    rerender({ finger: null, number: '41' });
    expect(result.current).toBe('41');
    rerender({ finger: first, number: '41' });
    rerender({ finger: first, number: '4200' });
    expect(result.current).toBe('41');
    rerender({ finger: second, number: '4200' });
    expect(result.current).toBe('4200');
    rerender({ finger: second, number: '' });
    rerender({ finger: null, number: '' });
    rerender({ finger: null, number: '5' });
    expect(result.current).toBe('5');
  });
});
