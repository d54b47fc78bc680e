import { Button, NativeSelect, SimpleGrid, TextInput } from '@mantine/core';
import { LANGUAGES, type Language } from '@mfuko/contract/sms';
import {
  addContact,
  type Contact,
  getContact,
  getContacts,
  type PassageWish,
  updateContact,
} from '@mfuko/contract/students';
import { useTranslation } from '../../lib/i18n.ts';
import { useSureRecord } from '../../school/attempts/useSureRecord.ts';
import { FormColumn } from '../../ui/FormColumn.tsx';
import { useContractForm } from '../../ui/form.ts';
import { showDone } from '../../ui/notify.tsx';
import { PhoneField } from '../../ui/PhoneField.tsx';
import { showRefusal } from '../../ui/refusal.ts';
import { useConflict } from '../../ui/useConflict.tsx';
import { useEditDraft } from '../../ui/useEditDraft.tsx';
import { NotifyField } from './NotifyField.tsx';

const FIELDS = ['name', 'mobileNumber', 'email', 'language', 'notify'] as const;
// The student is fixed here, so the form has no field for it.
const typed = { ...addContact, input: addContact.input.omit({ studentSYSID: true }) };

interface GuardianFormProps {
  readonly studentSYSID: string;
  /** Guardian to edit; null for a new one. */
  readonly guardian: Omit<Contact, 'studentSYSID'> | null;
  readonly onSaved: () => void;
}

const EMPTY = { name: '', mobileNumber: '', email: '', language: 'en' as Language, notify: [] as PassageWish[] };

function valuesOf({ name, mobileNumber, email, language, notify }: Omit<Contact, 'studentSYSID'>) {
  return { name, mobileNumber, email: email ?? '', language, notify };
}

/** Adds or edits a guardian of a student. */
export function GuardianForm({ studentSYSID, guardian, onSaved }: GuardianFormProps) {
  const { t } = useTranslation('students');
  const form = useContractForm(typed, guardian ? valuesOf(guardian) : EMPTY);
  const labels = Object.fromEntries(FIELDS.map((name) => [name, t(`guardian.fields.${name}`)]));
  const outcome = (text: string) => ({
    refresh: [getContacts, getContact],
    onDone: () => {
      draft.drop();
      showDone(text);
      onSaved();
    },
    onError: (error: unknown) =>
      conflict.caught(error) || showRefusal(form, error, { 'guardian.duplicate': 'mobileNumber' }),
  });
  const add = useSureRecord(addContact, outcome(t('guardian.done')));
  const mend = useSureRecord(updateContact, outcome(t('guardian.saved')));
  const conflict = useConflict({
    form,
    updated: guardian?.updated ?? '',
    labels,
    valuesOf,
    show: (name, value) =>
      name === 'language'
        ? t(`guardian.languages.${value as Language}`)
        : name === 'notify'
          ? (value as PassageWish[]).map((wish) => t(`guardian.notify.${wish}`)).join(', ')
          : String(value),
    save: (values, updated) => guardian && mend.mutate({ sysid: guardian.sysid, ...values, updated }),
  });
  const draft = useEditDraft(form, {
    kind: 'guardian',
    record: { sysid: guardian?.sysid ?? `new:${studentSYSID}`, updated: conflict.updated },
  });
  const field = (name: (typeof FIELDS)[number]) => ({
    ...form.getInputProps(name),
    label: t(`guardian.fields.${name}`),
    autoComplete: 'off',
  });
  return (
    <FormColumn
      form={form}
      labels={labels}
      onSubmit={(values) =>
        guardian
          ? mend.mutate({ sysid: guardian.sysid, ...values, updated: conflict.updated })
          : add.mutate({ ...values, studentSYSID })
      }
      buttons={
        <Button type="submit" loading={add.isPending || mend.isPending}>
          {guardian ? t('edit.save') : t('guardian.add')}
        </Button>
      }
    >
      {draft.note}
      <TextInput {...field('name')} required maxLength={120} data-autofocus />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="md">
        <PhoneField {...field('mobileNumber')} required />
        <TextInput {...field('email')} type="email" />
        <NativeSelect
          {...field('language')}
          data={LANGUAGES.map((value) => ({ value, label: t(`guardian.languages.${value}`) }))}
        />
      </SimpleGrid>
      <NotifyField {...form.getInputProps('notify')} />
      {conflict.dialog}
    </FormColumn>
  );
}
