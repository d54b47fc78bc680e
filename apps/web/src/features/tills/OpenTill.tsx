import { Button, Text, TextInput } from '@mantine/core';
import { openTill } from '@mfuko/contract/tills';
import { formatMoney } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useMoneyRecord } from '../../school/attempts/useMoneyRecord.ts';
import { AmountField } from '../../ui/AmountField.tsx';
import { FormColumn } from '../../ui/FormColumn.tsx';
import { useContractForm } from '../../ui/form.ts';
import { showDone } from '../../ui/notify.tsx';
import { showRefusal } from '../../ui/refusal.ts';
import { TILL_READS } from './refreshed.ts';

interface OpenTillProps {
  /** KES left in the last till. */
  readonly left: number;
  /** True where the school handles no cash without a till. */
  readonly required: boolean;
  readonly onOpened: () => void;
}

/** Asks for the opening float. */
export function OpenTill({ left, required, onOpened }: OpenTillProps) {
  const { t } = useTranslation('tills');
  const form = useContractForm(openTill, { float: left > 0 ? String(left) : '', note: '' });
  const open = useMoneyRecord(openTill, {
    refresh: TILL_READS,
    onDone: ({ float }) => {
      showDone(t('open.done', { amount: formatMoney(float) }));
      onOpened();
    },
    onError: (error) => showRefusal(form, error),
  });
  return (
    <FormColumn
      form={form}
      labels={{ float: t('open.float'), note: t('open.note') }}
      onSubmit={(values) => open.mutate(values)}
      buttons={
        <Button type="submit" loading={open.isPending}>
          {t('open.act')}
        </Button>
      }
    >
      <Text size="sm">{t(required ? 'open.requiredHint' : 'open.hint')}</Text>
      {left > 0 && <Text size="sm">{t('open.left', { amount: formatMoney(left) })}</Text>}
      <AmountField
        {...form.getInputProps('float')}
        label={t('open.float')}
        description={t('open.floatHint')}
        required
      />
      <TextInput {...form.getInputProps('note')} label={t('open.note')} maxLength={200} autoComplete="off" />
    </FormColumn>
  );
}
