import { Button, PasswordInput, Select, SimpleGrid, TextInput } from '@mantine/core';
import { type Duty, ROLES, type Role } from '@mfuko/contract/endpoint';
import { createCheckAgent, createUser, getProfiles } from '@mfuko/contract/staff';
import { useTranslation } from '../../lib/i18n.ts';
import { useSchool } from '../../lib/school.ts';
import { useSignedIn } from '../../lib/session.ts';
import { useSureRecord } from '../../school/attempts/useSureRecord.ts';
import { SchoolField } from '../../school/SchoolField.tsx';
import { useDraftName, useDraftWithout } from '../../ui/draft-storage.ts';
import { FormColumn } from '../../ui/FormColumn.tsx';
import { useContractForm } from '../../ui/form.ts';
import { LinkButton } from '../../ui/links.tsx';
import { showDone } from '../../ui/notify.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { PhoneField } from '../../ui/PhoneField.tsx';
import { showRefusal } from '../../ui/refusal.ts';
import { DutiesField } from './DutiesField.tsx';

const FIELDS = [
  'role',
  'schoolSYSID',
  'phoneNumber',
  'email',
  'firstName',
  'lastNames',
  'duties',
  'password',
  'confirmPassword',
] as const;
const PASSWORDS = ['password', 'confirmPassword'] as const;

const NOBODY = { phoneNumber: '', email: '', firstName: '', lastNames: '', password: '', confirmPassword: '' };

/**
 * Returns the initial values for the next user: school and duties usually repeat, but the role never defaults to Admin, so that no second
 * Admin is created by mistake.
 */
function nextOf<V extends { readonly role: Role }>(added: V): V {
  return { ...added, ...NOBODY, role: added.role === 'Admin' ? 'CheckAgent' : added.role };
}

/** Form that adds users: a SchoolAdmin adds check in/out agents, an Admin anybody in any school. */
export function AddUserPage() {
  const { t } = useTranslation('staff');
  const admin = useSignedIn().role === 'Admin';
  const school = useSchool();
  const form = useContractForm(admin ? createUser : createCheckAgent, {
    ...NOBODY,
    role: 'CheckAgent' as Role,
    schoolSYSID: (admin && school?.sysid) || null,
    schoolName: school?.shortName ?? '',
    duties: ['gate'] as Duty[],
  });
  useDraftWithout(form, useDraftName('profile.add'), PASSWORDS);
  const { role, schoolSYSID } = form.values;
  const after = {
    refresh: [getProfiles],
    onDone: () => {
      showDone(role === 'CheckAgent' ? t('add.agentDone') : t('add.userDone'));
      form.setInitialValues(nextOf(form.values));
      form.reset();
      form.getInputNode('phoneNumber')?.focus();
    },
    onError: (error: unknown) => showRefusal(form, error, { 'user.duplicate-phone': 'phoneNumber' }),
  };
  const createAgent = useSureRecord(createCheckAgent, after);
  const create = useSureRecord(createUser, after);
  function submit({ schoolName: _, role: as, schoolSYSID: at, duties, ...person }: typeof form.values) {
    if (!admin) return createAgent.mutate({ ...person, duties });
    if (as !== 'Admin' && !at) return form.setFieldError('schoolSYSID', t('add.schoolMissing'));
    create.mutate({
      ...person,
      role: as,
      schoolSYSID: as === 'Admin' ? null : at,
      duties: as === 'CheckAgent' ? duties : undefined,
    });
  }
  const field = (name: (typeof FIELDS)[number]) => ({
    ...form.getInputProps(name),
    label: t(`fields.${name}`),
    required: true,
  });
  const { value: _value, onChange: _change, ...schoolField } = field('schoolSYSID');
  const secret = (name: (typeof PASSWORDS)[number]) => ({
    ...field(name),
    autoComplete: 'new-password',
    visibilityToggleButtonProps: { 'aria-label': t('add.toggle', { name: t(`fields.${name}`) }), tabIndex: 0 },
  });
  return (
    <>
      <PageHeader
        title={t('add.title')}
        subtitle={!admin && t('add.agentHint')}
        actions={
          <LinkButton to="/app/profile.view" variant="default">
            {t('add.view')}
          </LinkButton>
        }
      />
      <FormColumn
        form={form}
        labels={Object.fromEntries(FIELDS.map((name) => [name, t(`fields.${name}`)]))}
        onSubmit={submit}
        buttons={
          <Button type="submit" loading={create.isPending || createAgent.isPending}>
            {t('add.create')}
          </Button>
        }
      >
        {admin && (
          <Select
            {...field('role')}
            data={ROLES.map((value) => ({ value, label: t(`roles.${value}`) }))}
            allowDeselect={false}
          />
        )}
        {admin && role !== 'Admin' && (
          <SchoolField
            {...schoolField}
            value={schoolSYSID}
            name={form.values.schoolName}
            onPick={(row) => {
              form.setValues({ schoolSYSID: row?.sysid ?? null, schoolName: row?.shortName ?? '' });
              form.clearFieldError('schoolSYSID');
            }}
          />
        )}
        <PhoneField {...field('phoneNumber')} description={t('add.phoneHint')} />
        <TextInput {...field('email')} type="email" autoComplete="off" />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="md">
          <TextInput {...field('firstName')} maxLength={60} autoComplete="off" />
          <TextInput {...field('lastNames')} maxLength={80} autoComplete="off" />
        </SimpleGrid>
        {role === 'CheckAgent' && <DutiesField {...field('duties')} description={t('add.dutiesHint')} />}
        <PasswordInput {...secret('password')} description={t('add.passwordHint')} />
        <PasswordInput {...secret('confirmPassword')} />
      </FormColumn>
    </>
  );
}
