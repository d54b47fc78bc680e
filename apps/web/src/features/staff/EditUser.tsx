import { Button, Select, SimpleGrid, TextInput } from '@mantine/core';
import type { Duty, Role } from '@mfuko/contract/endpoint';
import { getProfiles, getUser, type UserDetails, updateUser } from '@mfuko/contract/staff';
import { useTranslation } from '../../lib/i18n.ts';
import { useSignedIn } from '../../lib/session.ts';
import { useSureRecord } from '../../school/attempts/useSureRecord.ts';
import { FormColumn } from '../../ui/FormColumn.tsx';
import { useContractForm } from '../../ui/form.ts';
import { showDone } from '../../ui/notify.tsx';
import { PhoneField } from '../../ui/PhoneField.tsx';
import { showRefusal } from '../../ui/refusal.ts';
import { useConflict } from '../../ui/useConflict.tsx';
import { useEditDraft } from '../../ui/useEditDraft.tsx';
import { DutiesField } from './DutiesField.tsx';

const FIELDS = ['role', 'phoneNumber', 'email', 'firstName', 'lastNames', 'duties'] as const;
const IN_A_SCHOOL = ['SchoolAdmin', 'CheckAgent'] as const satisfies readonly Role[];

function valuesOf({ role, mobileNumber, email, firstName, lastName, duties }: UserDetails) {
  return {
    role,
    phoneNumber: mobileNumber,
    email,
    firstName,
    lastNames: lastName,
    duties: (duties.length > 0 ? duties : ['gate']) as Duty[],
  };
}

/** Form for the names, phone, e-mail, role and duties of another user. */
export function EditUser({ user, onDone }: { user: UserDetails; onDone: () => void }) {
  const { t } = useTranslation('staff');
  const admin = useSignedIn().role === 'Admin';
  const form = useContractForm(updateUser, { sysid: user.sysid, ...valuesOf(user) });
  const draft = useEditDraft(form, { kind: 'user', record: user });
  const labels = Object.fromEntries(FIELDS.map((name) => [name, t(`fields.${name}`)]));
  const update = useSureRecord(updateUser, {
    refresh: [getProfiles, getUser],
    onDone: ({ nextNumber }) => {
      draft.drop();
      showDone(nextNumber ? t('one.savedNumberWaits') : t('one.saved'));
      onDone();
    },
    onError: (error) => conflict.caught(error) || showRefusal(form, error, { 'user.duplicate-phone': 'phoneNumber' }),
  });
  const conflict = useConflict({
    form,
    updated: user.updated,
    labels,
    valuesOf,
    show: (name, value) =>
      name === 'duties'
        ? (value as Duty[]).map((duty) => t(`duties.${duty}`)).join(', ')
        : name === 'role'
          ? t(`roles.${value as Role}`)
          : String(value),
    save: (values, updated) => update.mutate({ ...values, updated }),
  });
  const field = (name: (typeof FIELDS)[number]) => ({
    ...form.getInputProps(name),
    label: t(`fields.${name}`),
    required: true,
  });
  return (
    <FormColumn
      form={form}
      labels={labels}
      onSubmit={(values) => update.mutate({ ...values, updated: conflict.updated })}
      buttons={
        <Button type="submit" loading={update.isPending}>
          {t('one.save')}
        </Button>
      }
    >
      {draft.note}
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="md">
        <TextInput {...field('firstName')} maxLength={60} autoComplete="off" />
        <TextInput {...field('lastNames')} maxLength={80} autoComplete="off" />
      </SimpleGrid>
      <PhoneField {...field('phoneNumber')} description={t('one.signsOut')} />
      <TextInput {...field('email')} type="email" autoComplete="off" />
      {admin && user.role !== 'Admin' && (
        <Select
          {...field('role')}
          description={t('one.signsOut')}
          data={IN_A_SCHOOL.map((value) => ({ value, label: t(`roles.${value}`) }))}
          allowDeselect={false}
        />
      )}
      {form.values.role === 'CheckAgent' && (
        <DutiesField {...field('duties')} description={`${t('add.dutiesHint')} ${t('one.signsOut')}`} />
      )}
      {conflict.dialog}
    </FormColumn>
  );
}
