import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { Money } from './Money.tsx';
import { prepareScreens, showScreen } from './screen.testkit.tsx';

beforeAll(() => prepareScreens([]));
afterEach(cleanup);

test.each<[value: number | null, exact: boolean, seen: string, heard: string]>([
  [0, false, '---', 'zero'],
  [Number.NaN, false, '---', 'zero'],
  [0, true, '0.00', '0.00'],
  [null, false, '–', 'not known'],
  [null, true, '–', 'not known'],
  [1234.5, false, '1,234.50', '1,234.50'],
])('%s (a difference: %s) is seen as %s and read out as %s', async (value, exact, seen, heard) => {
  showScreen(<Money value={value} exact={exact} />);
  const shown = await screen.findByText(seen);
  const read = shown.getAttribute('aria-hidden') ? shown.nextElementSibling : shown;
  expect(read?.textContent).toBe(heard);
});
