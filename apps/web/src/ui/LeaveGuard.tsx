import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useTranslation } from '../lib/i18n.ts';

interface LeaveGuardProps {
  /** True while leaving would lose data. */
  readonly when: boolean;
  readonly question: string;
  readonly consequence: string;
  /** Text of the button that leaves. */
  readonly act: string;
  /** Search parameters that do not affect the data, such as those of a list below; none by default. */
  readonly harmless?: readonly string[];
}

/**
 * Asks for confirmation before navigation, Back or a reload discards data; a change of the same screen's search parameters counts as
 * navigation.
 */
export function LeaveGuard({ when, question, consequence, act, harmless = [] }: LeaveGuardProps) {
  const { t } = useTranslation('ui');
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => when && placeOf(current, harmless) !== placeOf(next, harmless),
    enableBeforeUnload: () => when,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  return (
    <Modal opened onClose={blocker.reset} title={question} closeButtonProps={{ 'aria-label': t('close') }} zIndex={500}>
      <Stack gap="md">
        <Text size="sm">{consequence}</Text>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={blocker.reset} data-autofocus>
            {t('stay')}
          </Button>
          <Button color="red" onClick={blocker.proceed}>
            {act}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function placeOf({ pathname, search }: { pathname: string; search: object }, harmless: readonly string[]): string {
  const parts = Object.entries(search).filter(([name]) => !harmless.includes(name));
  return JSON.stringify([pathname, parts.toSorted(([a], [b]) => (a < b ? -1 : 1))]);
}
