import { useEffect } from 'react';
import { useFirstAnswers } from '../lib/first-answers.ts';
import { useOpenAttempts, watchAttempts } from '../school/attempts/attempts.ts';
import { storageFails } from '../school/offline/storage-state.ts';
import { lateDialog, stay } from '../ui/late-dialog.tsx';

/** Its code is there before an answer is lost: where the network is gone, it cannot be fetched any more. */
const OpenAttempts = lateDialog<{ readonly asked: boolean }>(
  async () => {
    const { OpenAttempts: Attempts } = await import('../school/attempts/OpenAttempts.tsx');
    return ({ asked }) => asked && <Attempts />;
  },
  ({ asked }) => asked,
  stay,
);

/** Says above every screen what became of money whose answer was lost, after a reload too, and that this device keeps nothing of what is under way. */
export function AttemptsBar() {
  const answered = useFirstAnswers();
  useEffect(() => (answered ? watchAttempts() : undefined), [answered]);
  const fails = storageFails.use();
  const asked = useOpenAttempts().length > 0 || fails;
  return (answered || asked) && <OpenAttempts asked={asked} />;
}
