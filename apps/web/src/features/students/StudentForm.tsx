import { Button, Select, TextInput } from '@mantine/core';
import { fieldMessage } from '@mfuko/contract/field-errors';
import { admissionNumber, words } from '@mfuko/contract/ids';
import { getClasses } from '@mfuko/contract/schools';
import { getStudent, getStudents, STUDENT_STATUS, type StudentDetails, updateStudent } from '@mfuko/contract/students';
import { useState } from 'react';
import { z } from 'zod';
import { formatMoney } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { CallError } from '../../lib/problems.ts';
import { numberOf } from '../../school/admission-number.ts';
import { useSureRecord } from '../../school/attempts/useSureRecord.ts';
import { useDraftState } from '../../ui/draft-storage.ts';
import { FormColumn } from '../../ui/FormColumn.tsx';
import { useContractForm } from '../../ui/form.ts';
import { latePart } from '../../ui/late-part.tsx';
import { showDone } from '../../ui/notify.tsx';
import { showRefusal } from '../../ui/refusal.ts';
import { useConflict } from '../../ui/useConflict.tsx';
import { useEditDraft } from '../../ui/useEditDraft.tsx';
import { ClassPicker } from './ClassPicker.tsx';
import { PinField } from './PinField.tsx';

// Lazy chunk: the pills and suggestions are half as large as the form, which works without them.
const DietFields = latePart(() => import('./DietFields.tsx').then((it) => it.DietFields));

const FIELDS = [
  'admissionNumber',
  'names',
  'classSYSID',
  'birthMonth',
  'checkPin',
  'allergens',
  'blockedMenuSYSIDs',
  'status',
  'override',
] as const;
/** Fields that drafts never store: a new PIN is known to the student only. */
const NEVER_KEPT = ['checkPin'] as const;
// In the screen's order, which the error summary follows.
const { birthMonth, checkPin, status, allergens, blockedMenuSYSIDs } = updateStudent.input.shape;
const typed = {
  ...updateStudent,
  input: z.object({
    admissionNumber,
    names: words(140),
    classSYSID: z.string().min(1, fieldMessage('required')),
    birthMonth,
    checkPin,
    allergens,
    blockedMenuSYSIDs,
    status,
    override: z.union([z.literal(''), words(200)]),
  }),
};

function valuesOf({ admissionNumber: number, names, classSYSID, status: is, ...diet }: StudentDetails) {
  return {
    admissionNumber: number,
    names,
    classSYSID,
    status: is as string,
    birthMonth: diet.birthMonth ?? '',
    allergens: diet.allergens,
    blockedMenuSYSIDs: diet.blockedMenuSYSIDs,
  };
}

/** Form that edits a student: number, names, class, diet, status, and a new PIN. Sends changed fields only. */
export function StudentForm({
  student: given,
  onSaved,
}: {
  student: StudentDetails;
  onSaved: (student: StudentDetails) => void;
}) {
  const { t } = useTranslation('students');
  // The student as first loaded: a reload must not change the version against which the edits are compared.
  const [student] = useState(given);
  const before = { ...valuesOf(student), checkPin: '', override: '' };
  const [reasonHelps, setReasonHelps] = useState(false);
  const form = useContractForm(typed, before);
  const draft = useEditDraft(form, {
    kind: 'student',
    record: student,
    left: NEVER_KEPT,
    onDiscard: () => setClassName(() => student.className),
  });
  const [className, setClassName] = useDraftState(
    `student.edit.class:${student.sysid}:${student.updated}`,
    student.className,
  );
  const update = useSureRecord(updateStudent, {
    refresh: [getStudents, getStudent, getClasses],
    onDone: (saved) => {
      draft.drop();
      const leftWithMoney = saved.status === 'left' && student.status === 'active' && saved.balance > 0;
      showDone(
        leftWithMoney
          ? t('leave.withMoney', { names: saved.names, balance: formatMoney(saved.balance) })
          : t('edit.saved'),
      );
      onSaved(saved);
    },
    onError: (error) => {
      if (conflict.caught(error)) return;
      if (error instanceof CallError && error.detail.reasonHelps === true) setReasonHelps(true);
      showRefusal(form, error, {
        'student.duplicate': 'admissionNumber',
        'student.weak-pin': 'checkPin',
        'class.not-found': 'classSYSID',
        'student.inside': 'status',
        'student.aboard': 'status',
      });
    },
  });
  const labels = Object.fromEntries(FIELDS.map((name) => [name, t(`edit.fields.${name}`)]));
  const field = (name: (typeof FIELDS)[number]) => ({
    ...form.getInputProps(name),
    label: t(`edit.fields.${name}`),
    autoComplete: 'off',
  });
  const { value: _value, onChange: _change, ...classField } = field('classSYSID');
  function save(values: typeof before, updated: string, present = student) {
    const over = { ...before, ...valuesOf(present) };
    const changed = FIELDS.filter((name) => String(values[name]) !== String(over[name]));
    const change = Object.fromEntries(changed.map((name) => [name, values[name]]));
    update.mutate({ sysid: student.sysid, ...change, updated });
  }
  const conflict = useConflict({
    form,
    updated: student.updated,
    labels,
    valuesOf,
    show: (name, value, present: StudentDetails | null) =>
      name === 'classSYSID'
        ? (present?.className ?? className)
        : name === 'status'
          ? t(`status.${value as StudentDetails['status']}`)
          : name === 'blockedMenuSYSIDs'
            ? t('edit.blockedCount', { count: (value as readonly string[]).length })
            : Array.isArray(value)
              ? value.join(', ')
              : String(value),
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
      <TextInput
        {...field('admissionNumber')}
        required
        onChange={(event) => form.setFieldValue('admissionNumber', numberOf(event.currentTarget.value))}
        inputMode="numeric"
        data-card="takes"
      />
      <TextInput {...field('names')} required maxLength={140} />
      <ClassPicker
        {...classField}
        required
        picked={{ sysid: form.values.classSYSID, className }}
        onPick={(row) => {
          form.setFieldValue('classSYSID', row?.sysid ?? '');
          setClassName(() => row?.className ?? '');
        }}
      />
      <TextInput {...field('birthMonth')} type="month" description={t('birthMonthHint')} placeholder="2017-03" />
      <PinField
        {...form.getInputProps('checkPin')}
        label={t('edit.fields.checkPin')}
        description={student.hasPin ? t('edit.pinHint') : t('pin.hint')}
        value={form.values.checkPin}
        admissionNumber={form.values.admissionNumber}
        onChange={(pin) => form.setFieldValue('checkPin', pin)}
      />
      <DietFields allergens={form.getInputProps('allergens')} blocked={form.getInputProps('blockedMenuSYSIDs')} />
      <Select
        {...field('status')}
        data={STUDENT_STATUS.map((value) => ({ value, label: t(`status.${value}`) }))}
        allowDeselect={false}
        description={form.values.status === 'left' ? t('edit.leftHint') : undefined}
      />
      {reasonHelps && form.values.status === 'left' && (
        <TextInput {...field('override')} description={t('edit.reasonHint')} maxLength={200} />
      )}
      {conflict.dialog}
    </FormColumn>
  );
}
