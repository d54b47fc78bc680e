import { type MantineSize, PasswordInput } from '@mantine/core';
import type { Ref } from 'react';
import { useTranslation } from '../lib/i18n.ts';
import { pinOf } from './check-pin.ts';

interface PinInputProps {
  readonly ref?: Ref<HTMLInputElement>;
  readonly label: string;
  readonly description?: string | undefined;
  readonly pin: string;
  readonly onPin: (pin: string) => void;
  readonly size?: MantineSize;
}

/** Field for a student's PIN: digits only, hidden until the eye button is pressed. */
export function PinInput({ pin, onPin, ...field }: PinInputProps) {
  const { t } = useTranslation('school');
  return (
    <PasswordInput
      {...field}
      // Mantine's own label of the button is English.
      visibilityToggleButtonProps={{ 'aria-label': t('pinToggle'), tabIndex: 0 }}
      value={pin}
      onChange={(event) => onPin(pinOf(event.currentTarget.value))}
      inputMode="numeric"
      autoComplete="off"
      name="pin"
      required
    />
  );
}
