import { seal } from '@mfuko/contract/seal';
import * as contract from '@mfuko/contract/session';
import type { TestServer } from '../../../tests/kit.ts';

/** A begun sign-in, as `validateCode` takes it. The code is the last one sent to the phone; empty where none was sent. */
export interface AskedCode {
  readonly profileSYSID: string;
  readonly otp: string;
}

/** Returns a phone number as the sign-in takes it. */
export function sealedPhone(server: TestServer, phone: string): { userName: string } {
  return { userName: seal(server.context.config.wireKey, 'userName', phone) };
}

/** Requests a sign-in code; returns it as sent to the phone. */
export async function askForCode(server: TestServer, phone: string): Promise<AskedCode> {
  const { body } = await server
    .nobody()
    .ask<{ profileSYSID: string }>(contract.requestCode, sealedPhone(server, phone));
  return { profileSYSID: body.profileSYSID, otp: await sentCode(server, phone) };
}

/** Returns the last sign-in code sent to a phone; empty where none was sent. */
export async function sentCode(server: TestServer, phone: string): Promise<string> {
  await server.runJobs();
  const sms = server.sent.findLast(({ to, kind }) => to === phone && kind === 'sign-in-code');
  return sms?.text.match(/\d{6}/)?.[0] ?? '';
}

/** Dates all sign-in codes back, so that a test need not wait. */
export async function ageCodes(server: TestServer, seconds: number): Promise<void> {
  await server.context.db.inPlatform((tx) =>
    tx.row('UPDATE sign_in_codes SET created_at = created_at - make_interval(secs => $1)', [seconds]),
  );
}
