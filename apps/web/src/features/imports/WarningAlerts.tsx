import { Alert, Checkbox, Text } from '@mantine/core';
import '@mantine/core/styles/Checkbox.css';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from '../../lib/i18n.ts';
import type { ImportWarning } from './warnings.ts';

interface WarningAlertsProps {
  readonly warnings: readonly ImportWarning[];
  readonly hintOf: (warning: ImportWarning) => string;
  /** `shown` texts of the confirmed warnings. */
  readonly lookedAt: readonly string[];
  readonly onLookedAt: (shown: readonly string[]) => void;
}

/** Asks the user to check names that hardly match the students, and phones that are hardly guardians', before recording. */
export function WarningAlerts({ warnings, hintOf, lookedAt, onLookedAt }: WarningAlertsProps) {
  const { t } = useTranslation('imports');
  return warnings.map((warning) => {
    const { about, count, shown } = warning;
    const others = lookedAt.filter((each) => each !== shown);
    return (
      <Alert
        key={about}
        color="yellow"
        icon={<IconAlertTriangle aria-hidden />}
        title={about === 'names' ? t('names.title', { count }) : t('phones.title', { count })}
      >
        <Text size="sm">{hintOf(warning)}</Text>
        <Checkbox
          mt="sm"
          label={about === 'names' ? t('names.looked') : t('phones.looked')}
          checked={lookedAt.includes(shown)}
          onChange={(event) => onLookedAt(event.currentTarget.checked ? [...others, shown] : others)}
        />
      </Alert>
    );
  });
}
