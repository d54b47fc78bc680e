import type { BusRide } from '@mfuko/contract/bus';
import L from 'leaflet';
import 'leaflet/dist/leaflet.css';
import { useEffect, useRef, useState } from 'react';
import { config } from '../../lib/config.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { BORDER, GREAT_TOWNS, LAKES, TOWNS } from './kenya.ts';
import classes from './Route.module.css';

interface RouteMapProps {
  readonly start: BusRide['start'];
  readonly end: BusRide['end'];
  readonly line: readonly (readonly [latitude: number, longitude: number])[];
  /** True if the line is the way on the road; otherwise it is drawn dashed. */
  readonly driven: boolean;
}

const ZOOM = 13;
const WHOLE_COUNTRY = { center: [0.3, 37.8], zoom: 6 } as const;
/** From here on the smaller towns have room for their names. */
const TOWNS_FROM_ZOOM = 8;

/** Start and end of a ride and the way between them, on the configured tiles or else on a drawn Kenya. */
export function RouteMap({ start, end, line, driven }: RouteMapProps) {
  const { t } = useTranslation('bus');
  const frame = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<L.Map | null>(null);

  useEffect(() => {
    if (!frame.current) return;
    const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    const made = L.map(frame.current, {
      zoomControl: false,
      zoomAnimation: !still,
      fadeAnimation: !still,
      markerZoomAnimation: !still,
      inertia: !still,
    });
    made.attributionControl.setPrefix(false);
    L.control.zoom({ zoomInTitle: t('map.zoomIn'), zoomOutTitle: t('map.zoomOut') }).addTo(made);
    L.control.scale({ imperial: false }).addTo(made);
    const { tileUrl } = config().map;
    if (tileUrl) L.tileLayer(tileUrl, { maxZoom: 19, attribution: t('map.tiles') }).addTo(made);
    else drawKenya(made, t('map.drawn'));
    setMap(made);
    return () => {
      made.remove();
      setMap(null);
    };
  }, [t]);

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

/** A sign with its name; the list beside the map says the same, so it is no stop of the keyboard. */
function pin({ latitude, longitude }: NonNullable<BusRide['start']>, name: string, look: string | undefined): L.Marker {
  const icon = L.divIcon({ className: `${classes.pin} ${look ?? ''}`, html: textOf(name), iconSize: undefined });
  return L.marker([latitude, longitude], { icon, keyboard: false, interactive: false });
}

function drawKenya(map: L.Map, attribution: string): void {
  const area = { interactive: false, stroke: true } as const;
  L.polygon(BORDER.map(turned), { ...area, className: classes.land, attribution }).addTo(map);
  for (const lake of LAKES) L.polygon(lake.map(turned), { ...area, className: classes.lake }).addTo(map);
  nameTowns(GREAT_TOWNS).addTo(map);
  const smaller = nameTowns(TOWNS);
  map.on('zoomend', () => {
    if (map.getZoom() >= TOWNS_FROM_ZOOM) smaller.addTo(map);
    else smaller.remove();
  });
}

function nameTowns(towns: Readonly<Record<string, readonly [number, number]>>): L.LayerGroup {
  const names = Object.entries(towns).map(([name, spot]) => {
    const icon = L.divIcon({ className: classes.town, html: textOf(name), iconSize: undefined });
    return L.marker(turned(spot), { icon, keyboard: false, interactive: false });
  });
  return L.layerGroup(names);
}

function turned([longitude, latitude]: readonly [number, number]): L.LatLngTuple {
  return [latitude, longitude];
}

function textOf(text: string): HTMLElement {
  const span = document.createElement('span');
  span.textContent = text;
  return span;
}
