import type { Facts, PoolerFacts } from './facts.ts';
import { error, type Finding, warning } from './finding.ts';

type Reached = Extract<PoolerFacts, { hands: unknown }>;

const RELOAD = 'then: systemctl reload pgbouncer';
/** Sessions reserved for operators' tools and for a starting server. */
const SPARE = 5;

/** Checks that the pooler accepts the application, leads to the same database, works in transaction mode, and is large enough. */
export function checkPooler({ pooler, database }: Facts): Finding[] | null {
  // An unreachable database is reported by another check.
  if ('unreachable' in database) return null;
  if (pooler === null) return [];
  if ('unreachable' in pooler) return [checkWay(pooler.unreachable)];
  if (!pooler.sameDatabase)
    return [
      error(
        'The pooler of DATABASE_POOLER_URL leads to another database than DATABASE_URL.',
        `Write host, port and dbname of DATABASE_URL into [databases] of pgbouncer.ini, ${RELOAD}`,
      ),
    ];
  return [...checkHands(pooler), ...checkSize(pooler)];
}

function checkWay(code: string): Finding {
  // A refusal means that the pooler was reached.
  const refused = code === '08P01' || code.startsWith('28');
  return error(
    `The pooler of DATABASE_POOLER_URL lets nobody in (${code}).`,
    refused
      ? `Write mfuko_app with what stands in DATA_DIR/keys/database-app.key into userlist.txt of PgBouncer, ${RELOAD}`
      : 'systemctl restart pgbouncer; where it runs, correct host and port of DATABASE_POOLER_URL',
  );
}

function checkHands({ hands }: Reached): Finding[] {
  const remedy = `Set pool_mode = transaction in pgbouncer.ini, ${RELOAD}`;
  if (hands === 'statements')
    return [error('The pooler hands out single statements, so that no call can be recorded.', remedy)];
  if (hands === 'sessions')
    return [
      warning(
        'The pooler assigns whole sessions: a server keeps the sessions it has, and others wait for them.',
        remedy,
      ),
    ];
  if (hands === 'nothing')
    return [
      warning(
        'DATABASE_POOLER_URL points to the database itself, not to a pooler.',
        'Set it to the port of the pooler (6432), or remove it from the settings',
      ),
    ];
  return [];
}

function checkSize({ hands, size, wanted }: Reached): Finding[] {
  if (size === null || hands === 'statements') return [];
  if (size === 'hidden')
    return [
      warning(
        'It is not known if the pooler is large enough: it shows mfuko_app no figures.',
        `Set stats_users = mfuko_app in pgbouncer.ini, ${RELOAD}`,
      ),
    ];
  const { servers, connections, direct, mostOfDatabase } = wanted;
  // The doctor may run while no server does.
  const least = Math.max(servers, 1);
  const asked = least * connections;
  const held = size.sessions + least * direct;
  const of = `${least} ${least === 1 ? 'server' : 'servers'}`;
  const findings: Finding[] = [];
  if (size.clients < asked)
    findings.push(
      error(
        `The pooler lets ${size.clients} clients in, and ${of} may come with ${asked}: calls are refused.`,
        `Set max_client_conn = ${2 * asked} or more in pgbouncer.ini, ${RELOAD}`,
      ),
    );
  if (size.sessions < connections)
    findings.push(
      warning(
        `The pooler has ${size.sessions} sessions, but one server alone may need ${connections} at once: calls wait for each other.`,
        `Set default_pool_size = ${connections} or more in pgbouncer.ini, ${RELOAD}`,
      ),
    );
  if (held > mostOfDatabase)
    findings.push(
      error(
        `PostgreSQL has ${mostOfDatabase} sessions, and the pooler with ${of} may hold ${held}: calls and jobs are refused.`,
        `Set max_connections = ${held + SPARE} or more in postgresql.conf and restart PostgreSQL, or a smaller default_pool_size`,
      ),
    );
  return findings;
}
