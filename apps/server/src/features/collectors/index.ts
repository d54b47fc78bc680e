/**
 * Collectors: who may collect a child, who must not, and with whom each child left. The office maintains the list, and the guardians
 * are notified of every change; a person who is not on the list, or was added a short while ago, needs a guardian's code. The gate
 * releases a child by `releaseStudent` only, in the transaction of the passage.
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
