import { randomInt } from 'node:crypto';
import type { createDeviceCode, enrolDevice } from '@mfuko/contract/devices';
import type { AnswerOf, InputOf } from '@mfuko/contract/endpoint';
import { audit } from '../../platform/audit/audit.ts';
import type { Call, RequestContext } from '../../platform/http/call.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { newId } from '../../platform/records/id.ts';
import * as store from './enrolment-store.ts';
import { codeUnknown } from './errors.ts';
import { derOf } from './p256.ts';

/** Without 0, 1, I, L, O and U: read out over a yard, and typed on a tablet. 50 bits. */
const LETTERS = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 10;
const LIFE_SECONDS = 15 * 60;

/** A code for one device, shown once; only its digest is kept. */
export function makeDeviceCode(
  context: AppContext,
  call: Call,
  { label, role }: InputOf<typeof createDeviceCode>,
): Promise<AnswerOf<typeof createDeviceCode>> {
  const letters = Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return call.record(async (tx) => {
    const id = newId();
    const { until } = await store.insertCode(tx, {
      ...{ id, label, role, lifeSeconds: LIFE_SECONDS, madeBy: call.actor.userId },
      codeHash: digestOf(context, letters),
    });
    await audit(tx, call, { action: 'device.code', subjectKind: 'device', subjectId: id, detail: { label, role } });
    return { code: `${letters.slice(0, 5)}-${letters.slice(5)}`, until: until.toISOString() };
  });
}

/**
 * Takes the public key of a device that has a code. The code is good once. Throws device.code for one that is wrong, used or too
 * old, and input.malformed for a key that is none of P-256.
 */
export async function enrol(
  context: AppContext,
  request: RequestContext,
  { code, publicKey }: InputOf<typeof enrolDevice>,
): Promise<AnswerOf<typeof enrolDevice>> {
  const key = derOf(publicKey);
  const codeHash = digestOf(context, code);
  const found = await context.db.readPlatform((tx) => store.findCode(tx, codeHash));
  if (!found) throw codeUnknown();
  return context.db.inSchool(found.schoolId, async (tx) => {
    const held = await store.holdCode(tx, codeHash);
    if (!held) throw codeUnknown();
    const id = newId();
    await store.insertEnrolled(tx, id, { label: held.label, role: held.role, publicKey: key });
    await store.useCode(tx, codeHash, id);
    await audit(
      tx,
      { actor: null, requestId: request.requestId },
      {
        action: 'device.enrol',
        subjectKind: 'device',
        subjectId: id,
        detail: { label: held.label, role: held.role, codeBy: held.madeBy },
      },
    );
    return { deviceSYSID: id, role: held.role };
  });
}

function digestOf(context: AppContext, code: string): Buffer {
  return context.keys.digest('device-code', code.toUpperCase().replace(/[^0-9A-Z]/g, ''));
}
