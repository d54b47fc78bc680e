import { randomInt } from 'node:crypto';
import { syntheticFingers } from './fingers.ts';
import { folderFingers } from './folder.ts';
import { createJournal } from './journal.ts';
import type { Lan, LanOptions } from './lan/lan.ts';
import { startService } from './service.ts';
import { signerOf } from './signer.ts';
import type { Turn } from './simulator.ts';
import { createSimulator } from './simulator.ts';
import { startTray } from './tray.ts';

export interface ScannerOptions {
  /** Ports on the loopback address; 0 for any free one. */
  readonly port?: number;
  readonly trayPort?: number;
  /** Origins allowed beside http://127.0.0.1 and http://localhost. */
  readonly origins?: readonly string[];
  /** Folder of pictures; synthetic fingers where left out. */
  readonly fingers?: string | undefined;
  /** The same seed gives the same captures, which a server that has seen them takes for replayed: left out, each start has its own. */
  readonly seed?: number | undefined;
  /** File of the key that captures are signed with; left out, each start has a key of its own. */
  readonly keyFile?: string | undefined;
  /** The way of tablets in the network; left out, this machine alone. */
  readonly lan?: LanOptions | undefined;
  /** Hears the lines for the log. */
  readonly log?: (line: string) => void;
  /** Milliseconds between the three captures; 0 in tests. */
  readonly pauseMs?: number;
  /** Milliseconds to wait for a finger. */
  readonly waitMs?: number;
  /** Milliseconds between pings to the page. */
  readonly pingMs?: number;
}

/** A running scanner service with its simulated reader. */
export interface Scanner {
  /** URL: where pages connect, `ws://127.0.0.1:<port>`. */
  readonly url: string;
  /** The tray page, `http://127.0.0.1:<port>`. */
  readonly trayUrl: string;
  /** The way of tablets in the network; undefined where none was asked for. */
  readonly lan: Lan | undefined;
  /** Lays a finger of the tray on the reader, where it stays until lifted. */
  touch(fingerId: string | number): void;
  lift(): void;
  /** A child of a line lays its finger down and takes it off by itself. */
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
