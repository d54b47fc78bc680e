import { type Advice, adviseOn } from '@mfuko/fingerprint/extraction/advice';
import { assessQuality, ENROLMENT_QUALITY_MINIMUM } from '@mfuko/fingerprint/extraction/quality';
import type { Template } from '@mfuko/fingerprint/template/template';
import type { SeenPicture } from './picture.ts';

/** Quality of a picture, and what an impression needs of it to be enrolled. */
export function qualityOf(picture: SeenPicture, template: Template): { quality: number; qualityMinimum: number } {
  return { quality: Math.round(assessQuality(picture, template)), qualityMinimum: ENROLMENT_QUALITY_MINIMUM };
}

/** Advice for a picture that is not clear; null for one that is. */
export function adviceOn(picture: SeenPicture, template: Template, clearFrom: number): Advice | null {
  return assessQuality(picture, template) < clearFrom ? adviseOn(picture, template) : null;
}
