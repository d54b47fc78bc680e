import type { GreyImage } from "./image.ts";
import type { Template } from "./template.ts";

/** Below this an impression is not enrolled. */
export const ENROLMENT_QUALITY_MINIMUM = 30;

/** How well an impression will match, 0 to 100. */
export function assessQuality(_image: GreyImage, template: Template): number {
  return Math.min(100, template.x.length * 2);
}
