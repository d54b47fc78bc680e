import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { BusForm } from '../features/bus/BusForm.tsx';
import { RouteForm } from '../features/bus/RouteForm.tsx';
import { MealWindows } from '../features/canteen/MealWindows.tsx';
import { MessageSettings } from '../features/messages/MessageSettings.tsx';
import { ClassDrawer } from '../features/schools/ClassDrawer.tsx';
import { RulesForm } from '../features/schools/RulesForm.tsx';
import { GuardianForm } from '../features/students/GuardianForm.tsx';
import { Propose } from '../features/suspense/Propose.tsx';
import { forgetDrafts } from '../ui/draft-storage.ts';
import { type FakeApi, prepareScreens, showScreen } from '../ui/screen.testkit.tsx';

const ID = '01900000-0000-7000-8000-000000000021';
const BUS = { sysid: ID, busNumberPlate: 'KDA 1A', label: 'North', updated: 'stamp' };
const nothing = () => undefined;

let api: FakeApi;

beforeAll(async () => {
  api = await prepareScreens(['bus', 'school', 'schools', 'canteen', 'messages', 'students', 'suspense', 'history']);
  api.replies = {
    'school/getBuses': () => ({ body: [BUS] }),
    'school/getMealPlan': () => ({
      body: { windows: [{ sysid: ID, name: 'Lunch', from: '12:00', to: '13:00' }], updated: 'stamp' },
    }),
    'school/getClass': () => ({ body: { sysid: ID, className: 'Grade 4', noOfStudents: 0, updated: 'stamp' } }),
    'school/getSchoolSettings': () => ({
      body: { sysid: ID, consentPolicy: 'student', movementLimit: 20_000, schoolDays: [1, 2], updated: 'stamp' },
    }),
    'messages/getMessageSettings': () => ({ body: { cap: 3000, announceApproval: 300, updated: 'stamp' } }),
  };
});
afterEach(() => {
  cleanup();
  forgetDrafts();
});

type Form = readonly [name: string, form: ReactNode, label: RegExp, typed: string, open?: () => Promise<void>];

const press = async (name: RegExp) => void fireEvent.click(await screen.findByRole('button', { name }));

const GUARDIAN = {
  sysid: ID,
  name: 'Mary',
  mobileNumber: '254711000001',
  email: null,
  language: 'en' as const,
  notify: [],
};
const PAYMENT = { sysid: ID, amount: 500, suggestions: [], receipt: 'SGH7K2LQ9X', payer: 'Mary' };
// Fields of a record that its form reads.
const FORMS: readonly Form[] = [
  ['bus', <BusForm key="bus" bus={BUS as never} onDone={nothing} />, /^Label/, 'South'],
  [
    'route',
    <RouteForm key="route" route={{ ...BUS, name: 'North', busSYSID: ID, stops: [] } as never} onDone={nothing} />,
    /^Route/,
    'South',
  ],
  ['meal windows', <MealWindows key="windows" />, /^Name/, 'Supper'],
  [
    'message settings',
    <MessageSettings key="settings" maySet />,
    /^Maximum per month/,
    '4,500',
    () => press(/^Change messages/),
  ],
  ['class', <ClassDrawer key="class" id={ID} mode="edit" onClose={nothing} />, /^Class name/, 'Grade 5'],
  ['school rules', <RulesForm key="rules" sysid={ID} />, /^Maximum per movement/, '15,000'],
  [
    'guardian',
    <GuardianForm
      key="guardian"
      studentSYSID={ID}
      guardian={{ ...GUARDIAN, updated: 'stamp' } as never}
      onSaved={nothing}
    />,
    /^Name/,
    'Mary Atieno',
  ],
];

test.each(FORMS.map((each) => ({ name: each[0], each })))(
  'the form of a $name restores its draft after a reload, and can discard it',
  async ({ each: [, form, label, typed, open] }) => {
    showScreen(form);
    await open?.();
    const field = () => screen.findByLabelText<HTMLInputElement>(label, { selector: 'input' });
    fireEvent.change(await field(), { target: { value: typed } });
    cleanup();
    showScreen(form);
    await open?.();
    await screen.findByText('What you typed before is back.');
    await waitFor(async () => expect((await field()).value).toBe(typed));
    fireEvent.click(screen.getByRole('button', { name: 'Discard it' }));
    await waitFor(async () => expect((await field()).value).not.toBe(typed));
  },
);

test('Propose restores its draft with its dialog after a reload, and drops it on Cancel', async () => {
  showScreen(<Propose item={PAYMENT as never} onProposed={() => undefined} />);
  await press(/^Return/);
  const note = () => screen.findByLabelText<HTMLInputElement>(/^Note/, { selector: 'input' });
  fireEvent.change(await note(), { target: { value: 'Paid twice' } });
  cleanup();
  showScreen(<Propose item={PAYMENT as never} onProposed={() => undefined} />);
  expect((await note()).value).toBe('Paid twice');
  await press(/^Cancel/);
  cleanup();
  showScreen(<Propose item={PAYMENT as never} onProposed={() => undefined} />);
  await press(/^Return/);
  expect((await note()).value).toBe('');
});
