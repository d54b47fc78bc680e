import { Button, PasswordInput, SimpleGrid, Skeleton, Stack, TextInput } from '@mantine/core';
import { readPhoneNumber } from '@mfuko/contract/phone';
import { getProfile, type Profile, profileForm, updateProfile } from '@mfuko/contract/profile';
import { getSecondFactor } from '@mfuko/contract/second-factor';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { queryKey, useCall } from '../../lib/queries.ts';
import { saveSession, useSignedIn } from '../../lib/session.ts';
import { useSureRecord } from '../../school/attempts/useSureRecord.ts';
import { useDraftName, useDraftWithout } from '../../ui/draft-storage.ts';
import { FormColumn } from '../../ui/FormColumn.tsx';
import { useContractForm } from '../../ui/form.ts';
import { latePart } from '../../ui/late-part.tsx';
import { ErrorState } from '../../ui/Notice.tsx';
import { showDone, showNotice } from '../../ui/notify.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { PhoneField } from '../../ui/PhoneField.tsx';
import { showRefusal } from '../../ui/refusal.ts';
import { useConflict } from '../../ui/useConflict.tsx';
import { BackupCodes } from './BackupCodes.tsx';
import { ConfirmChange, type Pending } from './ConfirmChange.tsx';
import { OwnNextNumber } from './OwnNextNumber.tsx';
import { SecondFactor } from './SecondFactor.tsx';

const SignedIn = latePart(() => import('./SignedIn.tsx').then((it) => it.SignedIn));
const DeskPin = latePart(() => import('./DeskPin.tsx').then((it) => it.DeskPin));
const PASSWORDS = ['password', 'confirmPassword'] as const;

/**
 * Profile of the user: names, phone, e-mail and password. `onChanged` is called after each change. A user who must set up a second factor
 * sees only that: the server refuses everything else on the page until then.
 */
export function MyProfilePage({ onChanged }: { onChanged: () => void }) {
  const { t } = useTranslation('profile');
  const profile = useCall(getProfile, {}, { staleTime: 0 });
  const factor = useCall(getSecondFactor, {}, { staleTime: 0 });
  const due = factor.data?.due ?? false;
  // Fixed for the visit, so that the recovery codes stay where they were shown. Null until known.
  const [factorFirst, setFactorFirst] = useState<boolean | null>(null);
  if (factorFirst === null ? !factor.isPending : due && !factorFirst) setFactorFirst(due);
  const { role, duties, schoolName } = profile.data ?? {};
  const does = role === 'CheckAgent' ? duties?.map((duty) => t(`duties.${duty}`)) : undefined;
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={role && [t(`roles.${role}`), ...(does ?? []), schoolName].filter(Boolean).join(' · ')}
      />
      {profile.data && factorFirst !== null ? (
        <>
          {factorFirst && <SecondFactor profile={profile.data} />}
          {!due && (
            <>
              <OwnNextNumber />
              <Form profile={profile.data} onChanged={onChanged} />
              {!factorFirst && <SecondFactor profile={profile.data} />}
              <BackupCodes profile={profile.data} />
              <Suspense>{role !== 'Admin' && <DeskPin />}</Suspense>
              <Suspense>
                <SignedIn />
              </Suspense>
            </>
          )}
        </>
      ) : profile.isError ? (
        <ErrorState error={profile.error} onRetry={() => void profile.refetch()} />
      ) : (
        <Stack gap="md" maw={640}>
          {[1, 2, 3, 4, 5, 6].map((row) => (
            <Skeleton key={row} height={60} />
          ))}
        </Stack>
      )}
    </>
  );
}

interface Values extends Record<string, unknown> {
  phoneNumber: string;
  email: string;
  firstName: string;
  lastNames: string;
  password: string;
  confirmPassword: string;
}

function valuesOf({ phoneNumber, email, firstName, lastNames }: Profile): Values {
  return { phoneNumber, email, firstName, lastNames, password: '', confirmPassword: '' };
}

