import type { AppContext } from '../../platform/process/app-context.ts';

/** Measures the states of the payments and STK pushes of the last 24 hours, over all schools. */
export function watchPayments({ db, metrics }: AppContext): void {
  metrics.watch('payments', {
    gauges: {
      mfuko_mpesa_payments: { help: 'M-Pesa payments of the last 24 hours by what became of them', labels: ['state'] },
      mfuko_mpesa_stk_pushes: { help: 'STK pushes of the last 24 hours by what became of them', labels: ['state'] },
    },
    async read() {
      const rows = await db.readPlatform((tx) =>
        tx.rows<{ what: 'payment' | 'stk-push'; state: string; count: number }>(
          'SELECT what, state, sum(payments)::int AS count FROM count_payments() GROUP BY what, state',
        ),
      );
      const of = (kind: string) =>
        rows.filter(({ what }) => what === kind).map(({ state, count }) => ({ labels: { state }, value: count }));
      return { mfuko_mpesa_payments: of('payment'), mfuko_mpesa_stk_pushes: of('stk-push') };
    },
  });
}
