import { Button, Checkbox } from '@mantine/core';
import type { AnswerOf } from '@mfuko/contract/endpoint';
import { fieldMessage } from '@mfuko/contract/field-errors';
import { kesOrZero } from '@mfuko/contract/money';
import { createSchool } from '@mfuko/contract/schools';
import { useState } from 'react';
import { z } from 'zod';
import { useTranslation } from '../../lib/i18n.ts';
import { CallError } from '../../lib/problems.ts';
import { useSureRecord } from '../../school/attempts/useSureRecord.ts';
import { AmountField } from '../../ui/AmountField.tsx';
import { dropDraft, useDraftName } from '../../ui/draft-storage.ts';
import { FormColumn } from '../../ui/FormColumn.tsx';
import { useContractForm } from '../../ui/form.ts';
import { hideNotices, showDone, showNotice } from '../../ui/notify.tsx';
import { showRefusal } from '../../ui/refusal.ts';
import { LogoField } from './LogoField.tsx';
import { SCHOOL_READS } from './refreshed.ts';
import { SchoolFields, type SchoolValues, typedSchool, useSchoolLabels } from './SchoolFields.tsx';

/** KES proposed to a new school: a child's spending of a few days. No reader tells a copied finger from a living one. */
const FINGER_ALONE = '200';
/** KES limit for all payments by a PIN that the office has set: the first pocket money of a term, until the child chooses a PIN. */
const FIRST_PIN = '500';
const EMPTY = {
  ...{ SchoolCode: '', OfficialName: '', ShortName: '', Pobox: '', Town: '', CountySYSID: '', countyName: '' },
  FingerAlone: FINGER_ALONE,
  FirstPin: FIRST_PIN,
};
const typed = typedSchool.extend({
  FingerAlone: z.union([z.literal(''), kesOrZero], fieldMessage('amount')),
  FirstPin: z.union([z.literal(''), kesOrZero], fieldMessage('amount')),
});
/**
 * Rules proposed to a new school; a school created over the API has them off. The last two start off: before lists of collectors and passes
 * exist, they would keep every child of a day school in.
 */
const RULES = {
  ...{ requireTill: true, requireProofForItems: true, holdFirstMeans: true, requireSecondFactor: true },
  ...{ requireCollector: false, requireExeat: false },
};
const SHOWN = [
  ['requireTill', 'rules.requireTill', 'rules.requireTillHint'],
  ['requireProofForItems', 'rules.itemProof', 'rules.itemProofHint'],
  ['holdFirstMeans', 'rules.holdFirstMeans', 'rules.holdFirstMeansHint'],
  ['requireSecondFactor', 'rules.requireSecondFactor', 'rules.requireSecondFactorHint'],
  ['requireCollector', 'rules.requireCollector', 'rules.requireCollectorHint'],
  ['requireExeat', 'rules.requireExeat', 'rules.requireExeatHint'],
] as const;

/** Step 1 of Add School. */
export function SchoolForm({ onCreated }: { onCreated: (school: AnswerOf<typeof createSchool>) => void }) {
  const { t } = useTranslation('schools');
  const labels = { ...useSchoolLabels(), FingerAlone: t('add.fingerAlone'), FirstPin: t('add.firstPin') };
  const draft = useDraftName('school.add.details');
  const form = useContractForm<SchoolValues>({ ...createSchool, input: typed }, EMPTY, draft);
  const [logo, setLogo] = useState<File | null>(null);
  const [rules, setRules] = useState(RULES);
  const [badLogo, setBadLogo] = useState<string | null>(null);
  const create = useSureRecord(createSchool, {
    refresh: SCHOOL_READS,
    onDone: (school) => {
      // Notices about missing fields no longer apply.
      hideNotices();
      showDone(t('add.done'));
      dropDraft(draft);
      onCreated(school);
    },
    onError: (error) => {
      if (error instanceof CallError && (error.problem === 'school.bad-logo' || 'Logo' in error.fields)) refuseLogo();
      else showRefusal(form, error, { 'school.duplicate': 'SchoolCode' });
    },
  });
  function refuseLogo() {
    setBadLogo(t('add.badLogo'));
    showNotice(t('add.upload'), t('add.badLogo'));
  }
  function submit({ countyName: _, ...values }: SchoolValues) {
    if (!logo) return refuseLogo();
    const {
      requireTill: RequireTill,
      requireProofForItems: RequireProofForItems,
      holdFirstMeans: HoldFirstMeans,
      requireSecondFactor: RequireSecondFactor,
      requireCollector: RequireCollector,
      requireExeat: RequireExeat,
    } = rules;
    create.mutate({
      ...{ ...values, Logo: logo },
      ...{ RequireTill, RequireProofForItems, HoldFirstMeans, RequireSecondFactor, RequireCollector, RequireExeat },
    });
  }
  return (
    <FormColumn
      form={form}
      labels={labels}
      onSubmit={submit}
      buttons={
        // Custom submit, so that a missing logo is reported together with the other missing fields.
        <Button
          type="submit"
          loading={create.isPending}
          onClick={() => {
            if (!logo) setBadLogo(t('add.badLogo'));
          }}
        >
          {t('add.create')}
        </Button>
      }
    >
      <SchoolFields form={form} />
      <LogoField
        file={logo}
        error={badLogo}
        required
        onPick={(file) => {
          setLogo(file);
          setBadLogo(null);
        }}
      />
      <AmountField
        {...form.getInputProps('FingerAlone')}
        label={t('add.fingerAlone')}
        description={t('add.fingerAloneHint')}
      />
      <AmountField {...form.getInputProps('FirstPin')} label={t('add.firstPin')} description={t('add.firstPinHint')} />
      {SHOWN.map(([name, text, hint]) => (
        <Checkbox
          key={name}
          label={t(text)}
          description={t(hint)}
          checked={rules[name]}
          onChange={(event) => setRules({ ...rules, [name]: event.currentTarget.checked })}
        />
      ))}
    </FormColumn>
  );
}
