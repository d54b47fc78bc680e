import { Button, Group, PasswordInput } from '@mantine/core';
import { useTranslation } from '../../lib/i18n.ts';
import { pinOf } from '../../school/check-pin.ts';
import { usePinToggle } from '../../school/usePinToggle.ts';

interface BusPinFieldProps {
  readonly pin: string;
  readonly onPin: (pin: string) => void;
  /** Back to the finger. */
  readonly onFinger: () => void;
}

/** PIN of the student at the door of a bus. */
export function BusPinField({ pin, onPin, onFinger }: BusPinFieldProps) {
  const { t } = useTranslation('bus');
  const toggle = usePinToggle();
  return (
    <>
      <PasswordInput
        label={t('finger.pin')}
        visibilityToggleButtonProps={toggle}
        value={pin}
        onChange={(event) => onPin(pinOf(event.currentTarget.value))}
        inputMode="numeric"
        autoComplete="off"
        name="pin"
        required
      />
      <Group>
        <Button variant="subtle" onClick={onFinger}>
          {t('finger.useFinger')}
        </Button>
      </Group>
    </>
  );
}
