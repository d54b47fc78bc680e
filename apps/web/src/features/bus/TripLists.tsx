import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core';
import { offBusKids, onBusKids } from '@mfuko/contract/bus';
import type { Trip, TripEntry } from '@mfuko/contract/bus-trips';
import { IconCloudOff, IconLock } from '@tabler/icons-react';
import { useState } from 'react';
import { formatCount, formatDate } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { When } from '../../ui/When.tsx';
import { busName } from './bus-name.ts';
import { CloseTripDialog } from './CloseTripDialog.tsx';
import { ReasonDialog } from './ReasonDialog.tsx';
import { RideWarnings } from './RideWarnings.tsx';
import classes from './Trip.module.css';
import { type BusCheck, useBusCheck } from './useBusCheck.ts';

/** The lists in the order in which an attendant needs them. */
const LISTS = ['aboard', 'missing', 'dropped', 'others', 'expected'] as const;
const OPEN_AT_FIRST: readonly string[] = ['aboard', 'missing'];

/** A trip with its lists. `seenAt`: when they were read, where they cannot be read now. */
export function TripLists({ trip, seenAt }: { trip: Trip; seenAt: number | null }) {
  const { t } = useTranslation('bus');
  const [closing, setClosing] = useState(false);
  const nothing = () => undefined;
  const on = useBusCheck(onBusKids, { doneText: t('rollCall.onDone'), onDone: nothing, onKept: nothing });
  const off = useBusCheck(offBusKids, { doneText: t('rollCall.offDone'), onDone: nothing, onKept: nothing });
  const isOpen = trip.closed === null;
  const acts = { aboard: { check: off, act: 'off' }, missing: { check: on, act: 'on' } } as const;
  return (
    <Stack gap="md">
      <div>
        <Title order={2} size="h3">
          {busName(trip)} · {t(`trip.directions.${trip.direction}`)}
        </Title>
        <Text size="sm" c="dimmed">
          {trip.routeName ? `${trip.routeName} · ` : ''}
          {t('trip.openedAt')} <When moment={trip.opened} />
        </Text>
      </div>
      <div role="status">
        {seenAt !== null && (
          <Alert color="yellow" variant="light" icon={<IconCloudOff aria-hidden />}>
            {t('trip.seenAt', { at: formatDate(new Date(seenAt).toISOString()) })}
          </Alert>
        )}
        {trip.closed !== null && (
          <Alert color="green" variant="light" icon={<IconLock aria-hidden />}>
            {t('trip.closedAt')} <When moment={trip.closed} />
          </Alert>
        )}
      </div>
      <RideWarnings event={on.warned ?? off.warned} />
      {LISTS.map((name) => {
        const acting = isOpen && (name === 'aboard' || name === 'missing') ? acts[name] : undefined;
        return (
          <details
            key={name}
            className={classes.list}
            open={OPEN_AT_FIRST.includes(name)}
            data-matters={(name === 'missing' || name === 'others') && trip[name].length > 0 ? true : undefined}
          >
            <summary>
              <span className={classes.count}>{formatCount(trip[name].length)}</span>
              <span>{t(`trip.lists.${name}`)}</span>
            </summary>
            <People
              entries={trip[name]}
              plate={trip.busNumberPlate}
              onAct={(who) => {
                on.forgetWarning();
                off.forgetWarning();
                void acting?.check.send(who);
              }}
              {...acting}
            />
          </details>
        );
      })}
      {isOpen && (
        <Button
          size="lg"
          variant={trip.aboard.length > 0 ? 'default' : 'filled'}
          leftSection={<IconLock aria-hidden />}
          onClick={() => setClosing(true)}
        >
          {t('trip.close')}
        </Button>
      )}
      {closing && <CloseTripDialog trip={trip} onClose={() => setClosing(false)} />}
      <ReasonDialog check={on} />
      <ReasonDialog check={off} />
    </Stack>
  );
}

interface PeopleProps {
  readonly entries: readonly TripEntry[];
  readonly plate: string;
  readonly check?: BusCheck;
  readonly onAct: (who: { admissionNumber: string; busNumberPlate: string }) => void;
  readonly act?: 'on' | 'off';
}

function People({ entries, plate, check, act, onAct }: PeopleProps) {
  const { t } = useTranslation('bus');
  if (entries.length === 0)
    return (
      <Text px="md" pb="sm" size="sm" c="dimmed">
        {t('trip.nobody')}
      </Text>
    );
  return (
    <ul className={classes.people}>
      {entries.map(({ admissionNumber, names, className, stop }) => (
        <li key={admissionNumber}>
          <span>
            {names}
            <small>{[admissionNumber, className, stop].filter(Boolean).join(' · ')}</small>
          </span>
          {check && act && (
            <Group gap="xs" wrap="nowrap">
              <Button
                variant="default"
                disabled={check.busy}
                aria-label={t(`trip.${act}Of`, { names })}
                onClick={() => onAct({ admissionNumber, busNumberPlate: plate })}
              >
                {t(`rollCall.${act}`)}
              </Button>
            </Group>
          )}
        </li>
      ))}
    </ul>
  );
}
