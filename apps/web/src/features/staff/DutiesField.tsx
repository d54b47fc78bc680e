import { Checkbox, type CheckboxGroupProps, Group } from '@mantine/core';
import { DUTIES } from '@mfuko/contract/endpoint';
import { useTranslation } from '../../lib/i18n.ts';

/** Field for an agent's duties. */
export function DutiesField(props: Omit<CheckboxGroupProps, 'children'>) {
  const { t } = useTranslation('staff');
  return (
    <Checkbox.Group {...props}>
      <Group gap="lg" mt="xs">
        {DUTIES.map((duty) => (
          <Checkbox key={duty} value={duty} label={t(`duties.${duty}`)} />
        ))}
      </Group>
    </Checkbox.Group>
  );
}
