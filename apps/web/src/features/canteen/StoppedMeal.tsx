import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { AskDialog } from '../../ui/AskDialog.tsx';
import type { Stopped } from './useCounter.ts';

interface StoppedMealProps extends Stopped {
  readonly item: string;
  readonly busy: boolean;
  readonly onDrop: () => void;
}

/** A portion that an allergen stands against: it goes out only with a reason in words, and never by Enter alone. */
export function StoppedMeal({ item, names, allergens, busy, handOut, onDrop }: StoppedMealProps) {
  const { t } = useTranslation('canteen');
  const [asking, setAsking] = useState(false);
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  return (
    <>
      <Group justify="flex-end" mb="md">
        <Button color="red" variant="light" onClick={() => setAsking(true)}>
          {t('override.ask')}
        </Button>
      </Group>
      {asking && (
        <AskDialog
          question={t('override.title')}
          what={t('override.why', { names: names || item, allergens })}
          act={t('override.confirm')}
          busy={busy}
          onClose={onDrop}
          onYes={() => (reason.trim() === '' ? setMissing(true) : handOut(reason.trim()))}
        >
          <TextInput
            label={t('override.reason')}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            error={missing && reason.trim() === '' ? t('override.needed') : null}
            maxLength={200}
            autoComplete="off"
            required
            data-autofocus
          />
        </AskDialog>
      )}
    </>
  );
}
