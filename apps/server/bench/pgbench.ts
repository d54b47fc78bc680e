import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface Bare {
  readonly appUrl: string;
  readonly school: string;
  readonly user: string;
  /** SQL for the id of the student with number `:n`, from 1 to `students`. */
  readonly studentSql: string;
  readonly students: number;
}

/** `function`: the bare function. `same rows`: what a deposit over HTTP leaves besides, too: the trail, and the answer with its key. */
export type Work = 'function' | 'same rows';

/**
 * Deposits a second by PostgreSQL's own client, which is written in C, with prepared statements on one connection for each
 * client. Throws where there is no pgbench (Debian: postgresql-contrib).
 */
export async function pgbench(bare: Bare, work: Work, clients: number, seconds: number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'mfuko-pgbench-'));
  try {
    const file = join(folder, 'deposit.sql');
    writeFileSync(file, script(bare, work));
    const args = ['-n', '-M', 'prepared', '-f', file, '-c', `${clients}`, '-j', '1', '-T', `${seconds}`, bare.appUrl];
    const { stdout } = await run('pgbench', args, { maxBuffer: 1 << 24 });
    const rate = /tps = ([\d.]+)/.exec(stdout)?.[1];
    const failed = /number of failed transactions: (\d+)/.exec(stdout)?.[1] ?? '0';
    if (rate === undefined || failed !== '0') throw new Error(`pgbench said:\n${stdout}`);
    return Number(rate);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A colon would begin a variable of pgbench, inside a text too. */
function script({ school, user, studentSql, students }: Bare, work: Work): string {
  const move = `SELECT * FROM move_pocket_money('${school}', json_build_array(json_build_object('id', gen_random_uuid(),
    'token', left(gen_random_uuid()::text, 16), 'kind', 'deposit', 'student', ${studentSql}, 'direction', 1, 'amount', 100,
    'counter', 'cash-desk', 'by_user', '${user}', 'reference', 'bench')));`;
  const around = `
INSERT INTO audit_events (school_id, id, actor_id, action, subject_kind, subject_id, detail, request_id)
  VALUES ('${school}', gen_random_uuid(), '${user}', 'wallet.deposit', 'student', ${studentSql}, '{"movement": "${school}"}', 'tool' || chr(58) || 'bench');
INSERT INTO idempotency_keys (school_id, key, input_hash, status, answer)
  VALUES ('${school}', gen_random_uuid()::text, '\\x${'5a'.repeat(32)}', 200, '${'x'.repeat(250)}');`;
  return `\\set n random(1, ${students})
BEGIN;
SET LOCAL app.school_id = '${school}';
${move}${work === 'same rows' ? around : ''}
COMMIT;
`.replaceAll(/\n {2,}/g, ' ');
}
