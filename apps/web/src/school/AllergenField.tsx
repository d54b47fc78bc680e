import { TagsInput } from '@mantine/core';
import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import { getMenu } from '@mfuko/contract/canteen';
import { MAX_ALLERGENS } from '@mfuko/contract/diets';
import type { ReactNode } from 'react';
import { useTranslation } from '../lib/i18n.ts';
import { useCall } from '../lib/queries.ts';

interface AllergenFieldProps {
  readonly label: string;
  readonly description: string;
  readonly value?: readonly string[];
  readonly onChange?: (allergens: string[]) => void;
  readonly error?: ReactNode;
}

/**
 * Field for the allergens of an item or a student, as lower-case words. Words that the school already uses are suggested, because a word
 * with another spelling would trigger no warning.
 */
export function AllergenField({ value = [], onChange, ...field }: AllergenFieldProps) {
  const { t } = useTranslation('school');
  const menu = useCall(getMenu, {}).data?.rows ?? [];
  const common = t('allergens.common').split(',');
  const known = [...new Set([...menu.flatMap(({ allergens }) => allergens), ...common])];
  return (
    <TagsInput
      {...field}
      value={[...value]}
      onChange={(typed) => onChange?.(wordsOf(typed))}
      data={known}
      maxTags={MAX_ALLERGENS}
      maxLength={40}
      splitChars={[',', ';']}
      acceptValueOnBlur
      clearable
      autoComplete="off"
      comboboxProps={{ withinPortal: true }}
    />
  );
}

/** Splits at commas too, because phone keyboards report no key for a comma. */
function wordsOf(typed: readonly string[]): string[] {
  const words = typed.flatMap((text) => text.split(/[,;]/)).map((word) => word.trim().toLowerCase());
  return [...new Set(words)].filter((word) => word !== '');
}
