import type { Banner, REFUSED, useIdle } from '../Banner.tsx';
import type { play } from '../sounds.ts';

/** Parts of the gate's page, handed on and not imported: the gate would be cut into more files for it, and weigh more. */
export interface GateParts {
  readonly Banner: typeof Banner;
  readonly REFUSED: typeof REFUSED;
  readonly useIdle: typeof useIdle;
  readonly play: typeof play;
}
