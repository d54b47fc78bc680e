import { Suspense } from 'react';
import { Remind } from '../features/reminders/index.ts';
import { BalancesPage } from '../features/wallet/index.ts';
import { useTodo } from '../school/todo.ts';
import { lateDialog, stay } from '../ui/late-dialog.tsx';

const RefundsToSee = lateDialog(
  async () => (await import('../features/refunds/WaitingRefunds.tsx')).RefundsToSee,
  ({ some }: { readonly some: boolean }) => some,
  stay,
);

/** Balances of the students, with reminders for low ones, and the leavers whose refund is waiting or failed. */
export function BalancesScreen() {
  const counts = useTodo().data?.counts;
  return (
    <>
      <RefundsToSee some={counts !== undefined && counts.refunds + (counts.refundsFailed ?? 0) > 0} />
      <BalancesPage
        more={(rows, below, done) => (
          // Loaded with the first selection: its loading must not replace the list.
          <Suspense>
            <Remind rows={rows} below={below} done={done} />
          </Suspense>
        )}
      />
    </>
  );
}
