/**
 * Collectors: who may collect a child, who must not, and with whom each child went. The office keeps the list and the guardians hear of
 * every change; who is not on it, or was added a short while ago, needs a guardian's code. The gate lets a child go by `releaseStudent` only, in the
 * transaction of the passage.
 */
export { COLLECTOR_BUNDLE } from './bundle.ts';
export { eraseCollectors } from './erase.ts';
export { blockedNumbers } from './notify.ts';
export {
  type AskedRelease,
  backfillRelease,
  collectorOf,
  mayStillCollect,
  type OpenRelease,
  openRelease,
  releaseStudent,
} from './release.ts';
