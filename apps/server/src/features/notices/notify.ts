import type { NewNotice } from '@mfuko/contract/notices';
import type { Tx } from '../../platform/database/database.ts';
import { fitting } from '../../platform/jobs/staff-notice.ts';
import { newId } from '../../platform/records/id.ts';
import { isAlarm, raiseAlarm } from '../alarms/index.ts';
import { SEVERITY, withoutPhones } from './rules.ts';
import { insertNotice, markRead, settle, wake } from './store.ts';

/**
 * Notifies the staff of the transaction's school (in the platform's own place, its Admins) once the transaction commits; open streams get
 * the notice at once. A notice with a `key` that exists already is not repeated, nor one within `quietSeconds` of the last notice of its
 * kind about its subject. The key is any text of up to 200 characters.
 */
export async function notifyStaff(tx: Tx, notice: NewNotice, key: string = newId()): Promise<void> {
  const {
    kind,
    subject,
    params,
    severity = SEVERITY[kind],
    quietSeconds = 0,
    knownTo,
    onlyFor = null,
  } = fitting(notice);
  const id = newId();
  const told = await insertNotice(tx, {
    id,
    key,
    kind,
    severity,
    subject,
    params: withoutPhones(params),
    quietSeconds,
    onlyFor,
  });
  if (told && knownTo !== undefined) await markRead(tx, knownTo, { only: id });
  if (told) await wake(tx, onlyFor ?? undefined);
  if (told && isAlarm(kind)) await raiseAlarm(tx, kind);
}

/**
 * Takes a notice out of everybody's unread ones once the transaction commits, because somebody has decided what it asks for. The key is
 * that of `notifyStaff`; for a request, the request's id.
 */
export async function settleNotice(tx: Tx, key: string): Promise<void> {
  if (await settle(tx, key)) await wake(tx);
}
