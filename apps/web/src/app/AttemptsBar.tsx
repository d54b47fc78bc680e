import { lazy, Suspense, useEffect } from 'react';
import { useFirstAnswers } from '../lib/first-answers.ts';
import { useOpenAttempts, watchAttempts } from '../school/attempts/attempts.ts';

const OpenAttempts = lazy(() =>
  import('../school/attempts/OpenAttempts.tsx').then((it) => ({ default: it.OpenAttempts })),
);

/** Says above every screen what became of money whose answer was lost, after a reload too. */
export function AttemptsBar() {
  const answered = useFirstAnswers();
  useEffect(() => (answered ? watchAttempts() : undefined), [answered]);
  if (useOpenAttempts().length === 0) return null;
  return (
    <Suspense fallback={null}>
      <OpenAttempts />
    </Suspense>
  );
}
