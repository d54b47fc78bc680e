import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { identifyFingerprint } from '@mfuko/contract/fingerprints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enqueueMessage } from '../src/features/messages/index.ts';
import { addStudent } from '../src/features/students/index.ts';
import { noteCopied } from '../src/platform/backup/marks.ts';
import { nameOf } from '../src/platform/backup/retention.ts';
import { enqueue } from '../src/platform/jobs/jobs.ts';
import { newId } from '../src/platform/records/id.ts';
import { openTestServer, type TestServer } from './kit.ts';
import { listenOn } from './listeners.testkit.ts';
import { type Prometheus, startPrometheus, whyNoPrometheus } from './prometheus.testkit.ts';

const FOLDER = join(import.meta.dirname, '../../../packaging/prometheus');
const { panels } = JSON.parse(readFileSync(join(FOLDER, 'dashboard.json'), 'utf8')) as {
  panels: { title: string; type: string; targets?: { expr: string }[] }[];
};
const shown = panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [title, expr] as const));
const namesIn = (text: string): string[] => [...text.matchAll(/\b(?:mfuko|process)_\w+/g)].map(([name]) => name);

describe('the dashboard', () => {
  it('uses only metrics documented in docs/operations.md, and every panel has a query', () => {
    const told = namesIn(readFileSync(join(FOLDER, '../../docs/operations.md'), 'utf8'));
    const named = shown.flatMap(([, expr]) => namesIn(expr));
    const plain = named.map((name) => name.replace(/(_seconds)_(bucket|sum|count)$/, '$1'));
    expect(plain.filter((name) => !told.includes(name))).toEqual([]);
    expect(panels.filter(({ type, targets = [] }) => type !== 'row' && targets.length === 0)).toEqual([]);
  });
});

describe.skipIf(whyNoPrometheus !== null)(
  `a Prometheus that reads a server${whyNoPrometheus === null ? '' : ` (skipped: ${whyNoPrometheus})`}`,
  () => {
    let server: TestServer;
    let prometheus: Prometheus;

    beforeAll(async () => {
      const backups = mkdtempSync(join(tmpdir(), 'mfuko-backups-'));
      server = await openTestServer({ BACKUP_TO: backups, BACKUP_COPY_TO: mkdtempSync(join(tmpdir(), 'mfuko-away-')) });
      writeFileSync(join(backups, nameOf(new Date(Date.now() - 3_600_000))), '');
      await livedIn(server);
      prometheus = await startPrometheus(`127.0.0.1:${await listenOn(server)}`);
    });
    afterAll(async () => {
      await prometheus?.stop();
      await server?.close();
    });

    it.each(shown)('%s: has data for %s', async (_title, expr) => {
      const asked = expr.replaceAll('$__rate_interval', '1m');
      await expect.poll(() => prometheus.ask(asked), { interval: 500 }).not.toEqual([]);
    });
  },
);

/** A server on which each of the things has happened that the dashboard shows. */
async function livedIn(server: TestServer): Promise<void> {
  const { context } = server;
  const school = await server.aSchool();
  const classId = await server.aClass(school);
  const student = newId();
  await context.db.inSchool(school, async (tx) => {
    await addStudent(tx, { id: student, admissionNumber: '4417', names: 'Imani Were', classId, pinHash: null });
    await tx.row(
      `INSERT INTO payments (school_id, receipt, id, amount, paid_at, account, reported_by)
       VALUES ($1, 'TKR7X1Y2Z3', $2, 5000, clock_timestamp(), '4417', 'confirmation')`,
      [school, newId()],
    );
    await tx.row(
      `INSERT INTO stk_pushes (school_id, id, student_id, amount, reference, phone_sealed, phone_masked, phone_digest, asked_by)
       VALUES ($1, $2, $3, 5000, '4417', '', '', '', $2)`,
      [school, newId(), student],
    );
    await tx.row(
      `INSERT INTO book_states (school_id, checked_at, whole_at, difference, findings)
       VALUES ($1, clock_timestamp(), clock_timestamp(), 0, 0)`,
      [school],
    );
  });
  await context.db.inPlatform(async (tx) => {
    await tx.row(`UPDATE clock_checks SET checked_at = clock_timestamp(), offset_ms = 12, source = 'net'`);
    await noteCopied(tx, new Date(context.clock.now()));
    await enqueueMessage(tx, context, { to: '254798765432', text: 'The code is 908172', kind: 'sign-in-code' }, 300);
  });
  await server.runJobs();
  await context.db.inPlatform((tx) => enqueue(tx, 'write-passage', {}));
  const guard = await server.aPerson('SchoolAdmin', school);
  // A picture that is none is a task of the fingerprint engine too.
  await guard.ask(identifyFingerprint, { B64Fingerprint: 'AAAA' });
}
