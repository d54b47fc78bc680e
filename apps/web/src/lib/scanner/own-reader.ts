import { config } from '../config.ts';
import type { Socket } from './connection.ts';
import { scannerPermission } from './permission.ts';

/** Reader that this device scans with. */
export interface OwnReader {
  /** Finds the reader, and resolves with the browser's permission to open it. */
  permission(): Promise<PermissionState>;
  /** Opens a socket. Throws where the reader has not been found yet, or the browser forbids the address. */
  open(): Socket;
  /** Returns the name of the mini computer with the reader; undefined where the reader is attached to this machine. */
  at(): string | undefined;
}

/** Returns the reader at the mini computer that this tablet is paired with; without a pairing, the reader at this machine. */
export function ownReader(): OwnReader {
  let lan: { readonly url: string; open(): Socket } | null | undefined;
  // A stored configuration of an older version has no `readerOrigins`.
  if (!config().readerOrigins?.length) lan = null;
  async function find(): Promise<void> {
    if (lan !== undefined) return;
    const { lanReader, openLanReader } = await import('./lan-reader.ts');
    // A browser without storage has no pairing.
    const paired = await lanReader().catch(() => null);
    lan = paired && { url: paired.url, open: () => openLanReader(paired) };
  }
  return {
    async permission() {
      // A failure is retried on each `open`.
      await find().catch(() => undefined);
      return lan === null ? scannerPermission() : 'granted';
    },
    open() {
      if (lan) return lan.open();
      if (lan === null) return new WebSocket(config().scannerUrl);
      // A failure is reported by the error below, and retried on the next `open`.
      find().catch(() => undefined);
      throw new Error('The reader of this device has not been found yet.');
    },
    at: () => (lan ? new URL(lan.url).hostname : undefined),
  };
}
