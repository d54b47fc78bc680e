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

test('does not send a finger with a number that is still being typed', async () => {
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

test('drops a finger that came to one number where another takes its place, and not where the number is mended', async () => {
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
  'records nobody while a question about the child before stands: %s',
  async (outcome) => {
    const child = { ...AMINA, admissionNumber: '4001', kind: 'on', otherBus: null, proof: null } as const;
    const last: Scan = { ...child, outcome, warnings: [], why: null };
    const { rerender } = render(doorWith(FINGER, { busy: true }));
    type('4021');
    await wait(900);
    rerender(doorWith(FINGER, { last }));
    await wait(2_000);
    fireEvent.submit(field());
    screen.getByText('Say first what becomes of the child above');
    expect(onRide).not.toHaveBeenCalled();
    expect(field().value).toBe('4021');
    rerender(doorWith(FINGER));
    await wait(0);
    expect(onRide.mock.calls).toEqual([['on', '4021', by(FINGER)]]);
  },
);

test('goes on behind a child who stood at the door twice: the record has them aboard this very bus', async () => {
  const child = { ...AMINA, admissionNumber: '4001', kind: 'on', otherBus: null, proof: null } as const;
  const last: Scan = { ...child, outcome: 'clash', isListed: true, warnings: [], why: null };
  render(doorWith(FINGER, { last }));
  type('4021');
  await wait(900);
  expect(onRide.mock.calls).toEqual([['on', '4021', by(FINGER)]]);
});

test('shows dots for a PIN that is typed once more while its child is recorded, asks nobody for it and lets go of it', async () => {
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
])('what begins like a PIN is a number once its typing is ended: by %s', async (_by, end) => {
  const { answer } = recordByPin();
  type('274');
  expect(isVeiled()).toBe(true);
  end();
  expect(isVeiled()).toBe(false);
  answer();
  await wait(2_000);
  expect(field().value).toBe('274');
});

test('a child chosen by name is a number, also where it begins like the PIN before', async () => {
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

test('a PIN once more that has a PIN behind it stays dots until its Enter, and that it is let go of is said', async () => {
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

test('says that what was left of a PIN is gone', async () => {
  const { answer } = recordByPin();
  type('274');
  await wait(900);
  answer();
  expect(field().value).toBe('');
  screen.getByText('Type or scan a number first');
});

test('drops a finger that nobody has claimed for 30 seconds', async () => {
  render(doorWith(FINGER));
  await wait(29_000);
  expect(flush).not.toHaveBeenCalled();
  await wait(2_000);
  expect(flush).toHaveBeenCalledOnce();
  type('4021');
  await wait(2_000);
  expect(onRide).not.toHaveBeenCalled();
});

test('sends each finger once: the one before lies on the screen until its answer is there', async () => {
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

test('finds a child by name, names who is meant, and records at the next Enter', async () => {
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

test('a child chosen by name goes with the finger at once', async () => {
  render(doorWith(FINGER));
  fireEvent.focus(field());
  type('amina');
  await wait(500);
  fireEvent.click(screen.getByRole('option', { name: /Amina Juma/ }));
  await wait(0);
  expect(onRide.mock.calls).toEqual([['on', '4021', by(FINGER)]]);
});

test('asks for the PIN after the number, sends it once, and keeps none for the next child', async () => {
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

test('after a wrong PIN the child stays, with the keys in the PIN’s field, so that no PIN is typed in clear', () => {
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

test('a wrong PIN does not push out the next child, who has begun', () => {
  const { rerender } = render(doorWith(null, { proofBy: 'pin' }));
  type('4107');
  rerender(doorWith(null, { proofBy: 'pin', last: WRONG }));
  expect(field().value).toBe('4107');
});

test('a child chosen by name is asked for the PIN', async () => {
  render(doorWith(null, { proofBy: 'pin' }));
  fireEvent.focus(field());
  type('amina');
  await wait(500);
  fireEvent.click(screen.getByRole('option', { name: /Amina Juma/ }));
  await wait(0);
  expect(document.activeElement).toBe(screen.getByLabelText('PIN'));
  expect(onRide).not.toHaveBeenCalled();
});

test('finger and PIN exclude each other, and neither is the word of who stands there', () => {
  render(doorWith(null, { proofBy: 'fingerprint' }));
  fireEvent.click(screen.getByLabelText('With a PIN'));
  fireEvent.click(screen.getByLabelText('With a finger'));
  expect(onProofBy.mock.calls).toEqual([['pin'], ['attested']]);
});

test('names a child who is on no list of the bus before anybody vouches, and says of a number that it is nobody’s', async () => {
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
  screen.getByText('There is no student of that number');
  type('4021');
  await wait(500);
  expect(api.calls.filter(({ path }) => path === 'check/getStudent')).toHaveLength(2);
});

test('says so where nobody is found by a name', async () => {
  api.replies['search/find'] = () => ({ body: { students: [], users: [], schools: [] } });
  render(doorWith(null));
  type('zzz');
  await wait(500);
  screen.getByText('Nobody is found by this name. Try another spelling.');
});

/** Finds the notice in the banner, with its own colour. */
const saysUnsent = () =>
  screen.queryByText(/^Not recorded: /, { selector: '[role=alert] > [data-look=bad] > strong' })?.textContent?.trim();

test('says that the child before is still being recorded, and keeps the number for another press', () => {
  const { rerender } = render(doorWith(null, { proofBy: 'attested', busy: true }));
  const says = () => screen.queryByText(/^Not recorded yet: the student before was still being recorded/);
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
])(
  'the next number takes the place of one that waits behind %s, and who it was stays told until it is recorded',
  (_, press) => {
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
  },
);

test('a digit of a number that waits may be taken back', () => {
  render(doorWith(null, { proofBy: 'attested', busy: true }));
  type('4021');
  fireEvent.keyDown(field(), { key: 'Enter' });
  fireEvent.keyDown(field(), { key: 'Backspace' });
  type('402');
  type('4022');
  expect([field().value, saysUnsent()]).toEqual(['4022', undefined]);
});

test('a number that waits for nothing goes with the next one, and nobody is told of as not recorded', () => {
  render(doorWith(null));
  type('4021');
  fireEvent.keyDown(field(), { key: 'Enter' });
  type('40214');
  expect([field().value, saysUnsent()]).toEqual(['4', undefined]);
});

test('takes the next child’s PIN in its field while the child before is recorded, and says that it has not gone', () => {
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

test('a finger behind Enter goes by itself once the child before is recorded', async () => {
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

test('a number that begins like the PIN before stays where the keys have gone to the PIN’s field', async () => {
  const { answer } = recordByPin();
  type('274');
  answer();
  fireEvent.focus(pinField());
  await wait(2_000);
  expect([field().value, isVeiled()]).toEqual(['274', false]);
});
