import { Button, NativeSelect, Skeleton, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useSureRecord } from '../../school/attempts/useSureRecord.ts';
import { AmountField } from '../../ui/AmountField.tsx';
import '@mantine/core/styles/Switch.css';
import {
  getLimits,
  getStudentLimits,
  type LimitScope,
  type Limits,
  setLimits,
  WISH_WAYS,
} from '@mfuko/contract/limits';
import { useRef } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { useCall } from '../../lib/queries.ts';
import { FormColumn } from '../../ui/FormColumn.tsx';
import { useContractForm } from '../../ui/form.ts';
import { ErrorState } from '../../ui/Notice.tsx';
import { showDone } from '../../ui/notify.tsx';
import { showRefusal } from '../../ui/refusal.ts';
import { useConflict } from '../../ui/useConflict.tsx';
import { useEditDraft } from '../../ui/useEditDraft.tsx';

interface LimitsFormProps {
  readonly scope: LimitScope;
  /** Id of the class or the student. */
  readonly sysid?: string;
  readonly onDone: () => void;
  /** Called on Cancel, where the form replaces the view that it edits. */
  readonly onCancel?: () => void;
}

/** Form for the limits of a school, a class or a student, and for a guardian's wishes. */
export function LimitsForm({ scope, sysid, ...ends }: LimitsFormProps) {
  // Loads the texts of the children before they render.
  useTranslation('limits');
  const now = useCall(getLimits, { scope, ...(sysid ? { sysid } : {}) }, { staleTime: 0 });
  // A reload, as on returning to the window, does not replace typed values.
  const begun = useRef<Limits>(undefined);
  if (!now.isFetching) begun.current ??= now.data;
  if (begun.current) return <Fields now={begun.current} {...ends} />;
  if (now.isError) return <ErrorState error={now.error} onRetry={() => void now.refetch()} />;
  return (
    <Stack gap="md">
      {[1, 2, 3, 4].map((row) => (
        <Skeleton key={row} height={60} />
      ))}
    </Stack>
  );
}

interface LimitValues extends Record<string, unknown> {
  scope: LimitScope;
}

const LABELLED = [
  'cashOut',
  'day',
  'week',
  'spending',
  'fingerAlone',
  'firstPin',
  'cashOutsPerDay',
  'approvalAbove',
  'wishedBy',
  'wishedHow',
  'wishedOn',
] as const;
const SWITCHES = ['noCash', 'onCampusOnly'] as const;
const AMOUNTS = ['cashOut', 'day', 'week', 'spending', 'fingerAlone'] as const;

function Fields({ now, onDone, onCancel }: { now: Limits } & Pick<LimitsFormProps, 'onDone' | 'onCancel'>) {
  const { t } = useTranslation('limits');
  const { t: tUi } = useTranslation('ui');
  const { scope } = now;
  const school = scope === 'school';
  const guardian = scope === 'guardian';
  const form = useContractForm<LimitValues>(setLimits, valuesOf(now));
  const save = useSureRecord(setLimits, {
    refresh: [getLimits, getStudentLimits],
    onDone: () => {
      draft.drop();
      showDone(t('saved'));
      onDone();
    },
    onError: (error) => conflict.caught(error) || showRefusal(form, error),
  });
  const labels = Object.fromEntries(LABELLED.map((field) => [field, t(`fields.${field}`)]));
  const conflict = useConflict({
    form,
    updated: now.updated,
    labels: { ...labels, ...Object.fromEntries(SWITCHES.map((field) => [field, t(`fields.${field}`)])) },
    valuesOf,
    amounts: [...AMOUNTS, 'approvalAbove', 'firstPin'],
    show: (field, value) =>
      field === 'wishedHow' ? t(`ways.${value as (typeof WISH_WAYS)[number]}`) : String(value ?? ''),
    save: (values, updated) => save.mutate({ ...values, updated }),
  });
  const draft = useEditDraft(form, {
    kind: 'limits',
    record: { sysid: `${scope}:${now.sysid}`, updated: conflict.updated },
  });
  const amount = (field: (typeof AMOUNTS)[number] | 'approvalAbove' | 'firstPin', hint: string) => (
    <AmountField
      key={field}
      {...form.getInputProps(field)}
      label={t(`fields.${field}`)}
      description={hint}
      autoFocus={field === 'cashOut' && !guardian}
    />
  );
  const hints = {
    cashOut: t('hints.empty'),
    day: t('hints.empty'),
    week: t('hints.week'),
    spending: t('hints.spending'),
    fingerAlone: t('hints.fingerAlone'),
  };
  return (
    <FormColumn
      form={form}
      labels={labels}
      onSubmit={(values) => save.mutate({ ...values, updated: conflict.updated })}
      buttons={
        <>
          {onCancel && (
            <Button variant="default" onClick={onCancel}>
              {tUi('cancel')}
            </Button>
          )}
          <Button type="submit" loading={save.isPending}>
            {t('save')}
          </Button>
        </>
      }
    >
      {draft.note}
      <Text size="sm" c="dimmed">
        {t(guardian ? 'hints.takeAway' : 'strictest')}
      </Text>
      {guardian && (
        <>
          <TextInput
            {...form.getInputProps('wishedBy')}
            label={t('fields.wishedBy')}
            description={t('hints.wishedBy')}
            maxLength={100}
            autoComplete="off"
            autoFocus
            required
          />
          <NativeSelect
            {...form.getInputProps('wishedHow')}
            label={t('fields.wishedHow')}
            data={WISH_WAYS.map((way) => ({ value: way, label: t(`ways.${way}`) }))}
          />
          <TextInput {...form.getInputProps('wishedOn')} label={t('fields.wishedOn')} type="date" />
        </>
      )}
      {AMOUNTS.map((field) => amount(field, hints[field]))}
      <Switch {...form.getInputProps('noCash', { type: 'checkbox' })} label={t('fields.noCash')} />
      {school && (
        <>
          <TextInput
            {...form.getInputProps('cashOutsPerDay')}
            label={t('fields.cashOutsPerDay')}
            description={t('hints.cashOutsPerDay')}
            inputMode="numeric"
            maxLength={10}
            autoComplete="off"
          />
          {amount('approvalAbove', t('hints.approvalAbove'))}
          {amount('firstPin', t('hints.firstPin'))}
          <Switch {...form.getInputProps('onCampusOnly', { type: 'checkbox' })} label={t('fields.onCampusOnly')} />
        </>
      )}
      {conflict.dialog}
    </FormColumn>
  );
}

/** Returns the fields of the scope; a school has fields of its own, and a guardian's wish names the guardian. */
function valuesOf(now: Limits): LimitValues {
  return {
    scope: now.scope,
    sysid: now.sysid,
    cashOut: typed(now.cashOut),
    day: typed(now.day),
    week: typed(now.week),
    spending: typed(now.spending),
    fingerAlone: typed(now.fingerAlone),
    noCash: now.noCash,
    ...(now.scope === 'school'
      ? {
          cashOutsPerDay: typed(now.cashOutsPerDay),
          approvalAbove: typed(now.approvalAbove),
          firstPin: typed(now.firstPin),
          onCampusOnly: now.onCampusOnly,
        }
      : {}),
    ...(now.scope === 'guardian'
      ? { wishedBy: now.wishedBy ?? '', wishedHow: now.wishedHow ?? 'in-person', wishedOn: now.wishedOn ?? '' }
      : {}),
  };
}

function typed(value: number | null): string {
  return value === null ? '' : String(value);
}
