import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const PROGRAM = '/usr/bin/prometheus';

/** Reason why tests that need Prometheus are skipped; null if it is installed. */
export const whyNoPrometheus = existsSync(PROGRAM) ? null : 'apt-get install prometheus';

/** A Prometheus on this machine that reads the metrics of one server each second. */
export interface Prometheus {
  /** Values of the series of an expression; NaN is possible. Throws if Prometheus cannot parse it. */
  ask(expression: string): Promise<number[]>;
  stop(): Promise<void>;
}

/** Starts Debian's Prometheus on a free port, for the server at `target` (`127.0.0.1:<port>`) under the job's name of `prometheus.yml`. */
export async function startPrometheus(target: string): Promise<Prometheus> {
  const folder = mkdtempSync(join(tmpdir(), 'mfuko-prometheus-'));
  const file = join(folder, 'prometheus.yml');
  writeFileSync(
    file,
    `global: { scrape_interval: 1s, scrape_timeout: 1s }
scrape_configs: [{ job_name: mfuko, static_configs: [{ targets: ['${target}'] }] }]
`,
  );
  const child = spawn(
    PROGRAM,
    [`--config.file=${file}`, `--storage.tsdb.path=${join(folder, 'data')}`, '--web.listen-address=127.0.0.1:0'],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const url = await addressOf(child);
  return {
    async ask(expression) {
      const response = await fetch(`${url}/api/v1/query?${new URLSearchParams({ query: expression })}`);
      const { error, data } = (await response.json()) as {
        error?: string;
        data?: { result: { value: [number, string] }[] };
      };
      if (data === undefined) throw new Error(`${expression}: ${error}`);
      return data.result.map(({ value: [, value] }) => Number(value));
    },
    async stop() {
      child.kill();
      await once(child, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Address of a Prometheus that was just started: its log states the port. */
export async function addressOf(child: ChildProcess): Promise<string> {
  if (!child.stderr) throw new Error('Prometheus has no log.');
  const said: string[] = [];
  const lines = createInterface({ input: child.stderr });
  for await (const line of lines) {
    said.push(line);
    const address = /msg="Listening on" address=(\S+)/.exec(line)?.[1];
    if (address === undefined) continue;
    // Drains the log, so that the pipe does not fill up.
    child.stderr.resume();
    return `http://${address}`;
  }
  throw new Error(`Prometheus ended:\n${said.join('\n')}`);
}
