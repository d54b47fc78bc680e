import { Button, Checkbox } from '@mantine/core';
import type { AnswerOf } from '@mfuko/contract/endpoint';
import { createSchool } from '@mfuko/contract/schools';
import { useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { CallError } from '../../lib/problems.ts';
import { useRecord } from '../../lib/queries.ts';
import { dropDraft, useDraftName } from '../../ui/draft-storage.ts';
import { FormColumn } from '../../ui/FormColumn.tsx';
import { useContractForm } from '../../ui/form.ts';
import { hideNotices, showDone, showNotice } from '../../ui/notify.tsx';
import { showRefusal } from '../../ui/refusal.ts';
import { LogoField } from './LogoField.tsx';
import { SCHOOL_READS } from './refreshed.ts';
import { SchoolFields, type SchoolValues, typedSchool, useSchoolLabels } from './SchoolFields.tsx';

const EMPTY = { SchoolCode: '', OfficialName: '', ShortName: '', Pobox: '', Town: '', CountySYSID: '', countyName: '' };
/**
 * Rules that are proposed to a new school; over the API they are off unless set. The last two are offered and not proposed: before its lists and
 * passes are written they keep every child of a day school in.
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
  const labels = useSchoolLabels();
  const draft = useDraftName('school.add.details');
  const form = useContractForm<SchoolValues>({ ...createSchool, input: typedSchool }, EMPTY, draft);
  const [logo, setLogo] = useState<File | null>(null);
  const [rules, setRules] = useState(RULES);
  const [badLogo, setBadLogo] = useState<string | null>(null);
  const create = useRecord(createSchool, {
    refresh: SCHOOL_READS,
    onDone: (school) => {
      // Whatever was to be mended has been.
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
        // A missing logo is said together with what else is missing.
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
