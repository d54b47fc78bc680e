import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { open, seal, type WireKey } from '@mfuko/contract/seal';
import type { Page } from 'playwright-core';
import { configOf } from './client.ts';

/** Server properties that the sign-in needs. */
interface Site {
  readonly url: string;
  codeFor(phone: string): Promise<string>;
}

interface Place {
  readonly longitude: number;
  readonly latitude: number;
}

/**
 * Signs a user in by the calls of the sign-in screen, and leaves the same cookie and storage in the browser. No screen is open yet: the
 * next one is loaded from scratch. For journeys that begin after the sign-in.
 */
export async function signInByCalls(page: Page, site: Site, phone: string, place: Place): Promise<void> {
  const { wireKey, wireKeyId } = await configOf(site.url);
  const wire: WireKey = { key: wireKey, id: wireKeyId };
  // Any document of the origin works, since only its storage is written.
  await page.goto(`${site.url}/api/auth/config`);

  // Uses the browser's own cookies, by which the server recognises the browser.
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
      // A busy server asks for a retry, and has not processed the call yet.
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
