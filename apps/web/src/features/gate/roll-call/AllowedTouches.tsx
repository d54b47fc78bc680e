import { Suspense, useEffect } from 'react';
import { i18n } from '../../../lib/i18n.ts';
import { latePart } from '../../../lib/late-part.ts';
import { Banner, REFUSED, useIdle } from '../banner/Banner.tsx';
import { play } from '../sounds.ts';
import { loadRules, useFingerOnly } from '../touch.ts';
import type { FingerTicksProps } from './FingerTicks.tsx';
import type { GateParts } from './gate-parts.ts';

// Lazy chunk, fetched where the school allows a finger alone: in a fire the desk opens without the chunk, and marshals tick by hand until
// it loads.
const FingerTicks = latePart(() =>
  Promise.all([import('./FingerTicks.tsx'), i18n.loadNamespaces('touch')]).then(([all]) => all.FingerTicks),
);

const gate: GateParts = { Banner, REFUSED, useIdle, play };

/** Ticks by finger, where the school's rule allows a finger alone. */
export function AllowedTouches(props: Omit<FingerTicksProps, 'gate'>) {
  const { away } = props;
  const fingerOnly = useFingerOnly();
  useEffect(() => (away ? undefined : loadRules()), [away]);
  if (!fingerOnly) return null;
  return (
    <Suspense>
      <FingerTicks {...props} gate={gate} />
    </Suspense>
  );
}
