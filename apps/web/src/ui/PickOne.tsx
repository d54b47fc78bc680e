import { Loader, Select, type SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { AnswerOf } from '@mfuko/contract/endpoint';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from '../lib/i18n.ts';
import { useList } from '../lib/queries.ts';
import type { ListEndpoint } from '../lib/request.ts';

const TYPING_PAUSE_MS = 200;
const MAX_SHOWN = 50;

const ARROWS: readonly string[] = ['ArrowDown', 'ArrowUp'];

interface Option<Row> {
  readonly value: string;
  readonly label: string;
  /** Null where the chosen value is not among the loaded rows. */
  readonly row: Row | null;
}

interface PickOneProps<E extends ListEndpoint> extends Omit<SelectProps, 'data' | 'value' | 'onChange' | 'searchable'> {
  readonly endpoint: E;
  readonly input?: Record<string, unknown>;
  readonly toOption: (row: AnswerOf<E>) => { value: string; label: string };
  readonly value: string | null;
  /** Label of the value, where the value may not be among the loaded rows. */
  readonly valueLabel?: string;
  readonly onPick: (row: AnswerOf<E> | null) => void;
}

/** Select for one row of a list that the server searches. */
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
  // A value that is set from outside (a discarded draft) replaces the typed text.
  const [seen, setSeen] = useState({ value, isTyped: true });
  if (seen.value !== value) setSeen({ value, isTyped: false });
  const wanted = typed === valueLabel || !seen.isTyped ? '' : typed;
  const [search] = useDebouncedValue(wanted, TYPING_PAUSE_MS);
  const list = useList(endpoint, { ...input, search: search || undefined, page: 1, pageSize: MAX_SHOWN });
  const rows = list.data?.rows ?? [];
  const stale = search !== wanted || list.isPlaceholderData;
  const words = wanted.trim().toLowerCase();
  const all = rows.map((row) => ({ ...toOption(row), row }));
  // Until the server has searched, which covers more than the label, only options whose label contains the text may be picked by a fast
  // Enter.
  const fit = all.filter(({ label }) => !stale || label.toLowerCase().includes(words));
  // SMG before ASMG.
  const [exact, others] = [fit.filter((one) => isExact(one)), fit.filter((one) => !isExact(one))];
  // Other letters do not mean the current value.
  const missing = words === '' && value !== null && valueLabel !== undefined && !fit.some((one) => one.value === value);
  const answer: readonly Option<AnswerOf<E>>[] = [
    ...(missing ? [{ value, label: valueLabel, row: null }] : []),
    ...exact,
    ...others,
  ];
  // The select identifies options by index: options that the arrow keys have passed keep their index, whatever is found meanwhile.
  const [passed, setPassed] = useState<readonly Option<AnswerOf<E>>[]>([]);
  const options = [...passed, ...answer.filter((one) => !passed.some(({ value }) => value === one.value))];
  const box = useRef<HTMLInputElement>(null);
  // Enter was pressed before the server had answered the search.
  const hasty = useRef(false);
  const known = words !== '' && !stale && list.data !== undefined;
  const first = options[0]?.value;
  // The select has marked its first option by now, because effects of child components run first.
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
    // Enter must not submit the form while the text has no match.
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
      // Choosing the current value again keeps it: a separate button clears it.
      allowDeselect={false}
      {...props}
      ref={box}
      onKeyDown={press}
      // Enter takes the first match, unless an arrow key has moved on to another.
      selectFirstOptionOnChange={known && passed.length === 0}
      searchable
      data={options.map(({ value, label }) => ({ value, label }))}
      filter={({ options: found }) => found}
      searchValue={typed}
      // Also called on blur and on paste.
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
