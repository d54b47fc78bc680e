import { latePart } from '../../lib/late-part.ts';

/** Fetched where the browser reads codes at all: nobody else waits for it. Where it does not come, cards are typed or scanned. */
export const CardCamera =
  'BarcodeDetector' in window ? latePart(() => import('./CardCamera.tsx').then((it) => it.CardCamera)) : null;
