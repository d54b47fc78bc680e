import { Alert, Button, Stack, Text } from '@mantine/core';
import { readPhoneNumber } from '@mfuko/contract/phone';
import { IconMapPinOff } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { askLocation, LocationError } from '../../lib/location.ts';
import { showDone, showError, showNotice } from '../../ui/notify.tsx';
import { PhoneField } from '../../ui/PhoneField.tsx';
import { sendCode } from './queries.ts';
import type { CodeSent } from './SignInPage.tsx';

interface PhoneStepProps {
  readonly phone: string;
  readonly onPhone: (phone: string) => void;
  readonly onSent: (sent: CodeSent) => void;
}

export function PhoneStep({ phone, onPhone, onSent }: PhoneStepProps) {
  const { t } = useTranslation('session');
  const [wrong, setWrong] = useState(false);
  const [place, setPlace] = useState<LocationError['reason'] | null>(null);
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const number = readPhoneNumber(phone);
    setWrong(number === null);
    if (number === null) return;
    setBusy(true);
    setPlace(null);
    try {
      const located = await isLocated();
      const profileSYSID = await sendCode(number);
      showDone(t('codeSent'));
      if (!located) showNotice(t('locationUnknown'), t('locationUnknownWhy'));
      onSent({ phone: number, profileSYSID });
    } catch (error) {
      if (error instanceof LocationError) setPlace(error.reason);
      else showError(error);
    } finally {
      setBusy(false);
    }
  }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md">
        {place && (
          <Alert color="red" role="alert" icon={<IconMapPinOff aria-hidden />}>
            {t(place === 'unsupported' ? 'locationUnsupported' : 'locationRequired')}
          </Alert>
        )}
        <PhoneField
          label={t('phone')}
          autoComplete="tel"
          name="userName"
          size="md"
          required
          withAsterisk={false}
          autoFocus
          value={phone}
          onChange={(typed) => {
            onPhone(typed);
            setWrong(false);
          }}
          error={wrong && t('phoneWrong')}
        />
        <Button type="submit" size="md" loading={busy} fullWidth>
          {t('login')}
        </Button>
        <Text size="sm" c="dimmed">
          {t('locationWhy')}
        </Text>
      </Stack>
    </form>
  );
}

/**
 * Returns false where the browser is allowed to locate but has no fix, which blocks nobody, since a location never authorises. Throws
 * LocationError where the browser is not allowed to locate.
 */
async function isLocated(): Promise<boolean> {
  try {
    await askLocation();
    return true;
  } catch (error) {
    if (error instanceof LocationError && error.reason === 'unknown') return false;
    throw error;
  }
}
