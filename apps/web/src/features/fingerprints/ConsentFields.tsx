import { Radio, Select, SimpleGrid, Stack, TextInput } from '@mantine/core';
import '@mantine/core/styles/Radio.css';
import { useEffect, useRef } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { ConsentByCode } from './ConsentByCode.tsx';
import { CONSENT_METHODS, type Consent, type ConsentField, type ConsentWrong } from './consent.ts';
import { RelationSelect } from './RelationSelect.tsx';
import type { EnrolledStudent } from './useEnrolment.ts';

interface ConsentFieldsProps {
  readonly student: EnrolledStudent | null;
  readonly consent: Consent;
  readonly wrong: ConsentWrong;
  /** True where the school accepts only a guardian's code. */
  readonly codeOnly: boolean;
  readonly onChange: (consent: Consent) => void;
}

/** Fields of the consent to enrol a finger: the guardian and the method. */
export function ConsentFields({ student, consent, wrong, codeOnly, onChange }: ConsentFieldsProps) {
  const { t } = useTranslation('fingerprints');
  const error = (field: ConsentField) => wrong[field] && t('consent.missing');
  const fields = useRef<HTMLDivElement>(null);
  /**
   * Clears the guardian where the method changes between code and others: a guardian picked for a code and a typed name do not replace each
   * other.
   */
  function changeMethod(method: Consent['method']) {
    const fresh = (method === 'otp') === (consent.method === 'otp') ? {} : { by: '', contact: '', code: '' };
    onChange({ ...consent, ...fresh, method });
  }
  const isWrong = Object.keys(wrong).length > 0;
  useEffect(() => {
    if (isWrong) fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [isWrong]);
  return (
    <Stack gap="md" ref={fields}>
      <Radio.Group
        label={t('consent.label')}
        description={t(codeOnly ? 'consent.codeOnlyHint' : 'consent.hint')}
        value={consent.when}
        onChange={(when) => onChange({ ...consent, when: when as Consent['when'] })}
      >
        <Stack gap="xs" mt="xs">
          <Radio size="md" value="now" label={t('consent.now')} />
          <Radio size="md" value="before" label={t(codeOnly ? 'consent.beforeByCode' : 'consent.before')} />
        </Stack>
      </Radio.Group>
      {consent.when === 'now' && (
        <>
          {consent.method !== 'otp' && (
            <TextInput
              label={t('consent.by')}
              value={consent.by}
              onChange={(event) => onChange({ ...consent, by: event.currentTarget.value })}
              error={error('by')}
              maxLength={120}
              autoComplete="off"
              required
            />
          )}
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="md">
            <RelationSelect
              value={consent.relation}
              onChange={(relation) => onChange({ ...consent, relation })}
              error={error('relation')}
            />
            {!codeOnly && (
              <Select
                label={t('consent.method')}
                placeholder={t('consent.choose')}
                data={CONSENT_METHODS.map((value) => ({ value, label: t(`methods.${value}`) }))}
                value={consent.method || null}
                onChange={(method) => changeMethod((method ?? '') as Consent['method'])}
                error={error('method')}
                required
              />
            )}
          </SimpleGrid>
          {consent.method === 'otp' && (
            <ConsentByCode student={student} consent={consent} wrong={wrong} onChange={onChange} />
          )}
        </>
      )}
    </Stack>
  );
}
