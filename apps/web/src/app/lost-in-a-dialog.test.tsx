import type { StudentItem } from '@mfuko/contract/items';
import type { Refund } from '@mfuko/contract/refunds';
import type { StatementRow } from '@mfuko/contract/wallet';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { TransferDialog } from '../features/books/TransferDialog.tsx';
import { ItemDrawer } from '../features/items/ItemDrawer.tsx';
import { ReturnDialog } from '../features/items/ReturnDialog.tsx';
import { ApprovalDrawer } from '../features/limits/ApprovalDrawer.tsx';
import { AskApproval } from '../features/limits/AskApproval.tsx';
import { ApproveRefund } from '../features/refunds/ApproveRefund.tsx';
import { RefundDialog } from '../features/refunds/RefundDialog.tsx';
import { StatementDrawer as MpesaDrawer } from '../features/statements/StatementDrawer.tsx';
import { SuspenseDrawer } from '../features/suspense/SuspenseDrawer.tsx';
import { CarryDialog } from '../features/tills/CarryDialog.tsx';
import { TillDrawer } from '../features/tills/TillDrawer.tsx';
import { ReverseDialog } from '../features/wallet/ReverseDialog.tsx';
import { StatementDrawer } from '../features/wallet/StatementDrawer.tsx';
import { workplaceNow } from '../lib/workplace.ts';
import { dropAttempt } from '../school/attempts/attempt-journal.ts';
import { waitingAttempts } from '../school/attempts/attempt-list.ts';
import { type FakeApi, prepareScreens, showScreen } from '../ui/screen.testkit.tsx';

vi.mock('@tanstack/react-router', () => ({ Link: 'a', createLink: () => 'a', useSearch: () => ({}) }));
// Removes the pauses between the requests.
vi.mock('../school/attempts/outcome.ts', async (original) => ({ ...(await original<object>()), PAUSES_MS: [0] }));

const ID = '01900000-0000-7000-8000-000000000b01';
const DATE = '2026-11-20T09:00:00.000Z';
const none = () => undefined;
const STUDENT = { sysid: ID, admissionNumber: '4001', names: 'Amani Mwende', balance: 900 };
const ITEM: StudentItem = {
  ...{ sysid: ID, admissionNumber: '4001', studentName: 'Amani Mwende', class: 'Form 1', itemName: 'Sweater' },
  ...{ quantity: 1, price: 300, paid: 300, waiting: 1, handedOut: 0, returned: 0, state: 'waiting' as const },
  ...{ soldBy: 'Peter Kamau', dateCreated: DATE, updated: 'u1' },
};
const ROW: StatementRow = {
  ...{
    sysid: ID,
    date: DATE,
    kind: 'deposit' as const,
    amount: 500,
    fee: 0,
    balance: 900,
    by: 'Peter Kamau',
    reference: null,
  },
  ...{ channel: null, reversed: false, takenBack: false, own: false, proposal: null },
};
const APPROVAL = {
  ...{ sysid: ID, names: 'Amani Mwende', admissionNumber: '4001', className: null, amount: 800, reason: 'Bus fare' },
  ...{ reference: null, askedBy: 'Peter Kamau', date: DATE, own: false, isRefund: false, changes: [], numbers: [] },
  ...{ liftsHold: true, vain: null, decidedBy: null, note: null, until: null, state: 'pending' },
};
const REFUND: Refund = {
  ...{ sysid: ID, admissionNumber: '4001', names: 'Amani Mwende', amount: 900, leftOver: 0, guardian: 'Jane Otieno' },
  ...{ mobileNumber: '2547***001', numberChanged: null, reason: 'Left', state: 'proposed' as const, by: 'Peter Kamau' },
  ...{ date: DATE, own: false, decidedBy: null, dateDecided: null, dateEnded: null, receipt: null, failure: null },
};
const SUSPENSE = {
  ...{ sysid: ID, receipt: 'SJK7AB12CD', amount: 1_500, why: 'unknown-account', account: '407', payer: 'Jane' },
  ...{ from: null, datePaid: DATE, dateParked: DATE, notReturned: null, rejected: null },
  suggestions: [{ admissionNumber: '4001', names: 'Amani Mwende', className: 'Form 1', reasons: [] }],
};
const PARKED = { ...SUSPENSE, state: 'open', proposal: null };
const PROPOSED = {
  ...SUSPENSE,
  state: 'proposed',
  proposal: {
    ...{ sysid: ID, way: 'settle', student: { admissionNumber: '4001', names: 'Amani Mwende' }, note: null },
    ...{ by: 'Peter Kamau', date: DATE, own: false, decidedBy: null, dateDecided: null },
  },
};
const MPESA = {
  ...{ sysid: ID, fileName: 'november.csv', state: 'waiting', own: false, by: 'Peter Kamau', from: DATE, until: DATE },
  ...{ date: DATE, payments: 3, amount: 900, credited: 1, parked: 0, open: 2, decidedBy: null, decidedAt: null },
  rows: [],
};
const TILL = {
  ...{ sysid: ID, names: 'Peter Kamau', status: 'open', own: false, openedAt: DATE, holds: 500, float: 500 },
  ...{ sums: [], openedBy: 'Peter Kamau', closing: null },
};

