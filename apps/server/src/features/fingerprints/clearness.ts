import { type Advice, adviseOn } from '@mfuko/fingerprint/extraction/advice';
import { assessQuality, ENROLMENT_QUALITY_MINIMUM } from '@mfuko/fingerprint/extraction/quality';
import type { Template } from '@mfuko/fingerprint/template/template';
import type { SeenPicture } from './picture.ts';

/** Returns a picture's quality and the minimum that enrolment asks for. */
export function qualityOf(picture: SeenPicture, template: Template): { quality: number; qualityMinimum: number } {
  return { quality: Math.round(assessQuality(picture, template)), qualityMinimum: ENROLMENT_QUALITY_MINIMUM };
}

/** Returns advice for a picture whose quality is below `clearFrom`; null for a clear one. */
export function adviceOn(picture: SeenPicture, template: Template, clearFrom: number): Advice | null {
  return assessQuality(picture, template) < clearFrom ? adviseOn(picture, template) : null;
}
