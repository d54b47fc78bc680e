import { audit } from '../platform/audit/audit.ts';
import { proverOf } from '../platform/audit/proof.ts';
import { inSchoolOf, ownerTx, PLATFORM_SCHOOL } from '../platform/database/database.ts';
import { dropJobsAbout } from '../platform/jobs/jobs.ts';
import type { AppContext } from '../platform/process/app-context.ts';
import { commandLine } from '../platform/process/command-line.ts';
import { SchoolMoveError } from './errors.ts';
import type { FoundSchool } from './find-school.ts';
import { openMovingClient } from './replica.ts';
import { takeOut } from './rows.ts';

/** Removes a closed school permanently: all its rows and its jobs. Throws SchoolMoveError where the school is open. */
export async function removeSchool(
  { context, ownerUrl }: { readonly context: AppContext; readonly ownerUrl: string },
  school: FoundSchool,
): Promise<void> {
  if (school.closedAt === null)
    throw new SchoolMoveError(`${school.name} is open. ${commandLine('school:close', `--school ${school.id}`)}`);
  const moving = await openMovingClient(context.config, ownerUrl);
  const { client } = moving;
  try {
    await client.query(`BEGIN; SET LOCAL app.school_id = '${school.id}'`);
    await moving.becomeOwner();
    const tx = ownerTx(client, school.id, proverOf(context.keys));
    await dropJobsAbout(tx, ['%']);
    await moving.asReplica(() => takeOut(client, school.id));
    const event = { action: 'school.remove', subjectKind: 'school', subjectId: school.id };
    await inSchoolOf(tx, PLATFORM_SCHOOL, (platform) => audit(platform, { tool: 'school:remove' }, event));
    await client.query('COMMIT');
  } finally {
    await client.end();
  }
}
