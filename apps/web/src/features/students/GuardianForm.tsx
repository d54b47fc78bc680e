import { Button, NativeSelect, SimpleGrid, TextInput } from '@mantine/core';
import { LANGUAGES } from '@mfuko/contract/sms';
import { addContact, type Contact, getContact, getContacts, updateContact } from '@mfuko/contract/students';
import { useTranslation } from 'react-i18next';
import { useRecord } from '../../lib/queries.ts';
import { FormColumn } from '../../ui/FormColumn.tsx';
import { useContractForm } from '../../ui/form.ts';
import { showDone } from '../../ui/notify.tsx';
import { showRefusal } from '../../ui/refusal.ts';

const FIELDS = ['name', 'mobileNumber', 'email', 'language'] as const;
// The student is not typed here, so it is no field of the form.
const typed = { ...addContact, input: addContact.input.omit({ studentSYSID: true }) };

interface GuardianFormProps {
  readonly studentSYSID: string;
  /** null: a new one. */
  readonly guardian: Omit<Contact, 'studentSYSID'> | null;
  readonly onSaved: () => void;
}

/** Adds a guardian to a student, or mends one. */
export function GuardianForm({ studentSYSID, guardian, onSaved }: GuardianFormProps) {
  const { t } = useTranslation('students');
  const form = useContractForm(typed, {
    name: guardian?.name ?? '',
    mobileNumber: guardian?.mobileNumber ?? '',
    email: guardian?.email ?? '',
    language: guardian?.language ?? 'en',
  });
  const outcome = (text: string) => ({
    refresh: [getContacts, getContact],
    onDone: () => {
      showDone(text);
      onSaved();
    },
    onError: (error: unknown) => showRefusal(form, error, { 'guardian.duplicate': 'mobileNumber' }),
  });
  const add = useRecord(addContact, outcome(t('guardian.done')));
  const mend = useRecord(updateContact, outcome(t('guardian.saved')));
  const field = (name: (typeof FIELDS)[number]) => ({
    ...form.getInputProps(name),
    label: t(`guardian.fields.${name}`),
    autoComplete: 'off',
  });
  return (
    <FormColumn
      form={form}
      labels={Object.fromEntries(FIELDS.map((name) => [name, t(`guardian.fields.${name}`)]))}
      onSubmit={(values) =>
        guardian ? mend.mutate({ sysid: guardian.sysid, ...values }) : add.mutate({ ...values, studentSYSID })
      }
      buttons={
        <Button type="submit" loading={add.isPending || mend.isPending}>
          {guardian ? t('edit.save') : t('guardian.add')}
        </Button>
      }
    >
      <TextInput {...field('name')} required maxLength={120} data-autofocus />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="md">
        <TextInput {...field('mobileNumber')} required inputMode="tel" placeholder="254XXXXXXXXX" />
        <TextInput {...field('email')} type="email" />
        <NativeSelect
          {...field('language')}
          data={LANGUAGES.map((value) => ({ value, label: t(`guardian.languages.${value}`) }))}
        />
      </SimpleGrid>
    </FormColumn>
  );
}
