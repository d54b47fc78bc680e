import type { Banner, REFUSED, useIdle } from '../banner/Banner.tsx';
import type { play } from '../sounds.ts';

/** Components of the gate, passed as props instead of imported: an import would split the gate's chunk and add weight. */
export interface GateParts {
  readonly Banner: typeof Banner;
  readonly REFUSED: typeof REFUSED;
  readonly useIdle: typeof useIdle;
  readonly play: typeof play;
}
