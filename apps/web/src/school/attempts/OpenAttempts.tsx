import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconCircleCheck, IconHelpCircle, IconInfoCircle } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { OutcomeUnknown } from '../../lib/problems.ts';
import { hideError } from '../../ui/notify.tsx';
import { storageFails } from '../offline/storage-state.ts';
import { aboutAttempt } from './about.ts';
import { type Attempt, useOpenAttempts } from './attempts.ts';
import { hintOf } from './kind.ts';
import { endNote } from './read-as-recorded.ts';
import { useOutcome } from './useOutcome.ts';

/** Attempts at money whose answer was lost: asks the server for the outcome of each, and shows it until the user has read it. */
export function OpenAttempts() {
  // Loads the texts of the attempts in advance.
  const { t } = useTranslation('school');
  const fails = storageFails.use();
  const attempts = useOpenAttempts();
  return (
    <Stack gap="sm" mb="md">
      {fails && (
        <Alert
          color="red"
          variant="light"
          icon={<IconHelpCircle aria-hidden />}
          title={t('storage.title')}
          role="alert"
        >
          {t('storage.text')}
        </Alert>
      )}
      {attempts.map((attempt) => (
        <OpenAttempt key={attempt.key} attempt={attempt} />
      ))}
    </Stack>
  );
}

const LOOKS = {
  unknown: { color: 'red', Icon: IconHelpCircle },
  recorded: { color: 'green', Icon: IconCircleCheck },
  refused: { color: 'blue', Icon: IconInfoCircle },
  void: { color: 'blue', Icon: IconInfoCircle },
} as const;

/** Attempt with its outcome, once that is known. */
export function OpenAttempt({ attempt }: { attempt: Attempt }) {
  const { t } = useTranslation('school');
  const { data, refetch, isFetching } = useOutcome(attempt);
  const isKnown = data != null;
  useEffect(() => {
    // Its "do not do it again" would contradict the outcome; any other attempt has a note of its own.
    if (isKnown) hideError(new OutcomeUnknown());
  }, [isKnown]);
  const outcome = data?.outcome ?? 'unknown';
  const { color, Icon } = LOOKS[outcome];
  return (
    <Alert color={color} variant="light" icon={<Icon aria-hidden />} title={t(`attempts.${outcome}`)} role="alert">
      <Group justify="space-between" gap="sm">
        <div>
          <Text size="sm">{aboutAttempt(attempt, t)}</Text>
          <Text size="sm">{t(hintOf(attempt, outcome))}</Text>
        </div>
        {data ? (
          <Button variant="default" onClick={() => endNote(attempt, outcome)}>
            {t('attempts.read')}
          </Button>
        ) : (
          <Button variant="default" loading={isFetching} onClick={() => void refetch()}>
            {t('attempts.ask')}
          </Button>
        )}
      </Group>
    </Alert>
  );
}
