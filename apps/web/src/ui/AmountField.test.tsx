import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { AmountField } from './AmountField.tsx';
import { prepareScreens, showScreen } from './screen.testkit.tsx';

beforeAll(async () => {
  await prepareScreens(['ui']);
});

afterEach(cleanup);

test.each([
  ['12345678', '12,345,678'],
  ['-12345678.5', '-12,345,678.5'],
  ['007', '007'],
])('an amount that it is handed stands there, even where it could not be typed: %s', async (value, shown) => {
  showScreen(<AmountField label="Amount" signed value={value} onChange={vi.fn()} />);
  expect((await screen.findByLabelText<HTMLInputElement>('Amount')).value).toBe(shown);
});
