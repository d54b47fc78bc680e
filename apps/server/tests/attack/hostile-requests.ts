import type { WireKey } from '@mfuko/contract/seal';
import type { Chances } from '../../../simulators/src/simulation/index.ts';
import { type Called, idFields } from './calls.ts';
import type { Cast } from './cast.ts';
import { createPlausibleInput, pickFrom } from './plausible-input.ts';
import { createRequestBuilder, type HostileRequest } from './request-builder.ts';
import { asIdField, createRequestKinds, type RequestKind } from './request-kinds.ts';

export type { HostileRequest } from './request-builder.ts';

export interface HostileRequests {
  next(): HostileRequest;
  /** Ids of the victim for each id field of each call: those of the named tables, and two more in turn. */
  foreignIds(tables: readonly string[]): Generator<HostileRequest>;
}

/** Makes request after request, the same ones for the same chances and cast. */
export function openHostileRequests(
  chances: Chances,
  calls: readonly Called[],
  cast: Cast,
  wire: WireKey,
): HostileRequests {
  const input = createPlausibleInput(chances, cast, wire);
  const requests = createRequestBuilder(chances, cast, wire);
  const kinds = createRequestKinds({ chances, cast, wire, input, requests });
  const drawn = kinds.flatMap((kind) => Array<RequestKind>(kind.share).fill(kind));
  return {
    next() {
      const kind = pickFrom(chances, drawn);
      return kind.make(pickFrom(chances, calls));
    },
    *foreignIds(tables) {
      const others = Object.values(cast.victim.ids);
      let turn = 0;
      for (const call of calls)
        for (const name of idFields(call)) {
          const ids = [
            ...tables.flatMap((table) => cast.victim.ids[table] ?? []),
            pickFrom(chances, others),
            others[turn++ % others.length],
          ];
          for (const id of new Set(ids)) {
            const foreign = { ...input(call, 0), [name]: asIdField(call, name, id) };
            yield requests.build('foreign id', cast.attackers[1] ?? null, call, foreign);
          }
        }
    },
  };
}
