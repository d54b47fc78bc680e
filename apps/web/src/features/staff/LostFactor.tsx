import { Alert, Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import {
  approveFactorRemoval,
  type FactorRemoval,
  getProfiles,
  getUser,
  proposeFactorRemoval,
  rejectFactorRemoval,
  type UserDetails,
} from '@mfuko/contract/staff';
import { IconShieldOff } from '@tabler/icons-react';
import { useState } from 'react';
import { formatDate } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useSureRecord } from '../../school/attempts/useSureRecord.ts';
import { useContractForm } from '../../ui/form.ts';
import { showDone, showError } from '../../ui/notify.tsx';
import { showRefusal } from '../../ui/refusal.ts';
import { namesOf } from './useUserActs.ts';

const REFRESH = [getUser, getProfiles];

/** Removal of a lost second factor: one person requests it, another one approves. */
export function LostFactor({ user }: { readonly user: UserDetails }) {
  const { t } = useTranslation('staff');
  const [asking, setAsking] = useState(false);
  const { on, removal } = user.secondFactor;
  if (!on) return null;
  if (removal) return <Removal user={user} removal={removal} />;
  return (
    <Group>
      <Button variant="default" leftSection={<IconShieldOff size={18} aria-hidden />} onClick={() => setAsking(true)}>
        {t('factor.lost')}
      </Button>
      {asking && <Ask user={user} onClose={() => setAsking(false)} />}
    </Group>
  );
}

function Ask({ user, onClose }: { readonly user: UserDetails; readonly onClose: () => void }) {
  const { t } = useTranslation('staff');
  const { t: ui } = useTranslation('ui');
  const name = namesOf(user);
  const form = useContractForm(proposeFactorRemoval, { sysid: user.sysid, reason: '' });
  const ask = useSureRecord(proposeFactorRemoval, {
    refresh: REFRESH,
    onDone: () => {
      showDone(t('factor.asked', { name }));
      onClose();
    },
    onError: (error) => showRefusal(form, error),
  });
  return (
    <Modal opened onClose={onClose} title={t('factor.lost')} closeButtonProps={{ 'aria-label': ui('close') }}>
      <form noValidate onSubmit={form.onSubmit((values) => ask.mutate(values))}>
        <Stack gap="md">
          <Text size="sm">{t('factor.what', { name })}</Text>
          <Textarea
            {...form.getInputProps('reason')}
            label={t('factor.reason')}
            description={t('factor.reasonHint')}
            maxLength={200}
            autosize
            minRows={2}
            data-autofocus
            required
          />
          <Group justify="flex-end">
            <Button type="submit" loading={ask.isPending}>
              {t('factor.ask')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

function Removal({ user, removal }: { readonly user: UserDetails; readonly removal: FactorRemoval }) {
  const { t } = useTranslation('staff');
  const { sysid } = user;
  const name = namesOf(user);
  const agree = useSureRecord(approveFactorRemoval, {
    refresh: REFRESH,
    onDone: () => showDone(t('factor.removed', { name })),
    onError: showError,
  });
  const keep = useSureRecord(rejectFactorRemoval, {
    refresh: REFRESH,
    onDone: () => showDone(t('factor.kept', { name })),
    onError: showError,
  });
  const { by, reason } = removal;
  return (
    <Alert color="yellow" icon={<IconShieldOff aria-hidden />} title={t('factor.lost')}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{t('factor.waiting', { by, reason, date: formatDate(removal.date) })}</Text>
        {removal.own && <Text size="sm">{t('factor.wait')}</Text>}
        <Group gap="sm">
          {!removal.own && (
            <Button size="sm" color="red" loading={agree.isPending} onClick={() => agree.mutate({ sysid })}>
              {t('factor.agree')}
            </Button>
          )}
          <Button variant="default" size="sm" loading={keep.isPending} onClick={() => keep.mutate({ sysid })}>
            {t('factor.keep')}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
