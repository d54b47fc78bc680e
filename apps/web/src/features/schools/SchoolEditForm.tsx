import { Button } from '@mantine/core';
import { type SchoolRecord, updateSchool } from '@mfuko/contract/schools';
import { useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { CallError } from '../../lib/problems.ts';
import { useSureRecord } from '../../school/attempts/useSureRecord.ts';
import { FormColumn } from '../../ui/FormColumn.tsx';
import { useContractForm } from '../../ui/form.ts';
import { showDone } from '../../ui/notify.tsx';
import { showRefusal } from '../../ui/refusal.ts';
import { useConflict } from '../../ui/useConflict.tsx';
import { useEditDraft } from '../../ui/useEditDraft.tsx';
import { LogoField } from './LogoField.tsx';
import { SCHOOL_READS } from './refreshed.ts';
import { SchoolFields, type SchoolValues, typedSchool, useSchoolLabels } from './SchoolFields.tsx';
import { SchoolLogo } from './SchoolLogo.tsx';

function valuesOf(school: SchoolRecord): SchoolValues {
  return {
    SchoolCode: school.schoolCode,
    OfficialName: school.officialName,
    ShortName: school.shortName,
    Pobox: school.pobox ?? '',
    Town: school.town,
    CountySYSID: school.countySYSID,
    countyName: school.countyName,
  };
}

/** Form that edits a registered school. The logo stays unless another one is chosen. */
export function SchoolEditForm({ school, onDone }: { school: SchoolRecord; onDone: () => void }) {
  const { t } = useTranslation('schools');
  const labels = useSchoolLabels();
  const [logo, setLogo] = useState<File | null>(null);
  const [badLogo, setBadLogo] = useState<string | null>(null);
  const form = useContractForm<SchoolValues>({ ...updateSchool, input: typedSchool }, valuesOf(school));
  const draft = useEditDraft(form, { kind: 'school', record: school });
  const update = useSureRecord(updateSchool, {
    refresh: SCHOOL_READS,
    onDone: () => {
      draft.drop();
      showDone(t('edit.done'));
      onDone();
    },
    onError: (error) => {
      if (error instanceof CallError && error.problem === 'school.bad-logo') setBadLogo(t('add.badLogo'));
      else if (!conflict.caught(error)) showRefusal(form, error, { 'school.duplicate': 'SchoolCode' });
    },
  });
  function save({ countyName: _, ...values }: SchoolValues, updated: string) {
    update.mutate({ ...values, sysid: school.sysid, updated, ...(logo ? { Logo: logo } : {}) });
  }
  const conflict = useConflict({
    form,
    updated: school.updated,
    labels,
    valuesOf,
    show: (name, value, present: SchoolRecord | null) =>
      name === 'CountySYSID' ? (present?.countyName ?? form.values.countyName) : String(value),
    save,
  });
  return (
    <FormColumn
      form={form}
      labels={labels}
      onSubmit={(values) => save(values, conflict.updated)}
      buttons={
        <Button type="submit" loading={update.isPending}>
          {t('edit.save')}
        </Button>
      }
    >
      {draft.note}
      {!logo && <SchoolLogo school={school} size={64} />}
      <SchoolFields form={form} />
      <LogoField
        file={logo}
        error={badLogo}
        onPick={(file) => {
          setLogo(file);
          setBadLogo(null);
        }}
      />
      {conflict.dialog}
    </FormColumn>
  );
}
