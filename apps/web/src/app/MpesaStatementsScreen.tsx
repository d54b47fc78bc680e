import { GapAlert } from '../features/payments/GapAlert.tsx';
import { StatementsPage } from '../features/statements/index.ts';

/** M-Pesa statements, with the alert for a period that only they cover. */
export function MpesaStatementsScreen() {
  return <StatementsPage gap={<GapAlert />} />;
}
