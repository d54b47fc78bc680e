import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import type { ComponentType, ReactNode } from 'react';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { latePart } from './late-part.tsx';
import { prepareScreens, showScreen } from './screen.testkit.tsx';

beforeAll(async () => void (await prepareScreens(['ui'])));
afterEach(cleanup);

let tries = 0;
let isThere = false;
beforeEach(() => {
  tries = 0;
  isThere = false;
});
function fetched<Props>(part: ComponentType<Props>): () => Promise<ComponentType<Props>> {
  return async () => {
    tries++;
    if (!isThere) throw new TypeError('Failed to fetch dynamically imported module');
    return part;
  };
}
function around(part: ReactNode) {
  return (
    <>
      <input aria-label="Amount" />
      {part}
    </>
  );
}
const LOST = 'The connection was lost: this part did not load.';
const typed = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Amount' }).value;

test('latePart keeps the screen on a failed load, and loads again by its button', async () => {
  const Statement = latePart(fetched<{ of: string }>(({ of }) => <p>Statement of {of}</p>));
  showScreen(around(<Statement of="4001" />));
  fireEvent.change(screen.getByRole('textbox'), { target: { value: '50' } });
  await screen.findByText(LOST);
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(tries).toBeGreaterThan(1));
  isThere = true;
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  await screen.findByText('Statement of 4001');
  expect(typed()).toBe('50');
});

test('latePart loads again once online after a failed load', async () => {
  const Statement = latePart(fetched(() => <p>Statement</p>));
  showScreen(around(<Statement />));
  await screen.findByText(LOST);
  isThere = true;
  act(() => void window.dispatchEvent(new Event('online')));
  await screen.findByText('Statement');
});

test('latePart keeps its placeholder while loading and suspended, without hiding its surroundings', async () => {
  isThere = true;
  let come = () => {};
  const texts = new Promise<void>((resolve) => {
    come = resolve;
  });
  let isRead = false;
  const Waiting = () => {
    if (!isRead) throw texts;
    return <p>its texts</p>;
  };
  const Statement = latePart(fetched(Waiting), <p>its place</p>);
  showScreen(around(<Statement />));
  expect(screen.getByText('its place')).toBeTruthy();
  await waitFor(() => expect(tries).toBe(1));
  expect(screen.getAllByText('its place').filter(({ style }) => style.display === '')).toHaveLength(1);
  expect(screen.getByRole('textbox').style.display).toBe('');
  isRead = true;
  come();
  await screen.findByText('its texts');
  expect(screen.queryByText('its place')).toBeNull();
});
