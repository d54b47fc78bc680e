import { act, cleanup, createEvent, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { pretendConfig } from '../../lib/config.testkit.ts';
import { startI18n } from '../../lib/i18n.ts';
import { forgetSchool, pickSchool } from '../../lib/school.ts';
import { newsList } from '../../school/offline/news-list.ts';
import { isWithoutOutbox, storageFails } from '../../school/offline/storage-state.ts';
import type { OrphanedRequest } from '../../school/pending/pending-request.ts';
import { GateApp } from './GateApp.tsx';
import { touchCalls } from './gate-calls.ts';
import { orphanedPassages } from './orphaned/orphan-list.ts';
import { left } from './orphaned/orphaned-passages.ts';

vi.mock('../../school/offline/device-box.ts', async (load) => ({
  ...(await load<typeof import('../../school/offline/device-box.ts')>()),
  readNames: async () => 'Kamau Wafula, as kept',
}));

interface Asked {
  readonly path: string;
  readonly key: string | null;
  readonly input: Record<string, unknown>;
}

let asked: Asked[];
/** Answers of the server to the checks, in order; null where no answer comes. */
let answers: (Response | null)[];
let sockets: FakeSocket[];
/** Answer of the server to the question who may collect the child. */
let collectors: Record<string, unknown>;

class FakeSocket {
  readonly sent: string[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { reason: string }) => void) | null = null;
  onerror: (() => void) | null = null;
  closed = false;
  constructor() {
    sockets.push(this);
    setTimeout(() => this.onopen?.());
  }
  send(frame: string): void {
    this.sent.push(frame);
  }
  close(): void {
    this.closed = true;
  }
  scan(): void {
    const template = { Template: 'iVBORw0KGgo=', SerialNumber: 'SN-1', Width: 300, Height: 400, DPI: 500, Size: 9 };
    this.onmessage?.({ data: JSON.stringify({ code: '200', message: 'done', template }) });
  }
}

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json', ...headers } });
const recorded = (warnings: readonly string[] = [], more: object = {}) =>
  json(200, {
    ...more,
    warnings,
    sysid: 'e1',
    admissionNumber: '4100',
    studentName: 'Achieng Odhiambo',
    class: 'Grade 4',
    checkTypeSYSID: 1,
    method: 'pin',
    date: '2026-03-02T04:12:00.000Z',
  });
const refused = (status: number, problem: string, detail = {}) =>
  json(status, { code: String(status), message: 'No.', problem, detail });

let pinFirst = false;
/** True where the server answers the request for the school's rules. */
let tellsRules = false;

async function answer(path: string, init: RequestInit): Promise<Response> {
  const url = new URL(path, 'http://localhost');
  if (url.pathname.endsWith('/getStudent')) {
    const number = url.searchParams.get('admissionNumber');
    return number === '4100'
      ? json(200, {
          ...{ admissionNumber: number, names: 'Achieng Odhiambo', className: 'Grade 4' },
          ...{ hasFingerprint: true, pinFirst },
        })
      : refused(404, 'student.not-found');
  }
  if (url.pathname.endsWith('/find')) {
    const students = [{ admissionNumber: '4100', names: 'Achieng Odhiambo', className: 'Grade 4' }];
    return json(200, { students, users: [], schools: [] });
  }
  if (url.pathname.endsWith('/getGateRules')) {
    if (!tellsRules) throw new TypeError('Failed to fetch');
    return json(200, { fingerOnly: true });
  }
  if (url.pathname.endsWith('/getCollectors')) return json(200, collectors);
  if (url.pathname.endsWith('/onCampus')) return json(200, [], { 'X-Total-Count': '148' });
  asked.push({
    path: url.pathname,
    key: new Headers(init.headers).get('Idempotency-Key'),
    input: JSON.parse(String(init.body)) as Record<string, unknown>,
  });
  const next = answers.shift();
  if (!next) throw new TypeError('Failed to fetch');
  return next;
}

