import { Button, Group, Select, Stack, Text, TextInput, Title } from '@mantine/core';
import { createDeviceCode, ENROLLED_ROLES, type EnrolledRole } from '@mfuko/contract/devices';
import { IconDeviceTablet } from '@tabler/icons-react';
import { useState } from 'react';
import { formatDate } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useRecord } from '../../lib/queries.ts';
import type { Answer } from '../../lib/request.ts';
import { useContractForm } from '../../ui/form.ts';
import { showRefusal } from '../../ui/refusal.ts';
import { TitledModal } from '../../ui/TitledModal.tsx';

export function MakeCodeButton({ filled }: { filled: boolean }) {
  const { t } = useTranslation('devices');
  const [making, setMaking] = useState(false);
  return (
    <>
      <Button
        variant={filled ? 'filled' : 'default'}
        leftSection={<IconDeviceTablet size={18} aria-hidden />}
        onClick={() => setMaking(true)}
      >
        {t('code.title')}
      </Button>
      {making && <MakeCode onClose={() => setMaking(false)} />}
    </>
  );
}

/** Creates a code for one device and shows it once; it is typed on the device, under This Device. */
function MakeCode({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('devices');
  const { t: tUi } = useTranslation('ui');
  const [made, setMade] = useState<Answer<typeof createDeviceCode> | null>(null);
  const form = useContractForm(createDeviceCode, { label: '', role: null as EnrolledRole | null });
  const make = useRecord(createDeviceCode, { onDone: setMade, onError: (error) => showRefusal(form, error, {}) });
  return (
    <TitledModal onClose={onClose} title={t('code.title')}>
      {made ? (
        <Stack gap="md" align="center">
          <Text size="sm">{t('code.type')}</Text>
          <Title order={3} ff="monospace" style={{ letterSpacing: '0.1em' }} data-testid="device-code">
            {made.code}
          </Title>
          <Text size="sm" c="dimmed">
            {t('code.until', { until: formatDate(made.until) })}
          </Text>
          <Button onClick={onClose}>{tUi('close')}</Button>
        </Stack>
      ) : (
        <form
          noValidate
          onSubmit={form.onSubmit(({ label, role }) => {
            if (role) make.mutate({ label, role });
          })}
        >
          <Stack gap="md">
            <TextInput
              {...form.getInputProps('label')}
              label={t('fields.deviceLabel')}
              description={t('add.labelHint')}
              maxLength={60}
              autoComplete="off"
              data-autofocus
              required
            />
            <Select
              {...form.getInputProps('role')}
              label={t('fields.deviceRole')}
              data={ENROLLED_ROLES.map((value) => ({ value, label: t(`roles.${value}`) }))}
              allowDeselect={false}
              required
            />
            <Group justify="flex-end">
              <Button type="submit" loading={make.isPending}>
                {t('code.make')}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </TitledModal>
  );
}
