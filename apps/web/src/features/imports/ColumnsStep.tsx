import { Alert, Button, Group, NativeSelect, Paper, Stack, Text } from '@mantine/core';
import type { AnswerOf } from '@mfuko/contract/endpoint';
import type { ImportField, ImportKind, readSheet } from '@mfuko/contract/imports';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from '../../lib/i18n.ts';
import classes from './Imports.module.css';
import { KINDS, type Mapping, missingFields } from './kinds.ts';

interface ColumnsStepProps {
  readonly kind: ImportKind;
  readonly sheet: AnswerOf<typeof readSheet>;
  readonly mapping: Mapping;
  readonly onMapping: (mapping: Mapping) => void;
  readonly onBack: () => void;
  readonly onNext: () => void;
}

const SAMPLES = 3;

/** Assigns the file's columns to fields, starting with the fields that their titles suggest. */
export function ColumnsStep({ kind, sheet, mapping, onMapping, onBack, onNext }: ColumnsStepProps) {
  const { t } = useTranslation('imports');
  const missing = missingFields(kind, mapping);
  function choose(letter: string, field: ImportField | '') {
    // A field belongs to one column, so assigning a field removes it from the other column.
    const others = Object.entries(mapping).filter(([other, taken]) => other !== letter && taken !== field);
    onMapping(Object.fromEntries(field === '' ? others : [...others, [letter, field]]));
  }
  return (
    <Stack gap="md">
      {missing.length > 0 && (
        <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title={t('columns.missing')} role="status">
          {missing.map((field) => t(`fields.${field}`)).join(', ')}
        </Alert>
      )}
      <div className={classes.columns}>
        {sheet.columns.map(({ letter, title }, place) => (
          <Paper key={letter} withBorder p="md">
            <NativeSelect
              label={title ? t('columns.named', { letter, title }) : t('columns.nameless', { letter })}
              value={mapping[letter] ?? ''}
              onChange={(event) => choose(letter, event.currentTarget.value as ImportField | '')}
              data={[
                { value: '', label: t('columns.none') },
                ...KINDS[kind].fields.map((field) => ({ value: field, label: t(`fields.${field}`) })),
              ]}
            />
            <Text size="xs" c="dimmed" mt={6} lineClamp={2}>
              {sheet.rows
                .map(({ cells }) => cells[place])
                .filter(Boolean)
                .slice(0, SAMPLES)
                .map((sample) => (mapping[letter] === 'checkPin' ? '••••' : sample))
                .join(' · ') || t('columns.empty')}
            </Text>
          </Paper>
        ))}
      </div>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onBack}>
          {t('back')}
        </Button>
        <Button onClick={onNext}>{t('columns.check')}</Button>
      </Group>
    </Stack>
  );
}
