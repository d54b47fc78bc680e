import type { NewNotice } from '@mfuko/contract/notices';
import type { Tx } from '../../platform/database/database.ts';
import { fitting } from '../../platform/jobs/staff-notice.ts';
import { newId } from '../../platform/records/id.ts';
import { isAlarm, raiseAlarm } from '../alarms/index.ts';
import { SEVERITY, withoutPhones } from './rules.ts';
import { insertNotice, markRead, wake } from './store.ts';

/**
 * Tells the staff of the transaction's school (the platform's Admins in one of the platform), if and only if it commits:
 * their bells ring at once. A notice of the same `key` is told once, and none within its `quietSeconds` of the last one
 * of the same kind about the same subject. The key is any text of up to 200 characters.
 */
export async function notifyStaff(tx: Tx, notice: NewNotice, key: string = newId()): Promise<void> {
  const { kind, subject, params, quietSeconds = 0, knownTo, onlyFor = null } = fitting(notice);
  const id = newId();
  const told = await insertNotice(tx, {
    id,
    key,
    kind,
    severity: SEVERITY[kind],
    subject,
    params: withoutPhones(params),
    quietSeconds,
    onlyFor,
  });
  if (told && knownTo !== undefined) await markRead(tx, knownTo, { only: id });
  if (told) await wake(tx, onlyFor ?? undefined);
  if (told && isAlarm(kind)) await raiseAlarm(tx, kind);
}
