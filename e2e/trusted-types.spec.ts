import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Journey, openJourney, recordFailures } from './journey.ts';
import { type RunningServer, startServer } from './server.ts';

const BURSAR = '254700000002';

let server: RunningServer;
let journey: Journey;
let page: Page;
const violations: string[] = [];

beforeAll(async () => {
  server = await startServer({ SEED: 'demo', SCANNER_URL: 'ws://127.0.0.1:9' });
  journey = await openJourney(server);
  ({ page } = journey);
  await journey.context.exposeFunction('heard', (violation: string) => violations.push(violation));
  await journey.context.addInitScript(() => {
    const { heard } = window as unknown as { heard: (violation: string) => void };
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, sample }) =>
      heard(`${location.pathname} ${violatedDirective} ${sample}`),
    );
  });
  await journey.signIn(BURSAR);
});
afterAll(async () => {
  await journey?.close();
  await server?.stop();
});

// hostile-texts.spec.ts checks every screen of a school and of the platform for violations, which the browser's console reports.
describe('Trusted Types', () => {
  recordFailures(() => page);

  it.each(['checkin.pin', 'check.rollcall', 'school.menu.consume'])(
    'activates the service worker on %s without a policy violation',
    async (screen) => {
      await page.goto(`${server.url}/app/${screen}`);
      await expect
        .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state))
        .toBe('activated');
      expect(violations).toEqual([]);
    },
  );

  it.each(['school.dash', 'checkin.pin'])('blocks planted markup, scripts and workers on %s', async (screen) => {
    await page.goto(`${server.url}/app/${screen}`);
    await page.waitForLoadState();
    const refused = await page.evaluate(() => {
      const markup = '<img src="data:," onerror="window.ran = true">';
      const ways: Record<string, () => unknown> = {
        innerHTML: () => {
          document.createElement('div').innerHTML = markup;
        },
        outerHTML: () => {
          const outer = document.createElement('div');
          outer.append(document.createElement('b'));
          (outer.firstElementChild as Element).outerHTML = markup;
        },
        insertAdjacentHTML: () => document.createElement('div').insertAdjacentHTML('beforeend', markup),
        srcdoc: () => {
          document.createElement('iframe').srcdoc = markup;
        },
        parser: () => new DOMParser().parseFromString(markup, 'text/html'),
        script: () => {
          document.createElement('script').src = '/assets/other.js';
        },
        worker: () => new Worker('/gate-sw.js'),
        serviceWorker: () => navigator.serviceWorker.register('/early.js'),
        defaultPolicy: () => {
          const { trustedTypes } = window as unknown as { trustedTypes: { createPolicy(n: string, r: object): void } };
          trustedTypes.createPolicy('default', { createHTML: (text: string) => text });
        },
      };
      const outcomes = Object.entries(ways).map(async ([way, attempt]) => {
        try {
          await attempt();
          return [way, 'taken'];
        } catch (error) {
          return [way, (error as Error).name];
        }
      });
      return Promise.all(outcomes).then((all) => ({ outcomes: Object.fromEntries(all), ran: 'ran' in window }));
    });
    const ways = [
      'innerHTML',
      'outerHTML',
      'insertAdjacentHTML',
      'srcdoc',
      'parser',
      'script',
      'worker',
      'serviceWorker',
    ];
    const expected = [...ways, 'defaultPolicy'].map((way) => [way, 'TypeError']);
    expect(refused).toEqual({ outcomes: Object.fromEntries(expected), ran: false });
    await expect.poll(() => violations.length).toBe(ways.length + 1);
    violations.splice(0);
  });
});
