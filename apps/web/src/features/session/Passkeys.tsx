import { Alert, Anchor, Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { getPasskeys, type Passkeys as Known, type Passkey, removePasskey } from '@mfuko/contract/passkeys';
import { getSecondFactor } from '@mfuko/contract/second-factor';
import { IconAlertTriangle, IconFingerprint, IconInfoCircle } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { useCall } from '../../lib/queries.ts';
import { RecordedUnheard } from '../../school/attempts/sure-outcome.ts';
import { useSureRecord } from '../../school/attempts/useSureRecord.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { ErrorState } from '../../ui/Notice.tsx';
import { showDone, showError } from '../../ui/notify.tsx';
import { When } from '../../ui/When.tsx';
import { AddPasskey } from './AddPasskey.tsx';

interface PasskeysProps {
  /** Receives the recovery codes that came with the first passkey. */
  readonly onCodes: (codes: readonly string[]) => void;
}

/** Passkeys of the user: adds and removes them. */
export function Passkeys({ onCodes }: PasskeysProps) {
  const { t } = useTranslation('profile');
  const heading = useId();
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Passkey | null>(null);
  const found = useCall(getPasskeys, {}, { staleTime: 0 });
  const sayRemoved = () => showDone(t('passkey.removed'));
  const remove = useSureRecord(removePasskey, {
    refresh: [getPasskeys, getSecondFactor],
    onDone: sayRemoved,
    onError: (error) => (error instanceof RecordedUnheard ? sayRemoved() : showError(error)),
  });
  const { data } = found;
  const trouble = data && troubleOf(data);
  return (
    <Stack component="section" gap="sm" mt="sm" aria-labelledby={heading}>
      <div>
        <Title order={3} size="h4" id={heading}>
          {t('passkey.title')}
        </Title>
        <Text size="sm" c="dimmed">
          {t('passkey.why')}
        </Text>
      </div>
      {!data ? (
        found.isError ? (
          <ErrorState error={found.error} onRetry={() => void found.refetch()} />
        ) : (
          <Skeleton height={60} />
        )
      ) : (
        <>
          {data.passkeys.map((passkey) => (
            <OnePasskey
              key={passkey.sysid}
              passkey={passkey}
              busy={remove.isPending}
              onRemove={() => setRemoving(passkey)}
            />
          ))}
          {trouble ? (
            <Alert color="blue" icon={<IconInfoCircle aria-hidden />}>
              {t(`passkey.${trouble}`, { origin: data.origin })}{' '}
              {trouble === 'elsewhere' && (
                <Anchor href={`${data.origin}/app/my.profile`} size="sm" underline="always">
                  {t('passkey.open')}
                </Anchor>
              )}
            </Alert>
          ) : adding ? (
            <AddPasskey
              onDone={(codes) => {
                setAdding(false);
                if (codes.length > 0) onCodes(codes);
              }}
              onCancel={() => setAdding(false)}
            />
          ) : (
            <Button
              variant="default"
              w="fit-content"
              leftSection={<IconFingerprint size={18} aria-hidden />}
              onClick={() => setAdding(true)}
            >
              {t('passkey.add')}
            </Button>
          )}
        </>
      )}
      <ConfirmDialog
        opened={removing !== null}
        onClose={() => setRemoving(null)}
        question={t('passkey.removeQuestion', { name: removing?.name ?? '' })}
        consequence={t('passkey.removeConsequence')}
        act={t('factor.remove')}
        onConfirm={() => removing && remove.mutate({ sysid: removing.sysid })}
      />
    </Stack>
  );
}

interface OnePasskeyProps {
  readonly passkey: Passkey;
  readonly busy: boolean;
  readonly onRemove: () => void;
}

function OnePasskey({ passkey, busy, onRemove }: OnePasskeyProps) {
  const { t } = useTranslation('profile');
  const { name, added, lastUsed, stopped } = passkey;
  return (
    <Group justify="space-between" gap="sm" role="group" aria-label={name}>
      <div>
        <Text fw={600}>{name}</Text>
        <Text size="sm" c="dimmed">
          {t('passkey.added')} <When moment={added} />. {t('passkey.lastUsed')}{' '}
          {lastUsed ? <When moment={lastUsed} /> : t('passkey.never')}
        </Text>
        {stopped && (
          <Alert mt="xs" color="red" icon={<IconAlertTriangle aria-hidden />}>
            {t('passkey.stopped')}
          </Alert>
        )}
      </div>
      <Button
        variant="default"
        c="var(--mantine-color-error)"
        loading={busy}
        onClick={onRemove}
        aria-label={t('passkey.removeOne', { name })}
      >
        {t('factor.remove')}
      </Button>
    </Group>
  );
}

/** Returns the reason for which no passkey can be added on this page, or null. */
function troubleOf({ origin, cannot }: Known): 'cannot' | 'elsewhere' | 'browser' | null {
  if (cannot !== null) return 'cannot';
  if (origin !== window.location.origin) return 'elsewhere';
  return 'PublicKeyCredential' in window ? null : 'browser';
}
