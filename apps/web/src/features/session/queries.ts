import type { PasskeyProof } from '@mfuko/contract/passkey-answers';
import { open, seal } from '@mfuko/contract/seal';
import { DAILY_BACKGROUND_PATH, requestCode, validateCode } from '@mfuko/contract/session';
import { wireKey } from '../../lib/config.ts';
import { call, callFile } from '../../lib/request.ts';
import { clearSession, isRole, type Session, saveSession } from '../../lib/session.ts';

/** Value of a form field that the specification requires; it never authenticates. */
const PASSWORD = '-';

export async function sendCode(phone: string): Promise<string> {
  const { profileSYSID } = await call(requestCode, {
    userName: seal(wireKey(), 'userName', phone),
    password: PASSWORD,
  });
  return profileSYSID;
}

/** Exchanges the code, and a second factor where required, for a session; returns null for a role that the console does not serve. */
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

/** Returns the address of today's picture, or null where there is none that the content security policy admits. */
export async function dailyPicture(): Promise<string | null> {
  const html = await (await callFile(DAILY_BACKGROUND_PATH)).text();
  // Parsed as text: a page that enforces Trusted Types cannot use a markup parser.
  const source = /<img class="image" src="([^"]*)"/.exec(html)?.[1];
  // The server's fallback picture is for clients without a drawing of their own.
  if (!source || source === '/sign-in.svg') return null;
  const url = new URL(source, window.location.origin);
  return url.origin === window.location.origin || url.protocol === 'data:' ? url.href : null;
}
