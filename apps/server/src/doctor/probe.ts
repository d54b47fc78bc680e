import { statSync } from 'node:fs';
import type { Config } from '../config.ts';
import { lookUpAccount, lookUpPartner } from '../gateways/sms/index.ts';
import type { Facts, Reached } from './facts.ts';
import { probeBackup } from './probe-backup.ts';
import { probeClock } from './probe-clock.ts';
import { probeDatabase } from './probe-database.ts';
import { probeMachine } from './probe-machine.ts';
import { probePooler } from './probe-pooler.ts';
import { probeTls } from './probe-tls.ts';

const PATIENCE_MS = 15_000;

/** Collects all facts, slow probes in parallel. Starts and writes nothing. */
export async function probe(config: Config, refusals: readonly string[], settingsFile: string): Promise<Facts> {
  const [machine, clock, database, pooler, server, tls, sms, smsSecond, payments] = await Promise.all([
    probeMachine(config.dataDir),
    probeClock(config),
    probeDatabase(config),
    probePooler(config),
    probeServer(config),
    // In a container the proxy has another address.
    probeTls(config.publicUrl, config.trustedProxies[0]),
    config.smsProvider === 'africastalking' && config.africasTalking.apiKey
      ? lookUpAccount(config.africasTalking)
      : null,
    config.smsProvider === 'africastalking' && config.smsSecond ? lookUpPartner(config.smsSecond) : null,
    config.payments.provider === 'daraja' ? probeAddress(config.payments.baseUrl) : null,
  ]);
  const { production } = config;
  const settings = { production, refusals, file: probeFile(settingsFile), config };
  return {
    now: Date.now(),
    settings,
    machine,
    clock,
    database,
    pooler,
    server,
    tls,
    sms,
    smsSecond,
    payments,
    backup: probeBackup(config),
  };
}

function probeFile(path: string): Facts['settings']['file'] {
  const found = statSync(path, { throwIfNoEntry: false });
  return found ? { path, mode: found.mode & 0o777, owner: found.uid } : null;
}

async function probeServer({ host, port }: Config): Promise<Facts['server']> {
  const address = host.includes(':') ? `[${host}]` : host;
  try {
    const answer = await fetch(`http://${address === '0.0.0.0' ? '127.0.0.1' : address}:${port}/api/health/ready`, {
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    await answer.body?.cancel();
    return { status: answer.status };
  } catch {
    // No answer, which is the result.
    return null;
  }
}

/** Any response shows that the address is reachable. */
async function probeAddress(url: string): Promise<Reached> {
  try {
    const answer = await fetch(url, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(PATIENCE_MS) });
    await answer.body?.cancel();
    return 'answers';
  } catch {
    // No answer, which is the result.
    return 'away';
  }
}
