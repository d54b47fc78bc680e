import { Alert, Button, Stack, Text, TextInput } from '@mantine/core';
import { IconMapPinOff } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { askLocation, LocationError } from '../../lib/location.ts';
import { showDone, showError } from '../../ui/notify.tsx';
import { digitsOfPhone, isPhone, sendCode } from './queries.ts';
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
    const digits = digitsOfPhone(phone);
    setWrong(!isPhone(digits));
    if (!isPhone(digits)) return;
    setBusy(true);
    setPlace(null);
    try {
      await askLocation();
      const profileSYSID = await sendCode(digits);
      showDone(t('codeSent'));
      onSent({ phone: digits, profileSYSID });
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
        <TextInput
          label={t('phone')}
          placeholder="254XXXXXXXXX"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          name="userName"
          size="md"
          required
          withAsterisk={false}
          autoFocus
          value={phone}
          onChange={(event) => {
            onPhone(event.currentTarget.value);
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
