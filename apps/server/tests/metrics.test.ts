import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { logout } from '@mfuko/contract/session';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { noPayments } from '../src/gateways/payments/index.ts';
import { SEAL } from '../src/platform/audit/seal.ts';
import { enqueue } from '../src/platform/jobs/jobs.ts';
import { jobsOf } from '../src/worker.ts';
import { openTestServer, type TestServer } from './kit.ts';
import { listenOn, listenToStream } from './listeners.testkit.ts';
import { figureOf, labelValues } from './metrics.testkit.ts';

const PHONE = '254798765432';

let server: TestServer;

beforeAll(async () => {
  const consoleFolder = mkdtempSync(join(tmpdir(), 'mfuko-console-'));
  mkdirSync(join(consoleFolder, 'assets'));
  for (const file of ['index.html', 'gate.html', 'assets/index-Ab12Cd34.js'])
    writeFileSync(join(consoleFolder, file), 'x');
  server = await openTestServer({}, { consoleFolder });
});
afterAll(() => server.close());

async function readMetrics(): Promise<string> {
  const { statusCode, headers, body } = await server.app.inject({ url: '/metrics' });
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
  return body;
}

const counted = async (name: string, labels: Record<string, string>) =>
  figureOf(await readMetrics(), name, labels) ?? 0;

describe('request metrics', () => {
  it('count and time a request by route and method', async () => {
    const labels = { route: '/api/health/live', method: 'GET' };
    const before = await counted('mfuko_http_request_seconds_count', labels);
    await server.app.inject({ url: '/api/health/live?phone=254798765432' });
    const text = await readMetrics();
    expect(figureOf(text, 'mfuko_http_request_seconds_count', labels)).toBe(before + 1);
    // A busy machine may have turned it away: whichever of the two it was, it was counted once.
    const answered = ['2xx', '5xx'].map((status) => figureOf(text, 'mfuko_http_requests_total', { ...labels, status }));
    expect(answered.reduce<number>((sum, count) => sum + (count ?? 0), 0)).toBe(before + 1);
  });

  it('count requests by status class', async () => {
    const labels = { route: '/metrics', method: 'GET' };
    const before = [
      await counted('mfuko_http_requests_total', { ...labels, status: '2xx' }),
      await counted('mfuko_http_requests_total', { ...labels, status: '4xx' }),
    ];
    await server.app.inject({ url: '/metrics', headers: { via: '1.1 Caddy' } });
    const text = await readMetrics();
    const after = ['2xx', '4xx'].map((status) => figureOf(text, 'mfuko_http_requests_total', { ...labels, status }));
    expect(after).toEqual([(before[0] ?? 0) + 2, (before[1] ?? 0) + 1]);
  });

  it('label a webhook by its route pattern, without the secret', async () => {
    await server.app.inject({ method: 'POST', url: '/hooks/c2b/the-secret-of-a-school/v', payload: {} });
    const text = await readMetrics();
    expect(labelValues(text)).toContain('/hooks/c2b/:secret/v');
    expect(text).not.toContain('the-secret');
  });

  it('count unknown routes and methods under one label', async () => {
    const labels = { route: 'unknown', method: 'any' };
    const before = await counted('mfuko_http_request_seconds_count', labels);
    for (const url of [`/api/nothing/${PHONE}`, '/api/nothing/else']) await server.app.inject({ url });
    await server.app.inject({ method: 'DELETE', url: '/api/health/live' });
    const text = await readMetrics();
    expect(figureOf(text, 'mfuko_http_request_seconds_count', labels)).toBe(before + 3);
    expect(labelValues(text).filter((value) => value.includes('nothing') || value === 'DELETE')).toEqual([]);
  });

  it('count every file and screen of the console under one label', async () => {
    for (const url of ['/assets/index-Ab12Cd34.js', '/app/school', '/']) await server.app.inject({ url });
    const text = await readMetrics();
    expect(figureOf(text, 'mfuko_http_requests_total', { route: 'console', method: 'GET', status: '2xx' })).toBe(3);
    expect(text).not.toContain('Ab12Cd34');
  });
});

describe('a stream', () => {
  it('is counted when it ends and is not timed', async () => {
    const labels = { route: '/api/notifications/stream', method: 'GET' };
    const bursar = await server.aPerson('SchoolAdmin', await server.aSchool());
    const ear = await listenToStream(server, await listenOn(server), bursar);
    await ear.hears(({ event }) => event === 'open');
    await bursar.ask(logout);
    await ear.ends();
    await vi.waitFor(
      async () => expect(await counted('mfuko_http_requests_total', { ...labels, status: '2xx' })).toBe(1),
      { timeout: 15_000 },
    );
    expect(figureOf(await readMetrics(), 'mfuko_http_request_seconds_count', labels)).toBeUndefined();
  });
});

describe('a job', () => {
  it('is counted by kind when it fails, and as given up in the queue after its last attempt', async () => {
    const kind = 'write-passage';
    await server.context.db.inPlatform((tx) => enqueue(tx, kind, { phone: PHONE }, { mostAttempts: 1 }));
    expect(await counted('mfuko_queued_jobs', { kind, state: 'due' })).toBe(1);
    await server.runJobs();
    const text = await readMetrics();
    expect(figureOf(text, 'mfuko_job_runs_total', { kind, outcome: 'given-up' })).toBe(1);
    expect(figureOf(text, 'mfuko_queued_jobs', { kind, state: 'given-up' })).toBe(1);
    expect(figureOf(text, 'mfuko_queued_jobs', { kind, state: 'due' })).toBeUndefined();
  });

  it('is counted as done when it succeeds', async () => {
    const before = await counted('mfuko_job_runs_total', { kind: SEAL, outcome: 'done' });
    await jobsOf(server.context, { send: async () => ({ providerId: null, cost: null }) }, noPayments)[SEAL]?.({});
    expect(await counted('mfuko_job_runs_total', { kind: SEAL, outcome: 'done' })).toBe(before + 1);
  });
});

describe('the metrics', () => {
  it('contain no name, school, phone number, token or PIN of any request', async () => {
    const school = await server.aSchool('Canary Hill');
    const bursar = await server.aPerson('SchoolAdmin', school);
    for (const url of [
      `/api/auth/token?phone=${PHONE}&pin=908172`,
      `/api/student/getStudent/Wanjiru-Otieno/${PHONE}`,
      `/app/school.student?name=Wanjiru`,
      `/hooks/sms/${PHONE}/d`,
    ]) {
      await server.app.inject({ url, headers: { school, authorization: bursar.token } });
      await server.app.inject({ method: 'POST', url, payload: { phone: PHONE, pin: '908172' } });
    }
    const text = await readMetrics();
    for (const canary of [PHONE, bursar.phone, bursar.token, '908172', 'Wanjiru', 'Otieno', 'Canary', school])
      expect(text).not.toContain(canary);
    // No id, no number and no name of whatever kind: a label is one of a few words, a route or a quantile.
    const odd = labelValues(text).filter(
      (value) => !/^(\/[\w/.:*-]*|[a-z0-9-]+|GET|POST|HEAD|[\d.]+|\+Inf)$/.test(value) || /\d{5}/.test(value),
    );
    expect(odd).toEqual([]);
  });
});