beforeAll(async () => {
  pretendConfig({ wireKey: '0123456789abcdef' });
  await startI18n(['ui', 'gate', 'school', 'collectors']);
  // jsdom does not implement these functions.
  Element.prototype.scrollIntoView = () => {};
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
});
beforeEach(() => {
  asked = [];
  answers = [];
  pinFirst = false;
  tellsRules = false;
  pickSchool({ sysid: 's', shortName: 'DEMO' });
  sockets = [];
  collectors = {
    admissionNumber: '4100',
    names: 'Achieng Odhiambo',
    required: true,
    leavesAlone: false,
    collectors: [
      { sysid: 'c1', name: 'Joseph Otieno', relation: 'Uncle', heldUntil: null },
      { sysid: 'c2', name: 'Ann Wambui', relation: 'Driver', heldUntil: '2026-03-03T04:12:00.000Z' },
    ],
    blocked: [{ sysid: 'c3', name: 'Tom Were', relation: 'Father', reason: 'Court order' }],
    guardians: [{ sysid: 'g1', name: 'Mary Odhiambo', to: '2547…678' }],
  };
  vi.stubGlobal('fetch', answer);
  vi.stubGlobal('WebSocket', FakeSocket);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open(path: string, names: string | null = 'Kamau Wafula'): Promise<void> {
  window.history.replaceState(null, '', path);
  render(
    <Suspense>
      <GateApp
        session={{ token: 't', userName: '254700000003', role: 'CheckAgent' }}
        names={names}
        school="DEMO"
        ended={false}
        onLogout={() => {}}
        onSignIn={() => {}}
      />
    </Suspense>,
  );
  await screen.findByLabelText('Admission number');
}

const number = () => screen.getByLabelText<HTMLInputElement>('Admission number');
const band = () => within(screen.getByRole('region', { name: 'What is happening' }));
const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });

async function pin(pinCode: string): Promise<void> {
  fireEvent.change(number(), { target: { value: '4100' } });
  await screen.findByText('Achieng Odhiambo');
  press('Enter');
  fireEvent.change(screen.getByLabelText('PIN'), { target: { value: pinCode } });
  press('Enter');
}

it('GateApp finds a student by name on Enter, and checks in by PIN', async () => {
  answers.push(recorded());
  await open('/app/checkin.pin');
  fireEvent.change(number(), { target: { value: 'acheng' } });
  await screen.findByRole('option', { name: /Achieng Odhiambo/ });
  press('Enter');
  expect(number().value).toBe('4100');
  fireEvent.change(screen.getByLabelText('PIN'), { target: { value: '482916' } });
  press('Enter');
  await waitFor(() => expect(asked).toMatchObject([{ input: { admissionNumber: '4100', pin: '482916' } }]));
  expect(number().value).toBe('');
});

it('GateApp replaces an ended number by a pasted one that begins with the same digits', async () => {
  await open('/app/checkin.pin');
  fireEvent.change(number(), { target: { value: '4100' } });
  await screen.findByText('Achieng Odhiambo');
  press('Enter');
  number().focus();
  number().setSelectionRange(4, 4);
  fireEvent.paste(number());
  expect([number().selectionStart, number().selectionEnd]).toEqual([0, 4]);
  fireEvent.input(number(), { target: { value: '41002' }, inputType: 'insertFromPaste' });
  expect(number().value).toBe('41002');
});

it('GateApp loads the finger-only rule once the network is back', async () => {
  const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await open('/app/checkin.fingerprint');
  await band().findByText('There is no network');
  // By now a request without a network has failed.
  await act(async () => {
    await touchCalls();
    await new Promise((go) => setTimeout(go));
  });
  tellsRules = true;
  network.mockRestore();
  fireEvent(window, new Event('online'));
  await band().findByText(/Scan a finger to check in/);
});

it('GateApp checks in a child whom a bus still has, with a warning', async () => {
  answers = [recorded(['custody.aboard'])];
  await open('/app/checkin.pin');
  await pin('482916');
  await band().findByText('Student was checked in successfully');
  expect(await band().findByText(/Still recorded on a bus/)).toBeDefined();
});

