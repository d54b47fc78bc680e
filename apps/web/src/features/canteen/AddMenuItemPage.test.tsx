import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type FakeApi, prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import { AddMenuItemPage } from './AddMenuItemPage.tsx';

vi.mock('@tanstack/react-router', () => ({ createLink: () => () => null }));

let api: FakeApi;
const name = () => screen.getByRole('textbox', { name: /^Item name/ }) as HTMLInputElement;
const complete = () => fireEvent.click(screen.getByRole('button', { name: 'Complete' }));

beforeAll(async () => {
  api = await prepareScreens(['canteen', 'school']);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('AddMenuItemPage sends an item as typed, and clears the form for the next one', async () => {
  api.replies['school/createMenu'] = () => ({ body: {} });
  showScreen(<AddMenuItemPage />);
  await screen.findByRole('textbox', { name: /^Item name/ });
  const typed = {
    'Item name': 'Githeri',
    'Quantity per person': '2',
    'Price (KES)': '35',
    Description: 'Beans, maize',
  };
  for (const [field, value] of Object.entries(typed))
    fireEvent.change(screen.getByRole('textbox', { name: new RegExp(`^${RegExp.escape(field)}`) }), {
      target: { value },
    });
  const contains = await screen.findByLabelText(/^Contains/, { selector: 'input' });
  contains.focus();
  fireEvent.change(contains, { target: { value: 'Maize,' } });
  fireEvent.blur(contains);
  complete();
  await screen.findByText('Menu was created successfully');
  const sent = {
    name: 'Githeri',
    quantityPerPerson: '2',
    price: '35',
    description: 'Beans, maize',
    allergens: ['maize'],
  };
  expect(api.calls.find(({ path }) => path === 'school/createMenu')?.input).toEqual(sent);
  expect(name().value).toBe('');
});

test("AddMenuItemPage keeps the server's field error after the field's own late validation", async () => {
  const taken = 'The menu already has an item with that name.';
  api.replies['school/createMenu'] = () => ({
    status: 409,
    body: { code: '409', message: taken, problem: 'menu.duplicate' },
  });
  showScreen(<AddMenuItemPage />);
  fireEvent.change(await screen.findByRole('textbox', { name: /^Item name/ }), { target: { value: 'Githeri' } });
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
  fireEvent.blur(name());
  complete();
  await screen.findAllByText(taken);
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(screen.queryAllByText(taken).length).toBeGreaterThan(0);
});
