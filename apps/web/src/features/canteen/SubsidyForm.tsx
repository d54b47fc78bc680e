import { Button, Select, Text, TextInput } from '@mantine/core';
import {
  getMealSubsidy,
  type MealSubsidy,
  mealSubsidies,
  SUBSIDY_KINDS,
  setMealSubsidy,
} from '@mfuko/contract/canteen-subsidies';
import { useTranslation } from '../../lib/i18n.ts';
import { useSureRecord } from '../../school/attempts/useSureRecord.ts';
import { AmountField } from '../../ui/AmountField.tsx';
import { FormColumn } from '../../ui/FormColumn.tsx';
import { useContractForm } from '../../ui/form.ts';
import { showDone } from '../../ui/notify.tsx';
import { showRefusal } from '../../ui/refusal.ts';

interface SubsidyFormProps {
  readonly subsidy: MealSubsidy;
  readonly onSaved: () => void;
}

/** Form that sets who pays for a student's meals, from the next portion on. */
export function SubsidyForm({ subsidy, onSaved }: SubsidyFormProps) {
  const { t } = useTranslation('subsidies');
  const { sysid, names, kind, percent, pays, updated } = subsidy;
  const form = useContractForm(setMealSubsidy, {
    sysid,
    kind: kind as string,
    percent: percent === null ? '' : String(percent),
    pays: pays === null ? '' : String(pays),
    updated,
  });
  const labels = { kind: t('fields.kind'), percent: t('fields.percent'), pays: t('fields.pays') };
  const set = useSureRecord(setMealSubsidy, {
    refresh: [getMealSubsidy, mealSubsidies],
    onDone: () => {
      showDone(t('saved', { names }));
      onSaved();
    },
    onError: (error) => showRefusal(form, error),
  });
  const chosen = form.values.kind;
  return (
    <FormColumn
      form={form}
      labels={labels}
      onSubmit={({ percent: part, pays: own, ...values }) =>
        set.mutate({
          ...values,
          kind: values.kind as MealSubsidy['kind'],
          ...(chosen === 'percent' ? { percent: part } : {}),
          ...(chosen === 'fixed' ? { pays: own } : {}),
        })
      }
      buttons={
        <Button type="submit" loading={set.isPending}>
          {t('save')}
        </Button>
      }
    >
      <Select
        {...form.getInputProps('kind')}
        label={labels.kind}
        data={SUBSIDY_KINDS.map((value) => ({ value, label: t(`choices.${value}`) }))}
        allowDeselect={false}
        data-autofocus
      />
      {chosen === 'percent' && (
        <TextInput
          {...form.getInputProps('percent')}
          label={labels.percent}
          inputMode="numeric"
          autoComplete="off"
          maxLength={2}
          required
        />
      )}
      {chosen === 'fixed' && <AmountField {...form.getInputProps('pays')} label={labels.pays} required />}
      <Text size="sm" c="dimmed">
        {t('hint')}
      </Text>
    </FormColumn>
  );
}
