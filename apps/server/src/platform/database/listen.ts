import pg from 'pg';

const RETRY_MS = [1_000, 2_000, 5_000, 10_000] as const;

/** An ear on one channel of the database. */
export interface Listener {
  /** True if the connection stands just now. */
  readonly hears: boolean;
  stop(): Promise<void>;
}

/**
 * Calls `onWake` with the payload whenever something is told on the channel, over a connection of its own. Only a
 * wake-up: what is told while the connection is down is not heard, so each time it comes back `onWake` gets null, which
 * says to look at everything. Goes straight to the database, never by a pooler.
 */
export function listen(appUrl: string, channel: string, onWake: (payload: string | null) => void): Listener {
  if (!/^[a-z_]+$/.test(channel)) throw new TypeError('A channel is a plain name.');
  let client: pg.Client | null = null;
  let hears = false;
  let stopped = false;
  let failures = 0;
  let retry: NodeJS.Timeout | undefined;

  async function connect(): Promise<void> {
    const fresh = new pg.Client({
      connectionString: appUrl,
      application_name: 'mfuko listens',
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
    });
    client = fresh;
    let lost = false;
    const lose = () => {
      if (lost) return;
      lost = true;
      hears = false;
      // It is lost already, and a new one is opened.
      void fresh.end().catch(() => undefined);
      if (stopped) return;
      retry = setTimeout(connect, RETRY_MS[Math.min(failures++, RETRY_MS.length - 1)]);
    };
    fresh.on('error', lose);
    fresh.on('end', lose);
    fresh.on('notification', ({ payload }) => onWake(payload ?? ''));
    try {
      await fresh.connect();
      await fresh.query(`LISTEN ${channel}`);
      if (stopped || lost) return lose();
      failures = 0;
      hears = true;
      onWake(null);
    } catch {
      // Tried again, later and later; `hears` says that nobody listens until then.
      lose();
    }
  }
  void connect();

  return {
    get hears() {
      return hears;
    },
    async stop() {
      stopped = true;
      clearTimeout(retry);
      // A connection that is gone has ended too.
      await client?.end().catch(() => undefined);
    },
  };
}
