import { execFile } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import { promisify } from 'node:util';
import type { Config } from '../config.ts';
import { timeSourceOf } from '../open-gateways.ts';
import type { ClockFacts } from './facts.ts';

export async function probeClock(config: Config): Promise<ClockFacts> {
  const [synchronized, ahead] = await Promise.all([askSystemd(), askNetwork(config)]);
  return { synchronized, ahead };
}

async function askSystemd(): Promise<boolean | null> {
  try {
    const { stdout } = await promisify(execFile)('timedatectl', ['show', '--property=NTPSynchronized', '--value'], {
      timeout: 15_000,
    });
    const said = stdout.trim();
    return said === '' ? null : said === 'yes';
  } catch {
    // No systemd, as in a container: the state is unknown.
    return null;
  }
}

/** Compares with network time, or else with the Date header of the SMS provider, which is accurate to a second or two. */
async function askNetwork(config: Config): Promise<ClockFacts['ahead']> {
  const source = timeSourceOf(config);
  const told = await source?.ask();
  if (source && told) {
    const there = told.networkMs + (performance.now() - told.steadyMs);
    return { ms: Math.round(Date.now() - there), source: source.name };
  }
  if (config.smsProvider !== 'africastalking') return null;
  const { baseUrl } = config.africasTalking;
  try {
    const answer = await fetch(baseUrl, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(15_000) });
    const date = Date.parse(answer.headers.get('date') ?? '');
    return Number.isNaN(date) ? null : { ms: Date.now() - date, source: new URL(baseUrl).host };
  } catch {
    // No source to compare with.
    return null;
  }
}
