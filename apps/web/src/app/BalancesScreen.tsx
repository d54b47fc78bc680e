import { Suspense } from 'react';
import { Remind } from '../features/reminders/index.ts';
import { BalancesPage } from '../features/wallet/index.ts';

/** Balances of the students, with the reminders for those that are low. */
export function BalancesScreen() {
  return (
    <BalancesPage
      more={(rows, below, done) => (
        // Comes with the first selection: what it waits for must not take the list away.
        <Suspense>
          <Remind rows={rows} below={below} done={done} />
        </Suspense>
      )}
    />
  );
}
