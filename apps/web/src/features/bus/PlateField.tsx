import { Autocomplete } from '@mantine/core';
import { getBuses } from '@mfuko/contract/bus';
import { useTranslation } from '../../lib/i18n.ts';
import { useCall } from '../../lib/queries.ts';
import { keyOf } from './bus-name.ts';

interface PlateFieldProps {
  readonly plate: string;
  readonly onPlate: (plate: string) => void;
  readonly error: string | null;
  /** True to open the list above the field, where buttons are below it. */
  readonly above?: boolean;
}

/** Field for a bus by its plate, with the school's buses as suggestions. */
export function PlateField({ plate, onPlate, error, above = false }: PlateFieldProps) {
  const { t } = useTranslation('bus');
  const buses = useCall(getBuses, { sort: 'label' });
  const known = buses.data?.rows ?? [];
  const label = known.find((bus) => keyOf(bus.busNumberPlate) === keyOf(plate))?.label;
  return (
    <Autocomplete
      label={t('fields.busNumberPlate')}
      description={label ?? t('fields.plateHint')}
      data={known.map((bus) => bus.busNumberPlate)}
      value={plate}
      onChange={onPlate}
      error={error}
      {...(above && { comboboxProps: { position: 'top-start', middlewares: { flip: false } } as const })}
      maxDropdownHeight={140}
      maxLength={15}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      required
      name="busNumberPlate"
    />
  );
}
