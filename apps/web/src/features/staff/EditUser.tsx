import { Button, Select, SimpleGrid, TextInput } from '@mantine/core';
import type { Duty, Role } from '@mfuko/contract/endpoint';
import { getProfiles, getUser, type UserDetails, updateUser } from '@mfuko/contract/staff';
import { useTranslation } from 'react-i18next';
import { useRecord } from '../../lib/queries.ts';
import { useSignedIn } from '../../lib/session.ts';
import { FormColumn } from '../../ui/FormColumn.tsx';
import { useContractForm } from '../../ui/form.ts';
import { showDone } from '../../ui/notify.tsx';
import { showRefusal } from '../../ui/refusal.ts';
import { DutiesField } from './DutiesField.tsx';

const FIELDS = ['role', 'phoneNumber', 'email', 'firstName', 'lastNames', 'duties'] as const;
const IN_A_SCHOOL = ['SchoolAdmin', 'CheckAgent'] as const satisfies readonly Role[];

/** Names, phone, e-mail, role and duties of a user who is not oneself. */
export function EditUser({ user, onDone }: { user: UserDetails; onDone: () => void }) {
  const { t } = useTranslation('staff');
  const admin = useSignedIn().role === 'Admin';
  const form = useContractForm(updateUser, {
    sysid: user.sysid,
    role: user.role,
    phoneNumber: user.mobileNumber,
    email: user.email,
    firstName: user.firstName,
    lastNames: user.lastName,
    duties: (user.duties.length > 0 ? user.duties : ['gate']) as Duty[],
  });
  const update = useRecord(updateUser, {
    refresh: [getProfiles, getUser],
    onDone: () => {
      showDone(t('one.saved'));
      onDone();
    },
    onError: (error) => showRefusal(form, error, { 'user.duplicate-phone': 'phoneNumber' }),
  });
  const field = (name: (typeof FIELDS)[number]) => ({
    ...form.getInputProps(name),
    label: t(`fields.${name}`),
    required: true,
  });
  return (
    <FormColumn
      form={form}
      labels={Object.fromEntries(FIELDS.map((name) => [name, t(`fields.${name}`)]))}
      onSubmit={(values) => update.mutate(values)}
      buttons={
        <Button type="submit" loading={update.isPending}>
          {t('one.save')}
        </Button>
      }
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="md">
        <TextInput {...field('firstName')} maxLength={60} autoComplete="off" />
        <TextInput {...field('lastNames')} maxLength={80} autoComplete="off" />
      </SimpleGrid>
      <TextInput {...field('phoneNumber')} description={t('one.signsOut')} inputMode="tel" autoComplete="off" />
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
    </FormColumn>
  );
}
