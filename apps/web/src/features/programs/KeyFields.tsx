import { Checkbox, Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { SCOPES } from '@mfuko/contract/scopes';
import { useTranslation } from '../../lib/i18n.ts';
import { AmountField } from '../../ui/AmountField.tsx';

/** Key fields: what a key is called, what it is for, and how much it may deposit in a day. */
export function KeyFields<Values extends { name: string; scopes: string[]; dailyDepositLimit: string }>({
  form,
}: {
  readonly form: UseFormReturnType<Values>;
}) {
  const { t } = useTranslation('programs');
  return (
    <>
      <TextInput
        {...form.getInputProps('name')}
        label={t('fields.name')}
        description={t('fields.nameHint')}
        maxLength={60}
        autoComplete="off"
        data-autofocus
        required
      />
      <Checkbox.Group {...form.getInputProps('scopes')} label={t('fields.scopes')} description={t('fields.scopesHint')}>
        <Stack gap="xs" mt="xs">
          {SCOPES.map((scope) => (
            <Checkbox key={scope} value={scope} label={t(`scopes.${scope}`)} />
          ))}
        </Stack>
      </Checkbox.Group>
      {form.values.scopes.includes('deposits') && (
        <AmountField
          {...form.getInputProps('dailyDepositLimit')}
          label={t('fields.dailyDepositLimit')}
          description={t('fields.dailyDepositLimitHint')}
          required
        />
      )}
    </>
  );
}
