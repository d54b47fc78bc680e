import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from '../../../../e2e/client.ts';
import { disableRowSecurity } from '../hostile.testkit.ts';
import { openTestServer, type TestServer } from '../kit.ts';
import type { Site } from './cast.ts';
import { type Report, runAttack } from './run-attack.ts';

/** The attack of `npm run attack`, a short one: enough that each call is hit some times, and the same each time. */
const REQUESTS = 3_000;
const SEED = 11;

let server: TestServer;
let owner: pg.Client;
let report: Report;

beforeAll(async () => {
  server = await openTestServer({ LOG_LEVEL: 'silent' });
  owner = new pg.Client({ connectionString: server.ownerUrl });
  await owner.connect();
  await disableRowSecurity(owner);
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  const url = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`;
  const admin = await connect(url, (await server.aPerson('Admin')).token);
  const site: Site = {
    url,
    admin,
    aSchool: (name) => server.aSchool(name),
    hire: async (role, school, duty) => ({
      role,
      ...(await server.aPerson(role, school ?? undefined, duty ? [duty] : [])),
    }),
    rows: async (text, values = []) => (await owner.query(text, [...values])).rows,
  };
  report = await runAttack(site, { seed: SEED, requests: REQUESTS, clients: 6, minutes: 20 });
}, 300_000);
afterAll(async () => {
  await owner.end();
  await server.close();
});

describe('attack requests to every call', () => {
  it("are answered by the contract, without secrets, other schools' data or internals", () => {
    expect(report.sent).toBe(REQUESTS);
    expect(report.wrong).toEqual([]);
  });

  it('change no row of a school whose ids are sent in every field of every call', () => {
    expect(report.kinds.get('foreign id')).toBeGreaterThan(1_000);
    expect(report.changed).toEqual([]);
  });

  it('do not stop another desk: each of its calls is answered', () => {
    expect(report.work.beside.length).toBeGreaterThan(20);
    expect(Math.min(...report.work.beside)).toBeGreaterThan(0);
  });
});
