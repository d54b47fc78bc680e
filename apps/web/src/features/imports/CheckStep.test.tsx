import type { ImportAnswer } from '@mfuko/contract/imports';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import { CheckStep } from './CheckStep.tsx';
import type { OpenedList } from './opened-list.ts';

const record = vi.fn();
const change = vi.fn();
const nothing = () => {};

beforeAll(async () => {
  await prepareScreens(['imports', 'wallet', 'school']);
});
beforeEach(() => {
  record.mockClear();
  change.mockClear();
});
afterEach(cleanup);

const LIST: OpenedList = {
  file: new File([], 'bank.xlsx'),
  sheet: {
    headerRow: 1,
    columns: [
      { letter: 'A', title: 'Adm', field: 'admissionNumber' },
      { letter: 'B', title: 'Amount', field: 'amount' },
    ],
    rows: [{ row: 2, cells: ['4001', '1,000'] }],
  },
  mapping: { A: 'admissionNumber', B: 'amount' },
  mends: {},
  setAside: [],
  totalsOut: null,
  decided: [],
  createClasses: false,
  channel: 'cash',
  attention: new Set(),
};
const RIGHT: ImportAnswer = {
  rows: 3,
  created: 2,
  updated: 0,
  skipped: 0,
  errors: [],
  warnings: [],
  newClasses: [],
  amount: 300,
  amountPaidBefore: 0,
  amountLeftOut: 0,
  setAside: 0,
  amountSetAside: 0,
  totals: [],
  totalsThatDiffer: [],
  batchSYSID: null,
};
const FAULT = {
  row: 4,
  column: 'Amount',
  value: 'x',
  message: 'x',
  cell: 'B4',
  field: 'amount',
  why: 'amount',
} as const;
const WRONG: ImportAnswer = { ...RIGHT, errors: [FAULT] };

function check(answer: ImportAnswer, partial: boolean, said: Partial<OpenedList> = {}): HTMLButtonElement {
  showScreen(
    <CheckStep
      kind="deposits"
      list={{ ...LIST, ...said }}
      answer={answer}
      checking={false}
      onChange={change}
      partial={partial}
      onPartial={nothing}
      onColumns={nothing}
      onOtherFile={nothing}
      onRecord={record}
    />,
  );
  return screen.getByRole('button', { name: 'Pay in 2 rows' });
}

test('CheckStep blocks a list with a wrong row unless partial, and its button describes why', () => {
  const button = check(WRONG, false);
  expect(button.disabled).toBe(true);
  expect(document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'Some rows have errors. Fix them here or in the file, leave them out, or record only the valid rows.',
  );
  button.click();
  expect(record).not.toHaveBeenCalled();
});

test('CheckStep records a list with a wrong row when it is partial', () => {
  check(WRONG, true).click();
  expect(record).toHaveBeenCalledOnce();
});

test('CheckStep records a list without a wrong row', () => {
  const button = check(RIGHT, false);
  expect(button.hasAttribute('aria-describedby')).toBe(false);
  button.click();
  expect(record).toHaveBeenCalledOnce();
});

const DIFFERING: ImportAnswer = {
  ...RIGHT,
  totalsThatDiffer: [{ row: 5, amount: 1900, comesTo: 1500.5, setAside: 0 }],
};

test('CheckStep shows a differing sheet total, blocks even a partial recording, and offers to leave it out', () => {
  const button = check(DIFFERING, true);
  const told = screen.getByRole('alert').textContent;
  expect(told).toContain('Row 5: the sheet says KES 1,900.00, but its rows add up to KES 1,500.50.');
  expect(told).toContain('KES 399.50 is missing.');
  button.click();
  expect(record).not.toHaveBeenCalled();
  screen.getByRole('button', { name: 'The rows are right: leave the total out' }).click();
  expect(change).toHaveBeenCalledWith({ setAside: [5], decided: DIFFERING.totalsThatDiffer });
});

test("CheckStep shows the sheet's total beside the sums of its kept and its left-out rows", () => {
  const both = { row: 5, amount: 1900, comesTo: 500.5, setAside: 1000 };
  check({ ...RIGHT, setAside: 1, totalsThatDiffer: [both] }, false, { setAside: [2] });
  const told = screen.getByRole('alert').textContent;
  expect(told).toContain(
    'the sheet says KES 1,900.00, but its rows add up to KES 500.50 without KES 1,000.00 left out.',
  );
  expect(told).toContain('KES 1,399.50 is missing.');
  cleanup();
  check({ ...RIGHT, setAside: 2, totals: [{ ...both, amount: 1500.5, titled: true }] }, false, { setAside: [2, 5] });
  screen.getByText(/KES 500.50 of it is in the included rows, KES 1,000.00 in the rows left out/);
});

