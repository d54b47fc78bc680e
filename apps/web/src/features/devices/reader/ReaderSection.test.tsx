import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { pretendConfig } from '../../../lib/config.testkit.ts';
import { fakeLanService, fakeStore, type LanService } from '../../../lib/scanner/lan-service.testkit.ts';
import { prepareScreens, showScreen } from '../../../ui/screen.testkit.tsx';
import { ReaderSection } from './ReaderSection.tsx';

const kept = vi.hoisted(() => ({ store: null as unknown as ReturnType<typeof fakeStore> }));
vi.mock('../../../lib/device-store.ts', async (load) => ({
  ...(await load<typeof import('../../../lib/device-store.ts')>()),
  inStore: (...given: Parameters<typeof kept.store.inStore>) => kept.store.inStore(...given),
}));

let service: LanService;
beforeAll(async () => {
  await prepareScreens(['devices']);
});
beforeEach(() => {
  kept.store = fakeStore();
  service = fakeLanService();
  pretendConfig({ readerOrigins: ['wss://gate.lan:8443'] });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function fillIn(code: string, address?: string): Promise<void> {
  fireEvent.click(await screen.findByRole('radio', { name: 'At a mini computer' }));
  const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
  if (address !== undefined) fireEvent.change(field('Address of the mini computer'), { target: { value: address } });
  fireEvent.change(field('Code of the mini computer'), { target: { value: code } });
  fireEvent.click(screen.getByRole('button', { name: 'Pair with the reader' }));
}
const told = async () => (await screen.findByRole('alert')).textContent;

test('ReaderSection uses the local reader by default, and contacts no computer', async () => {
  showScreen(<ReaderSection />);
  expect(await screen.findByRole('radio', { name: 'At this machine', checked: true })).toBeTruthy();
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(service.dialed).toEqual([]);
});

test('ReaderSection pairs by address and code, shows the connection, and forgets the reader', async () => {
  showScreen(<ReaderSection />);
  await fillIn('1234 5678');
  await screen.findByText('The reader’s computer answers, and knows this tablet.');
  expect(screen.getByText('gate.lan:8443')).toBeTruthy();
  expect(document.activeElement?.textContent).toBe('Fingerprint reader');
  expect(kept.store.reader()).toMatchObject({ url: 'wss://gate.lan:8443', label: 'Tablet' });
  fireEvent.click(screen.getByRole('button', { name: 'Forget this reader' }));
  expect(await screen.findByRole('radio', { name: 'At this machine', checked: true })).toBeTruthy();
  expect(kept.store.reader()).toBeUndefined();
});

test('ReaderSection rejects an address that the platform does not allow, without contacting it', async () => {
  showScreen(<ReaderSection />);
  await fillIn('12345678', 'office.lan');
  expect(await told()).toContain('does not let tablets reach wss://office.lan:8443');
  expect(service.dialed).toEqual([]);
});

test('ReaderSection validates code and address before it contacts a computer', async () => {
  showScreen(<ReaderSection />);
  await fillIn('1234567', 'gate lan');
  await screen.findByText('Type the eight digits');
  await screen.findByText('Type an address like gate.lan or gate.lan:8443');
  expect(service.dialed).toEqual([]);
});

test.each([
  [4401, 'no longer knows this tablet'],
  [4403, 'not the code on the mini computer'],
  [4408, 'no answer from this tablet in time'],
  [4410, 'shows no code'],
  [4429, 'Too many tries'],
  [1011, 'could not save the pairing'],
  [1013, 'Another tablet or page is using the reader'],
  [1006, 'Does the tablet trust the computer’s certificate'],
])('ReaderSection explains close code %i', async (code, words) => {
  service.refuses = code;
  showScreen(<ReaderSection />);
  await fillIn('12345678');
  expect(await told()).toContain(words);
});

test('ReaderSection shows the name of a computer that calls itself differently', async () => {
  service.name = 'office.lan';
  showScreen(<ReaderSection />);
  await fillIn('12345678');
  expect(await told()).toContain('calls itself office.lan');
});

test('ReaderSection mentions a denied local-network permission of the browser', async () => {
  service.refuses = 1006;
  vi.stubGlobal('navigator', {
    permissions: {
      query: async ({ name }: { name: string }) => {
        if (name === 'local-network') return { state: 'denied' };
        throw new TypeError('not a name');
      },
    },
  });
  showScreen(<ReaderSection />);
  await fillIn('12345678');
  expect(await told()).toMatch(/certificate.* The browser also blocks this page/);
});

test('ReaderSection reports an unreachable paired computer, and asks again on request', async () => {
  const view = showScreen(<ReaderSection />);
  await fillIn('12345678');
  await screen.findByText(/answers, and knows/);
  view.unmount();
  service.refuses = 1006;
  showScreen(<ReaderSection />);
  expect(await told()).toContain('No connection to gate.lan:8443');
  service.refuses = null;
  fireEvent.click(screen.getByRole('button', { name: 'Check again' }));
  await screen.findByText(/answers, and knows/);
});

test('ReaderSection reports a paired address that is no longer allowed, without contacting it', async () => {
  const view = showScreen(<ReaderSection />);
  await fillIn('12345678');
  await screen.findByText(/answers, and knows/);
  view.unmount();
  service.dialed.length = 0;
  pretendConfig();
  showScreen(<ReaderSection />);
  expect(await told()).toContain('does not let tablets reach wss://gate.lan:8443');
  expect(service.dialed).toEqual([]);
});
