import { type Advice, adviseOn } from '@mfuko/fingerprint/extraction/advice';
import { extractTemplate } from '@mfuko/fingerprint/extraction/extract';
import { assessQuality } from '@mfuko/fingerprint/extraction/quality';
import { compare } from '@mfuko/fingerprint/matching/compare';
import type { Template } from '@mfuko/fingerprint/template/template';
import type { Capture } from './reader.ts';

/** One touch of the glass, with what the engine says of its picture. */
export interface Touch {
  readonly capture: Capture;
  readonly template: Template;
  readonly quality: number;
}

/** Below this a picture says nothing of whose finger it is. */
const LEAST_JUDGED = 65;
/** 1 in 100 pairs of two fingers gets as far; lower than any proof needs, for the touches of a child are not all equally good. */
const ONE_FINGER = 20;

export function readTouch(capture: Capture): Touch {
  const template = extractTemplate(capture.image);
  return { capture, template, quality: assessQuality(capture.image, template) };
}

export function adviceOn({ capture, template }: Touch): Advice {
  return adviseOn(capture.image, template);
}

/** The touch that will match best. A poor one is not held back: whether it is good enough, the server decides. */
export function clearest(touches: readonly Touch[]): Touch {
  const best = touches.reduce<Touch | undefined>(
    (a, b) => (a === undefined || b.quality > a.quality ? b : a),
    undefined,
  );
  if (best === undefined) throw new Error('There is no touch to choose from.');
  return best;
}

/** False where one of the touches is like none of the others: two children have put their fingers on the reader. */
export function areOneFinger(touches: readonly Touch[]): boolean {
  const judged = touches.filter(({ quality }) => quality >= LEAST_JUDGED);
  if (judged.length < 2) return true;
  return judged.every((one) =>
    judged.some((other) => other !== one && compare(one.template, other.template) >= ONE_FINGER),
  );
}
