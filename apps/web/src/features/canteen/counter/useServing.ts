import { consumeMenuFingerprint, consumeMenuPin, type Meal, menuTracking } from '@mfuko/contract/canteen';
import { type Sale, sellMenuFingerprint, sellMenuPin } from '@mfuko/contract/canteen-sales';
import { useMoneyRecord } from '../../../school/attempts/useMoneyRecord.ts';
import type { Serving } from './serving.ts';

/** Field that all requests to serve a student share. */
export interface Asked {
  readonly admissionNumber?: unknown;
}

interface ServingOptions {
  readonly onDone: (answer: Meal | Sale, asked: Asked) => void;
  readonly onError: (error: unknown, asked: Asked) => void;
}

/** Sends a single portion or a sale, by finger or by PIN. */
export function useServing(options: ServingOptions) {
  const after = { refresh: [menuTracking], ...options };
  const byFinger = useMoneyRecord(consumeMenuFingerprint, after);
  const byPin = useMoneyRecord(consumeMenuPin, after);
  const soldByFinger = useMoneyRecord(sellMenuFingerprint, after);
  const soldByPin = useMoneyRecord(sellMenuPin, after);
  return {
    busy: [byFinger, byPin, soldByFinger, soldByPin].some(({ isPending }) => isPending),
    send(serving: Serving) {
      if ('lines' in serving) {
        if ('pin' in serving) soldByPin.mutate(serving);
        else soldByFinger.mutate(serving);
      } else if ('pin' in serving) byPin.mutate(serving);
      else byFinger.mutate(serving);
    },
  };
}