it('GateApp checks in by number, Enter, PIN and Enter, and focuses the empty number field', async () => {
  answers = [recorded()];
  await open('/app/checkin.pin');
  await pin('482916');
  await band().findByText('Student was checked in successfully');
  expect(asked).toMatchObject([{ path: '/api/check/inPin', input: { admissionNumber: '4100', pin: '482916' } }]);
  expect(number().value).toBe('');
  expect(document.activeElement).toBe(number());
  expect(screen.getByText('148 in school')).toBeTruthy();
});

it('GateApp sends number and finger without a press, and flushes the scanner for the next one', async () => {
  answers = [recorded()];
  await open('/app/checkin.fingerprint');
  await waitFor(() => expect(sockets[0]?.onmessage).toBeTruthy());
  await screen.findByText('Scanner connected successfully. Put student finger 3 times');
  fireEvent.change(number(), { target: { value: '4100' } });
  await screen.findByText('Achieng Odhiambo');
  sockets[0]?.scan();
  await band().findByText('Student was checked in successfully');
  expect(asked).toMatchObject([
    { path: '/api/check/inFingerprint', input: { B64Fingerprint: 'iVBORw0KGgo=', Dpi: 500 } },
  ]);
  await waitFor(() => expect(sockets[0]?.sent.some((frame) => frame.includes('flush'))).toBe(true));
  press('F3');
  await waitFor(() => expect(sockets[0]?.closed).toBe(true));
  expect(window.location.pathname).toBe('/app/checkin.pin');
});

it('GateApp replaces the former result by the advice for the next finger at once', async () => {
  answers = [recorded()];
  await open('/app/checkin.fingerprint');
  await screen.findByText('Scanner connected successfully. Put student finger 3 times');
  fireEvent.change(number(), { target: { value: '4100' } });
  await screen.findByText('Achieng Odhiambo');
  const frame = (message: object) => act(() => sockets[0]?.onmessage?.({ data: JSON.stringify(message) }));
  sockets[0]?.scan();
  await band().findByText('Student was checked in successfully');
  frame({ type: 'finger', lift: false, touch: 1, of: 1 });
  expect(band().getByText('Student was checked in successfully')).toBeTruthy();
  frame({ type: 'advice', advice: 'flatter' });
  // The advice replaces the result at once, before the result's display time is over.
  expect(band().getByText(/Press the finger flatter/)).toBeTruthy();
  expect(band().queryByText('Student was checked in successfully')).toBeNull();
});

it.each([
  ['4100', true],
  ['', false],
])('GateApp shows advice, not a wrong finger, after an unclear finger with number “%s”', async (typed, pin) => {
  tellsRules = true;
  const body = { code: '422', message: 'Wipe the finger.', problem: 'fingerprint.no-match', detail: { why: 'wipe' } };
  answers = [json(422, body)];
  await open('/app/checkin.fingerprint');
  await band().findByText('Scan a finger to check in, or type a number.');
  if (typed) {
    fireEvent.change(number(), { target: { value: typed } });
    await screen.findByText('Achieng Odhiambo');
  }
  sockets[0]?.scan();
  expect(await band().findByText('Scan the finger again')).toBeTruthy();
  expect(band().getByText('Wipe the finger.')).toBeTruthy();
  expect(screen.getByRole('region', { name: 'What is happening' }).dataset.tone).toBe('warning');
  expect(screen.queryByText(/Wrong finger|Finger not recognised/)).toBeNull();
  expect(band().queryByRole('button', { name: 'Use the PIN' }) !== null).toBe(pin);
  expect(number().value).toBe(typed);
});

