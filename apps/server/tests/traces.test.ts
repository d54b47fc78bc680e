import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { identifyFingerprint } from '@mfuko/contract/fingerprints';
import { checkInPin, checkOutPin } from '@mfuko/contract/gate';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { print } from '../src/features/fingerprints/fingers.testkit.ts';
import { addStudent, hashPin } from '../src/features/students/index.ts';
import { SEAL } from '../src/platform/audit/seal.ts';
import { enqueue } from '../src/platform/jobs/jobs.ts';
import { openMetrics } from '../src/platform/metrics/metrics.ts';
import { newId } from '../src/platform/records/id.ts';
import { openTracing } from '../src/platform/tracing/tracing.ts';
import { type Collector, startCollector } from './collector.testkit.ts';
import { clientHeaders, openTestServer, type Person, type TestServer } from './kit.ts';
import { listenOn } from './listeners.testkit.ts';
import { figureOf } from './metrics.testkit.ts';

const PIN = '908172';
const NUMBER = '77413';
const NAME = 'Wanjiru Canary';

/** A server with a student at its gate; its traces go to an address. */
async function openGate(tracesTo: string): Promise<{ server: TestServer; school: string; guard: Person }> {
  const server = await openTestServer({ TRACES_TO: tracesTo });
  const school = await server.aSchool('Canary Hill');
  const id = newId();
  const pinHash = await hashPin(server.context, school, id, PIN);
  const classId = await server.aClass(school);
  await server.context.db.inSchool(school, (tx) =>
    addStudent(tx, { id, admissionNumber: NUMBER, names: NAME, classId, pinHash }),
  );
  return { server, school, guard: await server.aPerson('CheckAgent', school, ['gate']) };
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Passes the gate by PIN; answers the problem, where it was refused. */
async function post(port: number, path: string, headers: Record<string, string>): Promise<string | undefined> {
  const call = request({
    ...{ agent, port, host: '127.0.0.1', method: 'POST', path: `/api/check/${path}` },
    headers: { ...headers, 'content-type': 'application/json' },
  });
  call.flushHeaders();
  await new Promise(setImmediate);
  call.end(JSON.stringify({ admissionNumber: NUMBER, pin: PIN }));
  const [response] = (await once(call, 'response')) as [IncomingMessage];
  return ((await json(response)) as { problem?: string }).problem;
}

describe('traces', () => {
  let collector: Collector;
  let server: TestServer;
  let guard: Person;
  let school: string;

  beforeAll(async () => {
    collector = await startCollector();
    ({ server, guard, school } = await openGate(collector.url));
  });
  afterAll(async () => {
    agent.destroy();
    await server?.close();
    await collector?.stop();
  });

  it('keep the lock timeout that a transaction was given', async () => {
    const look = server.context.db.inSchool(school, (tx) => tx.row('SHOW lock_timeout'), { lockTimeoutMs: 50 });
    expect(await look).toEqual({ lock_timeout: '50ms' });
  });

  /** The newest call of that name, once it has come, and what was done within it. */
  async function traceOf(name: string) {
    await expect.poll(() => collector.spans.map((span) => span.name)).toContain(name);
    const call = collector.spans.findLast((span) => span.name === name);
    return {
      call,
      steps: collector.spans.filter(({ traceId, spanId }) => traceId === call?.traceId && spanId !== call.spanId),
    };
  }

  let marks = 0;
  /**
   * Waits until the collector has everything that has ended by now: the span of the call, which ends shortly after
   * the answer, and then a mark, since the queue is sent in its order.
   */
  async function everySpanAfter(name: string, make: () => Promise<unknown>): Promise<void> {
    const count = () => collector.spans.filter((span) => span.name === name).length;
    const before = count();
    await make();
    await expect.poll(count).toBeGreaterThan(before);
    const mark = `mark ${++marks}`;
    await server.context.tracing.step(mark, {}, async () => undefined);
    await expect.poll(() => collector.spans.map((span) => span.name)).toContain(mark);
  }
  const checkOut = () => guard.ask(checkOutPin, { admissionNumber: NUMBER, pin: PIN });

  it('of a check-in and a check-out contain the call and its transactions', async () => {
    const port = await listenOn(server);
    // Two on one connection, by socket: their bodies come after their headers.
    for (const path of ['inPin', 'outPin'])
      expect(await post(port, path, clientHeaders(server.context, guard.token))).toBeUndefined();
    await holdsItsSteps('POST /api/check/outPin', '/api/check/outPin');
    await holdsItsSteps('POST /api/check/inPin', '/api/check/inPin');
  });

  async function holdsItsSteps(name: string, route: string): Promise<void> {
    const { call, steps } = await traceOf(name);
    expect(call?.parentSpanId).toBeUndefined();
    expect(call?.attributes.map(({ key, value }) => [key, Object.values(value)[0]])).toEqual(
      expect.arrayContaining([
        ['http.route', route],
        ['http.request.method', 'POST'],
        ['http.response.status_code', 200],
      ]),
    );
    // The session is looked up before the body is read; then come the school's own.
    const scopes = steps.flatMap(({ attributes }) => attributes.filter(({ key }) => key === 'mfuko.scope'));
    expect(new Set(scopes.map(({ value }) => value.stringValue))).toEqual(new Set(['platform', 'school']));
    expect(steps.filter(({ parentSpanId }) => parentSpanId !== call?.spanId)).toEqual([]);
  }

  it('contain the tasks of the fingerprint engine within their call', async () => {
    await guard.ask(identifyFingerprint, print(7, 1));
    const { call, steps } = await traceOf('POST /api/check/identifyFingerprint');
    expect(
      steps.filter(({ name, parentSpanId }) => name.startsWith('fingerprint ') && parentSpanId === call?.spanId),
    ).not.toEqual([]);
  });

  it('contain each job by its kind', async () => {
    await server.context.db.inPlatform((tx) => enqueue(tx, SEAL, {}));
    await server.runJobs();
    const { call, steps } = await traceOf(`job ${SEAL}`);
    expect(call?.parentSpanId).toBeUndefined();
    expect(steps.map(({ name }) => name)).toContain('transaction');
  });

  it("do not continue a caller's traceparent", async () => {
    const theirs = '0af7651916cd43dd8448eb211c80319c';
    const headers = { traceparent: `00-${theirs}-b7ad6b7169203331-01` };
    const name = 'GET /api/auth/config';
    await everySpanAfter(name, () => server.app.inject({ url: '/api/auth/config', headers }));
    expect(collector.text()).not.toContain(theirs);
  });

  it('contain no name, school, number, PIN, token or path of the machine', async () => {
    for (const url of [`/api/student/getStudent/${NAME}?phone=${guard.phone}`, `/hooks/c2b/the-secret/v?pin=${PIN}`])
      await server.app.inject({ method: 'POST', url, payload: { phone: guard.phone, pin: PIN } });
    await guard.ask(checkOutPin, { admissionNumber: NUMBER, pin: '111222' });
    await server.context.db.inSchool(school, (tx) => tx.row(`SELECT '${NAME}'::int`)).catch(() => undefined);
    const checkIn = () => guard.ask(checkInPin, { admissionNumber: NUMBER, pin: PIN });
    await everySpanAfter('POST /api/check/inPin', checkIn);
    const text = collector.text();
    expect(text).toContain('/hooks/c2b/:secret/v');
    const canaries = [
      PIN,
      '111222',
      NUMBER,
      'Canary',
      'Wanjiru',
      'the-secret',
      guard.phone,
      guard.token,
      guard.userId,
      school,
    ];
    for (const canary of [...canaries, process.cwd(), process.execPath]) expect(text).not.toContain(canary);
  });

  it('contain calls only, not the console, health checks or metrics', async () => {
    for (const url of ['/', '/api/health/live', '/metrics']) await server.app.inject({ url });
    await everySpanAfter('POST /api/check/outPin', checkOut);
    expect(collector.spans.filter(({ name }) => /health|metrics|console/.test(name))).toEqual([]);
  });
});

describe('a trace collector', () => {
  const opened: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of opened.splice(0).reverse()) await close();
  });

  const lostAt = async ({ app }: TestServer) =>
    figureOf((await app.inject({ url: '/metrics' })).body, 'mfuko_trace_spans_total', { outcome: 'lost' }) ?? 0;

  it.each([
    ['refuses', (collector: Collector) => collector.url],
    ['hangs', (collector: Collector) => collector.url],
    ['is not there', () => 'http://127.0.0.1:9/v1/traces'],
  ] as const)('that %s fails no call, and its lost spans are counted in the metrics', async (how, urlOf) => {
    const collector = await startCollector(
      how === 'hangs' ? () => undefined : (response) => void response.writeHead(400).end(),
    );
    opened.push(collector.stop);
    const { server, guard } = await openGate(urlOf(collector));
    opened.push(server.close);
    for (let turn = 0; turn < 10; turn++) {
      const call = turn % 2 === 0 ? checkInPin : checkOutPin;
      expect((await guard.ask(call, { admissionNumber: NUMBER, pin: PIN })).problem).toBeUndefined();
    }
    await expect.poll(() => lostAt(server)).toBeGreaterThan(0);
    expect(collector.tries() > 0).toBe(how !== 'is not there');
    // From here on the exporter has failed at least once.
    for (const call of [checkInPin, checkOutPin])
      expect((await guard.ask(call, { admissionNumber: NUMBER, pin: PIN })).problem).toBeUndefined();
    const before = await lostAt(server);
    await expect.poll(() => lostAt(server)).toBeGreaterThan(before);
  });

  it('that hangs does not block closing, before and after the newest spans were sent', async () => {
    const collector = await startCollector(() => undefined);
    opened.push(collector.stop);
    for (const sent of [false, true]) {
      const tracing = await openTracing(collector.url, openMetrics());
      await tracing.step('trial', {}, async () => undefined);
      const tries = collector.tries();
      if (sent) await expect.poll(collector.tries).toBeGreaterThan(tries);
      await tracing.close();
    }
  });

  it('that accepts nothing loses spans beyond the queue, counted in the metrics at once', async () => {
    const collector = await startCollector(() => undefined);
    opened.push(collector.stop);
    const { server } = await openGate(collector.url);
    opened.push(server.close);
    const before = await lostAt(server);
    for (let step = 0; step < 5_000; step++) void server.context.tracing.step('trial', {}, async () => undefined);
    await new Promise(setImmediate);
    // 2,048 wait, and a batch of 512 is on its way.
    expect((await lostAt(server)) - before).toBeGreaterThanOrEqual(5_000 - 2_048 - 512);
  });
});
