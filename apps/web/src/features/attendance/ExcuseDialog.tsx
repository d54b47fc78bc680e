import { Button } from '@mantine/core';
import { type AttendanceRow, type ExcuseReason, excuseAbsence } from '@mfuko/contract/attendance';
import { useTranslation } from '../../lib/i18n.ts';
import { useRecord } from '../../lib/queries.ts';
import { FormColumn } from '../../ui/FormColumn.tsx';
import { useContractForm } from '../../ui/form.ts';
import { showDone } from '../../ui/notify.tsx';
import { showRefusal } from '../../ui/refusal.ts';
import { TitledModal } from '../../ui/TitledModal.tsx';
import { DaysFields, EXCUSE_REFRESH, NoteField, ReasonField, useExcuseLabels } from './ExcuseFields.tsx';

interface ExcuseDialogProps {
  /** Row to excuse; undefined while the dialog is closed. */
  readonly row: AttendanceRow | undefined;
  readonly day: string;
  readonly onClose: () => void;
}

export function ExcuseDialog({ row, day, onClose }: ExcuseDialogProps) {
  const { t } = useTranslation('attendance');
  return (
    <TitledModal opened={row !== undefined} onClose={onClose} title={row && t('excuse.title', { names: row.names })}>
      {row && <ExcuseForm key={row.sysid} row={row} day={day} onSaved={onClose} />}
    </TitledModal>
  );
}

/** Reason and days of an excuse. */
function ExcuseForm({ row, day, onSaved }: { row: AttendanceRow; day: string; onSaved: () => void }) {
  const { t } = useTranslation('attendance');
  const form = useContractForm(excuseAbsence, {
    studentSYSID: row.sysid,
    from: day,
    until: day,
    reason: 'sick',
    note: '',
  });
  const labels = useExcuseLabels();
  const save = useRecord(excuseAbsence, {
    refresh: EXCUSE_REFRESH,
    onDone: () => {
      showDone(t('excuse.done', { names: row.names }));
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
      <ReasonField form={form} autoFocus />
      <DaysFields form={form} />
      <NoteField form={form} hint={t('excuse.noteHint')} />
    </FormColumn>
  );
}
