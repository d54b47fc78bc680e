import type { InputOf } from '@mfuko/contract/endpoint';
import { IS_THE_PHONE, isPhoneOf } from '@mfuko/contract/passwords';
import type { BackupCodes, Profile, ProfileChange, requestProfileCode, updateProfile } from '@mfuko/contract/profile';
import { audit } from '../../platform/audit.ts';
import { changesOf, maskedPhone } from '../../platform/changes.ts';
import { PLATFORM_SCHOOL, type Tx } from '../../platform/database.ts';
import type { House } from '../../platform/house.ts';
import type { Actor, Call } from '../../platform/http/call.ts';
import { MalformedInput } from '../../platform/refusal.ts';
import { sayPasswordChanged, sayPhoneChanged } from './account-notices.ts';
import { revokeBackupCodes } from './backup-codes.ts';
import { readCodes } from './backup-store.ts';
import { type CodeOrder, type ProvenCode, sendCode, tryCode, wentTo } from './codes.ts';
import { wrongChangeCode } from './errors.ts';
import { hashPassword } from './passwords.ts';
import { changePerson, type PersonChange, readProfile } from './profile-store.ts';
import type { Purpose } from './rules.ts';
import { endSessionsOf, useCode } from './store.ts';

/** Where a person's own row is, whichever school an Admin looks at. */
function homeOf(actor: Actor): string {
  return actor.schoolId ?? PLATFORM_SCHOOL;
}

export function ownProfile(house: House, { actor }: Call): Promise<Profile> {
  return house.db.inSchool(homeOf(actor), (tx) => readProfile(tx, actor.userId));
}

/** How it stands with the person's own backup codes. */
export function ownBackupCodes(house: House, { actor }: Call): Promise<BackupCodes> {
  return house.db.inSchool(homeOf(actor), (tx) => readCodes(tx, actor.userId));
}

/** Names change at once. */
export function changeNames(call: Call, names: InputOf<typeof updateProfile>): Promise<Profile> {
  return call.recordIn(homeOf(call.actor), (tx) => change(tx, call, names));
}

const PURPOSE = {
  phoneNumber: 'change-phone',
  email: 'change-email',
  password: 'change-password',
  backupCodes: 'backup-codes',
} as const satisfies Record<InputOf<typeof requestProfileCode>['change'], Purpose>;

/** Sends a code to the phone that the person has now, and for another number one to that too. */
export function askForChange(house: House, call: Call, input: InputOf<typeof requestProfileCode>) {
  const { actor } = call;
  const { platformName } = house.config;
  if (input.change === 'phoneNumber' && input.phoneNumber === actor.userName) {
    throw new MalformedInput({ phoneNumber: 'is your number already' });
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
    const profileSYSID = await sendCode(tx, house, toOwn);
    if (input.change !== 'phoneNumber') return { profileSYSID, newPhoneSYSID: null };
    // Whether the number is somebody's already is told only to who holds the phone: when the code is confirmed.
    const text = (code: string) =>
      `${code} is the code to make this the phone number of a ${platformName} account. It is valid for 5 minutes. Never share it.`;
    const toNew = {
      purpose: 'change-phone-new',
      phone: input.phoneNumber,
      userId: actor.userId,
      send: true,
      text,
    } as const;
    return { profileSYSID, newPhoneSYSID: await sendCode(tx, house, toNew) };
  });
}

/** Carries out what the codes were asked for. Another phone or password ends the person's other sessions. */
export async function confirmChange(house: House, call: Call, input: ProfileChange): Promise<Profile> {
  const { actor } = call;
  await proveCodes(house, actor, input);
  if (input.change === 'password' && isPhoneOf(input.password, actor.userName)) {
    throw new MalformedInput({ password: IS_THE_PHONE });
  }
  const person = await personChange(input);
  return call.recordIn(homeOf(actor), async (tx) => {
    if (!(await useCode(tx, input.profileSYSID))) throw wrongChangeCode(['otp']);
    if (input.change === 'phoneNumber' && !(await useCode(tx, input.newPhoneSYSID)))
      throw wrongChangeCode(['newPhoneOtp']);
    const profile = await change(tx, call, person);
    if (input.change !== 'email') {
      await endSessionsOf(tx, actor.userId, 'credentials', house.keys.digest('session', call.token));
    }
    if (input.change === 'phoneNumber') await revokeBackupCodes(tx, actor.userId);
    if (input.change === 'phoneNumber') await sayPhoneChanged(tx, house, actor.userName, input.phoneNumber);
    if (input.change === 'password') await sayPasswordChanged(tx, house, actor.userName);
    return profile;
  });
}

/** Both codes are tried, so that neither can be guessed without spending tries of the other. */
async function proveCodes(house: House, actor: Actor, input: ProfileChange): Promise<void> {
  const fits = (code: ProvenCode | null, phone: string) => code?.userId === actor.userId && wentTo(house, code, phone);
  const own = await tryCode(house, PURPOSE[input.change], input.profileSYSID, input.otp);
  const wrong: ('otp' | 'newPhoneOtp')[] = fits(own, actor.userName) ? [] : ['otp'];
  if (input.change === 'phoneNumber') {
    const atNew = await tryCode(house, 'change-phone-new', input.newPhoneSYSID, input.newPhoneOtp);
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
    await audit(tx, call.actor, { action: 'user.update', ...event, detail: { changes } }, call.requestId);
  }
  if (person.passwordHash) await audit(tx, call.actor, { action: 'user.password', ...event }, call.requestId);
  return after;
}

function asTold({ firstName, lastNames, email, phoneNumber }: Profile) {
  return { firstName, lastNames, email, phoneNumber: maskedPhone(phoneNumber) };
}
