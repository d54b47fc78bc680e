import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type FakeApi, prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import { ItemDrawer } from './ItemDrawer.tsx';

const SYSID = '01900000-0000-7000-8000-000000000008';
let api: FakeApi;

function Drawer() {
  const [id, setId] = useState<string | undefined>(SYSID);
  return (
    <>
      <button type="button" data-testid="turn" onClick={() => setId(id ? undefined : SYSID)} />
      <ItemDrawer id={id} mode="edit" onClose={() => {}} />
    </>
  );
}

const turn = () => fireEvent.click(screen.getByTestId('turn'));
const name = () => screen.getByRole<HTMLInputElement>('textbox');

beforeAll(async () => {
  api = await prepareScreens(['items', 'school', 'history']);
});
afterEach(cleanup);

test('ItemDrawer opened again shows no form until the item is refetched', async () => {
  let itemName = 'Sweater';
  api.replies['student/getItem'] = () => ({ body: { sysid: SYSID, itemName, updated: itemName } });
  showScreen(<Drawer />);
  await waitFor(() => expect(name().value).toBe('Sweater'), { timeout: 10_000 });
  turn();
  await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull(), { timeout: 10_000 });
  itemName = 'Jumper';
  // The second read is delayed, as on a slow network.
  const answer = globalThis.fetch;
  let release = () => {};
  const held = new Promise<void>((go) => {
    release = go;
  });
  vi.stubGlobal('fetch', async (...asked: Parameters<typeof fetch>) => {
    await held;
    return answer(...asked);
  });
  turn();
  expect(screen.queryByRole('textbox')).toBeNull();
  release();
  await waitFor(() => expect(name().value).toBe('Jumper'), { timeout: 10_000 });
});
