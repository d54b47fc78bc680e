import { formatKes } from '@mfuko/contract/money';
import { audit } from '../../platform/audit/audit.ts';
import { changesOf } from '../../platform/audit/changes.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';

interface FirstLimits {
  readonly fingerAlone: bigint | null;
  readonly firstPin: bigint | null;
}

/**
 * Sets the most that a finger alone, and a PIN set by the office, may take in a school that is being registered, in its transaction. Zero
 * forbids both.
 */
export async function setFirstLimits(tx: Tx, call: Call, { fingerAlone, firstPin }: FirstLimits): Promise<void> {
  if (fingerAlone === null && firstPin === null) return;
  await tx.row(
    `INSERT INTO pocket_limits (school_id, subject_id, scope, set_by, finger_alone, first_pin) VALUES ($1, $1, 'school', $2, $3, $4)`,
    [tx.schoolId, call.actor.userId, fingerAlone, firstPin],
  );
  const words = (cents: bigint | null) => (cents === null ? null : formatKes(cents));
  const changes = changesOf(
    { fingerAlone: null, firstPin: null },
    { fingerAlone: words(fingerAlone), firstPin: words(firstPin) },
  );
  await audit(tx, call, {
    ...{ action: 'school.limits', subjectKind: 'school', subjectId: tx.schoolId },
    detail: { changes },
  });
}
