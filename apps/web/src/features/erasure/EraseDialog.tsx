import { Stack, Text, TextInput } from '@mantine/core';
import { eraseStudent, getErasures } from '@mfuko/contract/erasure';
import { useTranslation } from '../../lib/i18n.ts';
import { CallError } from '../../lib/problems.ts';
import { useSureRecord } from '../../school/attempts/useSureRecord.ts';
import { DialogButtons } from '../../ui/DialogButtons.tsx';
import { useContractForm } from '../../ui/form.ts';
import { showDone } from '../../ui/notify.tsx';
import { showRefusal } from '../../ui/refusal.ts';
import { TitledModal } from '../../ui/TitledModal.tsx';
import { Blockers, blockersOf } from './Blockers.tsx';

interface EraseDialogProps {
  readonly student: { readonly sysid: string; readonly names: string };
  readonly onClose: () => void;
}

/** Shows which data an erasure removes and which stay, and proposes the erasure with a reason. */
export function EraseDialog({ student: { sysid, names }, onClose }: EraseDialogProps) {
  const { t } = useTranslation('erasure');
  const form = useContractForm(eraseStudent, { sysid, reason: '' });
  const propose = useSureRecord(eraseStudent, {
    refresh: [getErasures],
    onDone: () => {
      showDone(t('proposed'));
      onClose();
    },
    onError: (error) => {
      if (blockersOf(error).length === 0) showRefusal(form, error);
    },
  });
  const blockers = propose.error instanceof CallError ? blockersOf(propose.error) : [];
  return (
    <TitledModal onClose={onClose} title={t('dialog', { names })}>
      <form onSubmit={form.onSubmit((values) => propose.mutate(values))} noValidate>
        <Stack gap="md">
          <Text size="sm">{t('gone')}</Text>
          <Text size="sm">{t('stays')}</Text>
          <Text size="sm" fw={600}>
            {t('noWay')}
          </Text>
          {blockers.length > 0 && <Blockers blockers={blockers} />}
          <TextInput
            {...form.getInputProps('reason')}
            label={t('reason')}
            description={t('reasonHint')}
            maxLength={200}
            autoComplete="off"
            data-autofocus
            required
          />
          <DialogButtons onCancel={onClose} loading={propose.isPending}>
            {t('propose')}
          </DialogButtons>
        </Stack>
      </form>
    </TitledModal>
  );
}
