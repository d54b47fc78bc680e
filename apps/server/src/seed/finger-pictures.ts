import { parentPort } from 'node:worker_threads';
import { encodePng } from '@mfuko/fingerprint/decoding/png';
import { impress, makeFinger } from '@mfuko/fingerprint/synthetic/finger';

/** Impression of a demo finger, in the form in which a reader would send it. */
export interface FingerPicture {
  readonly finger: number;
  readonly png: Uint8Array;
}

export const DEMO_FINGERS = 12;
const IMPRESSIONS = 3;

// Runs as a worker thread: drawing the fingers takes seconds, which would block the event loop.
if (parentPort) {
  for (let finger = 1; finger <= DEMO_FINGERS; finger++) {
    const drawn = makeFinger(finger);
    for (let shot = 1; shot <= IMPRESSIONS; shot++) {
      const picture = impress(drawn, {
        seed: finger * 100 + shot,
        shiftX: shot * 4 - 8,
        shiftY: shot * 3 - 6,
        rotation: (shot - 2) * 0.05,
      });
      parentPort.postMessage({ finger, png: encodePng(picture) } satisfies FingerPicture);
    }
  }
}
