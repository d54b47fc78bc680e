import { Button, Checkbox, Fieldset, Radio, SimpleGrid, Skeleton, Stack, TextInput } from '@mantine/core';
import { AmountField } from '../../ui/AmountField.tsx';
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
import { z } from 'zod';
import { useTranslation } from '../../lib/i18n.ts';
import { useCall } from '../../lib/queries.ts';
import { useSureRecord } from '../../school/attempts/useSureRecord.ts';
import { FormColumn } from '../../ui/FormColumn.tsx';
import { useContractForm } from '../../ui/form.ts';
import { ErrorState } from '../../ui/Notice.tsx';
import { showDone } from '../../ui/notify.tsx';
import { showRefusal } from '../../ui/refusal.ts';
import { useConflict } from '../../ui/useConflict.tsx';
import { useEditDraft } from '../../ui/useEditDraft.tsx';
import {
  ATTENDANCE_SWITCHES,
  ATTENDANCE_TIMES,
  AttendanceRules,
  type AttendanceValues,
  attendanceValues,
} from './AttendanceRules.tsx';

const FEES = ['cashOutFee', 'collectionFee', 'canteenFee'] as const;
type FeeName = (typeof FEES)[number];
const PARTS = ['fixed', 'percent', 'cap'] as const;

interface RulesValues extends AttendanceValues {
  consentPolicy: SchoolSettings['consentPolicy'];
  movementLimit: string;
  requireTill: boolean;
  requireDevices: boolean;
  requireSignedCaptures: boolean;
  requireConsentCode: boolean;
  requireCollector: boolean;
  requireExeat: boolean;
  requireSecondFactor: boolean;
  fingerOnlyGate: boolean;
  holdAfterChangeHours: string;
  holdFirstMeans: boolean;
  pinLength: string;
  tripAlarmMinutes: string;
  arrivalAlarmMinutes: string;
  requireProofForItems: boolean;
  eraseLeaversDays: string;
  forgetPlacesDays: string;
}

// On the wire a fee is an object; the form has a flat field for each part, validated by the part's schema.
const { consentPolicy, ...shape } = updateSchoolSettings.input.shape;
// Integer fields; each has a text and a hint under its own name.
const COUNTS = [
  'holdAfterChangeHours',
  'pinLength',
  'tripAlarmMinutes',
  'arrivalAlarmMinutes',
  'eraseLeaversDays',
  'forgetPlacesDays',
] as const;
// Boolean fields; each has a text and a hint under its own name.
const SWITCHES = [
  'requireTill',
  'requireDevices',
  'requireSignedCaptures',
  'requireConsentCode',
  'requireCollector',
  'requireExeat',
  'fingerOnlyGate',
  'requireSecondFactor',
  'holdFirstMeans',
] as const;
const ATTENDANCE = [...ATTENDANCE_TIMES, 'schoolDays', ...ATTENDANCE_SWITCHES] as const;
const CHECKS = { fixed: orNone(kesOrZero), percent: orNone(percent), cap: orNone(kes) };
const typed = z.object({
  consentPolicy,
  movementLimit: kes,
  ...Object.fromEntries(SWITCHES.map((name) => [name, z.boolean()])),
  requireProofForItems: z.boolean(),
  ...Object.fromEntries(COUNTS.map((name) => [name, shape[name]])),
  ...Object.fromEntries(ATTENDANCE_TIMES.map((name) => [name, shape[name]])),
  ...Object.fromEntries(ATTENDANCE_SWITCHES.map((name) => [name, z.boolean()])),
  schoolDays: shape.schoolDays,
  ...Object.fromEntries(FEES.flatMap((fee) => PARTS.map((part) => [`${fee}_${part}`, CHECKS[part]]))),
});

function orNone(schema: z.ZodType) {
  return z.preprocess((text) => String(text).trim() || undefined, schema.optional());
}

