import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { appendLine } from '../crypto/durable-files.ts';
import type { ReadTx, Tx } from '../database/database.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { AppContext } from '../process/app-context.ts';
import { BEGINNING, EVENT_COLUMNS, exactly, hashOf } from './chain.ts';
import { nameUnproven, type Waiting } from './unproven.ts';

/** Job that seals new audit rows; runs every minute. */
export const SEAL = 'audit-seal';
export const SEAL_AT = '* * * * *';

const BATCH = 1_000;
const HOUR = 3_600_000;

/** Head: the last link of a school's chain. */
interface Head {
  readonly position: bigint;
  readonly hash: Buffer;
}

/** Checkpoint: a line that is appended to the checkpoint file, at most once an hour per school, after rows were sealed. */
export type Checkpoint = z.infer<typeof checkpointLine>;

const checkpointLine = z.object({
  at: z.string(),
  schoolSYSID: z.uuid(),
  position: z.string().regex(/^\d+$/),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
});

export function auditJobs(context: AppContext): Jobs {
  const written = new Map<string, number>();
  return { [SEAL]: () => sealTrail(context, written) };
}

/**
 * Returns the path of the checkpoint file. Copy this file off the machine: only the checkpoints show that the end of a chain was
 * cut off.
 */
export function checkpointFile(dataDir: string): string {
  return join(dataDir, 'audit-checkpoints.ndjson');
}

/**
 * Reads the checkpoints of a file; returns none when the file does not exist. Skips each line that a power cut has torn, and
 * calls `onTorn` with its number.
 */
export function readCheckpoints(file: string, onTorn: (line: number) => void = () => undefined): Checkpoint[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.flatMap((line, place) => {
    if (line.trim() === '') return [];
    const read = checkpointLine.safeParse(parsed(line));
    if (!read.success) onTorn(place + 1);
    return read.success ? [read.data] : [];
  });
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    // The caller reports the torn line.
    return null;
  }
}

/**
 * Seals every waiting row, school by school. `written` holds the time of each school's last checkpoint; a school without an entry
 * gets a checkpoint at once.
 */
export async function sealTrail({ db, keys, clock, config }: AppContext, written: Map<string, number>): Promise<void> {
  const schools = await db.readPlatform((tx) =>
    tx.rows<{ id: string }>('SELECT DISTINCT school_id AS id FROM audit_waiting'),
  );
  for (const { id } of schools) {
    const sealedAt = await db.readSchool(id, now);
    let head: Head | null = null;
    for (let more = true; more; ) {
      const sealed = await db.inSchool(id, (tx) => sealSome(tx, keys, sealedAt));
      head = sealed.head ?? head;
      more = sealed.count === BATCH;
    }
    if (head && clock.now() - (written.get(id) ?? 0) >= HOUR) {
      const checkpoint: Checkpoint = {
        at: sealedAt,
        schoolSYSID: id,
        position: String(head.position),
        hash: head.hash.toString('hex'),
      };
      appendLine(checkpointFile(config.dataDir), JSON.stringify(checkpoint));
      written.set(id, clock.now());
    }
  }
}

async function now(tx: ReadTx): Promise<string> {
  const clock = await tx.row<{ now: string }>(`SELECT ${exactly('clock_timestamp()')} AS now`);
  return clock?.now ?? '';
}

/** Seals the oldest waiting rows of the transaction's school, up to `BATCH`. Does nothing while another sealer holds the lock. */
async function sealSome(
  tx: Tx,
  keys: AppContext['keys'],
  sealedAt: string,
): Promise<{ count: number; head: Head | null }> {
  const lock = await tx.row<{ taken: boolean }>(
    `SELECT pg_try_advisory_xact_lock(hashtextextended('mfuko: audit chain ' || $1, 0)) AS taken`,
    [tx.schoolId],
  );
  if (!lock?.taken) return { count: 0, head: null };
  const events = await tx.rows<Waiting>(
    `SELECT ${EVENT_COLUMNS}, e.proof, r.mac, w.before_proofs AS "beforeProofs"
     FROM audit_waiting w JOIN audit_events e ON e.school_id = w.school_id AND e.id = w.event_id
     LEFT JOIN audit_redactions r ON r.school_id = w.school_id AND r.event_id = w.event_id
     WHERE w.school_id = $1 ORDER BY w.event_id LIMIT ${BATCH}`,
    [tx.schoolId],
  );
  if (events.length === 0) return { count: 0, head: null };
  let { position, hash } = await findHead(tx);
  const links = events.map((event) => {
    position++;
    hash = hashOf(keys, hash, { schoolId: tx.schoolId, position, sealedAt, event });
    return { position, hash };
  });
  const ids = events.map(({ id }) => id);
  await tx.row(
    `INSERT INTO audit_chain (school_id, position, event_id, sealed_at, hash)
     SELECT $1, position, event_id, $5::timestamptz, decode(hash, 'hex')
     FROM unnest($2::bigint[], $3::uuid[], $4::text[]) AS link (position, event_id, hash)`,
    [
      tx.schoolId,
      links.map((link) => String(link.position)),
      ids,
      links.map((link) => link.hash.toString('hex')),
      sealedAt,
    ],
  );
  await tx.row('DELETE FROM audit_waiting WHERE school_id = $1 AND event_id = ANY($2::uuid[])', [tx.schoolId, ids]);
  await nameUnproven(tx, keys, { job: SEAL, id: null }, events);
  return { count: events.length, head: { position, hash } };
}

async function findHead(tx: ReadTx): Promise<Head> {
  const head = await tx.row<Head>(
    'SELECT position, hash FROM audit_chain WHERE school_id = $1 ORDER BY position DESC LIMIT 1',
    [tx.schoolId],
  );
  return head ?? { position: 0n, hash: BEGINNING };
}