/** Names are saved at once; each other change asks for a code, one after the other. */
function Form({ profile: loaded, onChanged }: { profile: Profile; onChanged: () => void }) {
  const { t } = useTranslation('profile');
  const session = useSignedIn();
  const client = useQueryClient();
  const [profile, setProfile] = useState(loaded);
  const [pending, setPending] = useState<readonly Pending[]>([]);
  const form = useContractForm<Values>(profileForm, valuesOf(loaded));
  useDraftWithout(form, useDraftName('my.profile'), PASSWORDS);
  const update = useSureRecord(updateProfile, {
    refresh: [getProfile],
    onDone: (after) => {
      settle(after);
      ask(form.values, after, true);
    },
    onError: (error) => conflict.caught(error) || showRefusal(form, error),
  });
  const conflict = useConflict({
    form,
    updated: loaded.updated,
    labels: { firstName: t('fields.firstName'), lastNames: t('fields.lastNames') },
    valuesOf: ({ firstName, lastNames }: Profile) => ({ firstName, lastNames }),
    save: ({ firstName, lastNames }, updated) => update.mutate({ firstName, lastNames, updated }),
  });

  /** Makes the recorded values the form's new initial values. */
  function settle(after: Profile) {
    setProfile(after);
    // A changed number remounts the page, which then starts from this value instead of the one read before.
    client.setQueryData(queryKey(getProfile, {}), after);
    conflict.adopt(after.updated);
    form.setInitialValues(valuesOf(after));
    form.resetDirty(valuesOf(after));
    // As the server has recorded the names, without surrounding spaces.
    form.setValues({ firstName: after.firstName, lastNames: after.lastNames });
    onChanged();
  }
  function submit(values: Values) {
    const { firstName, lastNames } = values;
    const renamed = firstName.trim() !== profile.firstName || lastNames.trim() !== profile.lastNames;
    if (renamed) update.mutate({ firstName, lastNames, updated: conflict.updated });
    else ask(values, profile, false);
  }
  function ask({ phoneNumber, email, password, confirmPassword }: Values, now: Profile, recorded: boolean) {
    const wanted: Pending[] = [];
    if (email !== now.email) wanted.push({ change: 'email', email });
    if (password !== '') wanted.push({ change: 'password', password, confirmPassword });
    // The number is changed last, so that all codes go to the same phone. It may be typed in several notations.
    const number = readPhoneNumber(phoneNumber) ?? phoneNumber;
    if (number !== now.phoneNumber) wanted.push({ change: 'phoneNumber', phoneNumber: number });
    setPending(wanted);
    if (wanted.length > 0) return;
    if (recorded) showDone(t('done'));
    else showNotice(t('nothing'), '');
  }
  function confirmed(after: Profile) {
    const [{ change }, ...rest] = pending as [Pending, ...Pending[]];
    settle(after);
    if (change === 'password') form.setValues({ password: '', confirmPassword: '' });
    if (change === 'phoneNumber') {
      form.setFieldValue('phoneNumber', after.phoneNumber);
      saveSession({ ...session, userName: after.phoneNumber });
    }
    setPending(rest);
    showDone(t(`changed.${change}`));
  }
  const field = (name: keyof Values & ('phoneNumber' | 'email' | 'firstName' | 'lastNames')) => ({
    ...form.getInputProps(name),
    label: t(`fields.${name}`),
    required: true,
  });
  const secret = (name: (typeof PASSWORDS)[number]) => ({
    ...form.getInputProps(name),
    label: t(`fields.${name}`),
    autoComplete: 'new-password',
    visibilityToggleButtonProps: { 'aria-label': t('toggle', { name: t(`fields.${name}`) }), tabIndex: 0 },
  });
  const [next] = pending;
  if (next) {
    return (
      <ConfirmChange
        key={next.change}
        pending={next}
        phone={profile.phoneNumber}
        onConfirmed={confirmed}
        onCancel={() => setPending([])}
      />
    );
  }
  return (
    <FormColumn
      form={form}
      labels={{
        phoneNumber: t('fields.phoneNumber'),
        email: t('fields.email'),
        firstName: t('fields.firstName'),
        lastNames: t('fields.lastNames'),
        password: t('fields.password'),
        confirmPassword: t('fields.confirmPassword'),
      }}
      onSubmit={submit}
      buttons={
        <Button type="submit" loading={update.isPending}>
          {t('update')}
        </Button>
      }
    >
      <PhoneField {...field('phoneNumber')} description={t('phoneHint')} autoComplete="tel" />
      <TextInput {...field('email')} description={t('emailHint')} type="email" autoComplete="email" />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="md">
        <TextInput {...field('firstName')} maxLength={60} autoComplete="given-name" />
        <TextInput {...field('lastNames')} maxLength={80} autoComplete="family-name" />
      </SimpleGrid>
      <PasswordInput {...secret('password')} description={t('passwordHint')} />
      <PasswordInput {...secret('confirmPassword')} />
      {conflict.dialog}
    </FormColumn>
  );
}
