// Old clients against this server: what each released version could send, by its own description, on its own data.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seal } from '@mfuko/contract/seal';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { bootstrap } from '../src/bootstrap.ts';
import { readConfig } from '../src/config.ts';
import { openOfflineKey } from '../src/platform/crypto/offline-key.ts';
import { RELEASED_CALLS, type ReleasedApi, type Schema } from './api-changes.testkit.ts';
import { makeTestDatabase } from './database.ts';
import { aNumber, openTestServer, type Person, type TestServer } from './kit.ts';
import { RELEASE_KEYS, writeReleaseKeys } from './release-data.testkit.ts';
import { RELEASES, restoreDump } from './release-dump.testkit.ts';

const VERSIONS = readdirSync(RELEASES).map((file) => file.replace(/\.sql$/, ''));

/** Calls that end the session that all others are made by, or that go on. */
const ENDING = /logout|signOut|stream|Stream|token$|events$/;

/** Minimal values that fit a schema. The ids belong to nothing. */
function least(schema: Schema): unknown {
  const [first] = schema.anyOf ?? [];
  if (first) return least(first);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum?.length) return schema.enum[0];
  const type = [schema.type].flat()[0];
  if (type === 'object') return leastOf(schema);
  if (type === 'array') return schema.items ? [least(schema.items)] : [];
  if (type === 'number' || type === 'integer') return Math.max(1, schema.minimum ?? 1);
  if (type === 'boolean') return false;
  if (schema.format === 'uuid' || schema.pattern?.includes('[1-8]')) return randomUUID();
  return schema.pattern === undefined ? '4001' : '1';
}

function leastOf({ properties = {}, required = [] }: Schema): Record<string, unknown> {
  return Object.fromEntries(required.map((name) => [name, least(properties[name] ?? {})]));
}

/** Schema as its clients read: they pass over fields and values of a list that they do not know. */
function asRead(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(asRead);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { additionalProperties, enum: values, ...rest } = schema as Record<string, unknown>;
  const open = typeof additionalProperties === 'object' ? { additionalProperties: asRead(additionalProperties) } : {};
  const listed = Array.isArray(values) && rest.type === undefined ? { enum: values } : {};
  return {
    ...Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, asRead(value)])),
    ...open,
    ...listed,
  };
}

describe.each(VERSIONS)('a client of %s, on its data', (version) => {
  let server: TestServer;
  let dataDir: string;
  let people: Person[];
  let school: string;
  const calls = JSON.parse(readFileSync(join(RELEASED_CALLS, `${version}.json`), 'utf8')) as ReleasedApi;

  beforeAll(async () => {
    const database = await makeTestDatabase('empty');
    await restoreDump(database.ownerUrl, join(RELEASES, `${version}.sql`));
    dataDir = mkdtempSync(join(tmpdir(), 'mfuko-older-'));
    writeReleaseKeys(dataDir, inject('testServer').appPassword);
    const env = { DATA_DIR: dataDir, DATABASE_URL: database.ownerUrl };
    await (await bootstrap(readConfig(env), () => undefined)).close();
    server = await openTestServer(
      { APP_WIRE_KEY: RELEASE_KEYS.wire },
      { offlineKey: openOfflineKey(RELEASE_KEYS.offline) },
      { database, masterKey: RELEASE_KEYS.master },
    );
    const [first] = await server.context.db.readPlatform((tx) =>
      tx.rows<{ id: string }>(`SELECT id FROM schools WHERE id <> '00000000-0000-0000-0000-000000000000' LIMIT 1`),
    );
    school = first?.id ?? '';
    // The people of the release have the first numbers.
    while (aNumber() < 500);
    people = [
      await server.aPerson('SchoolAdmin', school),
      await server.aPerson('CheckAgent', school, ['gate', 'bus', 'canteen', 'cashier']),
      await server.aPerson('Admin'),
    ];
  });
  afterAll(async () => {
    await server?.close();
    rmSync(dataDir, { recursive: true });
  });

  /** The answer of the first of the people who may make the call. */
  async function answerTo(call: string, input: Record<string, unknown>) {
    const [method = '', path = ''] = call.split(' ');
    const wire = server.context.config.wireKey;
    let answer: { status: number; body: unknown; problem: unknown } = { status: 0, body: null, problem: null };
    for (const { token } of people) {
      const { statusCode, body } = await server.app.inject({
        method: method as NonNullable<InjectOptions['method']>,
        url: `/api/${path}`,
        ...(method === 'GET' ? { query: input as Record<string, string> } : { payload: input }),
        headers: {
          'special-key': seal(wire, 'special-key', JSON.stringify({ v: version, n: randomUUID(), ts: Date.now() })),
          opToken: seal(wire, 'opToken', token),
          school,
        },
      });
      const told = body.startsWith('{') || body.startsWith('[') ? (JSON.parse(body) as unknown) : body;
      answer = { status: statusCode, body: told, problem: (told as { problem?: unknown } | null)?.problem };
      if (answer.problem !== 'session.role' && answer.problem !== 'session.school') return answer;
    }
    return answer;
  }

  it('finds every call and gets answers that match its schema', async () => {
    const broken: string[] = [];
    let granted = 0;
    for (const [call, { takes, answers }] of Object.entries(calls)) {
      if (ENDING.test(call)) continue;
      const { status, body, problem } = await answerTo(call, leastOf(takes));
      // A busy server is one that an old client knows too.
      const failed = status === 0 || (status >= 500 && status !== 503);
      if (failed || problem === 'call.unknown') broken.push(`${call} ${status} ${problem}`);
      if (status !== 200) continue;
      granted += 1;
      if (!answers) continue;
      const read = z.fromJSONSchema(asRead(answers) as never).safeParse(body);
      if (!read.success) broken.push(`${call}: ${z.prettifyError(read.error)}`);
    }
    expect(broken).toEqual([]);
    expect(granted).toBeGreaterThan(80);
  }, 300_000);
});
