import { Autocomplete, Paper, Text, TextInput } from '@mantine/core';
import { getBuses } from '@mfuko/contract/bus';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../lib/queries.ts';
import type { PupilInUse } from './usePupil.ts';

interface BusFieldsProps {
  readonly pupil: PupilInUse;
  readonly numberField: RefObject<HTMLInputElement | null>;
  readonly plate: string;
  readonly onPlate: (plate: string) => void;
  readonly plateError: string | null;
}

/** Who and which bus: the same for getting on, getting off and the roll call. */
export function BusFields({ pupil, numberField, plate, onPlate, plateError }: BusFieldsProps) {
  const { t } = useTranslation('bus');
  const buses = useCall(getBuses, { sort: 'label' });
  const known = buses.data?.rows ?? [];
  const label = known.find((bus) => keyOf(bus.busNumberPlate) === keyOf(plate))?.label;
  return (
    <>
      <TextInput
        ref={numberField}
        label={t('fields.admissionNumber')}
        value={pupil.number}
        onChange={(event) => pupil.setNumber(event.currentTarget.value)}
        error={pupil.error}
        inputMode="numeric"
        autoComplete="off"
        autoFocus
        required
        name="admissionNumber"
      />
      <div role="status">
        {pupil.found && (
          <Paper withBorder p="sm">
            <Text fw={600}>{pupil.found.names}</Text>
            <Text size="sm" c="dimmed">
              {pupil.found.className}
            </Text>
          </Paper>
        )}
      </div>
      <Autocomplete
        label={t('fields.busNumberPlate')}
        description={label ?? t('fields.plateHint')}
        data={known.map((bus) => bus.busNumberPlate)}
        value={plate}
        onChange={onPlate}
        error={plateError}
        maxLength={15}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        required
        name="busNumberPlate"
      />
    </>
  );
}

function keyOf(plate: string): string {
  return plate.toUpperCase().replace(/[\s-]/g, '');
}