it('GateApp recommends the PIN for a young child, and still accepts the finger', async () => {
  pinFirst = true;
  answers = [recorded()];
  await open('/app/checkin.fingerprint');
  await screen.findByText('Scanner connected successfully. Put student finger 3 times');
  fireEvent.change(number(), { target: { value: '4100' } });
  await screen.findByText(/Young child: PIN works better/);
  sockets[0]?.scan();
  await band().findByText('Student was checked in successfully');
  // The PIN screen shows no message of the scanner.
  press('F3');
  fireEvent.change(number(), { target: { value: '4100' } });
  await waitFor(() => expect(screen.getAllByText('Achieng Odhiambo')).toHaveLength(2));
  expect(screen.queryByText(/PIN works better/)).toBeNull();
});

it('GateApp shows the stored name of the guard offline, and never the phone number', async () => {
  await open('/app/checkin.pin', null);
  await screen.findByText('Kamau Wafula, as kept');
  expect(screen.queryByText(/254700000003/)).toBeNull();
});

it('GateApp offers "Next student" after a wrong PIN, and holds back a number typed as PIN', async () => {
  answers = [refused(422, 'pin.wrong', { triesLeft: 4 })];
  await open('/app/checkin.pin');
  await pin('482916');
  await band().findByText('Wrong PIN');
  expect(document.activeElement).toBe(screen.getByLabelText('PIN'));
  fireEvent.change(screen.getByLabelText('PIN'), { target: { value: '4055' } });
  press('Enter');
  await band().findByText('Not sent: is this a number?');
  expect(asked).toHaveLength(1);
  fireEvent.click(band().getByRole('button', { name: 'Next student' }));
  expect([number().value, document.activeElement]).toEqual(['', number()]);
});

it('GateApp shows whose PIN is expected as long as the student of a wrong PIN stands there', async () => {
  answers = [refused(422, 'pin.wrong', { triesLeft: 4 })];
  await open('/app/checkin.pin');
  await pin('482916');
  await band().findByText('Wrong PIN');
  vi.useFakeTimers({ now: Date.now() });
  try {
    // The refusal stays in the banner until its display time is over.
    fireEvent.change(screen.getByLabelText('PIN'), { target: { value: '48' } });
    press('Enter');
    await act(() => vi.advanceTimersByTimeAsync(13_000));
    band().getByText('4100 Achieng Odhiambo');
    fireEvent.click(band().getByRole('button', { name: 'Next student' }));
    expect([number().value, document.activeElement]).toEqual(['', number()]);
  } finally {
    vi.useRealTimers();
  }
});

it('GateApp shows since when a student is in, and records again only with a reason', async () => {
  answers = [refused(409, 'gate.already-in', { since: '2026-03-02T04:12:00.000Z' }), recorded()];
  await open('/app/checkin.pin');
  await pin('482916');
  await band().findByText('Already in since 02/03/2026 07:12');
  fireEvent.click(band().getByText('Override with a reason'));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.click(dialog.getByText('Record with this reason'));
  expect(dialog.getByText('A reason is required')).toBeTruthy();
  expect(asked).toHaveLength(1);
  fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: 'Went out unseen' } });
  fireEvent.click(dialog.getByText('Record with this reason'));
  await band().findByText('Student was checked in successfully');
  expect(asked[1]).toMatchObject({ input: { admissionNumber: '4100', pin: '482916', override: 'Went out unseen' } });
  expect(asked[1]?.key).not.toBe(asked[0]?.key);
});

