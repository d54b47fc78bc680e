import { readTypedAmount } from '@mfuko/contract/typed-amount';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { FilterSelect } from './FilterSelect.tsx';
import { prepareScreens, showScreen } from './screen.testkit.tsx';

const option = (value: string) => ({ value, label: `Below KES ${Number(value).toLocaleString('en-KE')}` });
const FILTER = {
  field: 'below',
  label: 'Any balance',
  options: ['50', '100'].map(option),
  typed: (text: string) => {
    const { wire } = readTypedAmount(text);
    return wire === undefined ? null : option(wire);
  },
};

beforeAll(() => prepareScreens(['schools']));
afterEach(cleanup);

const box = () => screen.getByRole('combobox', { name: 'Any balance' });
const type = (value: string) => {
  box().focus();
  fireEvent.change(box(), { target: { value } });
};
const offered = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);

test('FilterSelect offers a typed amount, and Enter selects it', async () => {
  const onChange = vi.fn();
  showScreen(<FilterSelect filter={FILTER} value={null} onChange={onChange} />);
  await screen.findByRole('combobox', { name: 'Any balance' });
  // Typed in two steps, as a person would.
  type('1');
  await screen.findByRole('option', { name: 'Below KES 1' });
  type('1,350');
  await screen.findByRole('option', { name: 'Below KES 1,350' });
  expect(offered()).toEqual(['Below KES 1,350']);
  fireEvent.keyDown(box(), { key: 'Enter', code: 'Enter' });
  expect(onChange).toHaveBeenCalledWith('1350', option('1350'));
});

test('FilterSelect offers a listed amount only once, and an ambiguous one not at all', async () => {
  showScreen(<FilterSelect filter={FILTER} value={null} onChange={() => undefined} />);
  await screen.findByRole('combobox', { name: 'Any balance' });
  type('100');
  await screen.findByRole('option', { name: 'Below KES 100' });
  expect(offered()).toEqual(['Below KES 100']);
  type('1,50');
  await screen.findByText('No items found');
  expect(offered()).toEqual([]);
});
