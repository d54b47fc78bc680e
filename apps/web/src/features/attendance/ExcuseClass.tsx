import { Button, Group } from '@mantine/core';
import { type ExcuseReason, excuseClass } from '@mfuko/contract/attendance';
import { useState } from 'react';
import { formatCount } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useRecord } from '../../lib/queries.ts';
import { useClassOptions } from '../../school/useClassOptions.ts';
import { FormColumn } from '../../ui/FormColumn.tsx';
import { useContractForm } from '../../ui/form.ts';
import { showDone } from '../../ui/notify.tsx';
import { showRefusal } from '../../ui/refusal.ts';
import { TitledModal } from '../../ui/TitledModal.tsx';
import { DaysFields, EXCUSE_REFRESH, NoteField, ReasonField, useExcuseLabels } from './ExcuseFields.tsx';

interface ExcuseClassProps {
  readonly classSYSID: string;
  readonly day: string;
}

/** Excuses the whole class that is shown, as for a trip or a funeral. */
export function ExcuseClass({ classSYSID, day }: ExcuseClassProps) {
  const { t } = useTranslation('attendance');
  const [asked, ask] = useState(false);
  const name = useClassOptions().find(({ value }) => value === classSYSID)?.label ?? '';
  return (
    <Group>
      <Button variant="default" onClick={() => ask(true)}>
        {t('excuse.class', { class: name })}
      </Button>
      <TitledModal opened={asked} onClose={() => ask(false)} title={t('excuse.class', { class: name })}>
        {asked && <ClassForm classSYSID={classSYSID} day={day} onSaved={() => ask(false)} />}
      </TitledModal>
    </Group>
  );
}

function ClassForm({ classSYSID, day, onSaved }: ExcuseClassProps & { onSaved: () => void }) {
  const { t } = useTranslation('attendance');
  const form = useContractForm(excuseClass, { classSYSID, from: day, until: day, reason: 'other', note: '' });
  const labels = useExcuseLabels();
  const save = useRecord(excuseClass, {
    refresh: EXCUSE_REFRESH,
    onDone: ({ students }) => {
      showDone(t('excuse.classDone', { count: students, shown: formatCount(students) }));
      onSaved();
    },
    onError: (error) => showRefusal(form, error),
  });
  return (
    <FormColumn
      form={form}
      labels={labels}
      onSubmit={(values) => save.mutate({ ...values, reason: values.reason as ExcuseReason })}
      buttons={
        <Button type="submit" loading={save.isPending}>
          {t('excuse.save')}
        </Button>
      }
    >
      <NoteField form={form} hint={t('excuse.classHint')} autoFocus required />
      <ReasonField form={form} />
      <DaysFields form={form} />
    </FormColumn>
  );
}
