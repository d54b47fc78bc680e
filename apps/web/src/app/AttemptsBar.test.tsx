import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { storageFails } from '../school/offline/storage-state.ts';
import { prepareScreens, showScreen } from '../ui/screen.testkit.tsx';
import { AttemptsBar } from './AttemptsBar.tsx';

const network = vi.hoisted(() => ({ isThere: false }));
vi.mock('../school/attempts/OpenAttempts.tsx', () => ({
  get OpenAttempts() {
    if (!network.isThere) throw new TypeError('Failed to fetch dynamically imported module');
    return () => <p>It is not known if this was recorded</p>;
  },
}));

beforeAll(async () => void (await prepareScreens(['school'])));
afterEach(cleanup);

test('AttemptsBar keeps the screen when its code fails to load, and loads it again once online', async () => {
  showScreen(
    <>
      <AttemptsBar />
      <p>the desk</p>
    </>,
  );
  act(() => storageFails.set(true));
  await screen.findByText('The connection was lost');
  expect(screen.getByText('the desk')).toBeTruthy();
  network.isThere = true;
  act(() => void window.dispatchEvent(new Event('online')));
  await screen.findByText('It is not known if this was recorded');
  act(() => storageFails.set(false));
});
