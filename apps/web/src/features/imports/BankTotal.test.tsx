import { cleanup, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import { BankTotal, useBankTotal } from './BankTotal.tsx';

beforeAll(async () => {
  await prepareScreens(['imports']);
});
beforeEach(() => void showScreen(<List />));
afterEach(cleanup);

/** Renders a list of KES 300 to which a corrected cell adds KES 100. */
function List({ first = 300 }: { first?: number }) {
  const [amount, setAmount] = useState(first);
  const bank = useBankTotal(amount);
  return (
    <>
      <BankTotal {...bank} noSlips />
      <output>{bank.differs ? 'held back' : 'may be paid in'}</output>
      <button type="button" onClick={() => setAmount(amount + 100)}>
        Mend
      </button>
    </>
  );
}
const total = (text: string) => fireEvent.change(screen.getByLabelText(/^Bank's total/), { target: { value: text } });
const tick = () => screen.getByRole('checkbox', { name: 'Pay it in anyway' }) as HTMLInputElement;
const held = () => document.querySelector('output')?.textContent;

test('useBankTotal needs no confirmation for an equal total, or without a total', () => {
  expect(held()).toBe('may be paid in');
  total('300');
  expect(held()).toBe('may be paid in');
  expect(screen.queryByRole('checkbox')).toBeNull();
});

test('useBankTotal blocks a differing list until the difference is accepted, and again when that is undone', () => {
  total('250');
  expect(held()).toBe('held back');
  fireEvent.click(tick());
  expect(held()).toBe('may be paid in');
  fireEvent.click(tick());
  expect(held()).toBe('held back');
});

test("useBankTotal drops the acceptance when the total or the list's amount changes", () => {
  total('250');
  fireEvent.click(tick());
  total('240');
  expect([held(), tick().checked]).toEqual(['held back', false]);
  fireEvent.click(tick());
  fireEvent.click(screen.getByText('Mend'));
  expect([held(), tick().checked]).toEqual(['held back', false]);
});

test('useBankTotal blocks the list when the total is not a valid amount', () => {
  total('12.345');
  expect(held()).toBe('held back');
});

test('useBankTotal compares totals above ten million to the cent', () => {
  cleanup();
  showScreen(<List first={12_345_678.5} />);
  total('12,345,678.50');
  expect(held()).toBe('may be paid in');
  expect(screen.getByText('Matches this list')).toBeTruthy();
  total('12,345,678.40');
  expect(held()).toBe('held back');
});

test('BankTotal warns when no column holds slip references', () => {
  screen.getByText('No column for bank slips');
});
