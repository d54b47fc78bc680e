import type { BusRide } from '@mfuko/contract/bus';
import L from 'leaflet';
import { useEffect } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import classes from './Route.module.css';
import { pin, useLeaflet, WHOLE_COUNTRY, ZOOM } from './useLeaflet.ts';

interface RouteMapProps {
  readonly start: BusRide['start'];
  readonly end: BusRide['end'];
  readonly line: readonly (readonly [latitude: number, longitude: number])[];
  /** True if the line follows the roads; otherwise it is dashed. */
  readonly driven: boolean;
}

/** Map of a ride: start, end and the way between them, on the configured tiles or on a drawn outline of Kenya. */
export function RouteMap({ start, end, line, driven }: RouteMapProps) {
  const { t } = useTranslation('bus');
  const { frame, map } = useLeaflet();

  useEffect(() => {
    if (!map) return;
    const ends = [start, end].flatMap((place) => (place ? [L.latLng(place.latitude, place.longitude)] : []));
    const [only, other] = ends;
    if (!only) map.setView([...WHOLE_COUNTRY.center], WHOLE_COUNTRY.zoom);
    else if (!other) map.setView(only, ZOOM);
    // Zooms to level 13, and further out only where both ends would not fit.
    else map.fitBounds(L.latLngBounds(only, other), { maxZoom: ZOOM, padding: [48, 48] });
  }, [map, start, end]);

  useEffect(() => {
    if (!map) return;
    const drawn = L.layerGroup().addTo(map);
    if (line.length > 1) {
      L.polyline(
        line.map(([latitude, longitude]) => L.latLng(latitude, longitude)),
        { className: classes.way, dashArray: driven ? undefined : '8 8', interactive: false },
      ).addTo(drawn);
    }
    if (start) pin(start, t('map.start'), classes.start).addTo(drawn);
    if (end) pin(end, t('map.end'), classes.end).addTo(drawn);
    return () => void drawn.remove();
  }, [map, start, end, line, driven, t]);

  return <section ref={frame} className={classes.map} aria-label={t('map.label')} />;
}
