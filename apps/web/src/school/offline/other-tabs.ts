import type { OfflineOutcome } from '@mfuko/contract/offline';
import type { Stopped } from './stops.ts';

/** Message to the other pages of this device. Without contents it reports that the number of events has changed. */
export interface TabMessage {
  readonly outcomes?: readonly OfflineOutcome[];
  readonly stopped?: Stopped;
}

/** Channel between this page and the other pages of this device, which show the same queue. */
export interface OtherTabs {
  open(): void;
  close(): void;
  /** Sends a message while the channel is open. */
  tell(message: TabMessage): void;
}

/** Creates the channel; a browser without one has silent tabs. */
export function createOtherTabs(onMessage: (message: TabMessage) => void): OtherTabs {
  let channel: BroadcastChannel | undefined;
  return {
    open() {
      if (channel || typeof BroadcastChannel === 'undefined') return;
      channel = new BroadcastChannel('mfuko-offline');
      // A page of an earlier release sends no object.
      channel.onmessage = ({ data }: MessageEvent<TabMessage | null>) => onMessage(data ?? {});
    },
    close() {
      channel?.close();
      channel = undefined;
    },
    tell: (message) => channel?.postMessage(message),
  };
}
