import type { Collector, setCollectorPhoto as setCall } from '@mfuko/contract/collectors';
import type { InputOf } from '@mfuko/contract/endpoint';
import { audit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { known, shown } from './change.ts';
import { badPhoto, collectorNotFound, releaseRefused } from './errors.ts';
import { notifyGuardians } from './notify.ts';
import { erasePhoto, readPhoto, storePhoto } from './photo.ts';
import type { Listed } from './store.ts';

/**
 * Stores a photo of a collector. To the guard, another face is another person, so that the guardians are notified and the collector is
 * held like a new one. Throws collector.not-found, collector.blocked, and what `readPhoto` throws.
 */
export async function setCollectorPhoto(
  call: Call,
  context: AppContext,
  { sysid, Photo: file, consent }: InputOf<typeof setCall>,
): Promise<Collector> {
  const photo = await readPhoto(file, consent);
  if (!photo) throw badPhoto();
  return call.record(async (tx) => {
    const collector = await onList(tx, sysid);
    if (collector.blockedReason !== null) throw releaseRefused('collector.blocked');
    await storePhoto(tx, context, { id: sysid, studentId: collector.studentId }, photo, call.actor.userId);
    await notifyOfPhoto(tx, call, context, collector, 'photo');
    return shown(await known(tx, sysid));
  });
}

/** Erases the photo of a collector. Throws collector.not-found, also if there is no photo. */
export function removeCollectorPhoto(call: Call, context: AppContext, sysid: string): Promise<Collector> {
  return call.record(async (tx) => {
    const collector = await onList(tx, sysid);
    if (!(await erasePhoto(tx, sysid))) throw collectorNotFound();
    await notifyOfPhoto(tx, call, context, collector, 'no-photo');
    return shown(await known(tx, sysid));
  });
}

/** Locks the collector's row: a photo stored while the collector is removed would be left over. */
async function onList(tx: Tx, id: string): Promise<Listed> {
  await tx.row('SELECT 1 FROM collectors WHERE school_id = $1 AND id = $2 FOR NO KEY UPDATE', [tx.schoolId, id]);
  return known(tx, id);
}

async function notifyOfPhoto(
  tx: Tx,
  call: Call,
  context: AppContext,
  collector: Listed,
  change: 'photo' | 'no-photo',
): Promise<void> {
  const { sysid, studentId, name, relation } = collector;
  const [isNew, person] = [change === 'photo', `${name} (${relation})`];
  await audit(tx, call, {
    action: `student.collector-photo-${isNew ? 'set' : 'removed'}`,
    subjectKind: 'student',
    subjectId: studentId,
    detail: {
      collectorSYSID: sysid,
      changes: { photo: { from: isNew ? null : person, to: isNew ? person : null } },
    },
  });
  await notifyGuardians(tx, context, studentId, change, collector);
}
