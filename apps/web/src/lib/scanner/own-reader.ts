import { config } from '../config.ts';
import type { Socket } from './connection.ts';
import { scannerPermission } from './permission.ts';

/** The reader that this device scans with. */
export interface OwnReader {
  /** Finds it, and tells whether the browser lets this page open it. */
  permission(): Promise<PermissionState>;
  /** Throws where it is not found yet, or the browser forbids the address. */
  open(): Socket;
  /** Name of the mini computer that it is at; undefined at this machine. */
  at(): string | undefined;
}

/** The reader at the mini computer that this tablet is paired with; without one, that at this machine. */
export function ownReader(): OwnReader {
  let lan: { readonly url: string; open(): Socket } | null | undefined;
  // A configuration that was kept before there were any says nothing of them.
  if (!config().readerOrigins?.length) lan = null;
  async function find(): Promise<void> {
    if (lan !== undefined) return;
    const { lanReader, openLanReader } = await import('./lan-reader.ts');
    // A browser that keeps nothing is paired with nothing.
    const paired = await lanReader().catch(() => null);
    lan = paired && { url: paired.url, open: () => openLanReader(paired) };
  }
  return {
    async permission() {
      // Tried again as often as it is opened.
      await find().catch(() => undefined);
      return lan === null ? scannerPermission() : 'granted';
    },
    open() {
      if (lan) return lan.open();
      if (lan === null) return new WebSocket(config().scannerUrl);
      // Told below, and tried again with the next opening.
      find().catch(() => undefined);
      throw new Error('The reader of this device is not found yet.');
    },
    at: () => (lan ? new URL(lan.url).hostname : undefined),
  };
}
