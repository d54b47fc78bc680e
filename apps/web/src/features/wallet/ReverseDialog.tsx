import { Stack, Text, TextInput } from '@mantine/core';
import { getStudents } from '@mfuko/contract/students';
import {
  getBalances,
  getStatement,
  getWallet,
  proposeReversal,
  reverse,
  type StatementRow,
} from '@mfuko/contract/wallet';
import { formatMoney } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { CallError } from '../../lib/problems.ts';
import { DialogAttempts } from '../../school/attempts/DialogAttempts.tsx';
import { useMoneyRecord } from '../../school/attempts/useMoneyRecord.ts';
import { DialogButtons } from '../../ui/DialogButtons.tsx';
import { useContractForm } from '../../ui/form.ts';
import { showDone, showError } from '../../ui/notify.tsx';
import { showRefusal } from '../../ui/refusal.ts';
import { TitledModal } from '../../ui/TitledModal.tsx';

interface ReverseDialogProps {
  readonly row: StatementRow;
  readonly names: string;
  /** Balance of the wallet, in KES. */
  readonly balance: number;
  readonly onClose: () => void;
  /** Called after a refusal, since the statement may be out of date. */
  readonly onRefused: () => void;
}

/**
 * Asks for the reason and reverses a movement. For a payment by M-Pesa, the first user proposes the reversal and a second one performs it
 * with this dialog.
 */
export function ReverseDialog({ row, names, balance, onClose, onRefused }: ReverseDialogProps) {
  const { t } = useTranslation('wallet');
  const form = useContractForm(reverse, { sysid: row.sysid, reason: row.proposal?.reason ?? '' });
  const onError = (error: unknown) => {
    onRefused();
    // Another user or tab was quicker, so the dialog closes.
    if (error instanceof CallError && error.problem === 'wallet.already-reversed') {
      onClose();
      return showError(error);
    }
    showRefusal(form, error, { 'wallet.insufficient-funds': 'reason' });
  };
  const about = { amount: String(Math.abs(row.amount)) };
  const take = useMoneyRecord(reverse, {
    about,
    refresh: [getStatement, getWallet, getBalances, getStudents],
    onDone: ({ balance }) => {
      showDone(t('reverse.done', { balance: formatMoney(balance) }));
      onClose();
    },
    onError,
  });
  const propose = useMoneyRecord(proposeReversal, {
    about,
    refresh: [getStatement],
    onDone: () => {
      showDone(t('reverse.proposed'));
      onClose();
    },
    onError,
  });
  const isProposal = row.kind === 'collection' && row.proposal === null;
  const act = isProposal ? propose : take;
  const after = Math.round((balance - row.amount) * 100) / 100;
  const short = after < 0;
  const what = { what: t(`kinds.${row.kind}`), amount: formatMoney(Math.abs(row.amount)), names };
  return (
    <TitledModal onClose={onClose} title={t(isProposal ? 'reverse.proposeQuestion' : 'reverse.question')}>
      <form onSubmit={form.onSubmit((values) => act.mutate(values))} noValidate>
        <Stack gap="md">
          <Text size="sm">{row.amount > 0 ? t('reverse.takesOut', what) : t('reverse.givesBack', what)}</Text>
          <Text size="sm" fw={600} role="status">
            {short
              ? t('reverse.spent', { balance: formatMoney(balance) })
              : t('reverse.wallet', { before: formatMoney(balance), after: formatMoney(after) })}
          </Text>
          {isProposal && <Text size="sm">{t('reverse.proposeHint')}</Text>}
          {row.proposal && (
            <Text size="sm">{t('reverse.wanted', { by: row.proposal.by, reason: row.proposal.reason })}</Text>
          )}
          <TextInput
            {...form.getInputProps('reason')}
            label={t('reverse.reason')}
            description={t('reverse.reasonHint')}
            maxLength={200}
            autoComplete="off"
            required
            data-autofocus
          />
          <DialogAttempts of={[reverse, proposeReversal]} />
          <DialogButtons onCancel={onClose} color="red" loading={act.isPending} disabled={short && !isProposal}>
            {t(isProposal ? 'reverse.proposeAct' : 'reverse.act')}
          </DialogButtons>
        </Stack>
      </form>
    </TitledModal>
  );
}
