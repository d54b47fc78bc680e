import { SimpleGrid, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { fieldMessage } from '@mfuko/contract/field-errors';
import { createSchool, getCounties } from '@mfuko/contract/schools';
import { z } from 'zod';
import { useTranslation } from '../../lib/i18n.ts';
import { PickOne } from '../../ui/PickOne.tsx';

/** School values: the typed fields of a school. The county's name is shown only. */
export interface SchoolValues extends Record<string, unknown> {
  SchoolCode: string;
  OfficialName: string;
  ShortName: string;
  Pobox: string;
  Town: string;
  CountySYSID: string;
  countyName: string;
}

const { SchoolCode, OfficialName, ShortName, Pobox, Town } = createSchool.input.shape;
// The logo is not among the form's values: drafts store them, and cannot store a file. The fields stand in the screen's order, which the
// error summary follows.
export const typedSchool = z.object({
  SchoolCode,
  OfficialName,
  ShortName,
  Pobox,
  Town,
  CountySYSID: z.string().min(1, fieldMessage('required')),
});
const FIELDS = ['SchoolCode', 'OfficialName', 'ShortName', 'Pobox', 'Town', 'CountySYSID'] as const;

export function useSchoolLabels(): Record<(typeof FIELDS)[number], string> {
  const { t } = useTranslation('schools');
  return {
    SchoolCode: t('fields.SchoolCode'),
    OfficialName: t('fields.OfficialName'),
    ShortName: t('fields.ShortName'),
    Pobox: t('fields.Pobox'),
    Town: t('fields.Town'),
    CountySYSID: t('fields.CountySYSID'),
  };
}

export function SchoolFields({ form }: { form: UseFormReturnType<SchoolValues> }) {
  const labels = useSchoolLabels();
  const field = (name: (typeof FIELDS)[number]) => ({
    ...form.getInputProps(name),
    label: labels[name],
    required: true,
    autoComplete: 'off',
  });
  const { value: _value, onChange: _change, ...county } = field('CountySYSID');
  return (
    <>
      <TextInput {...field('SchoolCode')} maxLength={20} />
      <TextInput {...field('OfficialName')} maxLength={120} />
      <TextInput {...field('ShortName')} maxLength={40} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="md">
        <TextInput {...field('Pobox')} maxLength={60} />
        <TextInput {...field('Town')} maxLength={60} />
      </SimpleGrid>
      <PickOne
        {...county}
        endpoint={getCounties}
        toOption={({ sysid, name }) => ({ value: sysid, label: name })}
        value={form.values.CountySYSID || null}
        valueLabel={form.values.countyName}
        onPick={(picked) => {
          form.setValues({ CountySYSID: picked?.sysid ?? '', countyName: picked?.name ?? '' });
          form.clearFieldError('CountySYSID');
        }}
      />
    </>
  );
}
