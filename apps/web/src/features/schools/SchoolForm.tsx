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
/** Proposed to a new school; over the API it is off unless set. */
const REQUIRE_TILL = true;

/** Step 1 of Add School. */
export function SchoolForm({ onCreated }: { onCreated: (school: AnswerOf<typeof createSchool>) => void }) {
  const { t } = useTranslation('schools');
  const labels = useSchoolLabels();
  const draft = useDraftName('school.add.details');
  const form = useContractForm<SchoolValues>({ ...createSchool, input: typedSchool }, EMPTY, draft);
  const [logo, setLogo] = useState<File | null>(null);
  const [requireTill, setRequireTill] = useState(REQUIRE_TILL);
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
    if (logo) create.mutate({ ...values, Logo: logo, RequireTill: requireTill });
    else refuseLogo();
  }
  return (
    <FormColumn
      form={form}
      labels={labels}
      onSubmit={submit}
      buttons={
        <Button type="submit" loading={create.isPending}>
          {t('add.create')}
        </Button>
      }
    >
      <SchoolFields form={form} />
      <LogoField
        file={logo}
        error={badLogo}
        onPick={(file) => {
          setLogo(file);
          setBadLogo(null);
        }}
      />
      <Checkbox
        label={t('rules.requireTill')}
        description={t('rules.requireTillHint')}
        checked={requireTill}
        onChange={(event) => setRequireTill(event.currentTarget.checked)}
      />
    </FormColumn>
  );
}
