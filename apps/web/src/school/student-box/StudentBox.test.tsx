import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type * as CardGuard from '../../lib/card-guard.ts';
import { type FakeApi, prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import { StudentBox } from './StudentBox.tsx';

const cards = vi.hoisted(() => ({ scan: (_number: string) => {}, fetches: 0 }));
vi.mock('../../lib/card-guard.ts', async (original) => ({
  ...(await original<typeof CardGuard>()),
  takeCards: (take: (number: string) => void) => {
    cards.scan = take;
    return () => undefined;
  },
}));
vi.mock('./CardQuestion.tsx', () => ({
  get CardQuestion() {
    cards.fetches++;
    throw new TypeError('Failed to fetch dynamically imported module');
  },
}));

const FOUND = [
  { admissionNumber: '4001', names: 'Wanjiku Kamau', className: 'Grade 4 East', status: 'active', guardian: null },
  { admissionNumber: '5001', names: 'Wanjiru Kamau', className: 'Grade 5 West', status: 'left', guardian: null },
];
let api: FakeApi;

beforeAll(async () => {
  api = await prepareScreens(['school']);
});
beforeEach(() => {
  api.calls.length = 0;
  api.replies = { 'search/find': () => ({ body: { students: FOUND, users: [], schools: [] } }) };
});
afterEach(cleanup);

/** Student box, followed by an empty field and a button. */
function Screen({ known = '' }: { known?: string }) {
  const [number, setNumber] = useState('');
  const [sent, setSent] = useState(0);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        setSent(sent + 1);
      }}
    >
      <StudentBox value={number} onNumber={setNumber} named={number !== '' && number === known} />
      <input aria-label="Amount" inputMode="decimal" required />
      <button type="button">Print</button>
      <output>{`number ${number} sent ${sent}`}</output>
    </form>
  );
}

const box = () => screen.getByRole<HTMLInputElement>('combobox', { name: /^Admission number/ });
const type = (value: string) => fireEvent.change(box(), { target: { value } });
const press = (key: string, target: Element = box()) => fireEvent.keyDown(target, { key });
const asked = () => api.calls.filter(({ path }) => path === 'search/find').map(({ input }) => input.text);
async function open(known?: string) {
  showScreen(<Screen {...(known && { known })} />);
  await screen.findByRole('combobox');
  box().focus();
}

describe('StudentBox by name', () => {
  test('lists the students found; Enter selects the first and moves to the next field', async () => {
    await open();
    type('wanjku');
    await screen.findByRole('option', { name: /Wanjiku Kamau/ });
    expect(box().getAttribute('aria-expanded')).toBe('true');
    expect(document.getElementById(box().getAttribute('aria-activedescendant') ?? '')?.textContent).toContain('4001');
    press('Enter');
    screen.getByText('number 4001 sent 0');
    expect(document.activeElement).toBe(screen.getByLabelText('Amount'));
    expect(screen.queryByRole('listbox')).toBeNull();
  });

  test('arrow keys cycle through the list; Escape closes it, and then clears the field', async () => {
    await open();
    type('kamau');
    await screen.findByRole('listbox', { name: 'Students found' });
    press('ArrowDown');
    screen.getByRole('option', { name: /Wanjiru Kamau.*has left/, selected: true });
    press('ArrowDown');
    screen.getByRole('option', { name: /Wanjiku/, selected: true });
    press('Escape');
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(box().value).toBe('kamau');
    press('Escape');
    expect(box().value).toBe('');
  });

  test('Enter before the search answers waits, lists several students, and selects a single one', async () => {
    await open();
    type('kamau');
    press('Enter');
    await screen.findByRole('listbox');
    screen.getByText('number  sent 0', { normalizer: (text) => text });
    api.replies['search/find'] = () => ({ body: { students: FOUND.slice(0, 1), users: [], schools: [] } });
    type('kamau w');
    press('Enter');
    await screen.findByText('number 4001 sent 0');
  });

  test('clears the selected student when letters are typed', async () => {
    await open();
    type('4007');
    type('4007w');
    screen.getByText('number  sent 0', { normalizer: (text) => text });
  });

  test('reports that no student was found', async () => {
    api.replies['search/find'] = () => ({ body: { students: [], users: [], schools: [] } });
    await open();
    type('xyzzy');
    await screen.findByText(/^No student found\./);
  });
});

