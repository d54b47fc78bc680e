import { meanPeriod, scaled } from '../template/scaled.ts';
import type { Template } from '../template/template.ts';
import { compareToProbe, type Probe, prepareProbe } from './compare.ts';

/** Adult ridges at 500 dpi, in pixels: what the distances of the comparison are made for. */
const ADULT_PERIOD = 9;
/** Ridges narrower than by this are a child's: below it the difference is that of one adult and the next. */
const SMALL_FROM = 1.1;
/** Growth up to this the movement of the finger allows for by itself, and two touches of one adult finger differ by as much. */
const GROWN_FROM = 1.1;
/** Points that the second comparison must be better by: a second chance for a stranger too, who may not pass more often for it. */
const RETRY_COST = 4;
/** From a child's first year of school to the end of growth. */
const MOST_GROWTH = 1.65;

/**
 * The score of a try against one enrolled impression of the finger that it is said to be. Beyond `compareToProbe` it allows for growth
 * since enrolment: a finger grows alike in all directions (Gottschlich et al. 2011), so ridge periods tell by how much, and the comparison is
 * made a second time with the enrolled impression enlarged by it. Small fingers are compared at an adult's size, for distances in
 * pixels would be generous to them. One to one only: a second comparison is a second chance for a stranger.
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
  if (growth < GROWN_FROM || growth > MOST_GROWTH) return asTheyAre;
  const own = ADULT_PERIOD / probePeriod > SMALL_FROM ? ADULT_PERIOD / probePeriod : 1;
  const grown = compareToProbe(resized(probe, own), scaled(enrolled, own * growth));
  return Math.max(asTheyAre, grown - RETRY_COST);
}

/** The best score of a try over the enrolled impressions of the finger that it is said to be; 0 where there are none. */
export function verifyFinger(probe: Probe, enrolled: readonly Template[]): number {
  return enrolled.reduce((best, impression) => Math.max(best, verifyImpression(probe, impression)), 0);
}

function resized(probe: Probe, factor: number): Probe {
  return factor === 1 ? probe : prepareProbe(scaled(probe.template, factor));
}
