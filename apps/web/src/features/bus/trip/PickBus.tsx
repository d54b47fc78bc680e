import { useTranslation } from '../../../lib/i18n.ts';
import classes from '../../../school/desk/desk.module.css';
import { busName, keyOf } from '../bus-name.ts';
import type { KnownBus } from './useBuses.ts';

interface PickBusProps {
  readonly buses: readonly KnownBus[] | undefined;
  readonly plate: string;
  readonly onChoose: (plate: string) => void;
}

/** Choice of the bus whose trip is shown. */
export function PickBus({ buses, plate, onChoose }: PickBusProps) {
  const { t } = useTranslation('trip');
  if (buses === undefined) return null;
  const chosen = buses.find(({ busNumberPlate }) => keyOf(busNumberPlate) === keyOf(plate));
  return (
    <div>
      <label className={classes.label} htmlFor="bus">
        {t('bus')}
      </label>
      <select
        id="bus"
        className={classes.input}
        value={chosen?.busNumberPlate ?? ''}
        onChange={(event) => onChoose(event.currentTarget.value)}
      >
        <option value="" disabled>
          {t('pickBus')}
        </option>
        {buses.map((bus) => (
          <option key={bus.busNumberPlate} value={bus.busNumberPlate}>
            {busName(bus)}
          </option>
        ))}
      </select>
    </div>
  );
}
