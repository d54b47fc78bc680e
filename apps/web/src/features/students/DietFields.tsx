import { MultiSelect, Stack } from '@mantine/core';
import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import { getMenu } from '@mfuko/contract/canteen';
import { MAX_BLOCKED } from '@mfuko/contract/diets';
import type { ComponentProps } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { useCall } from '../../lib/queries.ts';
import { AllergenField } from '../../school/AllergenField.tsx';

const BY_NAME = { sort: 'name' };

interface DietFieldsProps {
  readonly allergens: Pick<ComponentProps<typeof AllergenField>, 'value' | 'onChange' | 'error'>;
  readonly blocked: Pick<ComponentProps<typeof MultiSelect>, 'value' | 'onChange' | 'error'>;
}

/** Diet of a student: the allergens and menu items that block a portion at the counter. */
export function DietFields({ allergens, blocked }: DietFieldsProps) {
  const { t } = useTranslation(['students', 'school']);
  const menu = useCall(getMenu, BY_NAME).data?.rows ?? [];
  const items = menu.map(({ sysid, name }) => ({ value: sysid, label: name }));
  // An item that was removed from the menu stays blocked, but cannot be chosen again.
  const gone = (blocked.value ?? []).filter((id) => !items.some(({ value }) => value === id));
  return (
    <Stack gap="md">
      <AllergenField {...allergens} label={t('edit.fields.allergens')} description={t('edit.allergensHint')} />
      <MultiSelect
        {...blocked}
        label={t('edit.fields.blockedMenuSYSIDs')}
        description={t('edit.blockedHint')}
        data={[...items, ...gone.map((id) => ({ value: id, label: t('edit.offTheMenu') }))]}
        maxValues={MAX_BLOCKED}
        searchable
        clearable
        autoComplete="off"
      />
    </Stack>
  );
}
