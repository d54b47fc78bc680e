import { Alert, Button, Group, Stack, Switch, Text, TextInput } from '@mantine/core';
import '@mantine/core/styles/Switch.css';
import { enrolDevice } from '@mfuko/contract/devices';
import { IconDeviceTablet, IconShieldCheck } from '@tabler/icons-react';
import { type FormEvent, useEffect, useState } from 'react';
import { type DeviceKey, deviceKey, enrolThisDevice, forgetThisDevice } from '../../lib/device-key.ts';
import { formatDate } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { setPos, setPosByRole, usePos } from '../../lib/pos.ts';
import { call } from '../../lib/request.ts';
import { Facts } from '../../ui/Facts.tsx';
import { latePart } from '../../ui/late-part.tsx';
import { showDone, showError } from '../../ui/notify.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';

/** Lazy chunk, fetched after the page has rendered: most devices use the reader at their own machine. */
const ReaderSection = latePart(() => import('./reader/ReaderSection.tsx').then((part) => part.ReaderSection));

/** Shows if the school has enrolled this device by its key, and takes the code that enrols it. */
export function ThisDevicePage() {
  const { t } = useTranslation('devices');
  const [key, setKey] = useState<DeviceKey | null | undefined>(undefined);
  useEffect(() => {
    // A browser without storage has no key.
    deviceKey().then(setKey, () => setKey(null));
  }, []);
  return (
    <>
      <PageHeader title={t('this.title')} subtitle={t('this.hint')} />
      <Stack gap="lg" maw={520}>
        {key ? <Known device={key} onForgotten={() => setKey(null)} /> : null}
        {key === null && <EnrolForm onEnrolled={setKey} />}
        <PosSwitch />
        <ReaderSection />
      </Stack>
    </>
  );
}

function Known({ device, onForgotten }: { device: DeviceKey; onForgotten: () => void }) {
  const { t } = useTranslation('devices');
  return (
    <>
      <Alert color="green" variant="light" icon={<IconShieldCheck aria-hidden />} role="status">
        {t('this.known')}
      </Alert>
      <Facts
        facts={[
          [t('this.since'), formatDate(device.since.toISOString())],
          [t('this.id'), device.sysid],
        ]}
      />
      <Text size="sm" c="dimmed">
        {t('this.again')}
      </Text>
      <Group>
        <Button variant="default" onClick={() => forgetThisDevice().then(onForgotten, showError)}>
          {t('this.forget')}
        </Button>
      </Group>
    </>
  );
}

/** Switch for this device only: it changes no right, only the start screen and the size of controls. */
function PosSwitch() {
  const { t } = useTranslation('devices');
  return (
    <Switch
      label={t('this.pos')}
      description={t('this.posHint')}
      checked={usePos()}
      onChange={(event) => setPos(event.currentTarget.checked)}
    />
  );
}

function EnrolForm({ onEnrolled }: { onEnrolled: (device: DeviceKey) => void }) {
  const { t } = useTranslation('devices');
  const [code, setCode] = useState('');
  const [wrong, setWrong] = useState(false);
  const [busy, setBusy] = useState(false);
  async function submit(event: FormEvent) {
    event.preventDefault();
    setWrong(code.trim() === '');
    if (code.trim() === '') return;
    setBusy(true);
    try {
      const enrolled = await enrolThisDevice(async (publicKey) => {
        const answer = await call(enrolDevice, { code: code.trim(), publicKey });
        setPosByRole(answer.role);
        return answer.deviceSYSID;
      });
      showDone(t('this.done'));
      onEnrolled(enrolled);
    } catch (error) {
      showError(error);
    } finally {
      setBusy(false);
    }
  }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md">
        <Alert variant="light" icon={<IconDeviceTablet aria-hidden />}>
          {t('this.unknown')}
        </Alert>
        <TextInput
          label={t('this.code')}
          description={t('this.codeHint')}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value.toUpperCase())}
          error={wrong && code.trim() === '' ? t('this.codeMissing') : null}
          maxLength={20}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          size="md"
          required
        />
        <Group justify="flex-end">
          <Button type="submit" loading={busy}>
            {t('this.enrol')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
