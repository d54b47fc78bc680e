import { Button, Text } from '@mantine/core';
import type { ImportKind } from '@mfuko/contract/imports';
import { useId } from 'react';
import { formatCount } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';

interface RecordButtonProps {
  readonly kind: ImportKind;
  /** Number of rows that would be recorded. */
  readonly good: number;
  /** Reason for which the list cannot be recorded as a whole, or null. */
  readonly held: string | null;
  /** Hint how to remove that reason. */
  readonly hint: string | null;
  readonly checking: boolean;
  readonly onPress: () => void;
}

/** Button that records a list, with the reason beside it while it is disabled. */
export function RecordButton({ kind, good, held, hint, checking, onPress }: RecordButtonProps) {
  const { t } = useTranslation('imports');
  const reason = useId();
  return (
    <>
      {held !== null && (
        <Text size="sm" fw={600} id={reason}>
          {held}. {hint}
        </Text>
      )}
      <Button
        onClick={onPress}
        loading={checking}
        disabled={held !== null}
        aria-describedby={held === null ? undefined : reason}
      >
        {t(`kinds.${kind}.record`, { count: good, shown: formatCount(good) })}
      </Button>
    </>
  );
}
