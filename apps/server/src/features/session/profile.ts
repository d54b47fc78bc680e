import type { InputOf } from '@mfuko/contract/endpoint';
import { fieldError } from '@mfuko/contract/field-errors';
import { isPhoneOf } from '@mfuko/contract/passwords';
import type { BackupCodes, Profile, ProfileChange, requestProfileCode, updateProfile } from '@mfuko/contract/profile';
import { audit } from '../../platform/audit/audit.ts';
import { changesOf, maskedPhone } from '../../platform/audit/changes.ts';
import { PLATFORM_SCHOOL, type Tx } from '../../platform/database/database.ts';
import type { Actor, Call, ReadCall } from '../../platform/http/call.ts';
import { MalformedInput } from '../../platform/http/refusal.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { requireUnchanged } from '../../platform/records/stamp.ts';
import { sayPasswordChanged, sayPhoneChanged } from './account-notices.ts';
import { tieFormer } from './account-ties.ts';
import { revokeBackupCodes } from './backup-codes.ts';
import { readCodes } from './backup-store.ts';
import { type CodeOrder, type ProvenCode, sendCode, tryCode, wentTo } from './codes.ts';
import { wrongChangeCode } from './errors.ts';
import { hashPassword } from './passwords.ts';
import { changePerson, lockPerson, type PersonChange, readProfile } from './profile-store.ts';
import type { Purpose } from './rules.ts';
import { endSessionsOf, useCode } from './store.ts';
import { isWorthTaking, tellColleagues } from './tell-colleagues.ts';

/** Returns the school of the caller's own row, whichever school an Admin acts on. */
function homeOf(actor: Actor): string {
  return actor.schoolId ?? PLATFORM_SCHOOL;
}

export function ownProfile(context: AppContext, { actor }: ReadCall): Promise<Profile> {
  return context.db.readSchool(homeOf(actor), (tx) => readProfile(tx, actor.userId));
}

/** Returns the state of the caller's own backup codes. */
export function ownBackupCodes(context: AppContext, { actor }: ReadCall): Promise<BackupCodes> {
  return context.db.readSchool(homeOf(actor), (tx) => readCodes(tx, actor.userId));
}

/** Changes the caller's names, without a code. Throws record.changed. */
export function changeNames(call: Call, { updated, ...names }: InputOf<typeof updateProfile>): Promise<Profile> {
  return call.recordIn(homeOf(call.actor), async (tx) => {
    await lockPerson(tx, call.actor.userId);
    await requireUnchanged(updated, () => readProfile(tx, call.actor.userId));
    return change(tx, call, names);
  });
}

const PURPOSE = {
  phoneNumber: 'change-phone',
  email: 'change-email',
  password: 'change-password',
  backupCodes: 'backup-codes',
} as const satisfies Record<InputOf<typeof requestProfileCode>['change'], Purpose>;

/** Sends a code to the caller's present phone, and for a change of number also one to the new number. */
export function askForChange(context: AppContext, call: Call, input: InputOf<typeof requestProfileCode>) {
  const { actor } = call;
  const { platformName } = context.config;
  if (input.change === 'phoneNumber' && input.phoneNumber === actor.userName) {
    throw new MalformedInput({ phoneNumber: fieldError('own-phone') });
  }
  const what = {
    phoneNumber: `change your ${platformName} phone number`,
    email: `change the e-mail address of your ${platformName} account`,
    password: `change the password of your ${platformName} account`,
    backupCodes: `make backup codes for your ${platformName} account`,
  }[input.change];
  const toOwn: CodeOrder = {
    purpose: PURPOSE[input.change],
    phone: actor.userName,
    userId: actor.userId,
    send: true,
    text: (code) => `${code} is the code to ${what}. It is valid for 5 minutes. Never share it.`,
  };
  return call.recordIn(homeOf(actor), async (tx) => {
    const profileSYSID = await sendCode(tx, context, toOwn);
    if (input.change !== 'phoneNumber') return { profileSYSID, newPhoneSYSID: null };
    // A number that another user has is reported only on confirmation, to the holder of that phone.
    const text = (code: string) =>
      `${code} is the code to make this the phone number of a ${platformName} account. It is valid for 5 minutes. Never share it.`;
    const toNew = {
      purpose: 'change-phone-new',
      phone: input.phoneNumber,
      userId: actor.userId,
      send: true,
      text,
    } as const;
    return { profileSYSID, newPhoneSYSID: await sendCode(tx, context, toNew) };
  });
}

