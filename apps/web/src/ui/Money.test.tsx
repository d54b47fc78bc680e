import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { Money } from './Money.tsx';
import { prepareScreens, showScreen } from './screen.testkit.tsx';

beforeAll(() => prepareScreens([]));
afterEach(cleanup);

test.each<[value: number | null, dashes: boolean, seen: string, heard: string]>([
  [0, true, '---', 'zero'],
  [0, false, '0.00', '0.00'],
  [-0, false, '0.00', '0.00'],
  [Number.NaN, false, '---', 'not known'],
  [Number.POSITIVE_INFINITY, true, '---', 'not known'],
  [null, false, '---', 'not known'],
  [null, true, '---', 'not known'],
  [1234.5, false, '1,234.50', '1,234.50'],
])('Money of %s (dashes for zero: %s) is displayed as %s and read out as %s', async (value, dashes, seen, heard) => {
  showScreen(<Money value={value} dashes={dashes} />);
  const shown = await screen.findByText(seen);
  const read = shown.getAttribute('aria-hidden') ? shown.nextElementSibling : shown;
  expect(read?.textContent).toBe(heard);
});
