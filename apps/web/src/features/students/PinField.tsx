import { Alert, Button, Group, PasswordInput, type PasswordInputProps, Text } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { pinOf } from '../../school/check-pin.ts';
import { suggestPin } from './pin.ts';

interface PinFieldProps extends Omit<PasswordInputProps, 'onChange' | 'value'> {
  readonly value: string;
  readonly admissionNumber: string;
  readonly onChange: (pin: string) => void;
}

/** Field for the student's check PIN. A suggested PIN is shown once, to be written down, and never again. */
export function PinField({ value, admissionNumber, onChange, ...input }: PinFieldProps) {
  const { t } = useTranslation('students');
  const [suggested, setSuggested] = useState<string | null>(null);
  function suggest() {
    const pin = suggestPin(admissionNumber);
    setSuggested(pin);
    onChange(pin);
  }
  return (
    <div>
      <PasswordInput
        label={t('fields.checkPin')}
        description={t('pin.hint')}
        {...input}
        value={value}
        onChange={(event) => onChange(pinOf(event.currentTarget.value))}
        inputMode="numeric"
        autoComplete="off"
        visibilityToggleButtonProps={{ 'aria-label': t('pin.toggle'), tabIndex: 0 }}
        inputContainer={(field) => (
          <Group gap="sm" wrap="nowrap" align="flex-end">
            <div style={{ flex: 1 }}>{field}</div>
            <Button variant="default" onClick={suggest}>
              {t('pin.suggest')}
            </Button>
          </Group>
        )}
      />
      {suggested !== null && suggested === value && (
        <Alert color="yellow" role="status" mt="xs" icon={<IconPencil aria-hidden />} title={t('pin.write')}>
          <Text fw={700} size="xl" style={{ letterSpacing: '0.12em' }}>
            {suggested}
          </Text>
          <Text size="sm">{t('pin.once')}</Text>
        </Alert>
      )}
    </div>
  );
}
