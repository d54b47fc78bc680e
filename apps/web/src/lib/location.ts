import { readSealed, writeSealed } from './sealed-storage.ts';

export interface Location {
  readonly latitude: number;
  readonly longitude: number;
}

/** Refusal: `unknown` means that the browser may use the location, but the device has no fix. */
export type LocationRefusal = 'unsupported' | 'required' | 'unknown';

/** Thrown where the browser does not disclose its location; `reason` selects the text for the user. */
export class LocationError extends Error {
  override readonly name = 'LocationError';
  readonly reason: LocationRefusal;
  constructor(reason: LocationRefusal) {
    super(`location ${reason}`);
    this.reason = reason;
  }
}

const NOWHERE: Location = { latitude: 0, longitude: 0 };

export function savedLocation(): Location | null {
  const text = readSealed('location');
  if (!text) return null;
  try {
    const { latitude, longitude } = JSON.parse(text) as Location;
    return Number.isFinite(latitude) && Number.isFinite(longitude) ? { latitude, longitude } : null;
  } catch {
    // The value is corrupt or of an older version: the location is requested again.
    return null;
  }
}

/** Returns the headers with the location of the call; `0.00` where it is unknown. They never authorise anything. */
export function locationHeaders(): { long: string; lat: string } {
  const { latitude, longitude } = savedLocation() ?? NOWHERE;
  return { long: inHeader(longitude), lat: inHeader(latitude) };
}

/** Requests the browser's location, which may be up to `ageMs` old, and saves it. */
export function askLocation(ageMs = 300_000): Promise<Location> {
  return new Promise((resolve, reject) => {
    // A browser without geolocation lacks the property, or has it as undefined.
    if (!navigator.geolocation) return reject(new LocationError('unsupported'));
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => {
        writeSealed('location', JSON.stringify({ latitude, longitude }));
        resolve({ latitude, longitude });
      },
      // Falls back to an earlier location of this device where there is no fix at the moment; a user who denies the permission is asked
      // again.
      (problem) => {
        const denied = problem.code === problem.PERMISSION_DENIED;
        const saved = denied ? null : savedLocation();
        if (saved) resolve(saved);
        else reject(new LocationError(denied ? 'required' : 'unknown'));
      },
      { maximumAge: ageMs, timeout: 15_000 },
    );
  });
}

function inHeader(degrees: number): string {
  return degrees === 0 ? '0.00' : degrees.toFixed(6);
}
