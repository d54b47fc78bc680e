import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { startI18n } from '../../lib/i18n.ts';
import { CardCamera } from './CardCamera.tsx';

const network = vi.hoisted(() => ({ isThere: false, fetches: 0 }));
vi.mock('./CameraScan.tsx', () => ({
  get CameraScan() {
    network.fetches++;
    if (!network.isThere) throw new TypeError('Failed to fetch dynamically imported module');
    return () => <div role="dialog" />;
  },
}));

beforeAll(async () => {
  Object.defineProperty(navigator, 'mediaDevices', {
    configurable: true,
    value: { enumerateDevices: async () => [{ kind: 'videoinput' }] },
  });
  Object.assign(window, { BarcodeDetector: class {} });
  Object.assign((window as unknown as { BarcodeDetector: object }).BarcodeDetector, {
    getSupportedFormats: async () => ['code_128'],
  });
  await startI18n(['school', 'ui']);
});
afterAll(() => void Reflect.deleteProperty(window, 'BarcodeDetector'));
afterEach(cleanup);

test('CardCamera shows a failed load on its button, and loads again on the next press but not on reconnect', async () => {
  render(<CardCamera onCard={() => undefined} />);
  const button = await screen.findByRole('button', { name: 'Scan with the camera' });
  button.focus();
  fireEvent.click(button);
  await screen.findByRole('button', { name: /^The connection was lost: .* Try again$/ });
  expect([document.activeElement, button.textContent, screen.getAllByRole('button').length]).toEqual([button, '', 1]);
  network.isThere = true;
  window.dispatchEvent(new Event('online'));
  expect(network.fetches).toBe(1);
  fireEvent.click(button);
  await screen.findByRole('dialog');
  expect(network.fetches).toBe(2);
});
