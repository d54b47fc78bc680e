import type { runningTrips } from '@mfuko/contract/bus-trips';
import type { AnswerOf } from '@mfuko/contract/endpoint';
import L from 'leaflet';
import { useEffect, useRef } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { isStale, useAgeOfPosition } from './position-age.ts';
import classes from './Route.module.css';
import { pin, useLeaflet, WHOLE_COUNTRY, ZOOM } from './useLeaflet.ts';

type Running = AnswerOf<typeof runningTrips>;

/** Map of the buses on open trips at their last reported positions, with the age of each; stale positions look different. */
export function BusesMap({ trips, now }: { trips: readonly Running[]; now: number }) {
  const { t } = useTranslation('bus');
  const { frame, map } = useLeaflet();
  const age = useAgeOfPosition();
  const fitted = useRef('');
  useEffect(() => {
    if (!map) return;
    const placed = trips.flatMap(({ position, busNumberPlate }) => (position ? [{ position, busNumberPlate }] : []));
    const drawn = L.layerGroup().addTo(map);
    for (const { position, busNumberPlate } of placed) {
      const stale = isStale(position, now);
      const name = `${busNumberPlate} · ${age(position, now)}`;
      pin(position, name, stale ? classes.stale : classes.start).addTo(drawn);
    }
    // A map that the user has moved keeps its view until the set of buses changes.
    const which = placed.map(({ busNumberPlate }) => busNumberPlate).join();
    if (which !== fitted.current || which === '') {
      fitted.current = which;
      const places = placed.map(({ position }) => L.latLng(position.latitude, position.longitude));
      if (places.length === 0) map.setView([...WHOLE_COUNTRY.center], WHOLE_COUNTRY.zoom);
      else map.fitBounds(L.latLngBounds(places), { maxZoom: ZOOM, padding: [48, 48] });
    }
    return () => void drawn.remove();
  }, [map, trips, now, age]);
  return <section ref={frame} className={classes.map} aria-label={t('positions.map')} />;
}
