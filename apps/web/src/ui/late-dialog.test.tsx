import { Drawer as MantineDrawer } from '@mantine/core';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { type ComponentType, useState } from 'react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { lateDialog, stay } from './late-dialog.tsx';
import { hideNotices } from './notify.tsx';
import { prepareScreens, showScreen } from './screen.testkit.tsx';

beforeAll(async () => void (await prepareScreens([])));
afterEach(() => {
  hideNotices();
  cleanup();
  vi.useRealTimers();
});

const Drawer = ({ opened }: { opened: boolean }) => <p>{opened ? 'open' : 'closed'}</p>;

function aPart() {
  const fetchPart = vi.fn(async () => Drawer);
  return { fetchPart, Part: lateDialog(fetchPart, ({ opened }: { opened: boolean }) => opened, stay) };
}

it('lateDialog loads its code when opened, and only once', async () => {
  const { fetchPart, Part } = aPart();
  const shown = showScreen(<Part opened />);
  await screen.findByText('open');
  shown.unmount();
  showScreen(<Part opened={false} />);
  expect(screen.getByText('closed')).toBeTruthy();
  expect(fetchPart).toHaveBeenCalledTimes(1);
});

it('lateDialog returns the focus when it was opened before its code had loaded', async () => {
  const Part = lateDialog(
    async () => MantineDrawer,
    ({ opened }: { opened: boolean }) => opened,
  );
  function Screen() {
    const [opened, setOpened] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setOpened(true)}>
          Menu
        </button>
        <Part opened={opened} onClose={() => setOpened(false)} title="The menu" transitionProps={{ duration: 0 }} />
      </>
    );
  }
  showScreen(<Screen />);
  const button = screen.getByRole('button', { name: 'Menu' });
  button.focus();
  fireEvent.click(button);
  const drawer = await screen.findByRole('dialog');
  await waitFor(() => expect(drawer.contains(document.activeElement)).toBe(true));
  fireEvent.keyDown(drawer, { key: 'Escape' });
  await waitFor(() => expect(document.activeElement).toBe(button));
});

it('lateDialog prefetches its code after three seconds', async () => {
  vi.useFakeTimers();
  const { fetchPart, Part } = aPart();
  showScreen(<Part opened={false} />);
  await vi.advanceTimersByTimeAsync(2_900);
  expect(fetchPart).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(200);
  expect(fetchPart).toHaveBeenCalledTimes(1);
});

it('lateDialog retries a failed prefetch once online', async () => {
  vi.useFakeTimers();
  const { fetchPart, Part } = aPart();
  fetchPart.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const shown = showScreen(<Part opened={false} />);
  await act(() => vi.advanceTimersByTimeAsync(3_000));
  expect([fetchPart.mock.calls.length, screen.queryByText('The connection was lost')]).toEqual([1, null]);
  act(() => void window.dispatchEvent(new Event('online')));
  await act(() => vi.advanceTimersByTimeAsync(3_000));
  expect(fetchPart).toHaveBeenCalledTimes(2);
  fetchPart.mockRejectedValue(new TypeError('Failed to fetch'));
  shown.unmount();
  showScreen(<Part opened />);
  screen.getByText('open');
});

it('lateDialog retries a failed prefetch at intervals until its screen is left', async () => {
  vi.useFakeTimers();
  const { fetchPart, Part } = aPart();
  fetchPart.mockRejectedValue(new TypeError('Failed to fetch'));
  const shown = showScreen(<Part opened={false} />);
  await act(() => vi.advanceTimersByTimeAsync(63_000));
  expect(fetchPart).toHaveBeenCalledTimes(3);
  shown.unmount();
  act(() => void window.dispatchEvent(new Event('online')));
  await vi.advanceTimersByTimeAsync(120_000);
  expect(fetchPart).toHaveBeenCalledTimes(3);
});

it('lateDialog does not prefetch for a screen that was left', async () => {
  vi.useFakeTimers();
  const { fetchPart, Part } = aPart();
  showScreen(<Part opened={false} />).unmount();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(fetchPart).not.toHaveBeenCalled();
});

