import { useTranslation } from '../../lib/i18n.ts';
import { StudentCard } from '../../school/StudentCard.tsx';
import { StudentBox } from '../../school/student-box/StudentBox.tsx';
import { AmountField } from '../../ui/AmountField.tsx';
import type { WalletOf } from './useWalletOf.ts';

interface StudentFieldsProps {
  readonly wallet: WalletOf;
  readonly amount: string;
  readonly onAmount: (text: string) => void;
  readonly amountError?: string | null;
}

/** Fields for student and amount, shared by all desks that move pocket money. */
export function StudentFields({ wallet, amount, onAmount, amountError }: StudentFieldsProps) {
  const { t } = useTranslation('wallet');
  return (
    <>
      <StudentBox
        ref={wallet.field}
        value={wallet.number}
        onNumber={wallet.setNumber}
        named={wallet.found !== null}
        error={wallet.error}
        autoFocus
      />
      <StudentCard student={wallet.found} />
      <AmountField
        label={t('fields.amount')}
        value={amount}
        onChange={onAmount}
        error={amountError}
        required
        name="amount"
      />
    </>
  );
}
