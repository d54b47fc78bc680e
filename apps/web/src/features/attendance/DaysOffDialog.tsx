import { Button, TextInput } from '@mantine/core';
import {
  attendanceFigures,
  attendanceRegister,
  getAttendance,
  getDaysOff,
  setDaysOff,
} from '@mfuko/contract/attendance';
import { useTranslation } from '../../lib/i18n.ts';
import { useRecord } from '../../lib/queries.ts';
import { FormColumn } from '../../ui/FormColumn.tsx';
import { useContractForm } from '../../ui/form.ts';
import { showDone } from '../../ui/notify.tsx';
import { showRefusal } from '../../ui/refusal.ts';
import { TitledModal } from '../../ui/TitledModal.tsx';
import { DaysFields } from './ExcuseFields.tsx';

interface DaysOffDialogProps {
  readonly opened: boolean;
  /** First day that is proposed. */
  readonly day?: string;
  readonly onClose: () => void;
}

/** Form that adds one day without school, or all days of a period. */
export function DaysOffDialog({ opened, day = '', onClose }: DaysOffDialogProps) {
  const { t } = useTranslation('attendance');
  return (
    <TitledModal opened={opened} onClose={onClose} title={t('off.title')}>
      <DaysOffForm day={day} onSaved={onClose} />
    </TitledModal>
  );
}

function DaysOffForm({ day, onSaved }: { day: string; onSaved: () => void }) {
  const { t } = useTranslation('attendance');
  const form = useContractForm(setDaysOff, { from: day, until: day, reason: '' });
  const labels = Object.fromEntries((['from', 'until', 'reason'] as const).map((name) => [name, t(`fields.${name}`)]));
  const save = useRecord(setDaysOff, {
    refresh: [getDaysOff, attendanceFigures, getAttendance, attendanceRegister],
    onDone: ({ days }) => {
      showDone(t('off.done', { count: days }));
      onSaved();
    },
    onError: (error) => showRefusal(form, error),
  });
  return (
    <FormColumn
      form={form}
      labels={labels}
      onSubmit={(values) => save.mutate(values)}
      buttons={
        <Button type="submit" loading={save.isPending}>
          {t('off.save')}
        </Button>
      }
    >
      <DaysFields form={form} autoFocus />
      <TextInput
        {...form.getInputProps('reason')}
        label={t('fields.reason')}
        description={t('off.reasonHint')}
        required
        maxLength={100}
        autoComplete="off"
      />
    </FormColumn>
  );
}
