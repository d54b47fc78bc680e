import type { OptionsFilter } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../lib/i18n.ts';
import classes from './DataList.module.css';
import { LateSelect } from './LateSelect.tsx';
import type { ListFilter } from './list-columns.ts';

const MANY = 8;

interface FilterSelectProps {
  readonly filter: ListFilter;
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
}

/** Filter of a list. A filter that parses typed text offers the result as a further option. */
export function FilterSelect({ filter, value, onChange }: FilterSelectProps) {
  const { t } = useTranslation('ui');
  const [text, setText] = useState('');
  const typed = filter.typed?.(text) ?? null;
  const isOffered = filter.options.some((option) => option.value === typed?.value);
  // The option of the typed text is offered whatever its label is, the others where they contain the text.
  const narrow: OptionsFilter = ({ options, search }) =>
    options.filter(
      (option) =>
        'value' in option &&
        (option.value === typed?.value || option.label.toLowerCase().includes(search.trim().toLowerCase())),
    );
  return (
    <LateSelect
      aria-label={filter.label}
      placeholder={filter.label}
      data={typed && !isOffered ? [typed, ...filter.options] : filter.options}
      value={value}
      onChange={onChange}
      clearable
      clearButtonProps={{ 'aria-label': t('pick.clear') }}
      // Searchable while the options load, too: they may be many, and letters typed for them must not be lost.
      searchable={filter.typed !== undefined || filter.options.length === 0 || filter.options.length > MANY}
      {...(filter.typed && { onSearchChange: setText, filter: narrow, selectFirstOptionOnChange: true })}
      // Selects the text, so that new text replaces the current choice.
      onFocus={(event) => event.currentTarget.select()}
      nothingFoundMessage={t('pick.none')}
      className={classes.filter}
    />
  );
}
