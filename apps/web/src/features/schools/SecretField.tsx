import { Button, Group, Input, PasswordInput, type PasswordInputProps, Text } from '@mantine/core';
import type { AnswerOf } from '@mfuko/contract/endpoint';
import type { getSchoolConfig } from '@mfuko/contract/schools';
import { useState } from 'react';
import { formatDate } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';

export type SecretState = AnswerOf<typeof getSchoolConfig>['consumerKey'];

interface SecretFieldProps extends Omit<PasswordInputProps, 'onChange'> {
  readonly label: string;
  readonly state: SecretState;
  readonly onChange: (value: string) => void;
}

/** Field for a write-only secret. Where one is set, a trace is shown, and a button asks for a new one. */
export function SecretField({ label, state, onChange, ...input }: SecretFieldProps) {
  const { t } = useTranslation('schools');
  const trace = useTrace(state);
  const [replacing, setReplacing] = useState(false);
  if (state.set && !replacing) {
    return (
      <Input.Wrapper label={label} labelElement="div">
        <Group justify="space-between" gap="xs">
          <Text size="sm">{trace}</Text>
          <Button
            variant="default"
            size="xs"
            aria-label={t('secret.replaceThis', { name: label })}
            onClick={() => setReplacing(true)}
          >
            {t('secret.replace')}
          </Button>
        </Group>
      </Input.Wrapper>
    );
  }
  return (
    <div>
      <PasswordInput
        {...input}
        label={label}
        onChange={(event) => onChange(event.currentTarget.value)}
        required={!state.set}
        autoFocus={replacing}
        autoComplete="off"
        spellCheck={false}
        visibilityToggleButtonProps={{ 'aria-label': t('secret.toggle', { name: label }), tabIndex: 0 }}
      />
      {state.set && (
        <Button
          variant="subtle"
          size="compact-sm"
          mt={4}
          onClick={() => {
            onChange('');
            setReplacing(false);
          }}
        >
          {t('secret.keep')}
        </Button>
      )}
    </div>
  );
}

/** Returns the trace of a set secret: its last four characters, the time and the user. */
export function useTrace(state: SecretState): string {
  const { t } = useTranslation('schools');
  if (!state.set) return t('secret.none');
  return [
    state.last4 ? t('secret.setEnding', { last4: state.last4 }) : t('secret.set'),
    state.updatedAt && formatDate(state.updatedAt),
    state.updatedBy && t('secret.by', { name: state.updatedBy }),
  ]
    .filter(Boolean)
    .join(' · ');
}
