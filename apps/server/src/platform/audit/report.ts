import { PLATFORM_SCHOOL } from '../database/database.ts';
import type { AppContext } from '../process/app-context.ts';
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
};

/**
 * Holds every school's trail against its chain and the checkpoints, prints the first row of each that was touched and how
 * many are sealed and wait. Answers whether all is whole.
 */
export async function reportTrails(
  context: AppContext,
  checkpoints: readonly Checkpoint[],
  print: (line: string) => void,
): Promise<boolean> {
  const schools = await context.db.readPlatform((tx) =>
    tx.rows<{ id: string; name: string }>('SELECT id, short_name AS name FROM schools ORDER BY created_at, id'),
  );
  const trails = new Map([[PLATFORM_SCHOOL, 'the platform'], ...schools.map(({ id, name }) => [id, name] as const)]);
  // A school that only a checkpoint knows was removed with all its rows.
  for (const { schoolSYSID: id } of checkpoints) trails.set(id, trails.get(id) ?? 'a school that is not there');
  let [sealed, waiting, oldest, wrong] = [0n, 0, '', 0];
  for (const [id, name] of trails) {
    const verdict = await checkTrail(
      context,
      id,
      checkpoints.filter((mark) => mark.schoolSYSID === id),
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

function rowOf({ position, eventId }: Finding): string {
  const place = position === null ? 'a row without a place' : `row ${position}`;
  return eventId ? `${place} (${eventId})` : place;
}
