import type { InputOf } from '@mfuko/contract/endpoint';
import { fieldError } from '@mfuko/contract/field-errors';
import type { createSchool as endpoint } from '@mfuko/contract/schools';
import { audit, type Origin } from '../../platform/audit/audit.ts';
import { inSchoolOf, type Tx, violatedUnique } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { MalformedInput } from '../../platform/http/refusal.ts';
import { reencodeLogo } from '../../platform/images/images.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { newId } from '../../platform/records/id.ts';
import { issueKey } from '../programs/index.ts';
import { badLogo, schoolCodeTaken, schoolNotFound } from './errors.ts';
import * as store from './store.ts';

/** Data of a school to be registered; its id is made when it is inserted. */
export type Registration = Omit<store.NewSchool, 'id'>;

/** Functions of features that come after schools in the order of imports. */
export interface Later {
  /** Sets the most that a finger alone and a PIN set by the office may take, in the new school's transaction. */
  readonly setFirstLimits: (
    tx: Tx,
    call: Call,
    most: { readonly fingerAlone: bigint | null; readonly firstPin: bigint | null },
  ) => Promise<void>;
}

/** Registers a school with its logo, its code and its first limits. Throws school.bad-logo, school.duplicate and errors by field. */
export async function createSchool(context: AppContext, later: Later, call: Call, input: InputOf<typeof endpoint>) {
  const logo = await reencodeLogo(input.Logo.bytes);
  if (!logo) throw badLogo();
  return call.record(async (tx) => {
    if (!(await store.countyExists(tx, input.CountySYSID)))
      throw new MalformedInput({ CountySYSID: fieldError('county') });
    const made = await registerSchool(tx, context, call, {
      countyId: input.CountySYSID,
      code: input.SchoolCode,
      officialName: input.OfficialName,
      shortName: input.ShortName,
      poBox: input.Pobox,
      town: input.Town,
      logo,
      requireTill: input.RequireTill,
      requireProofForItems: input.RequireProofForItems,
      holdFirstMeans: input.HoldFirstMeans,
      requireSecondFactor: input.RequireSecondFactor,
      requireCollector: input.RequireCollector,
      requireExeat: input.RequireExeat,
    });
    const first = { fingerAlone: input.FingerAlone, firstPin: input.FirstPin };
    await inSchoolOf(tx, made.id, (inside) => later.setFirstLimits(inside, call, first));
    const school = await store.findSchool(tx, made.id);
    if (!school) throw schoolNotFound();
    return { ...school, token: made.token, appId: made.appId };
  });
}

/**
 * Inserts a new school with its encryption key, in a transaction of the platform. `token` and `appId` are the first key for the school's
 * own programs, which has no scopes until the school grants some; only this answer contains the token.
 */
export async function registerSchool(
  tx: Tx,
  context: AppContext,
  by: Origin,
  school: Registration,
): Promise<{ id: string; token: string; appId: string }> {
  const id = newId();
  try {
    await store.insertSchool(tx, { ...school, id });
  } catch (error) {
    if (violatedUnique(error) === 'schools_code') throw schoolCodeTaken(school.code);
    throw error;
  }
  await context.keys.makeForSchool(tx, id);
  await audit(tx, by, {
    action: 'school.register',
    subjectKind: 'school',
    subjectId: id,
    detail: { code: school.code },
  });
  const { token, appId } = await inSchoolOf(tx, id, (inside) =>
    issueKey(inside, context, { name: 'First key', scopes: [], createdBy: null }),
  );
  return { id, token, appId };
}