/** Form for a school's rules: consent, limits on a single movement, and fees of the platform. */
export function RulesForm({ sysid }: { sysid: string }) {
  const settings = useCall(getSchoolSettings, { sysid });
  // A reload does not replace typed values: the version stamp reports another user's change on saving.
  if (settings.data) return <Fields key={sysid} settings={settings.data} />;
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
  const form = useContractForm<RulesValues>({ ...updateSchoolSettings, input: typed }, valuesOf(settings));
  const save = useSureRecord(updateSchoolSettings, {
    refresh: [getSchoolSettings],
    onDone: (after) => {
      draft.drop();
      showDone(t('rules.done'));
      form.setInitialValues(valuesOf(after));
      form.resetDirty(valuesOf(after));
      conflict.adopt(after.updated);
    },
    onError: (error) => conflict.caught(error) || showRefusal(form, error),
  });
  function send(values: RulesValues, updated: string) {
    save.mutate({
      sysid: settings.sysid,
      consentPolicy: values.consentPolicy,
      movementLimit: values.movementLimit,
      ...Object.fromEntries(SWITCHES.map((name) => [name, values[name]])),
      requireProofForItems: values.requireProofForItems,
      ...Object.fromEntries(COUNTS.map((name) => [name, values[name]])),
      ...Object.fromEntries(ATTENDANCE.map((name) => [name, values[name]])),
      ...Object.fromEntries(FEES.map((name) => [name, feeOf(values, name)])),
      updated,
    });
  }
  const labels = {
    movementLimit: t('rules.movementLimit'),
    ...Object.fromEntries(SWITCHES.map((name) => [name, t(`rules.${name}`)])),
    requireProofForItems: t('rules.itemProof'),
    ...Object.fromEntries(COUNTS.map((name) => [name, t(`rules.counts.${name}`)])),
    ...Object.fromEntries(ATTENDANCE.map((name) => [name, t(`rules.attendance.${name}`)])),
    ...Object.fromEntries(
      FEES.flatMap((fee) =>
        PARTS.map((name) => [`${fee}_${name}`, `${t(`rules.fees.${fee}`)}: ${t(`rules.parts.${name}`)}`]),
      ),
    ),
  };
  const conflict = useConflict({
    form,
    updated: settings.updated,
    labels: { consentPolicy: t('rules.consentPolicy'), ...labels },
    valuesOf,
    amounts: ['movementLimit', ...FEES.flatMap((fee) => [`${fee}_fixed`, `${fee}_cap`] as const)],
    show: (name, value) =>
      name === 'consentPolicy'
        ? t(`rules.policies.${value as SchoolSettings['consentPolicy']}`)
        : name === 'schoolDays'
          ? (value as ('1' | '2' | '3' | '4' | '5' | '6' | '7')[])
              .map((day) => t(`rules.attendance.week.${day}`))
              .join(', ')
          : String(value ?? ''),
    save: send,
  });
  const draft = useEditDraft(form, { kind: 'rules', record: { sysid: settings.sysid, updated: conflict.updated } });
  return (
    <FormColumn
      form={form}
      labels={labels}
      onSubmit={(values) => send(values, conflict.updated)}
      buttons={
        <Button type="submit" loading={save.isPending}>
          {t('rules.save')}
        </Button>
      }
    >
      {draft.note}
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
      <AmountField
        {...form.getInputProps('movementLimit')}
        label={t('rules.movementLimit')}
        description={t('rules.limitHint')}
        required
      />
      {SWITCHES.map((name) => (
        <Checkbox
          key={name}
          {...form.getInputProps(name, { type: 'checkbox' })}
          label={t(`rules.${name}`)}
          description={t(`rules.${name}Hint`)}
        />
      ))}
      <Checkbox
        {...form.getInputProps('requireProofForItems', { type: 'checkbox' })}
        label={t('rules.itemProof')}
        description={t('rules.itemProofHint')}
      />
      {COUNTS.map((name) => (
        <TextInput
          key={name}
          {...form.getInputProps(name)}
          label={t(`rules.counts.${name}`)}
          description={t(`rules.countHints.${name}`)}
          inputMode="numeric"
        />
      ))}
      <AttendanceRules form={form} />
      {FEES.map((name) => (
        <FeeFields key={name} name={name} form={form} />
      ))}
      {conflict.dialog}
    </FormColumn>
  );
}

function valuesOf(settings: SchoolSettings): RulesValues {
  return {
    consentPolicy: settings.consentPolicy,
    movementLimit: String(settings.movementLimit),
    requireTill: settings.requireTill,
    requireDevices: settings.requireDevices,
    requireSignedCaptures: settings.requireSignedCaptures,
    requireConsentCode: settings.requireConsentCode,
    requireCollector: settings.requireCollector,
    requireExeat: settings.requireExeat,
    requireSecondFactor: settings.requireSecondFactor,
    fingerOnlyGate: settings.fingerOnlyGate,
    holdAfterChangeHours: String(settings.holdAfterChangeHours),
    holdFirstMeans: settings.holdFirstMeans,
    pinLength: String(settings.pinLength),
    tripAlarmMinutes: String(settings.tripAlarmMinutes),
    arrivalAlarmMinutes: String(settings.arrivalAlarmMinutes),
    requireProofForItems: settings.requireProofForItems,
    eraseLeaversDays: String(settings.eraseLeaversDays),
    forgetPlacesDays: String(settings.forgetPlacesDays),
    ...attendanceValues(settings),
    ...Object.assign({}, ...FEES.map((name) => typedFee(name, settings[name]))),
  };
}

function FeeFields({ name, form }: { name: FeeName; form: UseFormReturnType<RulesValues> }) {
  const { t } = useTranslation('schools');
  return (
    <Fieldset legend={t(`rules.fees.${name}`)}>
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md" verticalSpacing="md">
        {PARTS.map((each) => {
          const field = {
            ...form.getInputProps(`${name}_${each}`),
            label: t(`rules.parts.${each}`),
            placeholder: each === 'cap' ? t('rules.noCap') : '0',
          };
          return each === 'percent' ? (
            <TextInput key={each} {...field} inputMode="decimal" maxLength={10} autoComplete="off" />
          ) : (
            <AmountField key={each} {...field} />
          );
        })}
      </SimpleGrid>
    </Fieldset>
  );
}

function typedFee(name: FeeName, fee: Fee | null): Record<string, string> {
  const text = (part: number | null | undefined) => (part ? String(part) : '');
  return Object.fromEntries(PARTS.map((each) => [`${name}_${each}`, text(fee?.[each])]));
}

/** Returns the fee from its fields; empty fields remove the fee. */
function feeOf(values: RulesValues, name: FeeName) {
  const text = (each: (typeof PARTS)[number]) => String(values[`${name}_${each}`] ?? '').trim();
  return { fixed: text('fixed') || '0', percent: text('percent') || '0', cap: text('cap') };
}
