import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { type Config, ConfigError } from './config.ts';

/**
 * Below the ports that Linux gives to whoever asks for any: one of those may be taken by a connection, or by somebody else's PORT=0, between
 * this choice and the server's own `listen`.
 */
const CHOSEN_PORTS = [20_000, 32_000] as const;
const MOST_CHOICES = 20;

/**
 * Makes sure of the port before anything is opened: with PORT=0 a free one is chosen now, since callbacks are asked for at
 * our own address before anything listens there. Throws ConfigError where somebody has the port.
 */
export async function claimPort(config: Config): Promise<Config> {
  const port = config.port === 0 ? await choosePort(config) : config.port;
  const claimed = await tryPort(config.host, port).catch((error: NodeJS.ErrnoException) => {
    throw portRefused(config, error);
  });
  return { ...config, port: claimed, publicUrl: config.publicUrl.replace(/:0$/, `:${claimed}`) };
}

/** A free port; 0 where none was found, which leaves the choice to the system. */
async function choosePort({ host }: Config): Promise<number> {
  for (let tries = 0; tries < MOST_CHOICES; tries++) {
    const port = randomInt(...CHOSEN_PORTS);
    const isFree = await tryPort(host, port).then(
      () => true,
      // Whatever is wrong with it, the next may be better, and the last says what is.
      () => false,
    );
    if (isFree) return port;
  }
  return 0;
}

/** Listens for a moment; answers the port. Throws what the system says. */
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