test('CheckStep records the rows once the differing total is left out, and still shows the difference', () => {
  check(DIFFERING, false, { setAside: [5], decided: DIFFERING.totalsThatDiffer }).click();
  expect(record).toHaveBeenCalledOnce();
  expect(screen.getByRole('alert').textContent).toContain('KES 399.50 is missing.');
});

test.each([
  ['was left out while it was right', []],
  ['came to another amount when somebody decided', [{ row: 5, amount: 1900, comesTo: 1600, setAside: 0 }]],
  ['said another amount when somebody decided', [{ row: 5, amount: 1800, comesTo: 1500.5, setAside: 0 }]],
])('CheckStep blocks recording with a left-out total that differs and %s', (_, decided) => {
  const button = check(DIFFERING, true, { setAside: [5], decided });
  expect(button.disabled).toBe(true);
  button.click();
  expect(record).not.toHaveBeenCalled();
  screen.getByRole('button', { name: 'The rows are right: leave the total out' }).click();
  expect(change).toHaveBeenCalledWith({ setAside: [5], decided: DIFFERING.totalsThatDiffer });
});

test('CheckStep offers the amounts above a differing total for correction, else none', () => {
  check(DIFFERING, false);
  const cell = screen.getByDisplayValue('1,000');
  fireEvent.change(cell, { target: { value: '1,399.50' } });
  fireEvent.blur(cell);
  expect(change).toHaveBeenCalledWith({ mends: { B2: '1,399.50' } });
  cleanup();
  check(RIGHT, false);
  expect(screen.queryByDisplayValue('1,000')).toBeNull();
});

test('CheckStep on Enter stores the corrected cell and focuses the next wrong cell', () => {
  const rows = [4, 5, 6].map((row) => ({ row, cells: [`400${row}`, 'x'] }));
  const errors = [4, 6].map((row) => ({ ...FAULT, row, cell: `B${row}` }));
  check({ ...RIGHT, errors }, false, { sheet: { ...LIST.sheet, rows }, attention: new Set([4, 5, 6]) });
  const cell = screen.getByLabelText('Row 4, Amount');
  const told = document.getElementById(cell.getAttribute('aria-describedby') ?? '');
  expect(told?.textContent).toContain('This is not an amount in KES');
  cell.focus();
  fireEvent.change(cell, { target: { value: '1,500' } });
  fireEvent.keyDown(cell, { key: 'Enter' });
  expect(document.activeElement).toBe(screen.getByLabelText('Row 6, Amount'));
  expect(change.mock.calls).toEqual([[{ mends: { B4: '1,500' } }]]);
});

test('CheckStep reports a missing column once, and that unnamed guardians become “Guardian of …”', () => {
  const nowhere = (row: number) => ({
    ...FAULT,
    row,
    cell: null,
    field: 'guardianPhone' as const,
    why: 'no-phone' as const,
  });
  showScreen(
    <CheckStep
      kind="students"
      list={{ ...LIST, mapping: { A: 'admissionNumber', B: 'guardianPhone' } }}
      answer={{ ...RIGHT, errors: [nowhere(2), nowhere(3), nowhere(4)] }}
      checking={false}
      onChange={nothing}
      partial={false}
      onPartial={nothing}
      onColumns={nothing}
      onOtherFile={nothing}
      onRecord={nothing}
    />,
  );
  expect(screen.getAllByText(/The guardian's number is missing/)).toHaveLength(1);
  expect(screen.getByText(/saved as “Guardian of …”/)).toBeTruthy();
});

test('CheckStep blocks a list with shared guardian phones until each of its warnings is confirmed', () => {
  const warning = (row: number, value = '254722000111') => ({
    ...{ row, column: 'Parent Phone', value, message: '', cell: `D${row}` },
    ...{ field: 'guardianPhone', why: 'shared-phone' as const, params: { students: 4 } },
  });
  const differs = { ...FAULT, why: 'names-differ' as const, known: 'Brian Mutua' };
  const button = check({ ...RIGHT, warnings: [differs, warning(2), warning(3)] }, false);
  expect(screen.getByText('1 phone is listed for students of several families')).toBeTruthy();
  button.click();
  fireEvent.click(screen.getByLabelText('I have checked them: the numbers are right'));
  button.click();
  expect(record).not.toHaveBeenCalled();
  fireEvent.click(screen.getByLabelText("I have checked them: they are guardians' phones"));
  button.click();
  expect(record).toHaveBeenCalledOnce();
});

test("CheckStep compares the bank's total with the rest of a known list and what was paid in before", () => {
  check({ ...RIGHT, skipped: 1, amountPaidBefore: 700 }, false);
  screen.getByText('Paid in before (KES)');
  fireEvent.change(screen.getByLabelText(/^Bank's total/), { target: { value: '1,000' } });
  screen.getByText('Matches this list');
  screen.getByRole('button', { name: 'Pay in 2 rows' }).click();
  expect(record).toHaveBeenCalledOnce();
});
