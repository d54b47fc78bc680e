import { Loader, Select, type SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { AnswerOf } from '@mfuko/contract/endpoint';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from '../lib/i18n.ts';
import { useList } from '../lib/queries.ts';
import type { ListEndpoint } from '../lib/request.ts';

const TYPING_PAUSE_MS = 200;
const MOST_SHOWN = 50;

const ARROWS: readonly string[] = ['ArrowDown', 'ArrowUp'];

interface Option<Row> {
  readonly value: string;
  readonly label: string;
  /** Null for what is chosen and not among the rows. */
  readonly row: Row | null;
}

interface PickOneProps<E extends ListEndpoint> extends Omit<SelectProps, 'data' | 'value' | 'onChange' | 'searchable'> {
  readonly endpoint: E;
  readonly input?: Record<string, unknown>;
  readonly toOption: (row: AnswerOf<E>) => { value: string; label: string };
  readonly value: string | null;
  /** Value label: what the value is called, where it may not be among the rows that are loaded. */
  readonly valueLabel?: string;
  readonly onPick: (row: AnswerOf<E> | null) => void;
}

/** Picks one row of a list that the server searches. */
export function PickOne<E extends ListEndpoint>({
  endpoint,
  input,
  toOption,
  value,
  valueLabel,
  onPick,
  ...props
}: PickOneProps<E>) {
  const { t } = useTranslation('ui');
  const [typed, setTyped] = useState('');
  // A value that came from elsewhere (a draft that is discarded) takes the place of the words of the one before.
  const [seen, setSeen] = useState({ value, isTyped: true });
  if (seen.value !== value) setSeen({ value, isTyped: false });
  const wanted = typed === valueLabel || !seen.isTyped ? '' : typed;
  const [search] = useDebouncedValue(wanted, TYPING_PAUSE_MS);
  const list = useList(endpoint, { ...input, search: search || undefined, page: 1, pageSize: MOST_SHOWN });
  const rows = list.data?.rows ?? [];
  const stale = search !== wanted || list.isPlaceholderData;
  const words = wanted.trim().toLowerCase();
  const all = rows.map((row) => ({ ...toOption(row), row }));
  // Until the server has searched, in more than the label, a quick Enter must not pick what was never meant.
  const fit = all.filter(({ label }) => !stale || label.toLowerCase().includes(words));
  // SMG before ASMG.
  const [exact, others] = [fit.filter((one) => isExact(one)), fit.filter((one) => !isExact(one))];
  // Other letters do not mean the value that is there already.
  const missing = words === '' && value !== null && valueLabel !== undefined && !fit.some((one) => one.value === value);
  const answer: readonly Option<AnswerOf<E>>[] = [
    ...(missing ? [{ value, label: valueLabel, row: null }] : []),
    ...exact,
    ...others,
  ];
  // The select counts places: what an arrow key went through keeps its own, whatever is found meanwhile.
  const [passed, setPassed] = useState<readonly Option<AnswerOf<E>>[]>([]);
  const options = [...passed, ...answer.filter((one) => !passed.some(({ value }) => value === one.value))];
  const box = useRef<HTMLInputElement>(null);
  // Enter was pressed before the server had searched.
  const hasty = useRef(false);
  const known = words !== '' && !stale && list.data !== undefined;
  const first = options[0]?.value;
  // The select has marked its first option by now: effects of what is within run before this one.
  useEffect(() => {
    if (!known || !hasty.current) return;
    hasty.current = false;
    const list = document.getElementById(box.current?.getAttribute('aria-controls') ?? '');
    list?.querySelector<HTMLElement>('[data-combobox-selected]')?.click();
  }, [known]);
  function isExact({ label }: { label: string }): boolean {
    return words !== '' && label.trim().toLowerCase() === words;
  }
  function press(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.nativeEvent.isComposing) return;
    if (ARROWS.includes(event.key)) setPassed(options);
    hasty.current = event.key === 'Enter' && words !== '' && !known && passed.length === 0;
    // Letters that lead to nobody send no form.
    if (event.key === 'Enter' && words !== '' && (!known || first === undefined)) event.preventDefault();
  }
  function forgetPress(): void {
    hasty.current = false;
    setPassed([]);
  }
  return (
    <Select
      placeholder={t('pick.type')}
      nothingFoundMessage={list.isFetching ? t('pick.loading') : t('pick.none')}
      rightSection={list.isFetching && typed ? <Loader size="xs" aria-hidden /> : undefined}
      clearButtonProps={{ 'aria-label': t('pick.clear') }}
      maxDropdownHeight={280}
      // Pressing what is chosen already keeps it: letting go of it has a button of its own.
      allowDeselect={false}
      {...props}
      ref={box}
      onKeyDown={press}
      // Enter takes the first one that is found, unless an arrow key has gone on to another.
      selectFirstOptionOnChange={known && passed.length === 0}
      searchable
      data={options.map(({ value, label }) => ({ value, label }))}
      filter={({ options: found }) => found}
      searchValue={typed}
      // Also where the field is left, or a text is pasted.
      onSearchChange={(text) => {
        forgetPress();
        setTyped(text);
        setSeen((before) => ({ ...before, isTyped: true }));
      }}
      value={value}
      onChange={(picked) => {
        forgetPress();
        onPick(options.find((one) => one.value === picked)?.row ?? null);
      }}
    />
  );
}
