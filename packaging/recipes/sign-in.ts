// Signs in at a box from outside, with Chromium. `--trusted false` checks that a browser without the authority refuses the page.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { BOX_OPTIONS, openBrowser, signIn } from './browser.ts';

const { values } = parseArgs({ options: { ...BOX_OPTIONS, trusted: { type: 'string', default: '' } } });
const url = `https://${values.name}`;

const browser = await openBrowser(values);
try {
  await (values.trusted === 'true' ? beLetIn() : beRefused());
} catch (error) {
  await browser
    .pages()
    .at(-1)
    ?.screenshot({ path: `${values.home}/../failed.png` });
  throw error;
} finally {
  await browser.close();
}

async function beRefused(): Promise<void> {
  const page = await browser.newPage();
  const said = await page.goto(url).then(
    () => 'the page was shown',
    (error: Error) => error.message,
  );
  if (!said.includes('ERR_CERT_AUTHORITY_INVALID')) throw new Error(`Without the authority: ${said}`);
  console.log('Without the authority the browser refuses: ERR_CERT_AUTHORITY_INVALID');
}

async function beLetIn(): Promise<void> {
  const page = await browser.newPage();
  await signIn(page, values, values);
  const seen = {
    isSecureContext: await page.evaluate(() => globalThis.isSecureContext),
    serviceWorker: await page.evaluate(() => 'serviceWorker' in navigator),
    camera: await page.evaluate(() => navigator.mediaDevices !== undefined),
    cookies: (await browser.cookies()).map(({ name, secure, httpOnly }) => ({ name, secure, httpOnly })),
  };
  console.log(`Signed in at ${new URL(page.url()).origin}: ${JSON.stringify(seen)}`);
  if (!seen.isSecureContext || !seen.serviceWorker || !seen.camera)
    throw new Error('The page is not a secure context.');
  if (seen.cookies.length === 0 || seen.cookies.some(({ secure }) => !secure))
    throw new Error('A cookie goes over plain HTTP.');
  console.log(
    `Reader service of this machine: ${await reachScanner(page, '')} before its origin is named, ${await reachScanner(page, url)} after`,
  );
}

/** Returns whether the page reaches a reader service of its own machine, which accepts only the origins that it is started with. */
async function reachScanner(page: Page, origins: string): Promise<string> {
  const main = fileURLToPath(new URL('../../apps/scanner/src/main.ts', import.meta.url));
  const scanner: ChildProcess = spawn(process.execPath, [main], {
    env: { ...process.env, SCANNER_PORT: '18080', SCANNER_TRAY_PORT: '0', SCANNER_ORIGINS: origins },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (scanner.stdout) await once(scanner.stdout, 'data');
  try {
    return await page.evaluate(
      () =>
        new Promise<string>((resolve) => {
          const socket = new WebSocket('ws://127.0.0.1:18080');
          socket.onopen = () => resolve('open');
          socket.onerror = () => resolve('refused');
        }),
    );
  } finally {
    scanner.kill();
  }
}