describe('StudentBox by number', () => {
  test('opens no list and sends no search for a number that names a student', async () => {
    await open('4001');
    type('400');
    await screen.findByRole('listbox');
    vi.useFakeTimers();
    type('4001');
    vi.advanceTimersByTime(10_000);
    vi.useRealTimers();
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(asked()).toEqual(['400']);
  });

  test('Enter accepts a number at once without a search', async () => {
    await open();
    type('4001');
    press('Enter');
    expect(document.activeElement).toBe(screen.getByLabelText('Amount'));
    expect(asked()).toEqual([]);
  });

  test("Enter finds a student by the guardian's phone number", async () => {
    api.replies['search/find'] = () => ({
      body: {
        students: [{ ...FOUND[0], guardian: { name: 'Mama Wanjiku', phone: '2547…678' } }],
        users: [],
        schools: [],
      },
    });
    await open();
    type('0712 345 678');
    press('Enter');
    await screen.findByText('number 4001 sent 0');
  });
});

describe('StudentBox next number', () => {
  const value = () => box().value;

  test.each([
    ['Enter', () => press('Enter')],
    ['the button', () => fireEvent.submit(box())],
  ])('replaces the number after %s, also when keys are appended', async (_, end) => {
    await open('4001');
    type('4001');
    end();
    // The keypad and phone keyboards append to the existing text.
    type('40014');
    expect(value()).toBe('4');
    type('40');
    expect(value()).toBe('40');
  });

  test('a pasted number replaces the old one, even when it begins with the same digits', async () => {
    await open('4001');
    type('4001');
    press('Enter');
    box().setSelectionRange(4, 4);
    fireEvent.keyDown(box(), { key: 'v', ctrlKey: true });
    fireEvent.paste(box());
    expect([box().selectionStart, box().selectionEnd]).toEqual([0, 4]);
    type('40012');
    expect(value()).toBe('40012');
  });

  test('a number chosen from the list replaces the typed one, even when it begins with the same digits', async () => {
    api.replies['search/find'] = () => ({
      body: { students: [{ ...FOUND[0], admissionNumber: '40019' }], users: [], schools: [] },
    });
    await open();
    type('4001');
    press('Enter');
    box().focus();
    await screen.findByRole('listbox');
    press('ArrowDown');
    press('Enter');
    expect(value()).toBe('40019');
  });
});

describe('StudentBox card reader', () => {
  test("selects the whole field at the next card's first digit, so that it is replaced", async () => {
    await open('4001');
    type('4001');
    press('Enter');
    box().focus();
    box().setSelectionRange(4, 4);
    press('4');
    // The whole text is selected, so that the digit replaces it.
    expect([box().selectionStart, box().selectionEnd]).toEqual([0, 4]);
  });

  test('focuses and selects the field when a digit is typed while a button has the focus', async () => {
    await open('4001');
    type('4001');
    const button = screen.getByRole('button', { name: 'Print' });
    button.focus();
    press('4', button);
    expect(document.activeElement).toBe(box());
    expect([box().selectionStart, box().selectionEnd]).toEqual([0, 4]);
  });

  test('keeps the student when the card dialog fails to load, and loads it again for the next card', async () => {
    await open('4001');
    type('4001');
    fireEvent.change(screen.getByLabelText('Amount'), { target: { value: '50' } });
    act(() => cards.scan('5001'));
    await screen.findByText('The connection was lost');
    // The same card asks again, because the former question was answered.
    act(() => cards.scan('5001'));
    await waitFor(() => expect(cards.fetches).toBe(2));
    screen.getByText('number 4001 sent 0');
  });
});
