import { mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runCommand } from './command.ts';
import { askService } from './control.ts';
import {
  askToPair,
  type LanScanner,
  makeTabletKey,
  openTablet,
  pairTablet,
  startLanScanner,
} from './tablet.testkit.ts';

const time = Date.now();
let service: LanScanner;
let control: string;
beforeEach(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mfuko-lan-'));
  control = join(folder, 'control.sock');
  service = await startLanScanner({ folder, control, now: () => time });
});
afterEach(() => service.stop());

async function run(...args: string[]): Promise<{ exit: number; lines: string[] }> {
  const lines: string[] = [];
  const exit = await runCommand(args, control, (line) => lines.push(line));
  return { exit, lines };
}

test('mfuko-scanner pair prints the address and a code that pairs a tablet and is not logged', async () => {
  const { exit, lines } = await run('pair');
  expect(exit).toBe(0);
  expect(lines[0]).toBe(`Address  ${service.lan.url}`);
  const code = /^Code {5}(\d{4} \d{4}) {3}for one tablet/.exec(lines[1] ?? '')?.[1]?.replace(' ', '') ?? '';
  const page = await openTablet(service.lan);
  askToPair(page, makeTabletKey(), code);
  expect(await page.next()).toMatchObject({ type: 'paired' });
  expect(service.lines.join('\n')).not.toContain(code);
});

test('mfuko-scanner tablets lists tablets, and unpair closes the connection of one', async () => {
  expect(await run('tablets')).toEqual({ exit: 0, lines: ['No tablet is paired: mfuko-scanner pair'] });
  const { key, page } = await pairTablet(service.lan, 'Gate');
  const id = key.id.slice(0, 8);
  const row = `${id}  Gate  paired ${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC  connected`;
  expect(await run('tablets')).toEqual({ exit: 0, lines: [row] });
  expect(await run('unpair', id)).toEqual({ exit: 0, lines: ['Unpaired: Gate'] });
  expect(await page.closed()).toBe(4401);
  expect((await run('unpair', id)).exit).toBe(1);
});

test('mfuko-scanner certificate prints the root certificate and its SHA-256', async () => {
  const { lines } = await run('certificate');
  expect(lines[0]).toBe(service.lan.root?.trim());
  expect(lines[1]).toMatch(/^SHA-256 ([\dA-F]{2}:){31}[\dA-F]{2}$/);
});

test('the control socket has mode 0600 and answers malformed requests with an error', async () => {
  expect(statSync(control).mode & 0o777).toBe(0o600);
  const hostile = [{ do: 'unpair' }, { do: 'unpair', id: 5 }, { do: 'x' }, null, 'x'.repeat(5_000)];
  for (const asked of hostile)
    expect(await askService(control, asked as never)).toEqual({ problem: expect.any(String) });
  expect((await run('tablets')).exit).toBe(0);
});

test('mfuko-scanner exits with 2 on unknown commands and 1 if the service does not run', async () => {
  for (const args of [[], ['pair', 'x'], ['unpair'], ['x']]) expect((await run(...args)).exit).toBe(2);
  await service.scanner.stop();
  expect(await run('pair')).toEqual({ exit: 1, lines: [expect.stringContaining('The service does not run')] });
});
