import { OWN_CONSOLE } from './callers.ts';
import type { Config } from './config.ts';
import { ConfigError } from './config.ts';
import { createHelperReader, type HelperReaderOptions } from './helper/helper-reader.ts';
import { libfprintHelper } from './helper/libfprint.ts';
import type { HelperProgram } from './helper/supervisor.ts';
import { createJournal } from './journal.ts';
import type { Lan } from './lan/lan.ts';
import { startService } from './service.ts';
import { signerOf } from './signer.ts';

/** Running scanner service with a reader of this machine. */
export interface ReaderService {
  /** URL to which pages connect, `ws://127.0.0.1:<port>`. */
  readonly url: string;
  readonly lan: Lan | undefined;
  /** Returns the process id of the helper that drives the reader. */
  helperPid(): number | undefined;
  stop(): Promise<void>;
}

export interface ReaderServiceOptions
  extends Partial<Pick<Config, 'keyFile' | 'lan'>>,
    Pick<Config, 'port' | 'origins' | 'dpi'> {
  readonly program: HelperProgram;
  readonly log: (line: string) => void;
  readonly pauseMs?: number;
  readonly waitMs?: number;
  readonly supervision?: Pick<HelperReaderOptions, 'timing' | 'graceMs' | 'heard'>;
}

/**
 * Serves pages with the reader that the helper program drives, which may be plugged in later. Only pages of the listed origins are served,
 * and not those of other programs on this machine; where none is listed, those of a console of this machine at its default port.
 */
export async function startReaderService(options: ReaderServiceOptions): Promise<ReaderService> {
  const { program, dpi, log, port } = options;
  const origins = options.origins.length > 0 ? options.origins : OWN_CONSOLE;
  const reader = createHelperReader({ program, dpi, log, ...options.supervision });
  try {
    const service = await startService({
      port,
      origins,
      lan: options.lan,
      log,
      reader,
      signer: signerOf(options.keyFile),
      journal: createJournal(() => {}),
      pauseMs: options.pauseMs ?? 700,
      waitMs: options.waitMs ?? 30_000,
      pingMs: 10_000,
      pageChanged: () => {},
    });
    return {
      url: `ws://127.0.0.1:${service.port}`,
      lan: service.lan,
      helperPid: reader.pid,
      async stop() {
        await Promise.all([service.stop(), reader.stop()]);
      },
    };
  } catch (error) {
    await reader.stop();
    throw error;
  }
}

/** Returns the program that drives the reader named in the settings. */
export function helperOf({ reader, serial }: Config): HelperProgram {
  if (reader === 'simulator') throw new ConfigError('SCANNER_READER: there is no simulator in the installed service.');
  if (reader === 'libfprint') return libfprintHelper({ serial });
  return { command: reader, args: serial === undefined ? [] : [`--serial=${serial}`] };
}
