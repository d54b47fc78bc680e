import { Button, Fieldset, Group, Modal, Radio, SimpleGrid, Stack, Text } from '@mantine/core';
import '@mantine/core/styles/Fieldset.css';
import '@mantine/core/styles/Radio.css';
import { useState } from 'react';
import { useTranslation } from '../lib/i18n.ts';

export interface ConflictField {
  readonly name: string;
  readonly label: string;
  readonly mine: string;
  readonly theirs: string;
  /** True if it was edited here. */
  readonly touched: boolean;
}

interface ConflictDialogProps {
  readonly fields: readonly ConflictField[];
  /** Called with the names of the fields for which the user's own version is kept. */
  readonly onSave: (mine: ReadonlySet<string>) => void;
  readonly onClose: () => void;
}

/** Shows both versions of a record that two people edited, field by field. Fields that were edited here are preselected. */
export function ConflictDialog({ fields, onSave, onClose }: ConflictDialogProps) {
  const { t } = useTranslation('ui');
  const [mine, setMine] = useState<ReadonlySet<string>>(
    () => new Set(fields.filter(({ touched }) => touched).map(({ name }) => name)),
  );
  function choose(name: string, whose: string) {
    const next = new Set(mine);
    if (whose === 'mine') next.add(name);
    else next.delete(name);
    setMine(next);
  }
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t('conflict.title')}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Stack gap="md">
        <Text size="sm">{fields.length > 0 ? t('conflict.hint') : t('conflict.same')}</Text>
        {fields.map(({ name, label, ...versions }) => (
          <Fieldset key={name} legend={label} p="sm">
            <Radio.Group
              aria-label={label}
              value={mine.has(name) ? 'mine' : 'theirs'}
              onChange={(whose) => choose(name, whose)}
            >
              <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
                {(['mine', 'theirs'] as const).map((whose) => (
                  <Radio
                    key={whose}
                    value={whose}
                    label={versions[whose] || t('conflict.empty')}
                    description={t(`conflict.${whose}`)}
                    styles={{ label: { overflowWrap: 'anywhere' } }}
                  />
                ))}
              </SimpleGrid>
            </Radio.Group>
          </Fieldset>
        ))}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {t('conflict.back')}
          </Button>
          <Button onClick={() => onSave(mine)} data-autofocus>
            {t('conflict.save')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