it('GateApp does not take a scanned card for an override reason, and holds it for the next student', async () => {
  answers = [refused(409, 'gate.already-in', { since: '2026-03-02T04:12:00.000Z' })];
  await open('/app/checkin.pin');
  await pin('482916');
  fireEvent.click(await band().findByText('Override with a reason'));
  const dialog = within(await screen.findByRole('dialog'));
  const reason = dialog.getByLabelText<HTMLInputElement>('Reason');
  fireEvent.change(reason, { target: { value: 'Went' } });
  let text = 'Went';
  for (const key of [...'4160', 'Enter']) {
    const event = createEvent.keyDown(reason, { key });
    Object.defineProperty(event, 'timeStamp', { value: 50_000 + text.length * 4 });
    fireEvent(reason, event);
    if (key !== 'Enter') fireEvent.change(reason, { target: { value: (text += key) } });
    else expect(event.defaultPrevented).toBe(true);
  }
  expect(reason.value).toBe('Went');
  expect(asked).toHaveLength(1);
  // The card of the next student, read while the dialog is open, is held for that student.
  expect(dialog.getByText('Next: 4160')).toBeTruthy();
  // Digits of the next student's number are not accepted as a reason.
  fireEvent.change(reason, { target: { value: '4161' } });
  fireEvent.click(dialog.getByText('Record with this reason'));
  expect(dialog.getByText('A reason is required')).toBeTruthy();
  expect(asked).toHaveLength(1);
  fireEvent.click(dialog.getByText('Cancel'));
  expect(number().value).toBe('4160');
  expect(screen.getByLabelText('PIN')).toBe(document.activeElement);
});

it('GateApp holds digits typed during a dialog for the next student, and answers nothing by them', async () => {
  answers = [refused(422, 'collector.required')];
  await open('/app/checkout.pin');
  await pin('482916');
  const dialog = within(await screen.findByRole('dialog', { name: /^Who collects/ }));
  const uncle = await dialog.findByRole('button', { name: /Joseph Otieno/ });
  // The focus is on no element, as after a button that its own press has removed.
  (document.activeElement as HTMLElement).blur();
  let at = 50_000;
  /** Types a key at a hand's pace. Returns true where the browser keeps its default action. */
  const type = (key: string) => {
    const on = document.activeElement ?? document.body;
    const event = createEvent.keyDown(on, { key });
    Object.defineProperty(event, 'timeStamp', { value: (at += 200) });
    return fireEvent(on, event);
  };
  type('4');
  type('x');
  // The focus was on a button before: an Enter behind digits still belongs to the digits.
  uncle.focus();
  for (const key of ['0', '0', '2', 'Enter', '7']) expect(type(key)).toBe(false);
  expect(dialog.getByText('Next: 4002 Some keys were missed.')).toBeTruthy();
  expect(number().value).toBe('');
  // After a Tab the Enter belongs to the focused button, and the browser presses it.
  type('Tab');
  expect(type('Enter')).toBe(true);
  fireEvent.click(dialog.getByRole('button', { name: 'Stays here' }));
  expect(number().value).toBe('4002');
  // The notice about lost keys hides no refusal on which the guard has to act.
  expect(band().getByRole('button', { name: 'Who collects?' })).toBeTruthy();
  expect(screen.getByLabelText('PIN')).toBe(document.activeElement);
  expect(asked).toHaveLength(1);
});

it('GateApp lets a student out without a pass only with a reason, and shows an existing pass', async () => {
  const exeat = { sysid: 'x1', returnBy: '2026-03-04T14:00:00.000Z', goesWith: 'Mary Otieno (Aunt)', late: false };
  answers = [refused(422, 'exeat.required'), recorded([], { exeat })];
  await open('/app/checkout.pin');
  await pin('482916');
  await band().findByText('No pass');
  fireEvent.click(band().getByRole('button', { name: 'Override with a reason' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: 'Ambulance' } });
  fireEvent.click(dialog.getByText('Record with this reason'));
  await band().findByText(/Pass: goes with Mary Otieno \(Aunt\), back by 04\/03\/2026 17:00/);
  expect(asked[1]).toMatchObject({ input: { admissionNumber: '4100', override: 'Ambulance' } });
});

it('GateApp shows a waiting student, and retries under the same key with the same choice', async () => {
  answers = [null, recorded()];
  await open('/app/checkout.pin');
  const asksWho = screen.getByRole('checkbox', { name: /collect/i });
  fireEvent.click(asksWho);
  await pin('482916');
  await band().findByText('No answer yet: 1 student is waiting');
  // The choice belongs to the press, so later tries do not read the toggle again.
  fireEvent.click(asksWho);
  expect(screen.getByText('Offline: 1 waiting')).toBeTruthy();
  await band().findByText('Student was checked out successfully');
  expect(asked.map(({ path }) => path)).toEqual(['/api/check/outPin', '/api/check/outPin']);
  expect(new Set(asked.map(({ key }) => key)).size).toBe(1);
  expect(asked.map(({ input }) => input.collected)).toEqual([true, true]);
});

