import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { type BusCard as Card, getBusCard, renewRearCode } from '@mfuko/contract/bus-trips';
import { IconPrinter, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { useCall, useRecord } from '../../lib/queries.ts';
import { usePaperName } from '../../school/PaperHead.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { showDone, showError } from '../../ui/notify.tsx';
import { usePrint } from '../../ui/paper/usePrint.tsx';
import classes from './Trip.module.css';

/** Printable card of a bus. Its code is on paper only, at the rear seat, so the screen does not show it. */
export function BusCard({ sysid }: { sysid: string }) {
  const { t } = useTranslation('bus');
  const [renewing, askToRenew] = useState(false);
  const card = useCall(getBusCard, { sysid }, { staleTime: 0 });
  const { print, paper } = usePrint('sheet', card.data ? <Paper card={card.data} /> : null);
  const renew = useRecord(renewRearCode, {
    refresh: [getBusCard],
    onDone: () => showDone(t('card.renewed')),
    onError: showError,
  });
  return (
    <Stack gap="xs" mt="lg">
      <Title order={3} size="h4">
        {t('card.title')}
      </Title>
      <Text size="sm">{t('card.hint')}</Text>
      <Group gap="sm">
        <Button
          variant="default"
          leftSection={<IconPrinter size={18} aria-hidden />}
          disabled={!card.data || renew.isPending}
          onClick={print}
        >
          {t('card.print')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconRefresh size={18} aria-hidden />}
          loading={renew.isPending}
          onClick={() => askToRenew(true)}
        >
          {t('card.renew')}
        </Button>
      </Group>
      {paper}
      <ConfirmDialog
        opened={renewing}
        onClose={() => askToRenew(false)}
        question={t('card.renewQuestion')}
        consequence={t('card.renewConsequence')}
        act={t('card.renew')}
        onConfirm={() => renew.mutate({ sysid })}
      />
    </Stack>
  );
}

function Paper({ card }: { card: Card }) {
  const { t } = useTranslation('bus');
  return (
    <div className={classes.card}>
      <p>{usePaperName() ?? ''}</p>
      <h1>{card.busNumberPlate}</h1>
      <p>{card.label}</p>
      <p>{t('card.seat')}</p>
      <p className={classes.code}>{card.rearCode}</p>
      <p>{t('card.walk')}</p>
    </div>
  );
}
