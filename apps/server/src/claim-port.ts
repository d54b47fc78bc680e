import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { type Config, ConfigError } from './config.ts';

/**
 * Range below Linux's ephemeral ports: the system may assign one of those to a connection, or to another process with PORT=0, between
 * this choice and the server's `listen`.
 */
const CHOSEN_PORTS = [20_000, 32_000] as const;
const MAX_CHOICES = 20;

/**
 * Checks the port before anything is opened. With PORT=0 a free port is chosen now, since callback URLs are registered before the
 * server listens. Throws ConfigError where the port is taken.
 */
export async function claimPort(config: Config): Promise<Config> {
  const port = config.port === 0 ? await choosePort(config) : config.port;
  const claimed = await tryPort(config.host, port).catch((error: NodeJS.ErrnoException) => {
    throw portRefused(config, error);
  });
  return { ...config, port: claimed, publicUrl: config.publicUrl.replace(/:0$/, `:${claimed}`) };
}

/** Returns a free port; 0 where none was found, which lets the system choose. */
async function choosePort({ host }: Config): Promise<number> {
  for (let tries = 0; tries < MAX_CHOICES; tries++) {
    const port = randomInt(...CHOSEN_PORTS);
    const isFree = await tryPort(host, port).then(
      () => true,
      // The next port may work; if none does, the caller's own attempt reports the reason.
      () => false,
    );
    if (isFree) return port;
  }
  return 0;
}

/** Listens briefly and returns the port. Throws the system's error. */
async function tryPort(host: string, wanted: number): Promise<number> {
  const probe = createServer().listen({ port: wanted, host, exclusive: true });
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

function portRefused({ host, port }: Config, error: NodeJS.ErrnoException): Error {
  const place = `${host}:${port}`;
  switch (error.code) {
    case 'EADDRINUSE':
      return new ConfigError(
        `${place} is taken: a server runs there already, perhaps this one. End it, or choose another PORT.`,
      );
    case 'EACCES':
      return new ConfigError(`This user may not listen on ${place}: choose a PORT above 1023.`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new ConfigError(`${host} is no address of this machine: set HOST to one of them, or to 127.0.0.1.`);
    default:
      return error;
  }
}
