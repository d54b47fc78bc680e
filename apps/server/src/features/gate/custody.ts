import type { ReadTx, Tx } from '../../platform/database/database.ts';
import { addException } from './exceptions.ts';
import type { GateKind } from './rules.ts';

export interface Custody {
  /** The bus's own word: the plate of the bus that a student is aboard, at a moment or now (null); null where on none. */
  readonly findAboard: (tx: ReadTx, studentId: string, at: Date | null) => Promise<string | null>;
}

interface PassageOf {
  readonly studentId: string;
  readonly kind: GateKind;
  readonly eventId: string;
  readonly recordedBy: string;
  /** When it happened, where a device tells of it later. */
  readonly at?: Date;
}

/**
 * A child who passes the gate while a bus has them: one of both is wrong, and a person finds out which. The gate's word does
 * not take the child off the bus: the trip cannot be closed until somebody there has. Tells whether it is so.
 */
export async function noteAboard(tx: Tx, { findAboard }: Custody, passage: PassageOf): Promise<boolean> {
  const { studentId, eventId, recordedBy, kind, at } = passage;
  const busNumberPlate = await findAboard(tx, studentId, at ?? null);
  if (busNumberPlate === null) return false;
  await addException(tx, {
    kind: 'custody-aboard',
    studentId,
    eventId,
    recordedBy,
    detail: { event: kind, busNumberPlate, ...(at && { occurredAt: at.toISOString() }) },
  });
  return true;
}
