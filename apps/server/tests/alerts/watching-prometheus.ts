import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { addressOf } from '../prometheus.testkit.ts';

const PROGRAM = '/usr/bin/prometheus';

/** One alert, as Prometheus reports it. */
export interface Alert {
  readonly name: string;
  readonly state: 'pending' | 'firing';
  readonly labels: Readonly<Record<string, string>>;
}

/** A Prometheus with rules, whose target may change its port. */
export interface Watcher {
  /** Alerts that are currently pending or firing. */
  alerts(): Promise<Alert[]>;
  /** Changes the scraped address (`127.0.0.1:<port>`), under the same instance label. */
  readFrom(address: string): void;
  /** Changes the scrape interval, in seconds. */
  readEvery(seconds: number): Promise<void>;
  stop(): Promise<void>;
}

/** Starts Debian's Prometheus in a folder, with these rules, which it evaluates each second. */
export async function watchWith(folder: string, rules: string): Promise<Watcher> {
  const [config, targets] = [join(folder, 'prometheus.yml'), join(folder, 'targets.json')];
  writeFileSync(join(folder, 'mfuko.rules.yml'), rules);
  const write = (seconds: number) =>
    writeFileSync(
      config,
      `global: { scrape_interval: ${seconds}s, scrape_timeout: ${seconds}s, evaluation_interval: 1s }
rule_files: [mfuko.rules.yml]
scrape_configs: [{ job_name: mfuko, file_sd_configs: [{ files: [targets.json], refresh_interval: 1s }] }]
`,
    );
  const readFrom = (address: string) =>
    writeFileSync(targets, JSON.stringify([{ targets: [address], labels: { instance: 'mfuko' } }]));
  write(1);
  writeFileSync(targets, '[]');
  const child: ChildProcess = spawn(
    PROGRAM,
    [`--config.file=${config}`, `--storage.tsdb.path=${join(folder, 'data')}`, '--web.listen-address=127.0.0.1:0'],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const url = await addressOf(child);
  return {
    async alerts() {
      const response = await fetch(`${url}/api/v1/alerts`);
      const { data } = (await response.json()) as {
        data: { alerts: { state: Alert['state']; labels: Record<string, string> }[] };
      };
      return data.alerts.map(({ state, labels }) => ({ name: labels.alertname ?? '', state, labels }));
    },
    readFrom,
    async readEvery(seconds) {
      write(seconds);
      child.kill('SIGHUP');
      await sleep(1_000);
    },
    async stop() {
      child.kill();
      await once(child, 'exit');
    },
  };
}
