import { getRoutes, type TripDirection } from '@mfuko/contract/bus-routes';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { describe } from '../../../lib/problems.ts';
import { call } from '../../../lib/request.ts';
import classes from '../../../school/desk/desk.module.css';
import { keyOf } from '../bus-name.ts';
import type { KeptBus } from './kept-bus.ts';
import styles from './Trip.module.css';
import { openTripOf } from './trip-ends.ts';

interface OpenTripProps {
  readonly away: boolean;
  readonly of: KeptBus;
  /** Direction by the time of day. */
  readonly direction: TripDirection;
  /** Shown offline; passed as a prop, so that it needs no chunk of its own. */
  readonly unable: ReactNode;
}

interface Choice {
  readonly sysid: string;
  readonly name: string;
}

/** Opens a trip online; offline, explains that the first boarding opens it, and which list is shown. */
export function OpenTrip({ away, of, direction, unable }: OpenTripProps) {
  const { plate } = of;
  const { t } = useTranslation('trip');
  const [chosen, setChosen] = useState<TripDirection>(direction);
  const [routes, setRoutes] = useState<readonly Choice[]>([]);
  const [route, setRoute] = useState('');
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  useEffect(() => {
    call(getRoutes, { sort: 'name' }).then(
      ({ rows }) => setRoutes(rows.filter(({ busNumberPlate }) => keyOf(busNumberPlate) === keyOf(plate))),
      // Without the routes the trip serves all routes of the bus.
      () => undefined,
    );
  }, [plate]);
  if (away) return unable;
  async function open(): Promise<void> {
    setBusy(true);
    setFailed(null);
    try {
      await openTripOf(of, chosen, route || null);
    } catch (error) {
      setFailed(describe(error).message);
    } finally {
      setBusy(false);
    }
  }
  return (
    <div>
      <div role="alert">
        {failed && (
          <p className={classes.note} data-look="bad">
            {failed}
          </p>
        )}
      </div>
      <fieldset className={styles.choice}>
        <legend className={classes.label}>{t('direction')}</legend>
        {(['toSchool', 'home'] as const).map((way) => (
          <label key={way}>
            <input type="radio" name="way" checked={chosen === way} onChange={() => setChosen(way)} />
            {t(`directions.${way}`)}
          </label>
        ))}
        {routes.length > 1 && (
          <select
            aria-label={t('route')}
            className={classes.input}
            value={route}
            onChange={(event) => setRoute(event.currentTarget.value)}
          >
            <option value="">{t('allRoutes')}</option>
            {routes.map(({ sysid, name }) => (
              <option key={sysid} value={sysid}>
                {name}
              </option>
            ))}
          </select>
        )}
        <button type="button" className={classes.press} data-look="go" disabled={busy} onClick={() => void open()}>
          {t('open')}
        </button>
      </fieldset>
    </div>
  );
}
