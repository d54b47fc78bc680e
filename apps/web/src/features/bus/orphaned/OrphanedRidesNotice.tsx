import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { IconShieldQuestion } from '@tabler/icons-react';
import { useTranslation } from '../../../lib/i18n.ts';
import { useOfSchool } from '../../../lib/school.ts';
import { headingOf, type OrphanedRequest } from '../../../school/pending/pending-request.ts';
import { orphanedRides } from './orphan-list.ts';
import { useOrphanedRide, useOthersNote } from './useOrphanedRide.ts';

/** Rides whose press had no answer when its page ended, on the console's screens. */
export function OrphanedRidesNotice() {
  const { t } = useTranslation('rides');
  const left = useOfSchool(orphanedRides.use());
  const othersNote = useOthersNote(left);
  if (left.length === 0) return null;
  const { text, count, hasUnknown } = headingOf(left);
  return (
    <Alert
      mb="md"
      color={left.every(({ outcome }) => outcome === 'recorded') ? 'green' : 'red'}
      variant="light"
      role="alert"
      icon={<IconShieldQuestion aria-hidden />}
      title={t(text, { count })}
    >
      <Stack gap="sm">
        {left.map((one) => (
          <OrphanedRide key={one.key} left={one} />
        ))}
        {hasUnknown && <Text size="sm">{t('left.note')}</Text>}
        {othersNote && <Text size="sm">{othersNote}</Text>}
      </Stack>
    </Alert>
  );
}

function OrphanedRide({ left }: { left: OrphanedRequest }) {
  const { t } = useTranslation('rides');
  const { who, what, failed, presses } = useOrphanedRide(left);
  return (
    <Group justify="space-between" gap="sm">
      <Text size="sm">
        <strong>{who}</strong> {what}
      </Text>
      <Group gap="sm">
        {left.busNumberPlate && (
          // The trip's desk belongs to the lean entry, so a plain link leads there.
          <Anchor
            size="sm"
            href={`/app/check.trip?bus=${encodeURIComponent(left.busNumberPlate)}`}
            aria-label={`${t('left.trip')}: ${who}`}
          >
            {t('left.trip')}
          </Anchor>
        )}
        {presses.map(({ text, of, act }) => (
          <Button key={text} variant="default" {...of} onClick={act}>
            {text}
          </Button>
        ))}
      </Group>
      {failed && (
        <Text size="sm" role="alert">
          {t('left.failed')}
        </Text>
      )}
    </Group>
  );
}
