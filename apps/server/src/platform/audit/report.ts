import { PLATFORM_SCHOOL } from '../database/database.ts';
import type { AppContext } from '../process/app-context.ts';
import { exactly } from './chain.ts';
import { checkTrail, type Finding } from './check.ts';
import type { Checkpoint } from './seal.ts';

const WORDS: Record<Finding['kind'], string> = {
  changed: 'is not what was sealed',
  removed: 'was removed',
  unlinked: 'has lost its link in the chain',
  inserted: 'came in past the sealer',
  backdated: 'bears a time that does not fit where it was sealed',
  cut: 'and whatever followed was cut off: a checkpoint knows it',
  replaced: 'was sealed anew: a checkpoint knows another chain',
  unproven: 'was written by no program with the keys of this installation',
};

/**
 * Verifies every school's audit trail against its chain and the checkpoints. Prints the first finding of each kind, and how many
 * rows are sealed and waiting. Returns true when nothing was found.
 */
export async function reportTrails(
  context: AppContext,
  checkpoints: readonly Checkpoint[],
  print: (line: string) => void,
): Promise<boolean> {
  const schools = await context.db.readPlatform((tx) =>
    tx.rows<{ id: string; name: string }>('SELECT id, short_name AS name FROM schools ORDER BY created_at, id'),
  );
  const moved = await readMoves(context);
  const counting = checkpoints.filter((mark) => mark.at > (moved.get(mark.schoolSYSID) ?? ''));
  for (const [id, at] of moved)
    print(
      `A school (${id}) came in or was taken out at ${at}, as the platform's trail tells: checkpoints before do not count.`,
    );
  const trails = new Map([[PLATFORM_SCHOOL, 'the platform'], ...schools.map(({ id, name }) => [id, name] as const)]);
  // A school that only a checkpoint knows was removed together with all its rows.
  for (const { schoolSYSID: id } of counting) trails.set(id, trails.get(id) ?? 'a school that is not there');
  let [sealed, waiting, oldest, wrong] = [0n, 0, '', 0];
  for (const [id, name] of trails) {
    const verdict = await checkTrail(
      context,
      id,
      counting.filter((mark) => mark.schoolSYSID === id),
    );
    sealed += verdict.sealed;
    waiting += verdict.waiting;
    if (verdict.oldestWaiting && (!oldest || verdict.oldestWaiting < oldest)) oldest = verdict.oldestWaiting;
    wrong += verdict.findings.length;
    for (const finding of verdict.findings) print(`${name} (${id}): ${rowOf(finding)} ${WORDS[finding.kind]}`);
  }
  const since = oldest ? ` (the oldest since ${oldest})` : '';
  const counted = `${trails.size} trails, ${sealed} rows sealed, ${waiting} waiting${since}, ${checkpoints.length} checkpoints`;
  print(`${counted}: ${wrong === 0 ? 'nothing was touched' : `${wrong} found`}.`);
  return wrong === 0;
}

/**
 * Returns the time of the latest import or removal of each school that moved. A chain is rebuilt when its school moves, so
 * earlier checkpoints no longer apply. Moves are recorded in the platform's own audit trail, which has a chain and checkpoints of
 * its own.
 */
async function readMoves({ db }: AppContext): Promise<Map<string, string>> {
  const rows = await db.readPlatform((tx) =>
    tx.rows<{ id: string; at: string }>(
      `SELECT subject_id AS id, ${exactly('max(at)')} AS at FROM audit_events
       WHERE school_id = $1 AND action IN ('school.import', 'school.remove') AND subject_id IS NOT NULL GROUP BY subject_id`,
      [PLATFORM_SCHOOL],
    ),
  );
  return new Map(rows.map(({ id, at }) => [id, at]));
}

function rowOf({ position, eventId }: Finding): string {
  const place = position === null ? 'a row without a place' : `row ${position}`;
  return eventId ? `${place} (${eventId})` : place;
}
