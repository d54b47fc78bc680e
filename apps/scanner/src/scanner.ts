import { randomInt } from 'node:crypto';
import type { Turn } from './finger-queue.ts';
import { syntheticFingers } from './fingers.ts';
import { folderFingers } from './folder.ts';
import { createJournal } from './journal.ts';
import type { Lan, LanOptions } from './lan/lan.ts';
import { startService } from './service.ts';
import { signerOf } from './signer.ts';
import { createSimulator } from './simulator.ts';
import { startTray } from './tray.ts';

export interface ScannerOptions {
  /** Ports on the loopback address; 0 for any free one. */
  readonly port?: number;
  readonly trayPort?: number;
  /** Origins allowed besides http://127.0.0.1 and http://localhost. */
  readonly origins?: readonly string[];
  /** Folder of pictures; omitted for synthetic fingers. */
  readonly fingers?: string | undefined;
  /**
   * Seed of the captures; omitted for a new one at each start. The same seed repeats the captures, which a server that has seen them treats
   * as replayed.
   */
  readonly seed?: number | undefined;
  /** File of the key that signs captures; omitted for a key that lasts until the service stops. */
  readonly keyFile?: string | undefined;
  /** Settings for tablets of the LAN; omitted to serve this machine alone. */
  readonly lan?: LanOptions | undefined;
  /** Called with each line for the log. */
  readonly log?: (line: string) => void;
  /** Milliseconds between the three captures; 0 in tests. */
  readonly pauseMs?: number;
  /** Milliseconds to wait for a finger. */
  readonly waitMs?: number;
  /** Milliseconds between pings to the page. */
  readonly pingMs?: number;
}

/** Running scanner service with its simulated reader. */
export interface Scanner {
  /** URL to which pages connect, `ws://127.0.0.1:<port>`. */
  readonly url: string;
  /** URL of the tray page, `http://127.0.0.1:<port>`. */
  readonly trayUrl: string;
  /** Access of tablets in the LAN; undefined where there is none. */
  readonly lan: Lan | undefined;
  /** Puts a finger of the tray on the reader, where it stays until lifted. */
  touch(fingerId: string | number): void;
  lift(): void;
  /** Queues a child who puts the finger on and lifts it by themself. */
  queue(fingerId: string | number, how: Turn): void;
  unplug(): void;
  plug(): void;
  setDirty(dirty: boolean): void;
  stop(): Promise<void>;
}

export async function startScanner(options: ScannerOptions = {}): Promise<Scanner> {
  const seed = options.seed ?? randomInt(2 ** 47);
  const fingers = options.fingers === undefined ? syntheticFingers(seed) : folderFingers(options.fingers, seed);
  let changed = () => {};
  const announce = () => changed();
  const journal = createJournal(announce);
  const reader = createSimulator(fingers, announce);
  const service = await startService({
    port: options.port ?? 8080,
    origins: options.origins ?? [],
    anyOfThisMachine: true,
    lan: options.lan,
    log: options.log,
    reader,
    journal,
    signer: signerOf(options.keyFile),
    pauseMs: options.pauseMs ?? 700,
    waitMs: options.waitMs ?? 30_000,
    pingMs: options.pingMs ?? 10_000,
    pageChanged: announce,
  });
  try {
    const tray = await startTray({
      port: options.trayPort ?? 8081,
      fingers,
      reader,
      journal,
      hasPage: service.hasPage,
    });
    changed = tray.changed;
    return {
      url: `ws://127.0.0.1:${service.port}`,
      trayUrl: `http://127.0.0.1:${tray.port}`,
      lan: service.lan,
      touch: (fingerId) => reader.touch(String(fingerId)),
      lift: reader.lift,
      queue: (fingerId, how) => reader.queue(String(fingerId), how),
      unplug: reader.unplug,
      plug: reader.plug,
      setDirty: reader.setDirty,
      async stop() {
        reader.lift();
        await Promise.all([service.stop(), tray.stop()]);
      },
    };
  } catch (error) {
    await service.stop();
    throw error;
  }
}
