import { setTimeout as sleep } from 'node:timers/promises';
import type { Problem } from '@mfuko/contract/problem';
import type { Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { newId } from '../../platform/records/id.ts';
import { stillBusy } from './errors.ts';

/** Age in seconds after which a claim is stale, longer than any proof takes: the process that took the claim has died. */
const CLAIM_SECONDS = 60;
const POLL_MS = 100;
const MAX_WAIT_MS = 20_000;

export interface Settled {
  readonly status: 'recorded' | 'unverified' | 'refused';
  readonly problem: Problem | null;
  readonly eventId: string | null;
  /** Student whom the answer names. */
  readonly studentId: string | null;
  /** Trip of the device that the answer reports as closed. */
  readonly closedTripId: string | null;
}

/** Place of an event among those of its enrolled device. */
export interface DeviceOrder {
  readonly deviceId: string;
  readonly counter: number;
  /** Time of the event; null if it is doubtful, and then it says nothing about other events. */
  readonly at: Date | null;
}

/** Claim on an event: this request holds the claim, or another request has settled the event with the given outcome. */
export type Claim =
  | { readonly mine: true; readonly id: string; readonly now: Date }
  | { readonly mine: false; readonly settled: Settled; readonly sameContent: boolean };

/**
 * Claims an event's key in a transaction of its own, before the proof is read, so that only one of several equal concurrent batches
 * tries the proof. Waits for the outcome while another request holds the claim. Throws server.busy after MAX_WAIT_MS.
 */
export async function claimEvent(call: Call, key: string, contentHash: Buffer): Promise<Claim> {
  const giveUpAt = Date.now() + MAX_WAIT_MS;
  for (;;) {
    const claim = await call.autonomous((tx) => tryClaim(tx, call.actor.userId, key, contentHash));
    if (claim) return claim;
    if (Date.now() > giveUpAt) throw stillBusy();
    await sleep(POLL_MS);
  }
}

async function tryClaim(tx: Tx, userId: string, key: string, contentHash: Buffer): Promise<Claim | null> {
  const id = newId();
  const taken = await tx.row<{ now: Date }>(
    `INSERT INTO offline_events AS o (school_id, key, content_hash, claim, sent_by) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (school_id, key) DO UPDATE SET claim = $4, claimed_at = clock_timestamp(), sent_by = $5
       WHERE o.status IS NULL AND o.content_hash = $3
         AND o.claimed_at < clock_timestamp() - interval '${CLAIM_SECONDS} seconds'
     RETURNING clock_timestamp() AS now`,
    [tx.schoolId, key, contentHash, id, userId],
  );
  if (taken) return { mine: true, id, now: taken.now };
  const held = await tx.row<Omit<Settled, 'status'> & { status: Settled['status'] | null; content_hash: Buffer }>(
    `SELECT status, problem, event_id AS "eventId", student_id AS "studentId", closed_trip_id AS "closedTripId", content_hash
     FROM offline_events WHERE school_id = $1 AND key = $2`,
    [tx.schoolId, key],
  );
  // The claim is held, or was released between the two statements: the caller tries again.
  if (!held || held.status === null) return null;
  const { status, content_hash: hash, ...settled } = held;
  return { mine: false, settled: { ...settled, status }, sameContent: hash.equals(contentHash) };
}

/**
 * Stores the outcome of the event, in the transaction that records the event. Throws server.busy if another request has taken over the
 * claim.
 */
export async function completeClaim(
  tx: Tx,
  key: string,
  claimId: string,
  settled: Settled,
  order: DeviceOrder | null = null,
): Promise<void> {
  const kept = await tx.row(
    `UPDATE offline_events SET status = $4, problem = $5, event_id = $6, student_id = $7, closed_trip_id = $8,
       device_id = $9, counter = $10, at = $11
     WHERE school_id = $1 AND key = $2 AND claim = $3 AND status IS NULL RETURNING 1 AS kept`,
    [
      ...[tx.schoolId, key, claimId, settled.status, settled.problem, settled.eventId],
      ...[settled.studentId, settled.closedTripId],
      ...[order?.deviceId ?? null, order?.counter ?? null, order?.at ?? null],
    ],
  );
  if (!kept) throw stillBusy();
}

/** Releases the claim of an event that this request could not settle, so that the next request need not wait for the claim to expire. */
export async function releaseClaim(tx: Tx, key: string, claimId: string): Promise<void> {
  await tx.row(
    `UPDATE offline_events SET claimed_at = '-infinity'
     WHERE school_id = $1 AND key = $2 AND claim = $3 AND status IS NULL`,
    [tx.schoolId, key, claimId],
  );
}
