import { type Advice, adviseOn } from '@mfuko/fingerprint/extraction/advice';
import { extractTemplate } from '@mfuko/fingerprint/extraction/extract';
import { assessQuality } from '@mfuko/fingerprint/extraction/quality';
import { compare } from '@mfuko/fingerprint/matching/compare';
import type { Template } from '@mfuko/fingerprint/template/template';
import type { Capture } from './reader.ts';

/** Touch of the glass, with the engine's assessment of its picture. */
export interface Touch {
  readonly capture: Capture;
  readonly template: Template;
  readonly quality: number;
}

/** Quality below which a picture does not tell whose finger it is. */
const MIN_JUDGED = 65;
/**
 * Score that 1 in 100 pairs of two different fingers reaches. It is lower than for any proof, because a child's touches vary in quality.
 */
const ONE_FINGER = 20;

export function readTouch(capture: Capture): Touch {
  const template = extractTemplate(capture.image);
  return { capture, template, quality: assessQuality(capture.image, template) };
}

export function adviceOn({ capture, template }: Touch): Advice {
  return adviseOn(capture.image, template);
}

/** Returns the touch that will match best. A poor one is returned too, because the server decides if it suffices. */
export function clearest(touches: readonly Touch[]): Touch {
  const best = touches.reduce<Touch | undefined>(
    (a, b) => (a === undefined || b.quality > a.quality ? b : a),
    undefined,
  );
  if (best === undefined) throw new Error('No capture to choose from.');
  return best;
}

/** Returns false where one of the touches matches none of the others: two children have put their fingers on the reader. */
export function areOneFinger(touches: readonly Touch[]): boolean {
  const judged = touches.filter(({ quality }) => quality >= MIN_JUDGED);
  if (judged.length < 2) return true;
  return judged.every((one) =>
    judged.some((other) => other !== one && compare(one.template, other.template) >= ONE_FINGER),
  );
}
