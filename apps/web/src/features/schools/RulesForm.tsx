import { Button, Fieldset, Radio, SimpleGrid, Skeleton, Stack, TextInput } from '@mantine/core';
import '@mantine/core/styles/Fieldset.css';
import '@mantine/core/styles/Radio.css';
import type { UseFormReturnType } from '@mantine/form';
import { kes, kesOrZero } from '@mfuko/contract/money';
import {
  type Fee,
  getSchoolSettings,
  percent,
  type SchoolSettings,
  updateSchoolSettings,
} from '@mfuko/contract/schools';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useCall, useRecord } from '../../lib/queries.ts';
import { FormColumn } from '../../ui/FormColumn.tsx';
import { useContractForm } from '../../ui/form.ts';
import { ErrorState } from '../../ui/Notice.tsx';
import { showDone } from '../../ui/notify.tsx';
import { showRefusal } from '../../ui/refusal.ts';

const FEES = ['cashOutFee', 'collectionFee', 'canteenFee'] as const;
type FeeName = (typeof FEES)[number];
const PARTS = ['fixed', 'percent', 'cap'] as const;

interface RulesValues extends Record<string, unknown> {
  consentPolicy: SchoolSettings['consentPolicy'];
  movementLimit: string;
}

// The wire's fees are objects; a form's fields stand side by side, each checked as its part of the wire is.
const { consentPolicy } = updateSchoolSettings.input.shape;
const CHECKS = { fixed: orNone(kesOrZero), percent: orNone(percent), cap: orNone(kes) };
const typed = z.object({
  consentPolicy,
  movementLimit: kes,
  ...Object.fromEntries(FEES.flatMap((fee) => PARTS.map((part) => [`${fee}_${part}`, CHECKS[part]]))),
});

function orNone(schema: z.ZodType) {
  return z.preprocess((text) => String(text).trim() || undefined, schema.optional());
}

/** By which rules a school works: consent, the most that one movement may be, what the platform takes. */
export function RulesForm({ sysid }: { sysid: string }) {
  const settings = useCall(getSchoolSettings, { sysid });
  // With a key, so that the form starts anew where somebody else has changed them.
  if (settings.data) return <Fields key={JSON.stringify(settings.data)} settings={settings.data} />;
  if (settings.isError) return <ErrorState error={settings.error} onRetry={() => void settings.refetch()} />;
  return (
    <Stack gap="md" maw={640}>
      {[1, 2, 3, 4, 5].map((row) => (
        <Skeleton key={row} height={60} />
      ))}
    </Stack>
  );
}

function Fields({ settings }: { settings: SchoolSettings }) {
  const { t } = useTranslation('schools');
  const form = useContractForm<RulesValues>(
    { ...updateSchoolSettings, input: typed },
    {
      consentPolicy: settings.consentPolicy,
      movementLimit: String(settings.movementLimit),
      ...Object.assign({}, ...FEES.map((name) => typedFee(name, settings[name]))),
    },
  );
  const save = useRecord(updateSchoolSettings, {
    refresh: [getSchoolSettings],
    onDone: () => showDone(t('rules.done')),
    onError: (error) => showRefusal(form, error),
  });
  const labels = {
    movementLimit: t('rules.movementLimit'),
    ...Object.fromEntries(
      FEES.flatMap((fee) =>
        PARTS.map((name) => [`${fee}_${name}`, `${t(`rules.fees.${fee}`)}: ${t(`rules.parts.${name}`)}`]),
      ),
    ),
  };
  return (
    <FormColumn
      form={form}
      labels={labels}
      onSubmit={(values) =>
        save.mutate({
          sysid: settings.sysid,
          consentPolicy: values.consentPolicy,
          movementLimit: values.movementLimit,
          ...Object.fromEntries(FEES.map((name) => [name, feeOf(values, name)])),
        })
      }
      buttons={
        <Button type="submit" loading={save.isPending}>
          {t('rules.save')}
        </Button>
      }
    >
      <Radio.Group {...form.getInputProps('consentPolicy')} label={t('rules.consentPolicy')}>
        <Stack gap="sm" mt="xs">
          {(['student', 'school'] as const).map((policy) => (
            <Radio
              key={policy}
              value={policy}
              label={t(`rules.policies.${policy}`)}
              description={t(`rules.policyHints.${policy}`)}
            />
          ))}
        </Stack>
      </Radio.Group>
      <TextInput
        {...form.getInputProps('movementLimit')}
        label={t('rules.movementLimit')}
        description={t('rules.limitHint')}
        inputMode="decimal"
        maxLength={10}
        autoComplete="off"
        required
      />
      {FEES.map((name) => (
        <FeeFields key={name} name={name} form={form} />
      ))}
    </FormColumn>
  );
}

function FeeFields({ name, form }: { name: FeeName; form: UseFormReturnType<RulesValues> }) {
  const { t } = useTranslation('schools');
  return (
    <Fieldset legend={t(`rules.fees.${name}`)}>
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md" verticalSpacing="md">
        {PARTS.map((each) => (
          <TextInput
            key={each}
            {...form.getInputProps(`${name}_${each}`)}
            label={t(`rules.parts.${each}`)}
            placeholder={each === 'cap' ? t('rules.noCap') : '0'}
            inputMode="decimal"
            maxLength={10}
            autoComplete="off"
          />
        ))}
      </SimpleGrid>
    </Fieldset>
  );
}

function typedFee(name: FeeName, fee: Fee | null): Record<string, string> {
  const text = (part: number | null | undefined) => (part ? String(part) : '');
  return Object.fromEntries(PARTS.map((each) => [`${name}_${each}`, text(fee?.[each])]));
}

/** A fee that is nothing takes the rule away. */
function feeOf(values: RulesValues, name: FeeName) {
  const text = (each: (typeof PARTS)[number]) => String(values[`${name}_${each}`] ?? '').trim();
  return { fixed: text('fixed') || '0', percent: text('percent') || '0', cap: text('cap') };
}
