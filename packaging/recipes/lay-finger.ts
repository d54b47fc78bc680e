import { connect } from 'node:net';
import { extractTemplate } from '@mfuko/fingerprint/extraction/extract';
import type { GreyImage } from '@mfuko/fingerprint/image';
import { compare } from '@mfuko/fingerprint/matching/compare';
import { impress, makeFinger } from '@mfuko/fingerprint/synthetic/finger';

const finger = makeFinger(5);
const LAID_EVERY_MS = 1_000;

/**
 * Lays a finger on libfprint's virtual reader repeatedly until the returned function is called, since a reader that is just restarting
 * ignores the first touches.
 */
export function layFinger(socket: string, laid = finger): () => void {
  const { width, height, pixels } = impress(laid, { seed: Date.now() % 1_000_000 });
  const head = Buffer.alloc(8);
  head.writeInt32LE(width, 0);
  head.writeInt32LE(height, 4);
  const glass = connect(socket, () => glass.write(Buffer.concat([head, pixels])));
  // Ignored, since the reader may not listen yet; the next touch tries again.
  glass.on('error', () => {});
  let again = () => {};
  const next = setTimeout(() => {
    glass.destroy();
    again = layFinger(socket, laid);
  }, LAID_EVERY_MS);
  return () => {
    clearTimeout(next);
    glass.destroy();
    again();
  };
}

/** Driver of libfprint's virtual device, which shows fingers by their number. */
export function glassOf(socket: string) {
  let lift = () => {};
  return {
    touch(number: number) {
      lift = layFinger(socket, makeFinger(number));
    },
    lift: () => lift(),
    stop: async () => lift(),
  };
}

/** Returns the likeness of a picture to the finger that is laid. */
export function likenessOf(image: GreyImage): number {
  return compare(extractTemplate(image), extractTemplate(impress(finger, { seed: 6 })));
}

/** Minimum likeness of two pictures of that finger. */
export const ONE_FINGER = 20;
