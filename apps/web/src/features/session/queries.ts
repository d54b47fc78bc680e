import type { PasskeyProof } from '@mfuko/contract/passkey-answers';
import { open, seal } from '@mfuko/contract/seal';
import { DAILY_BACKGROUND_PATH, requestCode, validateCode } from '@mfuko/contract/session';
import { wireKey } from '../../lib/config.ts';
import { call, callFile } from '../../lib/request.ts';
import { clearSession, isRole, type Session, saveSession } from '../../lib/session.ts';

/** Part of the form that the specification fixes; it never authenticates. */
const PASSWORD = '-';

export async function sendCode(phone: string): Promise<string> {
  const { profileSYSID } = await call(requestCode, {
    userName: seal(wireKey(), 'userName', phone),
    password: PASSWORD,
  });
  return profileSYSID;
}

/** The session that the code opens, with a second factor where it takes one; null where the role is none of the console's. */
export async function submitCode(
  otp: string,
  profileSYSID: string,
  proof: { readonly totp?: string; readonly recoveryCode?: string; readonly passkey?: PasskeyProof } = {},
): Promise<Session | null> {
  const { role: sealed, session } = await call(validateCode, { otp, profileSYSID, ...proof });
  const role = open(wireKey(), 'role', sealed);
  if (!isRole(role)) {
    clearSession();
    return null;
  }
  const signedIn = { token: session.sToken, userName: session.userName, role };
  saveSession(signedIn);
  return signedIn;
}

/** If today's picture is, or null where there is none that our content security policy lets in. */
export async function dailyPicture(): Promise<string | null> {
  const html = await (await callFile(DAILY_BACKGROUND_PATH)).text();
  // Read as text: a parser of markup takes none in a page that demands Trusted Types.
  const source = /<img class="image" src="([^"]*)"/.exec(html)?.[1];
  // The server's own stand-in is for clients without a drawing of theirs.
  if (!source || source === '/sign-in.svg') return null;
  const url = new URL(source, window.location.origin);
  return url.origin === window.location.origin || url.protocol === 'data:' ? url.href : null;
}
