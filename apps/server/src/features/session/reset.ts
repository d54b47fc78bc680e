import type { InputOf } from '@mfuko/contract/endpoint';
import { IS_THE_PHONE, isPhoneOf } from '@mfuko/contract/passwords';
import type { resetPassword } from '@mfuko/contract/profile';
import { audit } from '../../platform/audit.ts';
import type { House } from '../../platform/house.ts';
import type { Visit } from '../../platform/http/call.ts';
import { MalformedInput } from '../../platform/refusal.ts';
import { sayPasswordChanged } from './account-notices.ts';
import { openPhone, sendCode, tryCode, wentTo } from './codes.ts';
import { wrongCode } from './errors.ts';
import { hashPassword } from './passwords.ts';
import { changePerson } from './profile-store.ts';
import { endSessionsOf, findActiveUser, findActiveUserById, useCode } from './store.ts';

/** Sends a code to set a new password with. An unknown number is answered, limited and timed alike, and gets no SMS. */
export function forgetPassword(house: House, sealedUserName: string): Promise<{ profileSYSID: string }> {
  const phone = openPhone(house, sealedUserName);
  return house.db.inPlatform(async (tx) => {
    const user = await findActiveUser(tx, phone);
    const text = (code: string) =>
      `${code} is the code to set a new password for your ${house.config.platformName} account. It is valid for 5 minutes. Never share it.`;
    const order = {
      purpose: 'password-reset',
      phone,
      userId: user?.id ?? null,
      send: user !== undefined,
      text,
    } as const;
    return { profileSYSID: await sendCode(tx, house, order) };
  });
}

/** Sets a new password and ends every session of the user. Nobody is signed in by it. Throws session.wrong-code. */
export async function setForgottenPassword(
  house: House,
  visit: Visit,
  input: InputOf<typeof resetPassword>,
): Promise<{ status: 'ok' }> {
  const code = await tryCode(house, 'password-reset', input.profileSYSID, input.otp);
  const userId = code?.userId;
  const user = userId ? await house.db.inPlatform((tx) => findActiveUserById(tx, userId)) : undefined;
  if (!code || !user || !wentTo(house, code, user.phone)) throw wrongCode();
  if (isPhoneOf(input.password, user.phone)) throw new MalformedInput({ password: IS_THE_PHONE });
  const passwordHash = await hashPassword(input.password);
  await house.db.inSchool(user.schoolId, async (tx) => {
    if (!(await useCode(tx, input.profileSYSID))) throw wrongCode();
    await changePerson(tx, user.id, { passwordHash });
    await endSessionsOf(tx, user.id, 'credentials');
    await sayPasswordChanged(tx, house, user.phone);
    const event = { action: 'user.password', subjectKind: 'user', subjectId: user.id };
    await audit(tx, { userId: user.id }, event, visit.requestId);
  });
  return { status: 'ok' };
}
