import L from 'leaflet';
import 'leaflet/dist/leaflet.css';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { config } from '../../lib/config.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { BORDER, GREAT_TOWNS, LAKES, TOWNS } from './kenya.ts';
import classes from './Route.module.css';

export const ZOOM = 13;
export const WHOLE_COUNTRY = { center: [0.3, 37.8], zoom: 6 } as const;
/** Zoom from which small towns are labelled. */
const TOWNS_FROM_ZOOM = 8;

/** Creates a Leaflet map in a frame of the page, on the configured tiles or on a drawn outline of Kenya. */
export function useLeaflet(): { readonly frame: RefObject<HTMLDivElement | null>; readonly map: L.Map | null } {
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
    const names = { zoomInTitle: t('map.zoomIn'), zoomOutTitle: t('map.zoomOut') };
    L.control.zoom({ ...names, zoomInText: '+', zoomOutText: '−' }).addTo(made);
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
  return { frame, map };
}

/** Marker with its label. A list beside the map says the same, so the marker is no tab stop. */
export function pin(
  { latitude, longitude }: { readonly latitude: number; readonly longitude: number },
  name: string,
  look: string | undefined,
): L.Marker {
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
