import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { getCheckStudent } from '@mfuko/contract/students';
import { useTranslation } from '../../lib/i18n.ts';
import { useStudentOf } from '../useStudentLookup.ts';

interface CardQuestionProps {
  readonly number: string;
  /** Number of the chosen student. */
  readonly chosen: string;
  readonly onAnswer: (change: boolean) => void;
}

/** Asks before a scanned card changes the student for whom something was typed. Enter keeps the student. */
export function CardQuestion({ number, chosen, onAnswer }: CardQuestionProps) {
  const { t } = useTranslation(['school', 'ui']);
  const { found, status, error } = useStudentOf(getCheckStudent, number);
  const known = useStudentOf(getCheckStudent, chosen).found;
  const nobody = status === 'missing';
  const keep = () => onAnswer(false);
  return (
    <Modal
      opened
      onClose={keep}
      title={t(nobody ? 'card.nobodyTitle' : 'card.title', { who: found?.names ?? number })}
      closeButtonProps={{ 'aria-label': t('ui:close') }}
    >
      <Stack gap="md">
        <Text size="sm">{nobody ? error : t('card.hint', { who: found ? `${found.names} (${number})` : number })}</Text>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={keep} data-autofocus>
            {t('card.keep', { who: known?.names ?? chosen })}
          </Button>
          {!nobody && <Button onClick={() => onAnswer(true)}>{t('card.change')}</Button>}
        </Group>
      </Stack>
    </Modal>
  );
}
