import { Button, Group, Skeleton, Stack, Switch, Text, Title } from '@mantine/core';
import {
  type Collector,
  getCollectorPhotos,
  getCollectors,
  getReleaseRule,
  getReleases,
  removeCollector,
  setLeavesAlone,
} from '@mfuko/contract/collectors';
import { useSureRecord } from '../../school/attempts/useSureRecord.ts';
// Mantine's style sheet that only this page needs.
import '@mantine/core/styles/Switch.css';
import { IconPlus } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { formatDate } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useCall } from '../../lib/queries.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { DetailDrawer } from '../../ui/DetailDrawer.tsx';
import { latePart } from '../../ui/late-part.tsx';
import { ErrorState } from '../../ui/Notice.tsx';
import { showDone, showError } from '../../ui/notify.tsx';
import { CollectorRow } from './CollectorRow.tsx';
import classes from './StudentCollectors.module.css';

// Lazy chunk: most users only look at the list.
const CollectorForm = latePart(() => import('./CollectorForm.tsx').then((it) => it.CollectorForm));

const RELEASES_SHOWN = 3;

interface StudentCollectorsProps {
  readonly student: { readonly sysid: string; readonly names: string };
}

/** Collectors of a student: persons who may collect, persons who must not, and the last releases. */
export function StudentCollectors({ student }: StudentCollectorsProps) {
  const { t } = useTranslation('collectors');
  const heading = useId();
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Collector | null>(null);
  const list = useCall(getCollectors, { studentSYSID: student.sysid }, { staleTime: 0 });
  const rule = useCall(getReleaseRule, { sysid: student.sysid }, { staleTime: 0 });
  const releases = useCall(
    getReleases,
    { studentSYSID: student.sysid, page: 1, pageSize: RELEASES_SHOWN },
    { staleTime: 0 },
  );
  const remove = useSureRecord(removeCollector, {
    refresh: [getCollectors, getCollectorPhotos, getReleaseRule],
    onDone: ({ name }) => showDone(t('removed', { name })),
    onError: showError,
  });
  const alone = useSureRecord(setLeavesAlone, {
    refresh: [getReleaseRule],
    onDone: () => showDone(t('saved')),
    onError: showError,
  });
  const rows = list.data?.rows;
  const photos = useCall(
    getCollectorPhotos,
    { studentSYSID: student.sysid },
    { staleTime: 0, enabled: rows?.some(({ photo }) => photo !== null) ?? false },
  );
  const photoOf = (of: string) => photos.data?.photos.find(({ sysid }) => sysid === of)?.b64Photo;
  return (
    <section aria-labelledby={heading}>
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h4" id={heading}>
          {t('title')}
        </Title>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => setAdding(true)}
        >
          {t('add')}
        </Button>
      </Group>
      {rule.data && (
        <Text size="sm" c="dimmed" mb="sm">
          {t(rule.data.required ? 'required' : 'notRequired')}
        </Text>
      )}
      {rows ? (
        rows.length === 0 ? (
          <Text size="sm" c="dimmed">
            {t('none')}
          </Text>
        ) : (
          <ul className={classes.list}>
            {rows.map((person) => (
              <CollectorRow
                key={person.sysid}
                person={person}
                b64Photo={person.photo ? photoOf(person.sysid) : undefined}
                onRemove={() => setRemoving(person)}
              />
            ))}
          </ul>
        )
      ) : list.isError ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <Skeleton height={48} />
      )}
      {rule.data && (
        <Switch
          mt="md"
          label={t('alone')}
          description={t('aloneHint')}
          checked={rule.data.leavesAlone}
          disabled={alone.isPending}
          onChange={(event) => alone.mutate({ sysid: student.sysid, leavesAlone: event.currentTarget.checked })}
        />
      )}
      {releases.data && releases.data.rows.length > 0 && (
        <Stack gap={4} mt="md">
          <Title order={3} size="h5">
            {t('releases')}
          </Title>
          {releases.data.rows.map(({ sysid, date, way, name, relation, by }) => (
            <Text key={sysid} size="sm">
              {t(`ways.${way}`, {
                date: formatDate(date),
                who: relation ? `${name} (${relation})` : (name ?? ''),
                by,
              })}
            </Text>
          ))}
        </Stack>
      )}
      {releases.isError && <ErrorState error={releases.error} onRetry={() => void releases.refetch()} />}
      <DetailDrawer title={t('addTo', { names: student.names })} opened={adding} onClose={() => setAdding(false)}>
        {adding && <CollectorForm studentSYSID={student.sysid} onSaved={() => setAdding(false)} />}
      </DetailDrawer>
      <ConfirmDialog
        opened={removing !== null}
        onClose={() => setRemoving(null)}
        question={t(removing?.blockedReason ? 'unblockAsk' : 'removeAsk', { name: removing?.name ?? '' })}
        consequence={t('told')}
        act={t('remove')}
        onConfirm={() => removing && remove.mutate({ sysid: removing.sysid })}
      />
    </section>
  );
}
