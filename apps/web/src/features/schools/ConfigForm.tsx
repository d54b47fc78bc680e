import { Button, SimpleGrid, Skeleton, Stack, TextInput, Title } from '@mantine/core';
import { getConfigCheck } from '@mfuko/contract/diagnosis';
import type { AnswerOf } from '@mfuko/contract/endpoint';
import { getSchoolConfig, getSchools, PAYMENT_SECRETS, schoolConfig } from '@mfuko/contract/schools';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { z } from 'zod';
import { useTranslation } from '../../lib/i18n.ts';
import { useCall } from '../../lib/queries.ts';
import { useSureRecord } from '../../school/attempts/useSureRecord.ts';
import { dropDraft, useDraftName, useDraftWithout } from '../../ui/draft-storage.ts';
import { FormColumn } from '../../ui/FormColumn.tsx';
import { useContractForm } from '../../ui/form.ts';
import { ErrorState } from '../../ui/Notice.tsx';
import { showDone } from '../../ui/notify.tsx';
import { PhoneField } from '../../ui/PhoneField.tsx';
import { showRefusal } from '../../ui/refusal.ts';
import { useConflict } from '../../ui/useConflict.tsx';
import { SecretField } from './SecretField.tsx';

type Config = AnswerOf<typeof getSchoolConfig>;
const OPEN = [
  'contactName',
  'contactNumber',
  'contactEmail',
  'shortCode',
  'lnmShortCode',
  'accountPrefix',
  'initiator',
  'apiUser',
] as const;
const NO_SECRETS = Object.fromEntries(PAYMENT_SECRETS.map((name) => [name, ''])) as Record<
  (typeof PAYMENT_SECRETS)[number],
  string
>;

interface ConfigFormProps {
  readonly schoolSYSID: string;
  readonly onDone: () => void;
  /** Further buttons beside "Complete". */
  readonly buttons?: ReactNode;
}

/** Form for the collection by M-Pesa: step 2 of Add School, and Set Config. */
export function ConfigForm(props: ConfigFormProps) {
  const config = useCall(getSchoolConfig, { schoolSYSID: props.schoolSYSID });
  if (config.data) return <Fields {...props} config={config.data} />;
  if (config.isError) return <ErrorState error={config.error} onRetry={() => void config.refetch()} />;
  return (
    <Stack gap="md" maw={640}>
      {OPEN.map((name) => (
        <Skeleton key={name} height={60} />
      ))}
    </Stack>
  );
}

function Fields({ schoolSYSID, onDone, buttons, config }: ConfigFormProps & { readonly config: Config }) {
  const { t } = useTranslation('schools');
  const input = useMemo(() => {
    // A secret that is set may stay unchanged; a missing one is required.
    const unset = PAYMENT_SECRETS.filter((name) => !config[name].set);
    const required = z.string().trim().min(1).max(2000);
    return schoolConfig.input
      .omit({ schoolSYSID: true })
      .extend(Object.fromEntries(unset.map((name) => [name, required])));
  }, [config]);
  const form = useContractForm({ input }, { ...valuesOf(config), ...NO_SECRETS }, undefined, (field) =>
    t('config.invalid', { field: t(`config.fields.${field as (typeof OPEN)[number]}`) }),
  );
  const draft = useDraftName(`school.config:${schoolSYSID}`);
  useDraftWithout(form, draft, PAYMENT_SECRETS);
  const save = useSureRecord(schoolConfig, {
    // The last check refers to the former configuration, so its result is refreshed too.
    refresh: [getSchoolConfig, getSchools, getConfigCheck],
    onDone: () => {
      showDone(t('config.done'));
      form.setInitialValues({ ...form.values, ...NO_SECRETS });
      form.reset();
      dropDraft(draft);
      saved.current = true;
      onDone();
    },
    onError: (error) => conflict.caught(error) || showRefusal(form, error),
  });
  const labels = Object.fromEntries([...OPEN, ...PAYMENT_SECRETS].map((name) => [name, t(`config.fields.${name}`)]));
  const conflict = useConflict({
    form,
    updated: config.updated,
    labels,
    valuesOf: (present: Config): Partial<typeof form.values> => valuesOf(present),
    save: (values, updated) => save.mutate({ ...values, schoolSYSID, updated }),
  });
  /** True after an own save: the next version read is this user's. */
  const saved = useRef(false);
  const { adopt } = conflict;
  useEffect(() => {
    if (saved.current) adopt(config.updated);
    saved.current = false;
  }, [adopt, config.updated]);
  const field = (name: (typeof OPEN)[number]) => ({
    ...form.getInputProps(name),
    label: t(`config.fields.${name}`),
    required: name !== 'accountPrefix',
    autoComplete: 'off',
  });
  const secret = (name: (typeof PAYMENT_SECRETS)[number]) => (
    <SecretField
      key={`${name}:${config[name].updatedAt}`}
      {...form.getInputProps(name)}
      label={t(`config.fields.${name}`)}
      state={config[name]}
    />
  );
  const pair = { cols: { base: 1, xs: 2 }, spacing: 'md', verticalSpacing: 'md' } as const;
  return (
    <FormColumn
      form={form}
      labels={labels}
      onSubmit={(values) => save.mutate({ ...values, schoolSYSID, updated: conflict.updated })}
      buttons={
        <>
          {buttons}
          <Button type="submit" loading={save.isPending}>
            {t('config.complete')}
          </Button>
        </>
      }
    >
      <Title order={2} size="h3">
        {t('config.contact')}
      </Title>
      <TextInput {...field('contactName')} />
      <SimpleGrid {...pair}>
        <PhoneField {...field('contactNumber')} />
        <TextInput {...field('contactEmail')} type="email" />
      </SimpleGrid>
      <Title order={2} size="h3" mt="xs">
        {t('config.collection')}
      </Title>
      <SimpleGrid {...pair}>
        <TextInput {...field('shortCode')} inputMode="numeric" />
        <TextInput {...field('lnmShortCode')} inputMode="numeric" />
      </SimpleGrid>
      <TextInput
        {...field('accountPrefix')}
        description={t('config.prefixHint')}
        maxLength={8}
        autoCapitalize="characters"
        spellCheck={false}
      />
      {secret('consumerKey')}
      {secret('consumerSecret')}
      <TextInput {...field('initiator')} />
      {secret('securityCredential')}
      {secret('lnmPassWord')}
      <TextInput {...field('apiUser')} />
      {secret('apiPassword')}
      {conflict.dialog}
    </FormColumn>
  );
}

/** Returns the open fields of a configuration; the server never returns secrets. */
function valuesOf(config: Config) {
  return Object.fromEntries(OPEN.map((name) => [name, config[name] ?? ''])) as Record<(typeof OPEN)[number], string>;
}
