import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/**
 * Waits until the gate's page is stored on the device. A `waitForFunction` with an asynchronous function would take the promise itself
 * for true.
 */
export async function expectGateKept(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect.poll(() => page.evaluate(async () => (await caches.match('/gate.html')) !== undefined)).toBe(true);
}
