import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type FakeApi, prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import { AddMenuItemPage } from './AddMenuItemPage.tsx';

vi.mock('@tanstack/react-router', () => ({ Link: () => null }));

let api: FakeApi;
const name = () => screen.getByRole('textbox', { name: /^Item name/ }) as HTMLInputElement;
const complete = () => fireEvent.click(screen.getByRole('button', { name: 'Complete' }));

beforeAll(async () => {
  api = await prepareScreens(['canteen']);
});
afterEach(cleanup);

test('an item is sent as it was typed, and the next one is waited for', async () => {
  api.replies['school/createMenu'] = () => ({ body: {} });
  showScreen(<AddMenuItemPage />);
  fireEvent.change(await screen.findByRole('textbox', { name: /^Item name/ }), { target: { value: 'Githeri' } });
  complete();
  await screen.findByText('Menu was created successfully');
  expect(api.calls.at(-1)?.input).toMatchObject({ name: 'Githeri', quantityPerPerson: '1', price: '0' });
  expect(name().value).toBe('');
});

test('what the server says of a field stands, although the field was just left', async () => {
  const taken = 'There is an item of that name on the menu already.';
  api.replies['school/createMenu'] = () => ({
    status: 409,
    body: { code: '409', message: taken, problem: 'menu.duplicate' },
  });
  showScreen(<AddMenuItemPage />);
  fireEvent.change(await screen.findByRole('textbox', { name: /^Item name/ }), { target: { value: 'Githeri' } });
  fireEvent.blur(name());
  complete();
  await screen.findAllByText(taken);
  await new Promise((later) => setTimeout(later, 400));
  expect(screen.queryAllByText(taken).length).toBeGreaterThan(0);
});
