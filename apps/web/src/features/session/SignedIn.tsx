import { Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { endOtherSessions, endOwnSession, listSessions, type SignedIn as Place } from '@mfuko/contract/signed-in';
import { useId, useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { useCall } from '../../lib/queries.ts';
import { useSureRecord } from '../../school/attempts/useSureRecord.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { ErrorState } from '../../ui/Notice.tsx';
import { showDone, showError } from '../../ui/notify.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { When } from '../../ui/When.tsx';

/** Sessions of the user, each of which can be ended. */
export function SignedIn() {
  const { t } = useTranslation('profile');
  const heading = useId();
  const [asking, setAsking] = useState(false);
  const found = useCall(listSessions, {}, { staleTime: 0 });
  const after = { refresh: [listSessions], onDone: () => showDone(t('signedIn.done')), onError: showError };
  const end = useSureRecord(endOwnSession, after);
  const endOthers = useSureRecord(endOtherSessions, after);
  const places = found.data?.sessions;
  const busy = end.isPending || endOthers.isPending;
  const elsewhere = places?.filter(({ own }) => !own) ?? [];
  return (
    <Stack component="section" gap="md" maw={640} mt="xl" aria-labelledby={heading}>
      <div>
        <Title order={2} size="h3" id={heading}>
          {t('signedIn.title')}
        </Title>
        <Text size="sm" c="dimmed">
          {t('signedIn.why')}
        </Text>
      </div>
      {places ? (
        <>
          {places.map((place) => (
            <OnePlace key={place.sysid} place={place} busy={busy} onEnd={() => end.mutate({ sysid: place.sysid })} />
          ))}
          {elsewhere.length === 0 ? (
            <Text>{t('signedIn.onlyHere')}</Text>
          ) : (
            <Button
              variant="default"
              w="fit-content"
              c="var(--mantine-color-error)"
              loading={busy}
              onClick={() => setAsking(true)}
            >
              {t('signedIn.endOthers')}
            </Button>
          )}
        </>
      ) : found.isError ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <Skeleton height={90} />
      )}
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        question={t('signedIn.question')}
        consequence={t('signedIn.consequence')}
        act={t('signedIn.endOthers')}
        onConfirm={() => endOthers.mutate({})}
      />
    </Stack>
  );
}

function OnePlace({ place, busy, onEnd }: { place: Place; busy: boolean; onEnd: () => void }) {
  const { t } = useTranslation('profile');
  const { browser, system, device, own, kind, sameNetwork, since, lastUsed } = place;
  const program = browser && system ? t('signedIn.on', { browser, system }) : (browser ?? system);
  const name = device ?? program ?? t('signedIn.unknown');
  const said = [
    device && program,
    kind === 'desk' && t('signedIn.desk'),
    !own && sameNetwork !== null && t(sameNetwork ? 'signedIn.same' : 'signedIn.other'),
  ].filter(Boolean);
  return (
    <Group justify="space-between" gap="sm" role="group" aria-label={name}>
      <div>
        <Group gap="xs">
          <Text fw={600}>{name}</Text>
          {own && <Tag color="green">{t('signedIn.here')}</Tag>}
        </Group>
        {said.length > 0 && <Text size="sm">{said.join(' · ')}</Text>}
        <Text size="sm" c="dimmed">
          {t('signedIn.since')} <When moment={since} />
          {lastUsed && (
            <>
              . {t('signedIn.lastUsed')} <When moment={lastUsed} />
            </>
          )}
        </Text>
      </div>
      {!own && (
        <Button variant="default" loading={busy} onClick={onEnd} aria-label={t('signedIn.endOne', { name })}>
          {t('signedIn.end')}
        </Button>
      )}
    </Group>
  );
}
