import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { type ComponentType, type ReactNode, Suspense } from 'react';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createStore } from '../lib/store.ts';
import { lateDialog } from './late-dialog.tsx';
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
      <Suspense>{part}</Suspense>
    </>
  );
}
const stage = createStore<ReactNode>(null);
function Stage() {
  return around(stage.use());
}
const show = (part: ReactNode) => act(() => stage.set(part));
const typed = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Amount' }).value;

test('a part that does not come leaves the screen and what is typed there, and comes by its button', async () => {
  const Statement = latePart(fetched<{ of: string }>(({ of }) => <p>Statement of {of}</p>));
  showScreen(around(<Statement of="4001" />));
  fireEvent.change(screen.getByRole('textbox'), { target: { value: '50' } });
  await screen.findByText('This part of the page did not come.');
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(tries).toBe(2));
  isThere = true;
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  await screen.findByText('Statement of 4001');
  expect(typed()).toBe('50');
});

test('a part that did not come comes with the next network', async () => {
  const Statement = latePart(fetched(() => <p>Statement</p>));
  showScreen(around(<Statement />));
  await screen.findByText('This part of the page did not come.');
  isThere = true;
  act(() => void window.dispatchEvent(new Event('online')));
  await screen.findByText('Statement');
  expect(tries).toBe(2);
});

test('a dialog that does not come is told of and closed, and comes when it is opened again', async () => {
  let opened = true;
  const close = () => {
    opened = false;
  };
  const Dialog = lateDialog(fetched<{ onClose: () => void }>(() => <p>the dialog</p>));
  show(<Dialog onClose={close} />);
  showScreen(<Stage />);
  await screen.findByText('General Failure');
  expect(opened).toBe(false);
  show(null);
  isThere = true;
  show(<Dialog onClose={close} />);
  await screen.findByText('the dialog');
  expect(tries).toBe(2);
});

test('a dialog that stands by itself comes when it is asked for again', async () => {
  const Palette = lateDialog(
    fetched<{ asked: number }>(() => <p>the palette</p>),
    ({ asked }) => asked,
  );
  show(<Palette asked={1} />);
  showScreen(<Stage />);
  await screen.findByText('General Failure');
  isThere = true;
  show(<Palette asked={1} />);
  expect(tries).toBe(1);
  show(<Palette asked={2} />);
  await screen.findByText('the palette');
});
