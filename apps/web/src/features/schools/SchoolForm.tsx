import { Button, SimpleGrid, TextInput } from '@mantine/core';
import type { AnswerOf } from '@mfuko/contract/endpoint';
import { createSchool, getCounties, getSchools, viewSchools } from '@mfuko/contract/schools';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { CallError } from '../../lib/problems.ts';
import { useRecord } from '../../lib/queries.ts';
import { FormColumn } from '../../ui/FormColumn.tsx';
import { useContractForm } from '../../ui/form.ts';
import { dropDraft, useDraftName } from '../../ui/kept.ts';
import { hideNotices, showDone, showNotice } from '../../ui/notify.tsx';
import { PickOne } from '../../ui/PickOne.tsx';
import { showRefusal } from '../../ui/refusal.ts';
import { LogoField } from './LogoField.tsx';

const { SchoolCode, OfficialName, ShortName, Pobox, Town } = createSchool.input.shape;
// The logo is no part of the form's values, which are kept through a reload: a file cannot be. The order is that of the
// screen: the summary of what is wrong follows it.
const typed = {
  ...createSchool,
  input: z.object({ SchoolCode, OfficialName, ShortName, Pobox, Town, CountySYSID: z.string().min(1, 'is required') }),
};
const FIELDS = ['SchoolCode', 'OfficialName', 'ShortName', 'Pobox', 'Town', 'CountySYSID'] as const;
const EMPTY = { SchoolCode: '', OfficialName: '', ShortName: '', Pobox: '', Town: '', CountySYSID: '', countyName: '' };

/** Step 1 of Add School. */
export function SchoolForm({ onCreated }: { onCreated: (school: AnswerOf<typeof createSchool>) => void }) {
  const { t } = useTranslation('schools');
  const draft = useDraftName('school.add.details');
  const form = useContractForm(typed, EMPTY, draft);
  const [logo, setLogo] = useState<File | null>(null);
  const [badLogo, setBadLogo] = useState<string | null>(null);
  const create = useRecord(createSchool, {
    refresh: [getSchools, viewSchools],
    onDone: (school) => {
      // Whatever was to be mended has been.
      hideNotices();
      showDone(t('add.done'));
      dropDraft(draft);
      onCreated(school);
    },
    onError: (error) => {
      if (error instanceof CallError && (error.problem === 'school.bad-logo' || 'Logo' in error.fields)) refuseLogo();
      else showRefusal(form, error, { 'school.duplicate': 'SchoolCode' });
    },
  });
  function refuseLogo() {
    setBadLogo(t('add.badLogo'));
    showNotice(t('add.upload'), t('add.badLogo'));
  }
  function submit({ countyName: _, ...values }: typeof EMPTY) {
    if (logo) create.mutate({ ...values, Logo: logo });
    else refuseLogo();
  }
  const field = (name: (typeof FIELDS)[number]) => ({
    ...form.getInputProps(name),
    label: t(`fields.${name}`),
    required: true,
    autoComplete: 'off',
  });
  const { value: _value, onChange: _change, ...county } = field('CountySYSID');
  return (
    <FormColumn
      form={form}
      labels={Object.fromEntries(FIELDS.map((name) => [name, t(`fields.${name}`)]))}
      onSubmit={submit}
      buttons={
        <Button type="submit" loading={create.isPending}>
          {t('add.create')}
        </Button>
      }
    >
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
        onPick={(county) => {
          form.setValues({ CountySYSID: county?.sysid ?? '', countyName: county?.name ?? '' });
          form.clearFieldError('CountySYSID');
        }}
      />
      <LogoField
        file={logo}
        error={badLogo}
        onPick={(file) => {
          setLogo(file);
          setBadLogo(null);
        }}
      />
    </FormColumn>
  );
}
