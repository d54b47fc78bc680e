import { SmsError, type SmsFailure, type SmsGateway } from '../../gateways/sms/index.ts';
import { PLATFORM_SCHOOL } from '../../platform/database/database.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import type { AppContext } from '../../platform/process/app-context.ts';

/** Measures the states of the messages of the last 24 hours, over all schools, and the state of the gateway. */
export function watchMessages({ db, metrics }: AppContext): void {
  metrics.watch('messages', {
    gauges: {
      mfuko_sms_messages: { help: 'Text messages of the last 24 hours by what became of them', labels: ['state'] },
      mfuko_sms_gateway_away_seconds: { help: 'For how long nobody has reached the SMS gateway; 0 where it answers' },
      mfuko_sms_first_fails_seconds: {
        help: 'For how long messages have gone by the second provider; 0 where the first takes them',
      },
      mfuko_sms_gateway_stopped: { help: '1 where the provider takes nothing: no money, or it does not know us' },
    },
    read: () =>
      db.readPlatform(async (tx) => {
        const rows = await tx.rows<{ state: string; count: number }>(
          `SELECT m.state, count(*)::int AS count
           FROM (SELECT id FROM schools UNION SELECT $1::uuid) AS s
           JOIN sms_messages m ON m.school_id = s.id AND m.created_at >= clock_timestamp() - interval '24 hours'
           GROUP BY m.state`,
          [PLATFORM_SCHOOL],
        );
        const gateway = await tx.row<{ away: number; failover: number; stopped: boolean }>(
          `SELECT coalesce(extract(epoch FROM clock_timestamp() - unreachable_since), 0)::float8 AS away,
                  coalesce(extract(epoch FROM clock_timestamp() - primary_failing_since), 0)::float8 AS failover,
                  coalesce(stopped_until > clock_timestamp(), false) AS stopped FROM sms_gateway`,
        );
        return {
          mfuko_sms_messages: rows.map(({ state, count }) => ({ labels: { state }, value: count })),
          mfuko_sms_gateway_away_seconds: gateway?.away ?? 0,
          mfuko_sms_first_fails_seconds: gateway?.failover ?? 0,
          mfuko_sms_gateway_stopped: gateway?.stopped ? 1 : 0,
        };
      }),
  });
}

const OUTCOMES: readonly (SmsFailure | 'taken' | 'fault')[] = [
  ...(['taken', 'away', 'busy', 'later', 'unsure', 'stop', 'hold', 'number', 'route', 'never', 'fault'] as const),
];

/** Wraps a gateway and its second, to count each submitted message by outcome: taken, or the failure. */
export function countingGateway(metrics: Metrics, gateway: SmsGateway): SmsGateway {
  const sends = metrics.counter('mfuko_sms_sends_total', 'Text messages handed to the provider', ['outcome']);
  // Start each series at zero: a series that begins with its first failure shows no increase.
  for (const outcome of OUTCOMES) sends.inc({ outcome }, 0);
  const counting = (one: SmsGateway): SmsGateway => ({
    ...one,
    async send(message) {
      try {
        const taken = await one.send(message);
        sends.inc({ outcome: 'taken' });
        return taken;
      } catch (error) {
        sends.inc({ outcome: error instanceof SmsError ? error.failure : 'fault' });
        throw error;
      }
    },
  });
  return { ...counting(gateway), ...(gateway.second ? { second: counting(gateway.second) } : {}) };
}
