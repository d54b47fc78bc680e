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

/** Field in which a student types the PIN that proves who it is: digits only, hidden until the eye is pressed. */
export function PinInput({ pin, onPin, ...field }: PinInputProps) {
  const { t } = useTranslation('school');
  return (
    <PasswordInput
      {...field}
      // Mantine's own name for the eye is English.
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
