import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Waits until the gate's page lies on the device. A `waitForFunction` of an asynchronous question would take the promise itself for a yes. */
export async function expectGateKept(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect.poll(() => page.evaluate(async () => (await caches.match('/gate.html')) !== undefined)).toBe(true);
}
