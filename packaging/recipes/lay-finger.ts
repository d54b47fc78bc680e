import { connect } from 'node:net';
import { extractTemplate } from '@mfuko/fingerprint/extraction/extract';
import type { GreyImage } from '@mfuko/fingerprint/image';
import { compare } from '@mfuko/fingerprint/matching/compare';
import { impress, makeFinger } from '@mfuko/fingerprint/synthetic/finger';

const finger = makeFinger(5);
const LAID_EVERY_MS = 1_000;

/**
 * Lays a finger on libfprint's virtual reader again and again, until what it returns is called: a reader that is just coming back takes none of the
 * first.
 */
export function layFinger(socket: string, laid = finger): () => void {
  const { width, height, pixels } = impress(laid, { seed: Date.now() % 1_000_000 });
  const head = Buffer.alloc(8);
  head.writeInt32LE(width, 0);
  head.writeInt32LE(height, 4);
  const glass = connect(socket, () => glass.write(Buffer.concat([head, pixels])));
  // The reader is not there yet.
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

/** Glass of libfprint's virtual device, on which fingers lie by their number. */
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

/** Likeness of a picture to the finger that is laid. */
export function likenessOf(image: GreyImage): number {
  return compare(extractTemplate(image), extractTemplate(impress(finger, { seed: 6 })));
}

/** Likeness above which a picture is of that finger. */
export const ONE_FINGER = 20;
