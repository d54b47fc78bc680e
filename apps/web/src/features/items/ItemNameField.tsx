import { Autocomplete, type AutocompleteProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { getItemNames } from '@mfuko/contract/items';
import { useTranslation } from '../../lib/i18n.ts';
import { useCall } from '../../lib/queries.ts';

const TYPING_PAUSE_MS = 200;

interface ItemNameFieldProps extends Pick<AutocompleteProps, 'label' | 'error' | 'onFocus' | 'onBlur'> {
  readonly value?: string;
  readonly onChange: (text: string) => void;
  readonly onPrice: (price: number) => void;
}

/** Field for an item's name, which suggests names used before with their last price, so that one thing has one name. */
export function ItemNameField({ onPrice, ...field }: ItemNameFieldProps) {
  const { t } = useTranslation('ui');
  const typed = field.value ?? '';
  const [search] = useDebouncedValue(typed, TYPING_PAUSE_MS);
  const names = useCall(getItemNames, { search: search || undefined, page: 1, pageSize: 8 });
  const known = names.data?.rows ?? [];
  const offered = known.map(({ itemName }) => itemName);
  const name = typed.trim();
  // The name is offered as a new one once the server's search has answered without a match.
  const isNew =
    name !== '' &&
    search === typed &&
    !names.isFetching &&
    !offered.some((one) => one.toLowerCase() === name.toLowerCase());
  return (
    <Autocomplete
      {...field}
      data={isNew ? [...offered, name] : offered}
      renderOption={({ option }) =>
        isNew && option.value === name ? `${t('pick.add')} “${option.value}”` : option.value
      }
      onOptionSubmit={(picked) => {
        const price = known.find(({ itemName }) => itemName === picked)?.price;
        if (price) onPrice(price);
      }}
      maxLength={80}
      autoComplete="off"
      required
    />
  );
}
