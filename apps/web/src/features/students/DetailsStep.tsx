import { Button, SimpleGrid, TextInput } from '@mantine/core';
import { fieldMessage } from '@mfuko/contract/field-errors';
import { words } from '@mfuko/contract/ids';
import { getClasses } from '@mfuko/contract/schools';
import { createStudent, getStudents } from '@mfuko/contract/students';
import { z } from 'zod';
import { useTranslation } from '../../lib/i18n.ts';
import type { Answer } from '../../lib/request.ts';
import { numberOf } from '../../school/admission-number.ts';
import { useSureRecord } from '../../school/attempts/useSureRecord.ts';
import { dropDraft, useDraftName, useDraftWithout } from '../../ui/draft-storage.ts';
import { FormColumn } from '../../ui/FormColumn.tsx';
import { useContractForm } from '../../ui/form.ts';
import { showDone } from '../../ui/notify.tsx';
import { showRefusal } from '../../ui/refusal.ts';
import { ClassPicker } from './ClassPicker.tsx';
import { NoClasses } from './NoClasses.tsx';
import { PinField } from './PinField.tsx';

const { admissionNumber, birthMonth, checkPin } = createStudent.input.shape;
// The two names are one field on the wire. The fields stand in the screen's order, which the error summary follows.
const typed = {
  ...createStudent,
  input: z.object({
    admissionNumber,
    firstName: words(60),
    lastName: words(79),
    classSYSID: z.string().min(1, fieldMessage('required')),
    birthMonth,
    checkPin,
  }),
};
const EMPTY = {
  admissionNumber: '',
  firstName: '',
  lastName: '',
  classSYSID: '',
  className: '',
  birthMonth: '',
  checkPin: '',
};
const FIELDS = ['admissionNumber', 'firstName', 'lastName', 'classSYSID', 'birthMonth', 'checkPin'] as const;
const NEVER_KEPT = ['checkPin'] as const;

interface DetailsStepProps {
  readonly onCreated: (student: Answer<typeof createStudent>, hasPin: boolean) => void;
}

/** Step 1 of Add Student. */
export function DetailsStep({ onCreated }: DetailsStepProps) {
  const { t } = useTranslation('students');
  const form = useContractForm(typed, EMPTY);
  const draft = useDraftName('student.add.details');
  useDraftWithout(form, draft, NEVER_KEPT);
  const create = useSureRecord(createStudent, {
    refresh: [getStudents, getClasses],
    onDone: (student, { checkPin }) => {
      showDone(t('add.done'));
      dropDraft(draft);
      onCreated(student, Boolean(checkPin));
    },
    onError: (error) =>
      showRefusal(form, error, {
        'student.duplicate': 'admissionNumber',
        'student.weak-pin': 'checkPin',
        'class.not-found': 'classSYSID',
      }),
  });
  const field = (name: (typeof FIELDS)[number]) => ({
    ...form.getInputProps(name),
    label: t(`fields.${name}`),
    required: true,
    autoComplete: 'off',
  });
  const { value: _value, onChange: _change, ...classField } = field('classSYSID');
  return (
    <FormColumn
      form={form}
      labels={Object.fromEntries(FIELDS.map((name) => [name, t(`fields.${name}`)]))}
      onSubmit={({ firstName, lastName, className: _, ...values }) =>
        create.mutate({ ...values, names: `${firstName.trim()} ${lastName.trim()}` })
      }
      buttons={
        <Button type="submit" loading={create.isPending}>
          {t('add.next')}
        </Button>
      }
    >
      <TextInput
        {...field('admissionNumber')}
        onChange={(event) => form.setFieldValue('admissionNumber', numberOf(event.currentTarget.value))}
        inputMode="numeric"
        data-card="takes"
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="md">
        <TextInput {...field('firstName')} maxLength={60} />
        <TextInput {...field('lastName')} maxLength={79} />
      </SimpleGrid>
      <ClassPicker
        {...classField}
        picked={{ sysid: form.values.classSYSID, className: form.values.className }}
        onPick={(row) => {
          form.setValues({ classSYSID: row?.sysid ?? '', className: row?.className ?? '' });
          form.clearFieldError('classSYSID');
        }}
      />
      <NoClasses />
      <TextInput
        {...field('birthMonth')}
        required={false}
        type="month"
        description={t('birthMonthHint')}
        placeholder="2017-03"
      />
      <PinField
        {...form.getInputProps('checkPin')}
        value={form.values.checkPin}
        admissionNumber={form.values.admissionNumber}
        onChange={(pin) => form.setFieldValue('checkPin', pin)}
      />
    </FormColumn>
  );
}
