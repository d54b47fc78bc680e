import { readSealed, writeSealed } from './sealed-storage.ts';

export interface Location {
  readonly latitude: number;
  readonly longitude: number;
}

/** Refusal: unknown is of a device that may tell where it is, and has no fix. */
export type LocationRefusal = 'unsupported' | 'required' | 'unknown';

/** Thrown where the browser does not tell where it is; `reason` picks the text that the person reads. */
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
    // Of an older version, or spoilt: asked for anew.
    return null;
  }
}

/** The headers that tell where a call was made; `0.00` where that is not known. They never authorise anything. */
export function locationHeaders(): { long: string; lat: string } {
  const { latitude, longitude } = savedLocation() ?? NOWHERE;
  return { long: inHeader(longitude), lat: inHeader(latitude) };
}

/** Asks the browser where it is and saves the answer, which may be as old as `ageMs`. */
export function askLocation(ageMs = 300_000): Promise<Location> {
  return new Promise((resolve, reject) => {
    // Without one the name is missing, or stands there for nothing.
    if (!navigator.geolocation) return reject(new LocationError('unsupported'));
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => {
        writeSealed('location', JSON.stringify({ latitude, longitude }));
        resolve({ latitude, longitude });
      },
      // An earlier answer of this device is good enough where it has just no fix; a person who refuses is asked again.
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
