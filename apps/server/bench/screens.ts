import type { Page } from 'playwright-core';
import type { RunningServer } from '../../../e2e/server.ts';
import { openVisit } from '../../../e2e/visit.ts';

const ROUNDS = 5;

/** How long Chromium takes to show lists, from the address to the last row, and what it loads for it. */
export async function showInBrowser(server: RunningServer, phone: string): Promise<void> {
  const visit = await openVisit(server);
  try {
    await visit.signIn(phone);
    process.stdout.write(
      '\n| in Chromium | rows | ms, cold | ms, warm | requests | kB, cold |\n|---|---|---|---|---|---|\n',
    );
    for (const [name, rows] of [
      ['View Students, page of 10', 10],
      ['View Students, page of 100', 100],
      ['View Students, page of 1,000', 1_000],
    ] as const) {
      const url = `${server.url}/app/student.view?pageSize=${rows}`;
      const cold = await load(visit.page, url, rows, true);
      const warm = await load(visit.page, url, rows, false);
      process.stdout.write(
        `| ${name} | ${rows} | ${cold.ms.toFixed(0)} | ${warm.ms.toFixed(0)} | ${cold.requests} | ${(cold.bytes / 1000).toFixed(0)} |\n`,
      );
    }
    process.stdout.write(
      `| export to .xlsx, 2,000 students | 2,000 | ${(await exportAll(visit.page)).toFixed(0)} | | | |\n`,
    );
  } finally {
    await visit.close();
  }
}

/** The median of some loads; cold: nothing of the page is in the cache. */
async function load(page: Page, url: string, rows: number, cold: boolean) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  let [requests, bytes] = [0, 0];
  // What a style sheet carries in itself is reported as a request too.
  devtools.on('Network.responseReceived', ({ response }) => {
    if (!response.url.startsWith('data:')) requests += 1;
  });
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => void (bytes += encodedDataLength));
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await page.goto('about:blank');
    if (cold) await devtools.send('Network.clearBrowserCache');
    [requests, bytes] = [0, 0];
    const start = performance.now();
    await page.goto(url, { waitUntil: 'commit' });
    await page.waitForFunction((wanted) => document.querySelectorAll('tbody tr').length >= wanted, rows, {
      polling: 'raf',
    });
    times.push(performance.now() - start);
  }
  await devtools.detach();
  times.sort((a, b) => a - b);
  return { ms: times[Math.floor(ROUNDS / 2)] ?? 0, requests, bytes };
}

async function exportAll(page: Page): Promise<number> {
  await page.getByRole('button', { name: 'Export' }).click();
  const file = page.waitForEvent('download', { timeout: 120_000 });
  const start = performance.now();
  await page.getByRole('menuitem', { name: 'Spreadsheet (.xlsx)' }).click();
  await (await file).path();
  return performance.now() - start;
}
