import { useEffect } from 'react';
import { useFirstAnswers } from '../lib/first-answers.ts';
import { useOpenAttempts, watchAttempts } from '../school/attempts/attempts.ts';
import { storageFails } from '../school/offline/storage-state.ts';
import { lateDialog, stay } from '../ui/late-dialog.tsx';

/** Prefetched before an answer is lost, because without a network it could not be loaded any more. */
const OpenAttempts = lateDialog<{ readonly asked: boolean }>(
  async () => {
    const { OpenAttempts: Attempts } = await import('../school/attempts/OpenAttempts.tsx');
    return ({ asked }) => asked && <Attempts />;
  },
  ({ asked }) => asked,
  stay,
);

/**
 * Shows above each screen the outcome of money whose answer was lost, also after a reload, and a note where this device cannot store
 * pending requests.
 */
export function AttemptsBar() {
  const answered = useFirstAnswers();
  useEffect(() => (answered ? watchAttempts() : undefined), [answered]);
  const fails = storageFails.use();
  const asked = useOpenAttempts().length > 0 || fails;
  return (answered || asked) && <OpenAttempts asked={asked} />;
}