it('GateApp asks who collects after the proof, shows blocked persons, and sends the chosen collector', async () => {
  answers = [refused(422, 'collector.required'), recorded()];
  await open('/app/checkout.pin');
  await pin('482916');
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(asked[0]?.input).not.toHaveProperty('collected');
  const dialog = within(await screen.findByRole('dialog', { name: 'Who collects 4100 Achieng Odhiambo?' }));
  expect(await dialog.findByText('Tom Were (Father): Court order')).toBeTruthy();
  expect(dialog.queryByText('Leaves alone')).toBeNull();
  fireEvent.click(dialog.getByRole('button', { name: /Joseph Otieno/ }));
  await band().findByText('Student was checked out successfully');
  expect(asked[1]).toMatchObject({ input: { admissionNumber: '4100', pin: '482916', collectorSYSID: 'c1' } });
  expect(asked[1]?.key).not.toBe(asked[0]?.key);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('GateApp opens no collector dialog over another one, nor while the guard is typing', async () => {
  answers = [null, refused(422, 'collector.required'), refused(422, 'collector.required')];
  await open('/app/checkout.pin');
  await pin('482916');
  fireEvent.change(number(), { target: { value: '4999' } });
  press('Enter');
  fireEvent.change(screen.getByLabelText('PIN'), { target: { value: '482916' } });
  press('Enter');
  await screen.findByRole('dialog', { name: /^Who collects 4999/ });
  await waitFor(() => expect(asked).toHaveLength(3));
  await waitFor(() => expect(screen.getAllByRole('button', { name: /Who collects\?$/, hidden: true })).toHaveLength(3));
  expect(screen.getByRole('dialog', { name: /^Who collects 4999/ })).toBeTruthy();
  cleanup();
  answers = [null, refused(422, 'collector.required')];
  await open('/app/checkout.pin');
  await pin('482916');
  await waitFor(() => expect(asked).toHaveLength(4));
  fireEvent.change(number(), { target: { value: '42' } });
  await band().findByText('Who collects?', { selector: 'p' });
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(number().value).toBe('42');
});

it('GateApp keeps an unanswered collector question visible behind many later students', async () => {
  answers = [refused(422, 'collector.required')];
  await open('/app/checkout.pin');
  await pin('482916');
  fireEvent.click(await screen.findByRole('button', { name: 'Stays here' }));
  for (let student = 5001; student <= 5013; student++) {
    answers = [refused(404, 'student.not-found')];
    fireEvent.change(number(), { target: { value: String(student) } });
    press('Enter');
    fireEvent.change(screen.getByLabelText('PIN'), { target: { value: '482916' } });
    press('Enter');
    await within(screen.getByRole('list', { name: 'Latest' })).findByText(String(student));
    await waitFor(() => expect(screen.queryByText('Sending')).toBeNull());
  }
  expect(within(screen.getByRole('list', { name: 'Latest' })).queryByText('4100')).toBeNull();
  const asks = within(screen.getByRole('list', { name: '1 student is not recorded as out' }));
  fireEvent.click(asks.getByRole('button', { name: '4100 Achieng Odhiambo: Who collects?' }));
  expect(await screen.findByRole('dialog', { name: 'Who collects 4100 Achieng Odhiambo?' })).toBeTruthy();
});

it('GateApp sends a guardian code for a new collector, and shows a wrong code', async () => {
  answers = [
    refused(422, 'collector.required'),
    json(200, { to: '2547…678', name: 'Mary Odhiambo', resendAfter: 30, seconds: 300 }),
    refused(422, 'collector.code'),
  ];
  await open('/app/checkout.pin');
  await pin('482916');
  const dialog = within(await screen.findByRole('dialog', { name: /Who collects/ }));
  fireEvent.click(await dialog.findByRole('button', { name: /Ann Wambui/ }));
  fireEvent.click(dialog.getByRole('button', { name: 'Send the code' }));
  fireEvent.change(await dialog.findByLabelText('Code'), { target: { value: '123456' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Let out' }));
  await waitFor(() => expect(asked).toHaveLength(3));
  expect(asked[1]).toMatchObject({
    path: '/api/check/sendCollectorCode',
    input: { admissionNumber: '4100', contactSYSID: 'g1', name: 'Ann Wambui' },
  });
  expect(asked[2]).toMatchObject({ input: { collectorSYSID: 'c2', collectorCode: '123456' } });
  // The dialog opens again and shows the server's refusal.
  expect(await screen.findByText('No.', { selector: 'dialog p' })).toBeTruthy();
});

it('GateApp asks who collects when the guard has switched it on', async () => {
  answers = [recorded()];
  await open('/app/checkout.pin');
  fireEvent.click(screen.getByLabelText('Ask who collects'));
  await pin('482916');
  await waitFor(() => expect(asked).toMatchObject([{ input: { collected: true } }]));
});

it('GateApp names the missing input', async () => {
  await open('/app/checkin.pin');
  press('Enter');
  await band().findByText('Missing Input');
  expect(band().getByText('Admission number is required')).toBeTruthy();
});

it('GateApp shows no success colour for an unknown number, with or without a finger', async () => {
  await open('/app/checkin.fingerprint');
  const tone = () => screen.getByRole('region', { name: 'What is happening' }).dataset.tone;
  fireEvent.change(number(), { target: { value: '9999' } });
  await band().findByText('Unknown number');
  expect(tone()).toBe('unknown');
  await waitFor(() => expect(sockets).not.toHaveLength(0));
  sockets[0]?.scan();
  await screen.findByLabelText(/^Scanned fingerprint/);
  expect([tone(), asked.length]).toEqual(['unknown', 0]);
});

it('GateApp switches between dark, high-contrast and light theme, and stores the contrast', async () => {
  await open('/app/checkin.fingerprint');
  const page = document.documentElement.dataset;
  const look = () => [page.mantineColorScheme, page.sun, localStorage.getItem('contrast')];
  const turn = (to: string) => fireEvent.click(screen.getByRole('button', { name: `Switch to ${to}` }));
  turn('dark theme');
  expect(look()).toEqual(['dark', undefined, 'normal']);
  turn('high contrast, for the sun');
  expect(look()).toEqual(['light', '', 'high']);
  turn('light theme');
  expect(look()).toEqual(['light', undefined, 'normal']);
});

it.each([
  ['', '700283522', ''],
  ['27', '4100', ''],
])(
  'GateApp takes a card scanned in the PIN field, after “%s”, as a number or ignores it, and keeps no digit',
  async (half, card, left) => {
    localStorage.removeItem('cardLengths');
    await open('/app/checkin.pin');
    fireEvent.change(number(), { target: { value: '4100' } });
    await screen.findByText('Achieng Odhiambo');
    press('Enter');
    const field = screen.getByLabelText<HTMLInputElement>('PIN');
    field.focus();
    let at = 10_000;
    const key = (name: string, after: number) => {
      at += after;
      const event = createEvent.keyDown(field, { key: name });
      Object.defineProperty(event, 'timeStamp', { value: at });
      fireEvent(field, event);
      if (/^\d$/.test(name)) fireEvent.change(field, { target: { value: field.value + name } });
    };
    for (const digit of half) key(digit, 120);
    for (const digit of card) key(digit, half ? 8 : 5);
    key('Enter', 5);
    expect([number().value, field.value]).toEqual([half ? '4100' : card, left]);
    expect(asked).toEqual([]);
  },
);

const LEFT: OrphanedRequest = {
  ...{ key: 'k1', kind: 'out', admissionNumber: '4100', names: 'Achieng Odhiambo', className: 'Grade 4' },
  ...{ at: 0, clockAheadMs: 0, user: 'a guard', school: 's', page: null, outcome: 'void' },
};

it('GateApp hides lines, dialog and earlier presses at once when another school is picked', async () => {
  answers = [refused(422, 'collector.required')];
  await open('/app/checkout.pin');
  await pin('482916');
  await screen.findByRole('dialog', { name: 'Who collects 4100 Achieng Odhiambo?' });
  act(() => orphanedPassages.set([LEFT]));
  await screen.findByRole('button', { name: 'Has not left: 4100 Achieng Odhiambo', hidden: true });
  const follow = vi.spyOn(left, 'follow');
  // The former school's lines disappear at once, before any answer.
  act(() => pickSchool({ sysid: 'other', shortName: 'OTHER' }));
  expect(screen.queryByText(/Achieng/)).toBeNull();
  expect(screen.queryByRole('dialog')).toBeNull();
  await waitFor(() => expect(follow).toHaveBeenCalledTimes(1));
  act(() => orphanedPassages.set([]));
});

it('GateApp points to no earlier press of another school', async () => {
  await open('/app/checkout.pin');
  act(() => orphanedPassages.set([LEFT]));
  await band().findByText('Confirm in the list whether they passed.');
  act(() => orphanedPassages.set([{ ...LEFT, school: 'other' }]));
  expect(band().queryByText('Confirm in the list whether they passed.')).toBeNull();
  expect(band().queryByText(/Achieng/)).toBeNull();
  act(() => orphanedPassages.set([]));
});

it('GateApp shows outcomes of an earlier page, of this school only, until dismissed', async () => {
  await open('/app/checkin.pin');
  const outcome = { key: 'k1', kind: 'out', status: 'refused', admissionNumber: '4100', problem: 'stopped' } as const;
  const ofOther = { ...outcome, key: 'k2', admissionNumber: '4999' };
  act(() =>
    newsList.set(
      [outcome, ofOther].map((one, of) => ({ school: ['s', 'o'][of] as string, lane: 'gate', outcome: one })),
    ),
  );
  const list = await screen.findByRole('region', { name: 'Review 1 student who passed offline' });
  expect(list.textContent).toContain('4100Not let out: it was recorded');
  fireEvent.click(within(list).getByRole('button', { name: 'Understood' }));
  await waitFor(() => expect(screen.queryByText('4100')).toBeNull());
});

it('GateApp warns while storage fails', async () => {
  await open('/app/checkin.pin');
  act(() => storageFails.set(true));
  await screen.findByText(/Do not close or reload this page/);
  act(() => storageFails.set(false));
  expect(screen.queryByText(/Do not close or reload this page/)).toBeNull();
});

it('GateApp says while there is a network that the browser can record nothing without one', async () => {
  // This browser has no IndexedDB, as one without X25519 has no way to seal.
  await open('/app/checkin.pin');
  await screen.findByText(
    /^If the network fails, this device can record nothing.* Chrome or Edge 133, Firefox 130, Safari 17/,
  );
  act(() => isWithoutOutbox.set(false));
  expect(screen.queryByText(/this device can record nothing/)).toBeNull();
});

it('GateApp keeps its lines when the session ends and the school is forgotten', async () => {
  answers = [recorded()];
  await open('/app/checkin.pin');
  await pin('482916');
  await band().findByText('Student was checked in successfully');
  act(() => forgetSchool());
  expect(band().getByText('Student was checked in successfully')).toBeTruthy();
});

it.each([
  ['void', true],
  ['others', true],
  ['recorded', false],
  ['refused', false],
] as const)('GateApp hides its next step behind an earlier press that is %s: %s', async (outcome, hides) => {
  await open('/app/checkout.pin');
  act(() => orphanedPassages.set([{ ...LEFT, outcome }]));
  await screen.findByRole('button', { name: /: 4100 Achieng Odhiambo$/ });
  expect(band().queryByText('Confirm in the list whether they passed.') !== null).toBe(hides);
  act(() => orphanedPassages.set([]));
});
