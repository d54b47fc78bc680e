import { lazy } from 'react';

/** Fetched where the browser reads codes at all: nobody else waits for it. */
export const CardCamera =
  'BarcodeDetector' in window
    ? lazy(() => import('./CardCamera.tsx').then((it) => ({ default: it.CardCamera })))
    : null;
