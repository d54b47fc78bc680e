import pg from 'pg';

const RETRY_MS = [1_000, 2_000, 5_000, 10_000] as const;

/** Subscription to one channel of the database. */
export interface Listener {
  /** True while the connection is established. */
  readonly hears: boolean;
  stop(): Promise<void>;
}

/**
 * Calls `onWake` with the payload of each notification on the channel, over a dedicated connection. Notifications are only wake-ups:
 * those sent while the connection is down are lost, so `onWake` gets null after each connect, and the subscriber then has to check
 * everything. Connects directly to the database, never through a pooler.
 */
export function listen(appUrl: string, channel: string, onWake: (payload: string | null) => void): Listener {
  if (!/^[a-z_]+$/.test(channel)) throw new TypeError('The name of a NOTIFY channel must consist of a-z and _.');
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
      // The connection is lost already, and a new one is opened.
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
      // Retried with increasing pauses; `hears` is false until then.
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
      // A connection that is lost has ended too.
      await client?.end().catch(() => undefined);
    },
  };
}
