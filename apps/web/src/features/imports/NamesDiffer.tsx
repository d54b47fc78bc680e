import { Alert, Checkbox, Text } from '@mantine/core';
import type { ImportKind } from '@mfuko/contract/imports';
import '@mantine/core/styles/Checkbox.css';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from '../../lib/i18n.ts';

interface NamesDifferProps {
  readonly kind: ImportKind;
  readonly count: number;
  readonly looked: boolean;
  readonly onLooked: (on: boolean) => void;
}

/** Asks to look at names that are hardly the students' before they are paid, or given another name and guardian, by the number. */
export function NamesDiffer({ kind, count, looked, onLooked }: NamesDifferProps) {
  const { t } = useTranslation('imports');
  return (
    <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title={t('names.title', { count })}>
      <Text size="sm">{t(`names.hints.${kind}`)}</Text>
      <Checkbox
        mt="sm"
        label={t('names.looked')}
        checked={looked}
        onChange={(event) => onLooked(event.currentTarget.checked)}
      />
    </Alert>
  );
}
