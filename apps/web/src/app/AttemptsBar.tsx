import { useEffect, useState } from 'react';
import { useFirstAnswers } from '../lib/first-answers.ts';
import { useOpenAttempts, watchAttempts } from '../school/attempts/attempts.ts';
import { storageFails } from '../school/offline/storage-state.ts';
import { deferred } from '../ui/deferred.tsx';

/** Its code is there before an answer is lost: where the network is gone, it cannot be fetched any more. */
const OpenAttempts = deferred<{ readonly asked: boolean }>(
  async () => {
    const { OpenAttempts: Attempts } = await import('../school/attempts/OpenAttempts.tsx');
    return ({ asked }) => asked && <Attempts />;
  },
  ({ asked }) => asked,
);

/** Says above every screen what became of money whose answer was lost, after a reload too, and that this device keeps nothing of what is under way. */
export function AttemptsBar() {
  const answered = useFirstAnswers();
  useEffect(() => (answered ? watchAttempts() : undefined), [answered]);
  // Code that did not come is fetched anew with the next network.
  const [networks, setNetworks] = useState(0);
  useEffect(() => {
    const count = () => setNetworks((before) => before + 1);
    window.addEventListener('online', count);
    return () => window.removeEventListener('online', count);
  }, []);
  const fails = storageFails.use();
  const asked = useOpenAttempts().length > 0 || fails;
  return (answered || asked) && <OpenAttempts key={networks} asked={asked} />;
}
