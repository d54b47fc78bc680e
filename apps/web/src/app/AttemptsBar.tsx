import { lazy, Suspense, useEffect } from 'react';
import { useFirstAnswers } from '../lib/first-answers.ts';
import { useOpenAttempts, watchAttempts } from '../school/attempts/attempts.ts';
import { storageFails } from '../school/offline/storage-state.ts';

const OpenAttempts = lazy(() =>
  import('../school/attempts/OpenAttempts.tsx').then((it) => ({ default: it.OpenAttempts })),
);

/** Says above every screen what became of money whose answer was lost, after a reload too, and that this device keeps nothing of what is under way. */
export function AttemptsBar() {
  const answered = useFirstAnswers();
  useEffect(() => (answered ? watchAttempts() : undefined), [answered]);
  const fails = storageFails.use();
  if (useOpenAttempts().length === 0 && !fails) return null;
  return (
    <Suspense fallback={null}>
      <OpenAttempts />
    </Suspense>
  );
}
