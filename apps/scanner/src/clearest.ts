import { extractTemplate } from '@mfuko/fingerprint/extraction/extract';
import { assessQuality } from '@mfuko/fingerprint/extraction/quality';
import type { Capture } from './reader.ts';

/** The capture that will match best. A poor one is not held back: whether it is good enough, the server decides. */
export function clearest(captures: readonly Capture[]): Capture {
  let best: Capture | undefined;
  let most = -1;
  for (const capture of captures) {
    const quality = assessQuality(capture.image, extractTemplate(capture.image));
    if (quality > most) {
      best = capture;
      most = quality;
    }
  }
  if (best === undefined) throw new Error('There is no capture to choose from.');
  return best;
}
