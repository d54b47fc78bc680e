import { emptyTemplate } from '@mfuko/fingerprint/extraction/pack';
import { encodeTemplate } from '@mfuko/fingerprint/template/template';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestServer, type TestServer } from '../../../tests/kit.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { newId } from '../../platform/records/id.ts';
import { type Engine, openEngine } from './index.ts';
import { readRoster } from './roster.ts';
import { identifyInRoster } from './search-roster.ts';

const MAX_PICTURE_BYTES = 2 * 1024 * 1024;

let server: TestServer;
let engine: Engine;

beforeAll(async () => {
  server = await openTestServer();
  engine = openEngine(server.context);
});
afterAll(async () => {
  await engine.close();
  await server.close();
});

async function refusalOf(work: Promise<unknown>): Promise<Refusal> {
  const thrown = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(thrown instanceof Refusal)) throw new TypeError('The engine did not refuse the picture.', { cause: thrown });
  return thrown;
}

describe('fingerprint engine', () => {
  it('a closed engine answers server.busy with a retry-after', async () => {
    const closed = openEngine(server.context);
    await closed.close();
    const busy = await refusalOf(closed.run('decode', { base64: '' }));
    expect(busy).toMatchObject({ problem: 'server.busy', retryAfter: 2 });
    expect(busy.message).toMatch(/busy.*try again/);
  });

  it('decodes a picture of 2 MB and rejects a longer text by its length alone', async () => {
    const bytes = Buffer.alloc(MAX_PICTURE_BYTES, 1);
    const largest = await refusalOf(engine.run('decode', { base64: bytes.toString('base64') }));
    expect(largest).toMatchObject({ problem: 'fingerprint.bad-image' });
    expect(largest.message).not.toMatch(/larger than 2 MB/);
    // Text longer than the limit is refused by its length alone, before the check for base64.
    const longer = await refusalOf(engine.run('decode', { base64: '?'.repeat(bytes.toString('base64').length + 1) }));
    expect(longer.message).toMatch(/larger than 2 MB/);
  });
});

describe('template comparison', () => {
  it('an empty or unreadable template scores 0', async () => {
    const empty = encodeTemplate(emptyTemplate());
    const { scores } = await engine.run('compare', { template: empty, others: [new Uint8Array(3), empty] });
    expect(scores).toEqual([0, 0]);
  });
});

describe('school roster', () => {
  it('an unchanged roster is read once', async () => {
    const school = await server.aSchool();
    const read = () => server.context.db.readSchool(school, (tx) => readRoster(tx, engine));
    expect(await read()).toBe(await read());
  });

  it('each worker keeps its share of fingerprintsInMemory', async () => {
    const { config } = server.context;
    const kept: number[] = [];
    const two = {
      context: { ...server.context, config: { ...config, fingerprintsInMemory: 3_001 } },
      size: 2,
      close: () => Promise.resolve(),
      run: async (name: string, ask: { most: number }) => {
        if (name === 'recall') return { fingerprintIds: [] };
        if (name === 'remember') kept.push(ask.most);
        return name === 'search' ? { stale: kept.length === 0, nearest: [], next: null } : null;
      },
    } as unknown as Engine;
    const students = [{ studentId: newId(), active: true, fingerprintIds: [newId()] }];
    await identifyInRoster(
      two,
      { schoolId: await server.aSchool(), stamp: 'now', shares: [students, []] },
      new Uint8Array(),
    );
    expect(kept).toEqual([1_501]);
  });

  it('a search gives up as busy after four tries with a worker that forgets the roster', async () => {
    let searches = 0;
    const forgetful = {
      context: server.context,
      size: 1,
      close: () => Promise.resolve(),
      run: async (name: string) => {
        if (name === 'recall') return { fingerprintIds: [] };
        if (name !== 'search') return null;
        if (++searches > 20) throw new Error('The search goes on without end.');
        return { stale: true };
      },
    } as unknown as Engine;
    const students = [{ studentId: newId(), active: true, fingerprintIds: [] }];
    const roster = { schoolId: await server.aSchool(), stamp: 'now', shares: [students] };
    const given = await refusalOf(identifyInRoster(forgetful, roster, new Uint8Array()));
    expect([given.problem, searches]).toEqual(['server.busy', 4]);
  });
});
