import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { countersignTill, type Till } from '@mfuko/contract/tills';
import { useTranslation } from '../../lib/i18n.ts';
import { useSureRecord } from '../../school/attempts/useSureRecord.ts';
import { useContractForm } from '../../ui/form.ts';
import { showDone } from '../../ui/notify.tsx';
import { showRefusal } from '../../ui/refusal.ts';
import { TILL_READS } from './refreshed.ts';

/** Countersigns a close by a second person. */
export function ConfirmClose({ till }: { till: Till }) {
  const { t } = useTranslation('tills');
  const form = useContractForm(countersignTill, { sysid: till.sysid, note: '' });
  const confirm = useSureRecord(countersignTill, {
    refresh: TILL_READS,
    onDone: () => showDone(t('confirm.done')),
    onError: (error) => showRefusal(form, error),
  });
  return (
    <form onSubmit={form.onSubmit((values) => confirm.mutate(values))} noValidate data-no-print>
      <Stack gap="sm">
        <Text size="sm">{t('confirm.hint')}</Text>
        <TextInput {...form.getInputProps('note')} label={t('confirm.note')} maxLength={200} autoComplete="off" />
        <Group justify="flex-end">
          <Button type="submit" loading={confirm.isPending}>
            {t('confirm.act')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
