import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { type ApiKey, getKey, getKeys, type MadeApiKey, OVERLAP, renewKey } from '@mfuko/contract/programs';
import { useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { useRecord } from '../../lib/queries.ts';
import { showError } from '../../ui/notify.tsx';
import { TitledModal } from '../../ui/TitledModal.tsx';
import { ShownKey } from './ShownKey.tsx';

const OVERLAPS = [0, 1, OVERLAP, 72, 168];

/** Issues a new token for a key; the former token stays valid for a while, until the programs have switched. */
export function RenewKey({ apiKey, onClose }: { readonly apiKey: ApiKey; readonly onClose: () => void }) {
  const { t } = useTranslation('programs');
  const [made, setMade] = useState<MadeApiKey | null>(null);
  const [overlap, setOverlap] = useState(OVERLAP);
  const renew = useRecord(renewKey, { refresh: [getKeys, getKey], onDone: setMade, onError: showError });
  return (
    <TitledModal onClose={onClose} title={t('renew.title', { name: apiKey.name })} closeOnClickOutside={made === null}>
      {made ? (
        <ShownKey made={made} onClose={onClose} />
      ) : (
        <Stack gap="md">
          <Text size="sm">{t('renew.what')}</Text>
          <Select
            label={t('renew.overlap')}
            data={OVERLAPS.map((hours) => ({ value: String(hours), label: t('renew.hours', { count: hours }) }))}
            value={String(overlap)}
            onChange={(hours) => setOverlap(Number(hours ?? OVERLAP))}
            allowDeselect={false}
          />
          <Group justify="flex-end">
            <Button
              loading={renew.isPending}
              onClick={() => renew.mutate({ sysid: apiKey.sysid, overlapHours: overlap })}
            >
              {t('renew.act')}
            </Button>
          </Group>
        </Stack>
      )}
    </TitledModal>
  );
}
