import { Button, Code, Group, Skeleton, Stack } from '@mantine/core';
import '@mantine/core/styles/Code.css';
import { type ApiKey, getKey, getKeys, revokeKey } from '@mfuko/contract/programs';
import { IconKey, IconPencil, IconRefresh, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { formatMoney } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { CallError } from '../../lib/problems.ts';
import { useCall, useRecord } from '../../lib/queries.ts';
import { RecordHistory } from '../../school/RecordHistory.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { DetailDrawer } from '../../ui/DetailDrawer.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { ErrorState, Notice } from '../../ui/Notice.tsx';
import { showDone, showError } from '../../ui/notify.tsx';
import { When } from '../../ui/When.tsx';
import { EditKey } from './EditKey.tsx';
import { KeyStatus } from './KeyStatus.tsx';
import { RenewKey } from './RenewKey.tsx';

interface KeyDrawerProps {
  readonly id: string | undefined;
  readonly onClose: () => void;
}

/** Drawer of the key whose id is in the address: purposes, last use, and the actions on it. */
export function KeyDrawer({ id, onClose }: KeyDrawerProps) {
  const { t } = useTranslation('programs');
  const found = useCall(getKey, { sysid: id ?? '' }, { enabled: id !== undefined });
  const missing = found.error instanceof CallError && [400, 404].includes(found.error.status ?? 0);
  return (
    <DetailDrawer title={found.data?.name ?? t('drawer.title')} opened={id !== undefined} onClose={onClose}>
      {found.data ? (
        <Details key={found.data.sysid} apiKey={found.data} />
      ) : missing ? (
        <Notice Icon={IconKey} title={t('drawer.unknown')} />
      ) : found.isError ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <Stack gap="sm">
          {[1, 2, 3, 4].map((row) => (
            <Skeleton key={row} height={28} />
          ))}
        </Stack>
      )}
      {found.data && <RecordHistory kind="api-key" sysid={found.data.sysid} />}
    </DetailDrawer>
  );
}

function Details({ apiKey }: { readonly apiKey: ApiKey }) {
  const { t } = useTranslation('programs');
  const [doing, setDoing] = useState<'edit' | 'renew' | 'revoke' | null>(null);
  const stop = () => setDoing(null);
  const revoke = useRecord(revokeKey, {
    refresh: [getKeys, getKey],
    onDone: ({ name }) => showDone(t('revoke.done', { name })),
    onError: showError,
  });
  if (doing === 'edit') return <EditKey apiKey={apiKey} onClose={stop} />;
  return (
    <Stack gap="lg">
      <Facts
        facts={[
          [t('fields.appId'), <Code key="id">{apiKey.appId}</Code>],
          [t('fields.scopes'), apiKey.scopes.map((scope) => t(`scopes.${scope}`)).join(', ') || t('scopes.none')],
          ...(apiKey.scopes.includes('deposits')
            ? [
                [
                  t('drawer.deposited'),
                  t('drawer.depositedOf', {
                    today: formatMoney(apiKey.depositedToday),
                    limit: formatMoney(apiKey.dailyDepositLimit),
                  }),
                ] as const,
              ]
            : []),
          [t('list.status'), <KeyStatus key="status" status={apiKey.status} />],
          [t('list.lastUsed'), apiKey.lastUsed ? <When key="used" moment={apiKey.lastUsed} /> : t('list.never')],
          ...(apiKey.oldTokenUntil
            ? [[t('drawer.oldToken'), <When key="old" moment={apiKey.oldTokenUntil} />] as const]
            : []),
          [t('list.createdBy'), apiKey.createdBy],
          [t('list.created'), <When key="made" moment={apiKey.dateCreated} />],
        ]}
      />
      {apiKey.status === 'active' && (
        <Group gap="sm">
          <Button leftSection={<IconPencil size={18} aria-hidden />} onClick={() => setDoing('edit')}>
            {t('drawer.edit')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconRefresh size={18} aria-hidden />}
            onClick={() => setDoing('renew')}
          >
            {t('renew.act')}
          </Button>
          <Button
            variant="default"
            c="var(--mantine-color-error)"
            leftSection={<IconTrash size={18} aria-hidden />}
            loading={revoke.isPending}
            onClick={() => setDoing('revoke')}
          >
            {t('revoke.act')}
          </Button>
        </Group>
      )}
      {doing === 'renew' && <RenewKey apiKey={apiKey} onClose={stop} />}
      <ConfirmDialog
        opened={doing === 'revoke'}
        onClose={stop}
        question={t('revoke.question', { name: apiKey.name })}
        consequence={t('revoke.consequence')}
        act={t('revoke.act')}
        onConfirm={() => revoke.mutate({ sysid: apiKey.sysid })}
      />
    </Stack>
  );
}
