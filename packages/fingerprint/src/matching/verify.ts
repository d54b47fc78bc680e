import { meanPeriod, scaled } from '../template/scaled.ts';
import type { Template } from '../template/template.ts';
import { compareToProbe, type Probe, prepareProbe } from './compare.ts';

/** Ridge period of an adult at 500 dpi, in pixels: the scale that the distances of the comparison are designed for. */
const ADULT_PERIOD = 9;
/** Factor to an adult's period from which ridges count as a child's; smaller differences occur between adults. */
const SMALL_FROM = 1.1;
/**
 * Growth up to which no second comparison is made: the movement of the finger allows for it, and two touches of one adult finger differ
 * by as much.
 */
const GROWN_FROM = 1.1;
/** Points by which the second comparison must be better, since it is a second chance for a stranger too, who must not pass more often. */
const RETRY_COST = 4;
/** Maximum growth, from a child's first year of school to the end of growth. */
const MAX_GROWTH = 1.65;

/**
 * Scores a try against one enrolled impression of the claimed finger. Beyond `compareToProbe` it allows for growth since enrolment: a
 * finger grows alike in all directions (Gottschlich et al. 2011), so the ratio of ridge periods gives the growth, and a second comparison
 * uses the enrolled impression enlarged by it. Small fingers are compared at an adult's size, since distances in pixels would be too
 * lenient. For one-to-one comparisons only, since a second comparison is a second chance for a stranger.
 */
export function verifyImpression(probe: Probe, enrolled: Template): number {
  const probePeriod = meanPeriod(probe.template);
  const enrolledPeriod = meanPeriod(enrolled);
  if (probePeriod === 0 || enrolledPeriod === 0) return compareToProbe(probe, enrolled);
  const together = Math.sqrt(probePeriod * enrolledPeriod);
  const small = ADULT_PERIOD / together;
  const common = small > SMALL_FROM ? small : 1;
  const asTheyAre = compareToProbe(resized(probe, common), scaled(enrolled, common));
  const growth = probePeriod / enrolledPeriod;
  if (growth < GROWN_FROM || growth > MAX_GROWTH) return asTheyAre;
  const own = ADULT_PERIOD / probePeriod > SMALL_FROM ? ADULT_PERIOD / probePeriod : 1;
  const grown = compareToProbe(resized(probe, own), scaled(enrolled, own * growth));
  return Math.max(asTheyAre, grown - RETRY_COST);
}

/** Returns the best score of a try over the enrolled impressions of the claimed finger; 0 without any. */
export function verifyFinger(probe: Probe, enrolled: readonly Template[]): number {
  return enrolled.reduce((best, impression) => Math.max(best, verifyImpression(probe, impression)), 0);
}

function resized(probe: Probe, factor: number): Probe {
  return factor === 1 ? probe : prepareProbe(scaled(probe.template, factor));
}
