import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { AttemptsBar } from '../../app/AttemptsBar.tsx';
import { prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import { storageFails } from '../offline/storage-state.ts';
import { AttemptNotes } from './AttemptNotes.tsx';
import { StorageNote } from './StorageNote.tsx';

beforeAll(() => prepareScreens(['school']));
afterEach(cleanup);

it.each([
  ['at a gate and on a bus', <StorageNote key="lean" />],
  ['at a desk of money', <AttemptNotes key="money" />],
  ['on a screen of the console', <AttemptsBar key="console" />],
])('a desk warns not to close its page while storage fails: %s', async (_, desk) => {
  await act(async () => void showScreen(desk));
  expect(screen.queryByText(/Do not close or reload this page/)).toBeNull();
  act(() => storageFails.set(true));
  const text = await screen.findByText(/Do not close or reload this page/);
  expect(text.closest('[role=alert]')?.textContent).toContain('This device cannot store work in progress.');
  act(() => storageFails.set(false));
  expect(screen.queryByText(/Do not close or reload this page/)).toBeNull();
});

it.each([
  ['comes with it', true],
  ['stood there before', false],
])('StorageNote inserts its alert together with its text when the storage failure %s', async (_, isFirst) => {
  const added: (string | null)[] = [];
  const watch = new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes]))
      if (node instanceof Element)
        for (const alert of [node, ...node.querySelectorAll('*')])
          if (alert.getAttribute('role') === 'alert') added.push(alert.textContent);
  });
  watch.observe(document.body, { childList: true, subtree: true });
  if (isFirst) act(() => storageFails.set(true));
  await act(async () => void showScreen(<StorageNote />));
  act(() => storageFails.set(true));
  await waitFor(() => expect(added).toEqual([expect.stringMatching(/^This device cannot store work .*Do not close/)]));
  watch.disconnect();
  act(() => storageFails.set(false));
});
