import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openProductionSite, type ProductionSite } from './production.ts';
import { type Report, runAttack } from './run-attack.ts';

/** The attack of `npm run attack`, a short one: enough that each call is hit some times, and the same each time. */
const REQUESTS = 3_000;
const SEED = 11;

let production: ProductionSite | undefined;
let report: Report;

beforeAll(async () => {
  production = await openProductionSite(
    { LOG_LEVEL: 'silent', LIST_ROWS_AN_HOUR: '1000000000' },
    mkdtempSync(join(tmpdir(), 'mfuko-attack-')),
  );
  report = await runAttack(production.site, { seed: SEED, requests: REQUESTS, clients: 6, minutes: 20 });
}, 600_000);
afterAll(() => production?.close());

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
