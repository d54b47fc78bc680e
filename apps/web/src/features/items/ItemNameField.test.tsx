import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import { ItemNameField } from './ItemNameField.tsx';

const onPrice = vi.fn();

beforeAll(async () => {
  const api = await prepareScreens(['items']);
  api.replies['student/getItemNames'] = () => ({ body: [{ itemName: 'School sweater', price: 1250 }] });
});
beforeEach(() => {
  onPrice.mockReset();
  showScreen(<Field />);
});
afterEach(cleanup);

function Field() {
  const [name, setName] = useState('');
  return <ItemNameField label="Item name" value={name} onChange={setName} onPrice={onPrice} />;
}
const field = () => screen.getByRole('combobox', { name: /^Item name/ }) as HTMLInputElement;
const offered = () => screen.queryAllByRole('option', { hidden: true }).map(({ textContent }) => textContent);
const type = (text: string) => fireEvent.change(field(), { target: { value: text } });

test('ItemNameField offers to add only an unknown name, and passes on the price of a known one', async () => {
  await screen.findByText('School sweater');
  type('Sweater');
  await waitFor(() => expect(offered()).toEqual(['School sweater', 'Add item “Sweater”']));
  fireEvent.click(screen.getByText('Add item “Sweater”'));
  expect([field().value, onPrice.mock.calls]).toEqual(['Sweater', []]);
  type('SCHOOL SWEATER');
  await waitFor(() => expect(offered()).toEqual(['School sweater']));
  fireEvent.click(screen.getByText('School sweater'));
  expect([field().value, onPrice.mock.calls]).toEqual(['School sweater', [[1250]]]);
});
