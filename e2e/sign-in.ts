import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { open, seal, type WireKey } from '@mfuko/contract/seal';
import type { Page } from 'playwright-core';
import { configOf } from './client.ts';

/** A server as whoever signs in needs it. */
interface Site {
  readonly url: string;
  codeFor(phone: string): Promise<string>;
}

interface Place {
  readonly longitude: number;
  readonly latitude: number;
}

/**
 * Signs somebody in by the calls that the sign-in screen makes, and leaves in the browser the cookie and the storage that it leaves. The page
 * shows no screen yet: whichever is opened next is loaded. For journeys that begin behind the sign-in.
 */
export async function signInByCalls(page: Page, site: Site, phone: string, place: Place): Promise<void> {
  const { wireKey, wireKeyId } = await configOf(site.url);
  const wire: WireKey = { key: wireKey, id: wireKeyId };
  // Any document of the origin does, since its storage is written.
  await page.goto(`${site.url}/api/auth/config`);

  // By the browser's own jar, which keeps the cookie by which the server knows this browser again.
  const call = async (path: string, data: object) => {
    const client = JSON.stringify({ v: 'journey', n: randomUUID(), ts: Date.now() });
    const headers = {
      'special-key': seal(wire, 'special-key', client),
      long: String(place.longitude),
      lat: String(place.latitude),
    };
    for (let tries = 0; ; tries++) {
      const response = await page.context().request.post(`${site.url}/api/auth/${path}`, { data, headers });
      if (response.status() === 200) return response.json();
      // One that has much to do asks for a moment, and has not looked at the call yet.
      if (response.status() !== 503 || tries >= 60)
        throw new Error(`${path} was answered ${response.status()}: ${await response.text()}`);
      await sleep(500);
    }
  };
  const { profileSYSID } = (await call('token', { userName: seal(wire, 'userName', phone), password: '-' })) as {
    profileSYSID: string;
  };
  const answer = (await call('validateOTP', { otp: await site.codeFor(phone), profileSYSID })) as {
    role: string;
    session: { sToken: string; userName: string };
  };
  const { sToken, userName } = answer.session;
  const kept = {
    session: JSON.stringify({ sToken, userName }),
    role: open(wire, 'role', answer.role),
    location: JSON.stringify({ latitude: place.latitude, longitude: place.longitude }),
    userName,
  };
  const sealed = Object.entries(kept).map(([name, text]) => [name, seal(wire, name, text)] as const);
  await page.evaluate((all) => {
    for (const [name, text] of all) localStorage.setItem(name, text);
  }, sealed);
}
