import type { Books } from '@mfuko/contract/books';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import { BooksSheet } from './BooksSheet.tsx';
import { Equation } from './Equation.tsx';

vi.mock('@tanstack/react-router', () => ({ Link: 'a' }));

const BOOKS: Books = {
  date: '2026-11-20T09:00:00.000Z',
  owed: [
    { part: 'wallet', amount: 768_145 },
    { part: 'suspense', amount: 0 },
  ],
  held: [{ part: 'cash-desk', amount: 768_100 }],
  totalOwed: 768_145,
  totalHeld: 768_100,
  difference: -45,
  since: '2026-11-19T06:00:00.000Z',
  closed: null,
  provider: null,
  looked: null,
};

beforeAll(() => prepareScreens(['books', 'school']));
afterEach(cleanup);

const textOf = (name: string) => screen.getByRole('table', { name }).textContent;

test('BooksSheet prints the missing amount with its start, and zero as 0.00', async () => {
  showScreen(<BooksSheet books={BOOKS} />);
  await screen.findByRole('heading', { name: 'Books · As of 20/11/2026 12:00' });
  screen.getByText('KES 45.00 missing since 19/11/2026 09:00');
  expect(textOf('Owed and earned (KES)')).toBe(
    'Owed and earned (KES)Pocket money of students768,145.00Payments in suspense0.00Total768,145.00',
  );
  expect(textOf('Held (KES)')).toBe('Held (KES)Cash desk768,100.00Total768,100.00');
  screen.getByText('KES -45.00');
});

test('BooksSheet and Equation explain a cash desk or bank account below zero, and no other part', async () => {
  const held = [
    { part: 'cash-desk', amount: -5_000 },
    { part: 'till-variance', amount: -40 },
    { part: 'bank', amount: 0 },
  ] as const;
  for (const books of [
    <BooksSheet key="sheet" books={{ ...BOOKS, held: [...held] }} />,
    <Equation key="screen" books={{ ...BOOKS, held: [...held] }} />,
  ]) {
    showScreen(books);
    await screen.findByText(/^Cash desk, below zero: more money was taken out than was recorded in/);
    expect(screen.getAllByText(/below zero/)).toHaveLength(1);
    cleanup();
  }
  showScreen(<BooksSheet books={BOOKS} />);
  await screen.findByText('KES -45.00');
  expect(screen.queryByText(/below zero/)).toBeNull();
});

test('BooksSheet says that the books are in order only after a check', async () => {
  const looked = { date: '2026-11-20T08:00:00.000Z', whole: null, findings: [] };
  showScreen(<BooksSheet books={{ ...BOOKS, difference: 0, since: null, looked }} />);
  await screen.findByText('Books: in order');
  cleanup();
  showScreen(<BooksSheet books={{ ...BOOKS, difference: 0, since: null }} />);
  await screen.findByText('Books: not checked yet');
  expect(screen.queryByText('Books: in order')).toBeNull();
});
