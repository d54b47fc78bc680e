import { act, cleanup, screen } from '@testing-library/react';
import { useState } from 'react';
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
])('AmountField shows a given value, even one that could not be typed: %s', async (value, shown) => {
  showScreen(<AmountField label="Amount" signed value={value} onChange={vi.fn()} />);
  expect((await screen.findByLabelText<HTMLInputElement>('Amount')).value).toBe(shown);
});

test('AmountField puts the caret behind the last digit when it is filled while focused', async () => {
  let fill = (_: string) => {};
  function Filled() {
    const [amount, setAmount] = useState('');
    fill = setAmount;
    return <AmountField label="Amount" value={amount} onChange={setAmount} />;
  }
  showScreen(<Filled />);
  const field = await screen.findByLabelText<HTMLInputElement>('Amount');
  act(() => field.focus());
  for (const [amount, shown] of [
    ['3340', '3,340'],
    ['1234567.5', '1,234,567.5'],
    ['500', '500'],
  ] as const) {
    act(() => fill(amount));
    expect([field.value, field.selectionStart, field.selectionEnd]).toEqual([shown, shown.length, shown.length]);
  }
});
