/**
 * `npm run bench:console`: what Chromium fetches and how long it takes to show the sign-in, View Students with 10, 100 and 1,000
 * rows, the dashboard and the gate: with an empty cache and a filled one, plain and as on a cheap tablet behind a bad line (a
 * processor of a quarter of the speed, 1.6 Mbit/s down, 750 kbit/s up, 150 ms there and back). Middle of `-- --rounds` loads.
 * `--screens Students` measures those whose name holds the word, `--requests` lists what the last load of each fetched.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { CDPSession, Page } from 'playwright-core';
import { openJourney } from '../../../e2e/journey.ts';
import { runServer } from '../../../e2e/server.ts';
import { buildConsole } from '../../../scripts/setup.mjs';
import { SCREENS, type Screen } from './console-screens.ts';
import { fillBench, signInAdmin } from './school.ts';

/** Person at the browser. */
const SECRETARY = '254711000003';
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    screens: { type: 'string', default: '' },
    requests: { type: 'boolean', default: false },
  },
});
const ROUNDS = Number(values.rounds);
const TABLET = { latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
const PLAIN = { latency: 0, downloadThroughput: -1, uploadThroughput: -1 };

// Builds the console: a fresh checkout has none, and a stale build would be measured in place of the new one.
buildConsole();
const server = await runServer({ LOG_LEVEL: 'error' }, mkdtempSync(join(tmpdir(), 'mfuko-bench-')));
try {
  const admin = await signInAdmin(server);
  await fillBench(server, admin, [SECRETARY], { schools: 1, students: 2_000, passages: [20, 0] });
  const journey = await openJourney(server);
  process.stdout.write(
    '| screen | machine | cache | requests | kB | first drawing, ms | largest, ms | ready, ms |\n|---|---|---|---|---|---|---|---|\n',
  );
  for (const signedIn of [false, true]) {
    if (signedIn) await journey.signIn(SECRETARY);
    for (const screen of SCREENS.filter((each) => each.signedIn === signedIn && each.name.includes(values.screens)))
      for (const slow of [false, true])
        for (const cold of [true, false]) await measure(journey.page, screen, slow, cold);
  }
  await journey.close();
} finally {
  await server.stop();
}
process.exit(0);

async function measure(page: Page, screen: Screen, slow: boolean, cold: boolean): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const loads = await loadOften(page, devtools, screen, slow, cold);
  await devtools.detach();
  const of = (read: (one: Load) => number) => middle(loads.map(read)).toFixed(0);
  const cells = [
    screen.name,
    slow ? '¼ processor, 1.6 Mbit/s' : 'plain',
    cold ? 'empty' : 'filled',
    of(({ requests }) => requests),
    of(({ bytes }) => bytes / 1000),
    of(({ first }) => first),
    of(({ largest }) => largest),
    of(({ ready }) => ready),
  ];
  process.stdout.write(`| ${cells.join(' | ')} |\n`);
  if (values.requests) for (const [url, bytes] of loads.at(-1)?.files ?? []) process.stdout.write(`${bytes} ${url}\n`);
}

interface Load {
  readonly requests: number;
  readonly bytes: number;
  /** Bytes of each file or answer, by its address. */
  readonly files: ReadonlyMap<string, number>;
  /** Milliseconds from the address: first contentful paint, largest contentful paint, and all of `ready` there. */
  readonly first: number;
  readonly largest: number;
  readonly ready: number;
}

async function loadOften(
  page: Page,
  devtools: CDPSession,
  screen: Screen,
  slow: boolean,
  cold: boolean,
): Promise<Load[]> {
  await devtools.send('Network.enable');
  let [requests, bytes] = [0, 0];
  const urls = new Map<string, string>();
  const files = new Map<string, number>();
  // Data in a style sheet itself is reported as a request too, and so is what comes out of the cache.
  devtools.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.url.startsWith('data:') || response.fromDiskCache) return;
    requests += 1;
    urls.set(requestId, response.url.replace(server.url, ''));
  });
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    bytes += encodedDataLength;
    const url = urls.get(requestId);
    if (url) files.set(url, encodedDataLength);
  });
  await devtools.send('Network.emulateNetworkConditions', { offline: false, ...(slow ? TABLET : PLAIN) });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slow ? 4 : 1 });
  const loads: Load[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await page.goto('about:blank');
    if (cold) await devtools.send('Network.clearBrowserCache');
    [requests, bytes] = [0, 0];
    files.clear();
    const start = performance.now();
    await page.goto(`${server.url}${screen.path}`, { waitUntil: 'commit' });
    await page.waitForFunction(
      ({ ready, count }) => document.querySelectorAll(ready).length >= count,
      { ready: screen.ready, count: screen.count },
      { polling: 'raf' },
    );
    const ready = performance.now() - start;
    loads.push({ requests, bytes, files: new Map(files), ready, ...(await paints(page)) });
  }
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await devtools.send('Network.emulateNetworkConditions', { offline: false, ...PLAIN });
  return loads;
}

function paints(page: Page): Promise<Pick<Load, 'first' | 'largest'>> {
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        const first = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN;
        new PerformanceObserver((list) =>
          resolve({ first, largest: list.getEntries().at(-1)?.startTime ?? first }),
        ).observe({
          type: 'largest-contentful-paint',
          buffered: true,
        });
      }),
  );
}

function middle(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN;
}
