import { seal } from '@mfuko/contract/seal';
import * as contract from '@mfuko/contract/session';
import type { TestServer } from '../../../tests/kit.ts';

/** A sign-in that was begun, as `validateCode` takes it: the code is that which the phone got last, empty where it got none. */
export interface AskedCode {
  readonly profileSYSID: string;
  readonly otp: string;
}

/** A phone number as the sign-in takes it. */
export function sealedPhone(server: TestServer, phone: string): { userName: string } {
  return { userName: seal(server.context.config.wireKey, 'userName', phone) };
}

/** Asks for a sign-in code, and answers it as the phone got it. */
export async function askForCode(server: TestServer, phone: string): Promise<AskedCode> {
  const { body } = await server
    .nobody()
    .ask<{ profileSYSID: string }>(contract.requestCode, sealedPhone(server, phone));
  return { profileSYSID: body.profileSYSID, otp: await sentCode(server, phone) };
}

/** The sign-in code that a phone got last; empty where it got none. */
export async function sentCode(server: TestServer, phone: string): Promise<string> {
  await server.runJobs();
  const sms = server.sent.findLast(({ to, kind }) => to === phone && kind === 'sign-in-code');
  return sms?.text.match(/\d{6}/)?.[0] ?? '';
}

/** Makes the sign-in codes of every number older, since nobody wants to wait for a test. */
export async function ageCodes(server: TestServer, seconds: number): Promise<void> {
  await server.context.db.inPlatform((tx) =>
    tx.row('UPDATE sign_in_codes SET created_at = created_at - make_interval(secs => $1)', [seconds]),
  );
}
