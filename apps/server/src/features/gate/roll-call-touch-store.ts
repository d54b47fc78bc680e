import type { ReadTx, Tx } from '../../platform/database/database.ts';

interface NewTouch {
  readonly key: string;
  readonly studentId: string;
  readonly by: string;
  readonly marshal: string;
  /** Key of the touch that this touch takes back; null for an ordinary touch. */
  readonly undoes: string | null;
}

/** Inserts a touch, at the server's time. */
export async function insertTouch(tx: Tx, id: string, touch: NewTouch): Promise<{ key: string; at: Date }> {
  const put = await putTouch(tx, id, touch);
  if (!put) throw new Error('The INSERT of the touch found its new key taken.');
  return { key: touch.key, at: put.at };
}

/** Takes a touch back; returns false if the touch was taken back before. */
export async function takeTouchBack(tx: Tx, id: string, touch: NewTouch): Promise<boolean> {
  return (await putTouch(tx, id, touch)) !== undefined;
}

function putTouch(tx: Tx, id: string, { key, studentId, by, marshal, undoes }: NewTouch) {
  return tx.row<{ at: Date }>(
    `INSERT INTO roll_call_ticks (school_id, roll_call_id, key, student_id, ticked_at, marshal, recorded_by, by_finger, undoes)
     VALUES ($1, $2, $3, $4, clock_timestamp(), left($5, 120), $6, $7::text IS NULL, $7)
     ON CONFLICT DO NOTHING RETURNING ticked_at AS at`,
    [tx.schoolId, id, key, studentId, marshal, by, undoes],
  );
}

/** Finds a tick by its key, by finger or by hand, if this user took the tick. */
export function findOwnTick(
  tx: ReadTx,
  id: string,
  key: string,
  by: string,
): Promise<{ studentId: string } | undefined> {
  return tx.row<{ studentId: string }>(
    `SELECT student_id AS "studentId" FROM roll_call_ticks
     WHERE school_id = $1 AND roll_call_id = $2 AND key = $3 AND recorded_by = $4 AND undoes IS NULL`,
    [tx.schoolId, id, key, by],
  );
}

export async function isExpected(tx: ReadTx, id: string, studentId: string): Promise<boolean> {
  const found = await tx.row(
    'SELECT 1 AS one FROM roll_call_expected WHERE school_id = $1 AND roll_call_id = $2 AND student_id = $3',
    [tx.schoolId, id, studentId],
  );
  return found !== undefined;
}
