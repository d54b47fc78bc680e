import { Alert, Button, Group, List, Stack, Title } from '@mantine/core';
import type { getRollCall, RollCallChild } from '@mfuko/contract/roll-calls';
import { formatCount, formatDate } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import type { Answer } from '../../lib/request.ts';
import { Facts } from '../../ui/Facts.tsx';

interface RollCallEndProps {
  readonly rollCall: Answer<typeof getRollCall>;
  readonly onAnew: () => void;
}

/** Record of a roll call that is over, to be printed; a child who was found later has left the list. */
export function RollCallEnd({ rollCall, onAnew }: RollCallEndProps) {
  const { t } = useTranslation('campus');
  const { missing, others, opened, closed } = rollCall;
  const minutes = closed ? Math.round((Date.parse(closed) - Date.parse(opened)) / 60_000) : 0;
  return (
    <Stack gap="md" maw={640}>
      <Facts
        facts={[
          [t('rollCall.reason'), rollCall.reason],
          [t('rollCall.opened'), formatDate(opened)],
          [t('rollCall.closed'), closed ? formatDate(closed) : ''],
          [t('rollCall.took'), t('rollCall.minutes', { count: minutes, shown: formatCount(minutes) })],
          [
            t('rollCall.accounted'),
            t('rollCall.of', { accounted: formatCount(rollCall.accounted), expected: formatCount(rollCall.expected) }),
          ],
        ]}
      />
      {missing.length > 0 ? (
        <Alert color="red" title={t('rollCall.stillMissing')}>
          <Named of={missing} />
        </Alert>
      ) : (
        <Alert color="green">{t('rollCall.all')}</Alert>
      )}
      {others.length > 0 && (
        <section>
          <Title order={2} size="h5">
            {t('rollCall.others')}
          </Title>
          <Named of={others} />
        </section>
      )}
      <Group>
        <Button variant="default" onClick={() => window.print()}>
          {t('rollCall.print')}
        </Button>
        <Button color="red" onClick={onAnew}>
          {t('rollCall.anew')}
        </Button>
      </Group>
    </Stack>
  );
}

function Named({ of }: { of: readonly RollCallChild[] }) {
  return (
    <List size="sm">
      {of.map(({ admissionNumber, names, className }) => (
        <List.Item key={admissionNumber}>{`${names} (${admissionNumber}) · ${className}`}</List.Item>
      ))}
    </List>
  );
}
