import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { START } from '../../../lib/scanner/machine.ts';
import type { Template } from '../../../lib/scanner/messages.ts';
import { type FakeApi, prepareScreens } from '../../../ui/screen.testkit.tsx';
import { BoardingForm } from './BoardingForm.tsx';
import { LastScan } from './LastScan.tsx';
import type { Scan } from './scan.ts';
import type { ProofBy } from './useBoarding.ts';

const AMINA = { admissionNumber: '4021', names: 'Amina Juma', className: 'Grade 4' };
const FINGER = { image: 'of Amina' } as unknown as Template;
const NEXT_FINGER = { image: 'of Baraka' } as unknown as Template;

let api: FakeApi;
const onRide = vi.fn();
const onProofBy = vi.fn();
const flush = vi.fn();
const by = (finger: Template) => ({ method: 'fingerprint', finger });

beforeAll(async () => {
  api = await prepareScreens(['trip', 'school']);
});
beforeEach(() => {
  vi.useFakeTimers();
  onRide.mockClear();
  flush.mockClear();
  api.calls.length = 0;
  api.replies = { 'search/find': () => ({ body: { students: [AMINA], users: [], schools: [] } }) };
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

interface Door {
  readonly busy?: boolean;
  readonly proofBy?: ProofBy;
  readonly last?: Scan | null;
}
const childOf = (number: string) => ({
  ...{ ...AMINA, stop: null, names: number === '4021' ? AMINA.names : '', admissionNumber: number },
});
/** Renders the form below its banner, as on the bus. */
function DoorHere({
  template,
  busy = false,
  proofBy = 'fingerprint',
  last = null,
}: Door & { template: Template | null }) {
  const [unsent, onUnsent] = useState<readonly string[]>([]);
  const still = { open: true, connect: vi.fn(), capture: vi.fn(), disconnect: vi.fn() };
  const nothing = () => undefined;
  return (
    <>
      <LastScan
        {...{ busy, scan: null, hasOpen: true, left: 0, unsent: unsent.map(childOf) }}
        {...{ onAnyway: nothing, onOther: nothing, onForget: nothing }}
      />
      <BoardingForm
        {...{ busy, proofBy, last, onRide, onProofBy, childOf, unsent, onUnsent, onNext: nothing }}
        scanner={{ ...still, flush, state: { ...START, status: 'connected', template } }}
      />
    </>
  );
}
const doorWith = (template: Template | null, door: Door = {}) => <DoorHere template={template} {...door} />;
const field = () => screen.getByLabelText<HTMLInputElement>('Admission number');
const type = (text: string) => fireEvent.change(field(), { target: { value: text } });
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test('BoardingForm does not send a finger while the number is still being typed', async () => {
  const { rerender } = render(doorWith(null));
  type('402');
  rerender(doorWith(FINGER));
  await wait(700);
  expect(onRide).not.toHaveBeenCalled();
  type('4021');
  await wait(700);
  expect(onRide).not.toHaveBeenCalled();
  await wait(200);
  expect(onRide.mock.calls).toEqual([['on', '4021', by(FINGER)]]);
});

test('BoardingForm drops a finger when another number replaces its own, but not on a correction', async () => {
  const { rerender } = render(doorWith(FINGER, { busy: true }));
  type('4025');
  type('402');
  type('4021');
  expect(flush).not.toHaveBeenCalled();
  type('4107');
  expect(flush).toHaveBeenCalledOnce();
  rerender(doorWith(FINGER));
  await wait(2_000);
  expect(onRide).not.toHaveBeenCalled();
});

test.each(['closed', 'clash'] as const)(
  'BoardingForm sends no ride while a question about the former child is open: %s',
  async (outcome) => {
    const child = { ...AMINA, admissionNumber: '4001', kind: 'on', otherBus: null, proof: null } as const;
    const last: Scan = { ...child, outcome, warnings: [], why: null };
    const { rerender } = render(doorWith(FINGER, { busy: true }));
    type('4021');
    await wait(900);
    rerender(doorWith(FINGER, { last }));
    await wait(2_000);
    fireEvent.submit(field());
    screen.getByText('First answer for the child above');
    expect(onRide).not.toHaveBeenCalled();
    expect(field().value).toBe('4021');
    rerender(doorWith(FINGER));
    await wait(0);
    expect(onRide.mock.calls).toEqual([['on', '4021', by(FINGER)]]);
  },
);

test('BoardingForm records the next child when the former clash is on this very bus', async () => {
  const child = { ...AMINA, admissionNumber: '4001', kind: 'on', otherBus: null, proof: null } as const;
  const last: Scan = { ...child, outcome: 'clash', isListed: true, warnings: [], why: null };
  render(doorWith(FINGER, { last }));
  type('4021');
  await wait(900);
  expect(onRide.mock.calls).toEqual([['on', '4021', by(FINGER)]]);
});

test('BoardingForm masks a PIN typed again in the number field, does not look it up, and clears it', async () => {
  const { rerender } = render(doorWith(null, { proofBy: 'pin' }));
  const record = () => {
    rerender(doorWith(null, { proofBy: 'pin' }));
    type('4021');
    fireEvent.change(screen.getByLabelText('PIN'), { target: { value: '274951' } });
    fireEvent.submit(field());
    rerender(doorWith(null, { proofBy: 'pin', busy: true }));
  };
  const isReadable = () => !field().className.includes('veiled');
  record();
  api.calls.length = 0;
  for (const text of ['2', '27', '274', '2749']) type(text);
  expect(isReadable()).toBe(false);
  // The answer arrives while the PIN is being typed.
  rerender(doorWith(null, { proofBy: 'pin' }));
  for (const text of ['27495', '274951']) type(text);
  expect(isReadable()).toBe(false);
  await wait(700);
  fireEvent.submit(field());
  expect([field().value, api.calls, onRide.mock.calls.length]).toEqual(['', [], 1]);
  record();
  type('274');
  await wait(900);
  expect(field().value).toBe('274');
  rerender(doorWith(null, { proofBy: 'pin' }));
  expect(field().value).toBe('');
  record();
  type('27');
  type('278');
  expect(isReadable()).toBe(true);
});

const PIN_DOOR = { proofBy: 'pin' } as const;
const pinField = () => screen.getByLabelText<HTMLInputElement>('PIN');
const isVeiled = () => field().className.includes('veiled');
/** Sends child 4021 with PIN 274951 and leaves the request pending. */
function recordByPin() {
  const { rerender } = render(doorWith(null, PIN_DOOR));
  type('4021');
  fireEvent.change(pinField(), { target: { value: '274951' } });
  fireEvent.submit(field());
  rerender(doorWith(null, { ...PIN_DOOR, busy: true }));
  return { answer: () => rerender(doorWith(null, PIN_DOOR)) };
}

test.each([
  ['a PIN behind it', () => fireEvent.change(pinField(), { target: { value: '7' } })],
  ['Enter', () => fireEvent.keyDown(field(), { key: 'Enter' })],
])('BoardingForm unmasks digits that begin like the former PIN once they are ended by %s', async (_by, end) => {
  const { answer } = recordByPin();
  type('274');
  expect(isVeiled()).toBe(true);
  end();
  expect(isVeiled()).toBe(false);
  answer();
  await wait(2_000);
  expect(field().value).toBe('274');
});

test('BoardingForm takes a child chosen by name as a number, even when it begins like the former PIN', async () => {
  const student = { ...AMINA, admissionNumber: '274' };
  api.replies['search/find'] = () => ({ body: { students: [student], users: [], schools: [] } });
  const { answer } = recordByPin();
  fireEvent.focus(field());
  type('amina');
  await wait(500);
  fireEvent.click(screen.getByRole('option', { name: /Amina Juma/ }));
  expect([field().value, isVeiled()]).toEqual(['274', false]);
  answer();
  await wait(2_000);
  expect(field().value).toBe('274');
});

test('BoardingForm keeps a repeated PIN masked until Enter, then clears it with a message', async () => {
  const { answer } = recordByPin();
  type('274951');
  fireEvent.change(pinField(), { target: { value: '77' } });
  answer();
  await wait(2_000);
  expect([field().value, isVeiled(), pinField().value]).toEqual(['274951', true, '77']);
  fireEvent.submit(field());
  expect([field().value, pinField().value]).toEqual(['', '']);
  screen.getByText('Type or scan a number first');
});

test('BoardingForm reports that the rest of a PIN was cleared', async () => {
  const { answer } = recordByPin();
  type('274');
  await wait(900);
  answer();
  expect(field().value).toBe('');
  screen.getByText('Type or scan a number first');
});

test('BoardingForm drops an unclaimed finger after 30 seconds', async () => {
  render(doorWith(FINGER));
  await wait(29_000);
  expect(flush).not.toHaveBeenCalled();
  await wait(2_000);
  expect(flush).toHaveBeenCalledOnce();
  type('4021');
  await wait(2_000);
  expect(onRide).not.toHaveBeenCalled();
});

test('BoardingForm sends each finger only once', async () => {
  const { rerender } = render(doorWith(FINGER));
  type('4021');
  await wait(900);
  rerender(doorWith(FINGER, { busy: true }));
  type('4022');
  await wait(2_000);
  rerender(doorWith(FINGER));
  await wait(2_000);
  expect(onRide).toHaveBeenCalledOnce();
  rerender(doorWith(NEXT_FINGER));
  await wait(0);
  expect(onRide.mock.calls.at(-1)).toEqual(['on', '4022', by(NEXT_FINGER)]);
});

test('BoardingForm finds a child by name on Enter, shows the name, and records on the next Enter', async () => {
  render(doorWith(null, { proofBy: 'attested' }));
  fireEvent.focus(field());
  type('amina');
  await wait(500);
  screen.getByRole('option', { name: /Amina Juma/ });
  fireEvent.keyDown(field(), { key: 'Enter' });
  expect(field().value).toBe('4021');
  screen.getByText('Amina Juma · Grade 4');
  expect(onRide).not.toHaveBeenCalled();
  fireEvent.keyDown(field(), { key: 'Enter' });
  expect(onRide.mock.calls).toEqual([['on', '4021', null]]);
});

test('BoardingForm sends a waiting finger as soon as a child is chosen by name', async () => {
  render(doorWith(FINGER));
  fireEvent.focus(field());
  type('amina');
  await wait(500);
  fireEvent.click(screen.getByRole('option', { name: /Amina Juma/ }));
  await wait(0);
  expect(onRide.mock.calls).toEqual([['on', '4021', by(FINGER)]]);
});

test('BoardingForm asks for the PIN after the number, sends it once, and clears it for the next child', async () => {
  render(doorWith(null, { proofBy: 'pin' }));
  const pin = screen.getByLabelText<HTMLInputElement>('PIN');
  const enter = () => fireEvent.submit(field().form as HTMLFormElement);
  type('4021');
  enter();
  expect(document.activeElement).toBe(pin);
  screen.getByText('The student types the PIN first: 4 to 8 digits');
  fireEvent.change(pin, { target: { value: '2749' } });
  type('4022');
  expect(pin.value).toBe('');
  fireEvent.change(pin, { target: { value: '27x4951' } });
  enter();
  expect(onRide.mock.calls).toEqual([['on', '4022', { method: 'pin', pin: '274951' }]]);
  expect([field().value, pin.value, document.activeElement]).toEqual(['', '', field()]);
});

const WRONG: Scan = {
  ...AMINA,
  ...{ kind: 'on', outcome: 'refused', isPinWrong: true, why: 'The PIN is wrong.' },
  ...{ warnings: [], otherBus: null, proof: null },
};

test('BoardingForm keeps child and focus in the PIN field after a wrong PIN, and holds back a number typed there', () => {
  const { rerender } = render(doorWith(null, { proofBy: 'pin' }));
  const pin = screen.getByLabelText<HTMLInputElement>('PIN');
  const enter = () => fireEvent.submit(field().form as HTMLFormElement);
  type('4021');
  fireEvent.change(pin, { target: { value: '274951' } });
  enter();
  expect([field().value, document.activeElement]).toEqual(['', field()]);
  rerender(doorWith(null, { proofBy: 'pin', last: WRONG }));
  expect([field().value, pin.value, document.activeElement]).toEqual(['4021', '', pin]);
  fireEvent.change(pin, { target: { value: '4022' } });
  enter();
  screen.getByText('Not sent: is this a number?');
  expect(onRide).toHaveBeenCalledOnce();
  enter();
  expect(onRide).toHaveBeenCalledTimes(2);
  rerender(doorWith(null, { proofBy: 'pin', last: { ...WRONG } }));
  fireEvent.click(screen.getByRole('button', { name: 'Next student' }));
  expect([field().value, pin.value, document.activeElement]).toEqual(['', '', field()]);
});

test("BoardingForm keeps the next child's number when the former PIN was wrong", () => {
  const { rerender } = render(doorWith(null, { proofBy: 'pin' }));
  type('4107');
  rerender(doorWith(null, { proofBy: 'pin', last: WRONG }));
  expect(field().value).toBe('4107');
});

test('BoardingForm asks for the PIN of a child chosen by name', async () => {
  render(doorWith(null, { proofBy: 'pin' }));
  fireEvent.focus(field());
  type('amina');
  await wait(500);
  fireEvent.click(screen.getByRole('option', { name: /Amina Juma/ }));
  await wait(0);
  expect(document.activeElement).toBe(screen.getByLabelText('PIN'));
  expect(onRide).not.toHaveBeenCalled();
});

test('BoardingForm proof by finger and by PIN exclude each other, and both can be switched off', () => {
  render(doorWith(null, { proofBy: 'fingerprint' }));
  fireEvent.click(screen.getByLabelText('With a PIN'));
  fireEvent.click(screen.getByLabelText('With a finger'));
  expect(onProofBy.mock.calls).toEqual([['pin'], ['attested']]);
});

test('BoardingForm names a child of no list by a server lookup, and reports an unknown number', async () => {
  api.replies['check/getStudent'] = ({ admissionNumber }) =>
    admissionNumber === '4107'
      ? { body: { admissionNumber, names: 'Baraka Otieno', className: 'Grade 5', hasFingerprint: true } }
      : { status: 404, body: { code: '404', message: 'No.', problem: 'student.not-found' } };
  render(doorWith(null, { proofBy: 'attested' }));
  type('4107');
  await wait(500);
  screen.getByText('Baraka Otieno · Grade 5');
  type('4108');
  expect(screen.queryByText('Baraka Otieno · Grade 5')).toBeNull();
  await wait(500);
  screen.getByText('No student has that number');
  type('4021');
  await wait(500);
  expect(api.calls.filter(({ path }) => path === 'check/getStudent')).toHaveLength(2);
});

test('BoardingForm reports that no child is found by a name', async () => {
  api.replies['search/find'] = () => ({ body: { students: [], users: [], schools: [] } });
  render(doorWith(null));
  type('zzz');
  await wait(500);
  screen.getByText('No student has this name. Try another spelling.');
});

/** Finds the notice in the banner, with its own colour. */
const saysUnsent = () =>
  screen.queryByText(/^Not recorded: /, { selector: '[role=alert] > [data-look=bad] > strong' })?.textContent?.trim();

test('BoardingForm keeps a number whose Enter came while the former child was being recorded', () => {
  const { rerender } = render(doorWith(null, { proofBy: 'attested', busy: true }));
  const says = () => screen.queryByText(/^Not recorded yet: the previous student was still being recorded/);
  // A double press of the former child's Enter.
  fireEvent.submit(field());
  expect(says()).toBeNull();
  type('4021');
  fireEvent.keyDown(field(), { key: 'Enter' });
  expect(says()?.getAttribute('role')).toBe('alert');
  rerender(doorWith(null, { proofBy: 'attested' }));
  expect([says()?.getAttribute('role'), field().value, onRide.mock.calls.length]).toEqual(['alert', '4021', 0]);
  fireEvent.keyDown(field(), { key: 'Enter' });
  expect([says(), onRide.mock.calls]).toEqual([null, [['on', '4021', null]]]);
});

test.each([
  ['Enter', () => fireEvent.keyDown(field(), { key: 'Enter' })],
  ['the button', () => fireEvent.submit(field())],
])('BoardingForm replaces a number waiting behind %s, and lists it as not recorded until it is', (_, press) => {
  const { rerender } = render(doorWith(null, { proofBy: 'attested', busy: true }));
  type('4021');
  press();
  // Appends to the field's text, as a phone's keyboard does.
  type('40214');
  expect([field().value, saysUnsent()]).toEqual(['4', 'Not recorded: 4021 Amina Juma. Type the number again.']);
  type('4022');
  press();
  type('4');
  expect(saysUnsent()).toBe('Not recorded: 4021 Amina Juma, 4022. Type the number again.');
  rerender(doorWith(null, { proofBy: 'attested' }));
  type('4021');
  press();
  expect(onRide.mock.calls).toEqual([['on', '4021', null]]);
  const done = {
    ...AMINA,
    kind: 'on',
    outcome: 'recorded',
    warnings: [],
    otherBus: null,
    why: null,
    proof: null,
  } as const;
  rerender(doorWith(null, { proofBy: 'attested', last: done }));
  expect(saysUnsent()).toBe('Not recorded: 4022. Type the number again.');
  fireEvent.keyDown(field(), { key: 'Escape' });
  expect(saysUnsent()).toBeUndefined();
});

test('BoardingForm allows Backspace in a waiting number', () => {
  render(doorWith(null, { proofBy: 'attested', busy: true }));
  type('4021');
  fireEvent.keyDown(field(), { key: 'Enter' });
  fireEvent.keyDown(field(), { key: 'Backspace' });
  type('402');
  type('4022');
  expect([field().value, saysUnsent()]).toEqual(['4022', undefined]);
});

test('BoardingForm reports no unrecorded child when a number that was not pending is replaced', () => {
  render(doorWith(null));
  type('4021');
  fireEvent.keyDown(field(), { key: 'Enter' });
  type('40214');
  expect([field().value, saysUnsent()]).toEqual(['4', undefined]);
});

test('BoardingForm accepts the next PIN during a pending ride, reports it as unsent, and sends it on Enter', () => {
  const { rerender } = render(doorWith(null, { ...PIN_DOOR, busy: true }));
  type('4021');
  fireEvent.keyDown(field(), { key: 'Enter' });
  expect(document.activeElement).toBe(pinField());
  fireEvent.change(pinField(), { target: { value: '274951' } });
  // A disabled button would stop the form's submission by Enter.
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'On Bus' }).disabled).toBe(false);
  fireEvent.submit(field());
  screen.getByText(/^Not recorded yet/);
  expect([pinField().value, onRide.mock.calls.length, document.activeElement]).toEqual(['274951', 0, pinField()]);
  rerender(doorWith(null, PIN_DOOR));
  fireEvent.submit(field());
  expect(onRide.mock.calls).toEqual([['on', '4021', { method: 'pin', pin: '274951' }]]);
});

test('BoardingForm sends a finger by itself once the former child is recorded', async () => {
  const { rerender } = render(doorWith(null, { busy: true }));
  type('4021');
  fireEvent.keyDown(field(), { key: 'Enter' });
  rerender(doorWith(FINGER, { busy: true }));
  fireEvent.keyDown(field(), { key: 'Enter' });
  expect([onRide.mock.calls.length, flush.mock.calls.length]).toEqual([0, 0]);
  rerender(doorWith(FINGER));
  await wait(0);
  expect(onRide.mock.calls).toEqual([['on', '4021', by(FINGER)]]);
});

test('BoardingForm keeps digits that begin like the former PIN once the focus is in the PIN field', async () => {
  const { answer } = recordByPin();
  type('274');
  answer();
  fireEvent.focus(pinField());
  await wait(2_000);
  expect([field().value, isVeiled()]).toEqual(['274', false]);
});