let api: FakeApi;
beforeAll(async () => {
  const parts = ['school', 'wallet', 'limits', 'tills', 'items', 'suspense', 'books', 'payments', 'history'] as const;
  api = await prepareScreens(parts);
});
beforeEach(() => {
  api.replies = {
    'student/getContacts': () => ({ body: [{ sysid: 'c1', name: 'Jane Otieno', mobileNumber: '254711000001' }] }),
    'wallet/getWallet': () => ({ body: { ...STUDENT, className: 'Form 1' } }),
    'student/getItem': () => ({ body: ITEM }),
    'wallet/getApproval': () => ({ body: APPROVAL }),
    'wallet/getMpesaStatement': () => ({ body: MPESA }),
    'wallet/getTillReport': () => ({ body: TILL }),
    'wallet/closeAttempt': lose,
  };
});
afterEach(async () => {
  cleanup();
  for (const { key } of waitingAttempts.get()) await dropAttempt(key);
});

function lose(): never {
  throw new TypeError('Failed to fetch');
}
const button = (name: RegExp) => screen.findByRole('button', { name });
const press = async (name: RegExp) => fireEvent.click(await button(name));
/** Presses the button of that name in the topmost dialog. */
async function pressOnTop(name: RegExp): Promise<void> {
  const top = (await screen.findAllByRole('dialog')).at(-1) as HTMLElement;
  fireEvent.click(await within(top).findByRole('button', { name }));
}
const fill = async (label: RegExp, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });
const suspense = (item: object) => {
  api.replies['wallet/getSuspenseItem'] = () => ({ body: item });
  return <SuspenseDrawer id={ID} onClose={none} onDealt={none} />;
};
const reversal = (row: Partial<StatementRow>) => (
  <ReverseDialog row={{ ...ROW, ...row }} names="Amani" balance={900} onClose={none} onRefused={none} />
);

type Case = [path: string, shown: () => ReactNode, act: () => Promise<unknown>];
const CASES: Case[] = [
  ['wallet/approve', () => <ApprovalDrawer id={ID} onClose={none} onDecided={none} />, () => press(/^Approve$/)],
  [
    'wallet/refuseApproval',
    () => <ApprovalDrawer id={ID} onClose={none} onDecided={none} />,
    async () => {
      await press(/^Refuse$/);
      await fill(/^Reason for refusal/, 'Too much');
      await press(/^Refuse$/);
    },
  ],
  [
    'wallet/requestApproval',
    () => <AskApproval admissionNumber="4001" amount="900" above={0} open={null} use="refund" isHeld />,
    async () => {
      await fill(/^Why it cannot wait/, 'New phone');
      await press(/^Ask/);
    },
  ],
  [
    'wallet/moveTillCash',
    () => <CarryDialog from={{ sysid: ID, left: 500 }} onClose={none} />,
    () => press(/^Hand back/),
  ],
  [
    'wallet/reverse',
    () => reversal({}),
    async () => {
      await fill(/^Reason/, 'Paid twice');
      await press(/^Reverse$/);
    },
  ],
  [
    'wallet/proposeReversal',
    () => reversal({ kind: 'collection' }),
    async () => {
      await fill(/^Reason/, 'Paid twice');
      await press(/^Propose$/);
    },
  ],
  [
    'student/returnItem',
    () => <ReturnDialog item={ITEM} onClose={none} />,
    async () => {
      await fill(/^Reason/, 'Too small');
      await press(/^Return$/);
    },
  ],
  [
    'wallet/approveRefund',
    () => <ApproveRefund refund={REFUND} />,
    async () => {
      await press(/^Approve$/);
      await pressOnTop(/^Pay/);
    },
  ],
  [
    'wallet/refund',
    () => <RefundDialog student={STUDENT} onClose={none} />,
    async () => {
      await screen.findByRole('radio', { name: /Jane Otieno/ });
      await fill(/^Reason/, 'Left the school');
      await press(/^Propose$/);
    },
  ],
  [
    'wallet/proposeSettlement',
    () => suspense(PARKED),
    async () => {
      await press(/^Propose .*Amani/);
      await pressOnTop(/^Propose$/);
    },
  ],
  [
    'wallet/proposeReturn',
    () => suspense(PARKED),
    async () => {
      await press(/^Return/);
      await pressOnTop(/^Propose$/);
    },
  ],
  [
    'wallet/approveSettlement',
    () => suspense(PROPOSED),
    async () => {
      await press(/^Approve$/);
      await pressOnTop(/^Approve$/);
    },
  ],
  [
    'wallet/proposeBankTransfer',
    () => <TransferDialog refresh={[]} onClose={none} />,
    async () => {
      await fill(/^Amount/, '4000');
      await fill(/^Reference/, 'SLIP 17');
      await press(/^Propose/);
    },
  ],
];

