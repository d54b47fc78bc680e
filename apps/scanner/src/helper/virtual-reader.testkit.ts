import { impress, makeFinger } from '@mfuko/fingerprint/synthetic/finger';
import type { ReaderRig } from '../reader.conformance.testkit.ts';
import { collectEvents } from './collect-events.testkit.ts';
import type { HelperEvent } from './events.ts';
import { createHelperReader, type HelperReader, type HelperReaderOptions } from './helper-reader.ts';
import { makeVirtualDevice, type VirtualDevice } from './virtual-device.testkit.ts';

export interface VirtualReader extends ReaderRig {
  readonly reader: HelperReader;
  readonly device: VirtualDevice;
  readonly events: HelperEvent[];
  /** Resolves with the next event of that kind that was not yet returned, counted from the start. */
  next(is: HelperEvent['is']): Promise<HelperEvent>;
}

/** Creates a reader on libfprint's virtual device, plugged in. */
export async function plugVirtualReader(
  options: { readonly freshMs?: number } & Partial<
    Pick<HelperReaderOptions, 'timing' | 'graceMs' | 'dpi' | 'log'>
  > = {},
): Promise<VirtualReader> {
  const { freshMs, ...rest } = options;
  const device = makeVirtualDevice(freshMs === undefined ? {} : { freshMs });
  const { heard, events, next } = collectEvents(device.heard);
  let impressions = 0;
  const reader = createHelperReader({ program: device.program, log: () => {}, ...rest, heard });
  await next('open');
  return {
    reader,
    device,
    events,
    next,
    lay(finger) {
      device.lift();
      impressions += 1;
      device.lay(impress(makeFinger(finger), { seed: impressions }));
    },
    lift: device.lift,
    unplug: device.unplug,
    plug: device.plug,
    async stop() {
      await reader.stop();
      device.remove();
    },
  };
}
