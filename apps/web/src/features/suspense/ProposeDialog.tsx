import { TextInput } from '@mantine/core';
import {
  getSuspense,
  getSuspenseItem,
  proposeReturn,
  proposeSettlement,
  type Suggestion,
  type SuspenseItem,
} from '@mfuko/contract/suspense';
import { formatMoney } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { DialogAttempts } from '../../school/attempts/DialogAttempts.tsx';
import { useMoneyRecord } from '../../school/attempts/useMoneyRecord.ts';
import { AskDialog } from '../../ui/AskDialog.tsx';
import { showDone, showError } from '../../ui/notify.tsx';
import { useReadAnew } from './useReadAnew.ts';

/** Target of the payment: a student, or the payer. */
export type Meant = Pick<Suggestion, 'admissionNumber' | 'names'> | 'payer';

interface ProposeDialogProps {
  readonly item: SuspenseItem;
  readonly meant: Meant;
  readonly note: string;
  readonly onNote: (note: string) => void;
  readonly onProposed: () => void;
  readonly onClose: () => void;
}

/** Asks for a note and sends the proposal, on which a second person decides. */
export function ProposeDialog({ item, meant, note, onNote, onProposed, onClose }: ProposeDialogProps) {
  const { t } = useTranslation('suspense');
  const readAnew = useReadAnew();
  const options = {
    refresh: [getSuspense, getSuspenseItem],
    onDone: () => {
      showDone(t('proposedDone'));
      onProposed();
      onClose();
    },
    onError: (error: unknown) => {
      showError(error);
      // Another user or tab was quicker: the drawer shows the current state.
      if (readAnew(error)) onClose();
    },
  };
  const settle = useMoneyRecord(proposeSettlement, options);
  const giveBack = useMoneyRecord(proposeReturn, options);
  const { sysid } = item;
  const amount = formatMoney(item.amount);
  return (
    <AskDialog
      question={t(meant === 'payer' ? 'ask.return' : 'ask.settle')}
      what={
        meant === 'payer'
          ? t('ask.returnWhat', { amount, payer: item.payer ?? t('somebody') })
          : t('ask.settleWhat', { amount, names: meant.names, admissionNumber: meant.admissionNumber })
      }
      act={t('propose')}
      busy={settle.isPending || giveBack.isPending}
      note={<DialogAttempts of={[proposeSettlement, proposeReturn]} />}
      onYes={() =>
        meant === 'payer'
          ? giveBack.mutate({ sysid, note })
          : settle.mutate({ sysid, note, admissionNumber: meant.admissionNumber })
      }
      onClose={onClose}
    >
      <TextInput
        label={t('fields.note')}
        description={t('noteHint')}
        value={note}
        onChange={(event) => onNote(event.currentTarget.value)}
        maxLength={200}
        autoComplete="off"
        data-autofocus
      />
    </AskDialog>
  );
}
