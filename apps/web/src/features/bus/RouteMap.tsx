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
  /** True if the line is the way on the road; otherwise it is drawn dashed. */
  readonly driven: boolean;
}

/** Start and end of a ride and the way between them, on the configured tiles or else on a drawn Kenya. */
export function RouteMap({ start, end, line, driven }: RouteMapProps) {
  const { t } = useTranslation('bus');
  const { frame, map } = useLeaflet();

  useEffect(() => {
    if (!map) return;
    const ends = [start, end].flatMap((place) => (place ? [L.latLng(place.latitude, place.longitude)] : []));
    const [only, other] = ends;
    if (!only) map.setView([...WHOLE_COUNTRY.center], WHOLE_COUNTRY.zoom);
    else if (!other) map.setView(only, ZOOM);
    // Nearer than zoom 13 shows no more of the way; farther out only where both ends would not be seen.
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
