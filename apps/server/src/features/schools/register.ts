import { randomBytes } from 'node:crypto';
import type { InputOf } from '@mfuko/contract/endpoint';
import type { createSchool as endpoint } from '@mfuko/contract/schools';
import { audit } from '../../platform/audit.ts';
import { type Tx, violatedUnique } from '../../platform/database.ts';
import type { House } from '../../platform/house.ts';
import type { Actor, Call } from '../../platform/http/call.ts';
import { newId } from '../../platform/id.ts';
import { reencodeLogo } from '../../platform/images.ts';
import { MalformedInput } from '../../platform/refusal.ts';
import { badLogo, schoolCodeTaken, schoolNotFound } from './errors.ts';
import * as store from './store.ts';

/** A school as it is registered; its `token` is known only now, the database keeps a keyed hash. */
export interface Registration {
  readonly countyId: string;
  readonly code: string;
  readonly officialName: string;
  readonly shortName: string;
  readonly poBox: string;
  readonly town: string;
  readonly logo: Buffer | null;
}

export async function createSchool(house: House, call: Call, input: InputOf<typeof endpoint>) {
  const logo = await reencodeLogo(input.Logo.bytes);
  if (!logo) throw badLogo();
  return call.record(async (tx) => {
    if (!(await store.countyExists(tx, input.CountySYSID))) throw new MalformedInput({ CountySYSID: 'is no county' });
    const made = await registerSchool(tx, house, call.actor, {
      countyId: input.CountySYSID,
      code: input.SchoolCode,
      officialName: input.OfficialName,
      shortName: input.ShortName,
      poBox: input.Pobox,
      town: input.Town,
      logo,
    });
    const school = await store.findSchool(tx, made.id);
    if (!school) throw schoolNotFound();
    return { ...school, token: made.token, appId: made.appId };
  });
}

/** Writes a new school down with its own key, in a transaction of the platform. */
export async function registerSchool(
  tx: Tx,
  house: House,
  actor: Pick<Actor, 'userId'> | null,
  school: Registration,
): Promise<{ id: string; token: string; appId: string }> {
  const id = newId();
  const token = randomBytes(32).toString('base64url');
  const appId = randomBytes(9).toString('base64url');
  try {
    await store.insertSchool(tx, { ...school, id, appId, tokenHash: house.keys.digest('school-token', token) });
  } catch (error) {
    if (violatedUnique(error) === 'schools_code') throw schoolCodeTaken(school.code);
    throw error;
  }
  await house.keys.makeForSchool(tx, id);
  await audit(tx, actor, {
    action: 'school.register',
    subjectKind: 'school',
    subjectId: id,
    detail: { code: school.code },
  });
  return { id, token, appId };
}
