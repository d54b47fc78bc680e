import type { BusRide } from '@mfuko/contract/bus';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { anySignal } from '../../lib/any-signal.ts';
import { config } from '../../lib/config.ts';
import { metresBetween } from './metres.ts';

type Place = NonNullable<BusRide['start']>;
/** Point of a line as Leaflet takes it. */
type Point = readonly [latitude: number, longitude: number];

interface Way {
  /**
   * `driven`: by the routing service; `asking`: its answer is pending; `straight`: no service is configured; `failed`: the service did not
   * answer; `none`: an end is missing. Except for the first and last, the line is straight.
   */
  readonly kind: 'driven' | 'asking' | 'straight' | 'failed' | 'none';
  readonly line: readonly Point[];
  readonly metres: number;
  readonly seconds: number;
}

const PATIENCE_MS = 8_000;

const directions = z.object({
  code: z.literal('Ok'),
  routes: z
    .array(
      z.object({
        geometry: z.object({ coordinates: z.array(z.tuple([z.number(), z.number()]).rest(z.number())).min(2) }),
        distance: z.number(),
        duration: z.number(),
      }),
    )
    .min(1),
});

/** Returns the way from the start to the end of a ride. */
export function useWay(start: Place | null, end: Place | null): Way {
  const { routingUrl } = config().map;
  const address = start && end && routingUrl ? directionsAddress(routingUrl, start, end) : null;
  const driven = useQuery({
    queryKey: ['directions', address],
    queryFn: ({ signal }) => askDirections(address ?? '', signal),
    enabled: address !== null,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  if (!start || !end) return { kind: 'none', line: [], metres: 0, seconds: 0 };
  if (driven.data) return driven.data;
  const kind = address === null ? 'straight' : driven.isError ? 'failed' : 'asking';
  return { kind, line: [pointOf(start), pointOf(end)], metres: metresBetween(start, end), seconds: 0 };
}

/** Returns the request of an OSRM service. */
export function directionsAddress(routingUrl: string, start: Place, end: Place): string {
  const stops = [start, end].map(({ longitude, latitude }) => `${longitude},${latitude}`).join(';');
  return `${routingUrl.replace(/\/+$/, '')}/route/v1/driving/${stops}?overview=full&geometries=geojson`;
}

async function askDirections(address: string, signal: AbortSignal): Promise<Way> {
  const response = await fetch(address, { signal: anySignal(signal, AbortSignal.timeout(PATIENCE_MS)) });
  return readDirections(await response.json());
}

/** Parses the answer; throws where it contains no route. */
export function readDirections(answer: unknown): Way {
  const [route] = directions.parse(answer).routes;
  if (!route) throw new Error('The routing service returned no route.');
  const line = route.geometry.coordinates.map(([longitude, latitude]) => [latitude, longitude] as const);
  return { kind: 'driven', line, metres: route.distance, seconds: route.duration };
}

function pointOf({ latitude, longitude }: Place): Point {
  return [latitude, longitude];
}
