import { GapAlert } from '../features/payments/GapAlert.tsx';
import { StatementsPage } from '../features/statements/index.ts';

/** M-Pesa's statements, with the time that only they tell of. */
export function MpesaStatementsScreen() {
  return <StatementsPage gap={<GapAlert />} />;
}
