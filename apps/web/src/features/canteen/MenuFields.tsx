import { Skeleton, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from '../../lib/i18n.ts';
import { AmountField } from '../../ui/AmountField.tsx';
import { latePart } from '../../ui/late-part.tsx';

// Lazy chunk: many screens of the kitchen do without this large field.
const AllergenField = latePart(
  () => import('../../school/AllergenField.tsx').then((it) => it.AllergenField),
  <Skeleton height={80} />,
);

/** Menu values: the typed fields of a menu item; numbers are text, which the contract parses. */
export interface MenuValues extends Record<string, unknown> {
  name: string;
  description: string;
  quantityPerPerson: string;
  price: string;
  allergens: string[];
}

const FIELDS = ['name', 'quantityPerPerson', 'price', 'allergens', 'description'] as const;

/** Returns the label of each field. */
export function useMenuLabels(): Record<(typeof FIELDS)[number], string> {
  const { t } = useTranslation('canteen');
  return {
    name: t('fields.name'),
    quantityPerPerson: t('fields.quantityPerPerson'),
    price: t('fields.price'),
    allergens: t('fields.allergens'),
    description: t('fields.description'),
  };
}

export function MenuFields({ form }: { form: Pick<UseFormReturnType<MenuValues>, 'getInputProps'> }) {
  const { t } = useTranslation('canteen');
  const labels = useMenuLabels();
  return (
    <>
      <TextInput {...form.getInputProps('name')} label={labels.name} maxLength={80} autoComplete="off" required />
      <TextInput
        {...form.getInputProps('quantityPerPerson')}
        label={labels.quantityPerPerson}
        description={t('fields.quantityHint')}
        inputMode="numeric"
        maxLength={3}
        autoComplete="off"
        required
      />
      <AmountField {...form.getInputProps('price')} label={labels.price} description={t('fields.priceHint')} required />
      <AllergenField
        {...form.getInputProps('allergens')}
        label={labels.allergens}
        description={t('fields.allergensHint')}
      />
      <Textarea
        {...form.getInputProps('description')}
        label={labels.description}
        maxLength={300}
        rows={3}
        autoComplete="off"
      />
    </>
  );
}
