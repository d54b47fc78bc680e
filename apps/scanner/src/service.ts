import { answerCommands } from './lan/control.ts';
import { type Lan, type LanOptions, openLan } from './lan/lan.ts';
import { startLoopback } from './loopback.ts';
import { createPageServer, type PageServerOptions } from './page-server.ts';

export interface ServiceOptions extends PageServerOptions {
  readonly port: number;
  /** Origins whose pages may scan. */
  readonly origins: readonly string[];
  /** True to allow all pages of this machine; omitted, they have to be listed like others. */
  readonly anyOfThisMachine?: boolean | undefined;
  /** Settings for tablets of the LAN; undefined to serve this machine alone. */
  readonly lan?: LanOptions | undefined;
  readonly log?: ((line: string) => void) | undefined;
}

export interface Service {
  readonly port: number;
  readonly lan: Lan | undefined;
  hasPage(): boolean;
  stop(): Promise<void>;
}

/** Serves pages of this machine, and of paired tablets where the LAN is configured, one page at a time. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { port, origins, anyOfThisMachine = false, log = () => {} } = options;
  const pageServer = createPageServer(options);
  const stops: (() => Promise<void>)[] = [];
  async function stop(): Promise<void> {
    await Promise.all(stops.map((each) => each()));
    pageServer.stop();
  }
  try {
    const loopback = await startLoopback({ port, pages: { origins, anyOfThisMachine }, pageServer });
    stops.push(loopback.stop);
    const lan = options.lan && (await openLan(options.lan, { origins, pageServer, log }));
    if (lan) stops.push(lan.stop);
    if (lan && options.lan?.control) stops.push((await answerCommands(options.lan.control, lan)).stop);
    return { port: loopback.port, lan, hasPage: pageServer.hasPage, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
