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

/** Alphabet without 0, 1, I, L, O and U, since codes are read aloud and typed on a tablet. Ten letters are about 50 bits. */
const LETTERS = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 10;
const LIFE_SECONDS = 15 * 60;

/** Creates a code for one device. The code is shown once; only its digest is stored. */
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
 * Enrols the public key of a device that has a code, which is used up. Throws device.code for a wrong, used or expired code, and
 * input.malformed for a key that is not on P-256.
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
    const held = await store.lockCode(tx, codeHash);
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
