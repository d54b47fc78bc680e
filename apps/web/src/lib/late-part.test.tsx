import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { latePart } from './late-part.ts';

let asked: number;
let isReached: boolean;
const Note = ({ text }: { text: string }) => <p>{`Note: ${text}`}</p>;
const Instead = ({ text }: { text: string }) => <p>{`Instead: ${text}`}</p>;
async function load() {
  asked += 1;
  if (!isReached) throw new TypeError('Failed to fetch dynamically imported module');
  return Note;
}
const settle = (ms = 0) => act(() => vi.advanceTimersByTimeAsync(ms));
const shown = () => screen.getByRole('main').textContent;

beforeEach(() => {
  vi.useFakeTimers();
  asked = 0;
  isReached = false;
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it('latePart shows its substitute after a failed load, and retries at growing intervals', async () => {
  const Part = latePart(load, Instead);
  const page = (text: string) => (
    <main>
      <Part text={text} />
    </main>
  );
  const { rerender } = render(page('a'));
  expect(shown()).toBe('');
  await settle();
  expect([shown(), asked]).toEqual(['Instead: a', 1]);
  await settle(999);
  expect(asked).toBe(1);
  await settle(1);
  await settle(1999);
  expect(asked).toBe(2);
  isReached = true;
  await settle(1);
  expect([shown(), asked]).toEqual(['Note: a', 3]);
  rerender(page('b'));
  await settle(60_000);
  fireEvent(window, new Event('online'));
  await settle();
  expect([shown(), asked]).toEqual(['Note: b', 3]);
});

it('latePart retries once online, but not when unmounted', async () => {
  const Part = latePart(load, Instead);
  const { unmount } = render(
    <main>
      <Part text="a" />
    </main>,
  );
  await settle();
  isReached = true;
  fireEvent(window, new Event('online'));
  await settle();
  expect([shown(), asked]).toEqual(['Note: a', 2]);
  unmount();
  const Other = latePart(load);
  isReached = false;
  const other = render(<Other text="a" />);
  await settle();
  other.unmount();
  fireEvent(window, new Event('online'));
  await settle(60_000);
  expect(asked).toBe(3);
});

it('latePart after a failed prefetch shows its placeholder, and its substitute only after another failure', async () => {
  const Part = latePart(load, Instead, 'its place');
  const page = (
    <main>
      <Part text="a" />
    </main>
  );
  void Part.ahead();
  await settle();
  const { unmount } = render(page);
  expect(shown()).toBe('its place');
  await settle();
  expect(shown()).toBe('Instead: a');
  unmount();
  isReached = true;
  render(page);
  expect(shown()).toBe('its place');
  await settle();
  expect([shown(), asked]).toEqual(['Note: a', 3]);
});

it('latePart renders at once when prefetched, and loads once for all callers', async () => {
  isReached = true;
  const Part = latePart(load);
  void Part.ahead();
  await Part.ahead();
  render(
    <main>
      <Part text="a" />
    </main>,
  );
  expect([shown(), asked]).toEqual(['Note: a', 1]);
});

it('a stylesheet that failed to load is requested again once online, until it has loaded', async () => {
  const href = `${location.origin}/assets/dialogs.css`;
  const sheets = () => [...document.head.querySelectorAll<HTMLLinkElement>(`link[href='${href}']`)];
  const first = document.head.appendChild(Object.assign(document.createElement('link'), { rel: 'stylesheet', href }));
  first.dispatchEvent(new Event('error'));
  // A listener for each copy of the module that other test files of this window have imported.
  const second = sheets();
  expect([second.length > 0, second.includes(first)]).toEqual([true, false]);
  for (const sheet of second) sheet.dispatchEvent(new Event('error'));
  expect(sheets()).toEqual([]);
  await act(async () => undefined);
  window.dispatchEvent(new Event('online'));
  const third = sheets();
  expect(third).toHaveLength(second.length);
  for (const sheet of third) sheet.dispatchEvent(new Event('load'));
  await act(async () => undefined);
  window.dispatchEvent(new Event('online'));
  expect(sheets()).toEqual(third);
  for (const sheet of third) sheet.remove();
});

it('latePart retries at once when asked by its substitute', async () => {
  const Part = latePart<{ text: string }>(load, ({ onAgain }) => (
    <button type="button" onClick={onAgain}>
      Again
    </button>
  ));
  render(
    <main>
      <Part text="a" />
    </main>,
  );
  await settle();
  isReached = true;
  fireEvent.click(screen.getByRole('button', { name: 'Again' }));
  await settle();
  expect([shown(), asked]).toEqual(['Note: a', 2]);
});