/** Carries out the change that the codes were requested for. A change of phone or password ends the user's other sessions. */
export async function confirmChange(context: AppContext, call: Call, input: ProfileChange): Promise<Profile> {
  const { actor } = call;
  await proveCodes(context, call, input);
  if (input.change === 'password' && isPhoneOf(input.password, actor.userName)) {
    throw new MalformedInput({ password: fieldError('phone-password') });
  }
  const person = await personChange(input);
  return call.recordIn(homeOf(actor), async (tx) => {
    if (!(await useCode(tx, input.profileSYSID))) throw wrongChangeCode(['otp']);
    if (input.change === 'phoneNumber' && !(await useCode(tx, input.newPhoneSYSID)))
      throw wrongChangeCode(['newPhoneOtp']);
    const profile = await change(tx, call, person);
    if (input.change !== 'email') {
      await endSessionsOf(tx, actor.userId, 'credentials', context.keys.digest('session', call.token));
    }
    if (input.change === 'phoneNumber') await revokeBackupCodes(tx, actor.userId);
    if (input.change === 'phoneNumber' && context.config.strictAccounts) await tieFormer(tx, actor.userId);
    if (input.change === 'phoneNumber' && context.config.strictAccounts && isWorthTaking(actor)) {
      const notice = { kind: 'account.number-moved', subject: { kind: 'user', id: actor.userId } } as const;
      await tellColleagues(tx, actor, (names) => ({ ...notice, params: { names } }));
    }
    if (input.change === 'phoneNumber') await sayPhoneChanged(tx, context, actor.userName, input.phoneNumber);
    if (input.change === 'password') await sayPasswordChanged(tx, context, actor.userName);
    return profile;
  });
}

/** Tries both codes, so that guesses of one use up tries of the other. */
async function proveCodes(context: AppContext, call: Call, input: ProfileChange): Promise<void> {
  const { actor } = call;
  const fits = (code: ProvenCode | null, phone: string) =>
    code?.userId === actor.userId && wentTo(context, code, phone);
  const own = await tryCode(context, call, PURPOSE[input.change], input.profileSYSID, input.otp);
  const wrong: ('otp' | 'newPhoneOtp')[] = fits(own, actor.userName) ? [] : ['otp'];
  if (input.change === 'phoneNumber') {
    const atNew = await tryCode(context, call, 'change-phone-new', input.newPhoneSYSID, input.newPhoneOtp);
    if (!fits(atNew, input.phoneNumber)) wrong.push('newPhoneOtp');
  }
  if (wrong.length > 0) throw wrongChangeCode(wrong);
}

async function personChange(input: ProfileChange): Promise<PersonChange> {
  if (input.change === 'password') return { passwordHash: await hashPassword(input.password) };
  return input.change === 'email' ? { email: input.email } : { phoneNumber: input.phoneNumber };
}

async function change(tx: Tx, call: Call, person: PersonChange): Promise<Profile> {
  const { userId } = call.actor;
  const before = await readProfile(tx, userId);
  await changePerson(tx, userId, person);
  const after = await readProfile(tx, userId);
  const event = { subjectKind: 'user', subjectId: userId };
  const changes = changesOf(asTold(before), asTold(after));
  if (Object.keys(changes).length > 0) {
    await audit(tx, call, { action: 'user.update', ...event, detail: { changes } });
  }
  if (person.passwordHash) await audit(tx, call, { action: 'user.password', ...event });
  return after;
}

function asTold({ firstName, lastNames, email, phoneNumber }: Profile) {
  return { firstName, lastNames, email, phoneNumber: maskedPhone(phoneNumber) };
}