test.each(CASES)('a lost answer to %s is shown in its dialog', async (path, shown, act) => {
  api.replies[path] = lose;
  showScreen(shown());
  await act();
  const note = await screen.findAllByText('It is not known if this was recorded');
  const top = screen.queryAllByRole('dialog').at(-1);
  expect(note.some((one) => top?.contains(one) ?? true)).toBe(true);
});

/** Attempts of these calls whose outcome nobody can tell. */
function leave(paths: readonly string[]): void {
  const rest = { ...workplaceNow(), admissionNumber: '4001', amount: '500', same: '', at: Date.now() };
  waitingAttempts.set(paths.map((path) => ({ ...rest, key: path, path })));
}

const DRAWERS: [name: string, shown: () => ReactNode, paths: readonly string[]][] = [
  [
    'a payment in suspense',
    // Another one than above, whose draft would open its dialog.
    () => suspense({ ...PARKED, sysid: ID.replace(/1$/, '2') }),
    ['wallet/proposeSettlement', 'wallet/proposeReturn', 'wallet/approveSettlement', 'wallet/rejectSettlement'],
  ],
  ['an item', () => <ItemDrawer id={ID} mode="view" onClose={none} />, ['student/returnItem']],
  ["a colleague's till", () => <TillDrawer sysid={ID} onClose={none} />, ['wallet/closeTill', 'wallet/moveTillCash']],
  [
    'a wallet',
    () => <StatementDrawer admissionNumber="4001" onClose={none} />,
    ['wallet/reverse', 'wallet/proposeReversal', 'wallet/rejectReversal'],
  ],
  [
    'an M-Pesa statement',
    () => <MpesaDrawer id={ID} onClose={none} />,
    ['wallet/approveMpesaStatement', 'wallet/rejectMpesaStatement'],
  ],
];

test.each(DRAWERS)('the drawer of %s shows each lost answer of its calls', async (_, shown, paths) => {
  leave(paths);
  showScreen(shown());
  const drawer = within(await screen.findByRole('dialog'));
  await drawer.findAllByText('It is not known if this was recorded');
  expect(drawer.getAllByText('It is not known if this was recorded')).toHaveLength(paths.length);
});

test.each([
  ['a refund', () => <ApproveRefund refund={REFUND} />, ['wallet/approveRefund', 'wallet/rejectRefund']],
  ['a settlement', () => suspense(PROPOSED), ['wallet/approveSettlement', 'wallet/rejectSettlement']],
] as const)('the approval dialog of %s shows the lost answers of earlier decisions', async (_, shown, paths) => {
  leave(paths);
  showScreen(shown());
  await press(/^Approve$/);
  const ask = within((await screen.findByText(/goes to/)).closest('[role=dialog]') as HTMLElement);
  await ask.findAllByText('It is not known if this was recorded');
  expect(ask.getAllByText('It is not known if this was recorded')).toHaveLength(paths.length);
});
