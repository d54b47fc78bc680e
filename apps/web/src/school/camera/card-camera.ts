import { latePart } from '../../lib/late-part.ts';

/** Loaded only where the browser can read codes. Where the load fails, cards are typed or scanned instead. */
export const CardCamera =
  'BarcodeDetector' in window ? latePart(() => import('./CardCamera.tsx').then((it) => it.CardCamera)) : null;