it('lateDialog reports a failed load, and loads again when opened next', async () => {
  const { fetchPart, Part } = aPart();
  fetchPart.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const shown = showScreen(<Part opened />);
  await screen.findByText('The connection was lost');
  await screen.findByText('This did not load. Try again.');
  shown.unmount();
  showScreen(<Part opened />);
  await screen.findByText('open');
});

it('lateDialog does not hide its surroundings while its content suspends', async () => {
  let come = () => {};
  const texts = new Promise<void>((resolve) => {
    come = resolve;
  });
  let there = false;
  const drawn = vi.fn();
  const Waiting = () => {
    drawn();
    if (!there) throw texts;
    return <p>its texts</p>;
  };
  const Part = lateDialog(
    async () => Waiting,
    () => true,
    stay,
  );
  showScreen(
    <>
      <p>the list</p>
      <Part />
    </>,
  );
  await vi.waitFor(() => expect(drawn).toHaveBeenCalled(), { timeout: 10_000 });
  expect(screen.getByText('the list').style.display).toBe('');
  expect(screen.queryByText('its texts')).toBeNull();
  there = true;
  come();
  await screen.findByText('its texts');
  expect(screen.getByText('the list').style.display).toBe('');
});

it('lateDialog loads again when asked again after a failed load', async () => {
  let isThere = false;
  const fetchPart = vi.fn(async () => {
    if (!isThere) throw new TypeError('Failed to fetch dynamically imported module');
    return () => <p>the palette</p>;
  });
  const Palette = lateDialog(fetchPart, ({ asked }: { asked: number }) => asked, stay);
  function Screen() {
    const [asked, setAsked] = useState(0);
    return (
      <>
        <button type="button" onClick={() => setAsked((times) => times + 1)}>
          Search
        </button>
        <Palette asked={asked} />
      </>
    );
  }
  showScreen(<Screen />);
  fireEvent.click(screen.getByRole('button', { name: 'Search' }));
  await waitFor(() => expect(fetchPart).toHaveBeenCalledTimes(1));
  isThere = true;
  fireEvent.click(screen.getByRole('button', { name: 'Search' }));
  await screen.findByText('the palette');
});

it('lateDialog closes after a failed load, and does not reopen once online', async () => {
  const { fetchPart } = aPart();
  fetchPart.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const Part = lateDialog(
    fetchPart as () => Promise<ComponentType<{ opened: boolean; onClose: () => void }>>,
    ({ opened }) => opened,
  );
  function Screen() {
    const [opened, setOpened] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setOpened(true)}>
          {opened ? 'asked' : 'Menu'}
        </button>
        <Part opened={opened} onClose={() => setOpened(false)} />
      </>
    );
  }
  showScreen(<Screen />);
  fireEvent.click(screen.getByRole('button', { name: 'Menu' }));
  await screen.findByText('The connection was lost');
  await screen.findByRole('button', { name: 'Menu' });
  act(() => void window.dispatchEvent(new Event('online')));
  expect(fetchPart).toHaveBeenCalledTimes(1);
  fireEvent.click(screen.getByRole('button', { name: 'Menu' }));
  await screen.findByText('open');
});

it('lateDialog loads again once online while it is still asked for', async () => {
  const { fetchPart, Part } = aPart();
  fetchPart.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  showScreen(<Part opened />);
  await screen.findByText('The connection was lost');
  act(() => void window.dispatchEvent(new Event('online')));
  await screen.findByText('open');
});

it('lateDialog settles its question when its code fails to load', async () => {
  const answered = vi.fn();
  const Question = lateDialog(
    async (): Promise<ComponentType<{ ask: { settle: (answered: boolean) => void } }>> => {
      throw new TypeError('Failed to fetch');
    },
    () => true,
    ({ ask }) => ask.settle(false),
  );
  showScreen(<Question ask={{ settle: answered }} />);
  await waitFor(() => expect(answered.mock.calls).toEqual([[false]]));
});
