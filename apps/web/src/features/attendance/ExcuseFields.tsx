import { Select, SimpleGrid, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { attendanceFigures, attendanceRegister, EXCUSE_REASONS, getAttendance } from '@mfuko/contract/attendance';
import { useTranslation } from '../../lib/i18n.ts';

/** Queries that an excuse changes. */
export const EXCUSE_REFRESH = [getAttendance, attendanceFigures, attendanceRegister];

type Field = 'from' | 'until' | 'reason' | 'note';

interface FieldsProps<Name extends Field> {
  readonly form: {
    getInputProps(field: Name): ReturnType<UseFormReturnType<Record<Name, string>>['getInputProps']>;
  };
  readonly autoFocus?: boolean;
}

export function useExcuseLabels(): Record<Field, string> {
  const { t } = useTranslation('attendance');
  return { from: t('fields.from'), until: t('fields.until'), reason: t('fields.reason'), note: t('fields.note') };
}

export function ReasonField({ form, autoFocus }: FieldsProps<'reason'>) {
  const { t } = useTranslation('attendance');
  return (
    <Select
      {...form.getInputProps('reason')}
      label={t('fields.reason')}
      data={EXCUSE_REASONS.map((value) => ({ value, label: t(`reasons.${value}`) }))}
      allowDeselect={false}
      data-autofocus={autoFocus}
    />
  );
}

interface NoteFieldProps extends FieldsProps<'note'> {
  readonly hint: string;
  readonly required?: boolean;
}

export function NoteField({ form, hint, autoFocus, required }: NoteFieldProps) {
  const { t } = useTranslation('attendance');
  return (
    <TextInput
      {...form.getInputProps('note')}
      label={t('fields.note')}
      description={hint}
      maxLength={200}
      autoComplete="off"
      data-autofocus={autoFocus}
      required={required}
    />
  );
}

/** First and last day of an excuse, or of days off. */
export function DaysFields({ form, autoFocus }: FieldsProps<'from' | 'until'>) {
  const { t } = useTranslation('attendance');
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="md">
      <TextInput
        {...form.getInputProps('from')}
        type="date"
        label={t('fields.from')}
        required
        data-autofocus={autoFocus}
      />
      <TextInput {...form.getInputProps('until')} type="date" label={t('fields.until')} required />
    </SimpleGrid>
  );
}
