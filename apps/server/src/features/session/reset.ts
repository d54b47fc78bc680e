import type { InputOf } from '@mfuko/contract/endpoint';
import { fieldError } from '@mfuko/contract/field-errors';
import { isPhoneOf } from '@mfuko/contract/passwords';
import type { resetPassword } from '@mfuko/contract/profile';
import { audit } from '../../platform/audit/audit.ts';
import type { RequestContext } from '../../platform/http/call.ts';
import { MalformedInput } from '../../platform/http/refusal.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { sayPasswordChanged } from './account-notices.ts';
import { tellingOfFlood } from './code-flood.ts';
import { openPhone, sendCode, tryCode, wentTo } from './codes.ts';
import { wrongCode } from './errors.ts';
import { knownDevice } from './known-devices.ts';
import { hashPassword } from './passwords.ts';
import { changePerson } from './profile-store.ts';
import { endSessionsOf, findActiveUser, findActiveUserById, useCode } from './store.ts';

/** Sends a code for a new password. An unknown number gets the same answer, limits and timing, but no SMS. */
export function forgetPassword(
  context: AppContext,
  request: RequestContext,
  sealedUserName: string,
): Promise<{ profileSYSID: string }> {
  const phone = openPhone(context, sealedUserName);
  return tellingOfFlood(context, async (tx) => {
    const user = await findActiveUser(tx, phone);
    const text = (code: string) =>
      `${code} is the code to set a new password for your ${context.config.platformName} account. It is valid for 5 minutes. Never share it.`;
    const order = {
      purpose: 'password-reset',
      phone,
      userId: user?.id ?? null,
      send: user !== undefined,
      device: await knownDevice(tx, context, request, user?.id ?? null),
      caller: request.caller,
      text,
    } as const;
    return { profileSYSID: await sendCode(tx, context, order) };
  });
}

/** Sets a new password and ends every session of the user, without signing the user in. Throws session.wrong-code. */
export async function setForgottenPassword(
  context: AppContext,
  requestContext: RequestContext,
  input: InputOf<typeof resetPassword>,
): Promise<{ status: 'ok' }> {
  const code = await tryCode(context, requestContext, 'password-reset', input.profileSYSID, input.otp);
  const userId = code?.userId;
  const user = userId ? await context.db.readPlatform((tx) => findActiveUserById(tx, userId)) : undefined;
  if (!code || !user || !wentTo(context, code, user.phone)) throw wrongCode();
  if (isPhoneOf(input.password, user.phone)) throw new MalformedInput({ password: fieldError('phone-password') });
  const passwordHash = await hashPassword(input.password);
  await context.db.inSchool(user.schoolId, async (tx) => {
    if (!(await useCode(tx, input.profileSYSID))) throw wrongCode();
    await changePerson(tx, user.id, { passwordHash });
    await endSessionsOf(tx, user.id, 'credentials');
    await sayPasswordChanged(tx, context, user.phone);
    const event = { action: 'user.password', subjectKind: 'user', subjectId: user.id };
    await audit(tx, { actor: { userId: user.id }, requestId: requestContext.requestId }, event);
  });
  return { status: 'ok' };
}
