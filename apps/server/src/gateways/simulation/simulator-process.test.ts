import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { launchSimulator, type SimulatorSettings, startSimulatorProcess } from './simulator-process.ts';

const DARAJA: SimulatorSettings = { name: 'daraja', title: 'M-Pesa', port: 0, file: null, installation: null };
const children: ChildProcess[] = [];
const launch = (args: readonly string[]) => {
  const child = launchSimulator(args);
  children.push(child);
  return child;
};

async function begin(settings: Partial<SimulatorSettings> = {}, print = (_line: string) => {}) {
  const simulator = await startSimulatorProcess({ ...DARAJA, ...settings }, print, launch);
  onTestFinished(() => simulator.close());
  return { simulator, child: children.at(-1) };
}

const turn = (url: string, path: string, body: object) =>
  fetch(`${url}/simulator/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const truthOf = async (url: string) => (await fetch(`${url}/simulator/truth`)).text();

it('a simulator runs in its own process and saves its state when closed', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'mfuko-simulator-')), 'world.json');
  const { simulator, child } = await begin({ file });
  expect(child?.pid).not.toBe(process.pid);
  await turn(simulator.url, 'subscribers', { msisdn: '254711223344', balance: 77 });
  await simulator.close();
  expect([child?.exitCode, child?.signalCode]).toEqual([0, null]);
  expect(JSON.parse(readFileSync(file, 'utf8')).subscribers['254711223344'].balance).toBe(77);
  await expect(fetch(simulator.url)).rejects.toThrow();
});

it('a crashed simulator is restarted at the same address with its saved state', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'mfuko-simulator-')), 'world.json');
  const told: string[] = [];
  const again = Promise.withResolvers<void>();
  const { simulator, child } = await begin({ file }, (line) => {
    told.push(line);
    if (line.includes('runs again')) again.resolve();
  });
  await turn(simulator.url, 'subscribers', { msisdn: '254711223344', balance: 78 });
  await expect.poll(() => existsSync(file)).toBe(true);
  child?.kill('SIGKILL');
  await again.promise;
  expect(told).toEqual([
    'The M-Pesa simulator ended (SIGKILL); starting it again in 1 s.',
    `The M-Pesa simulator runs again: ${simulator.url}`,
  ]);
  expect(await truthOf(simulator.url)).toContain('"balance":78');
});

it('closing a crashed simulator cancels its restart', async () => {
  const { simulator, child } = await begin();
  child?.kill('SIGKILL');
  await once(child ?? process, 'exit');
  const started = children.length;
  await simulator.close();
  expect(children).toHaveLength(started);
});

it('a simulator ignores SIGINT, SIGTERM and SIGHUP', async () => {
  const { simulator, child } = await begin();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) child?.kill(signal);
  expect((await fetch(`${simulator.url}/simulator`)).status).toBe(200);
});

it('a simulator ends when its server is killed', async () => {
  const script = `
    import { startSimulatorProcess } from ${JSON.stringify(fileURLToPath(new URL('simulator-process.ts', import.meta.url)))};
    const { url } = await startSimulatorProcess(${JSON.stringify(DARAJA)}, console.log);
    console.log(url);`;
  const server = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [url] = await once(server.stdout, 'data');
  expect((await fetch(`${String(url).trim()}/simulator`)).status).toBe(200);
  server.stderr.resume();
  server.kill('SIGKILL');
  // The simulator inherits this pipe too, so it ends only when both processes have ended.
  await once(server.stderr, 'end');
  await expect(fetch(String(url).trim())).rejects.toThrow();
});

it('startSimulatorProcess rejects with the exit code of a failed start', async () => {
  await expect(begin({ name: 'nothing' })).rejects.toThrow('The M-Pesa simulator ended before it listened (exit 1).');
});

it('a simulator process does not inherit PATH, HOME or keys from the environment', async () => {
  const child = launch(['daraja']);
  await once(child, 'message');
  expect(readFileSync(`/proc/${child.pid}/environ`, 'utf8')).not.toMatch(/PATH|HOME|KEY/);
  child.disconnect();
  await once(child, 'exit');
});
