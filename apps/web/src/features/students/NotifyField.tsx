import { Checkbox, type CheckboxGroupProps, SimpleGrid } from '@mantine/core';
import { PASSAGES } from '@mfuko/contract/students';
import { useTranslation } from '../../lib/i18n.ts';

/** Field for the passages of which a guardian is notified. */
export function NotifyField(props: Omit<CheckboxGroupProps, 'children'>) {
  const { t } = useTranslation('students');
  return (
    <Checkbox.Group {...props} label={t('guardian.fields.notify')} description={t('guardian.notifyHint')}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} mt="xs" spacing="xs">
        {PASSAGES.map((wish) => (
          <Checkbox key={wish} value={wish} label={t(`guardian.notify.${wish}`)} />
        ))}
      </SimpleGrid>
    </Checkbox.Group>
  );
}
