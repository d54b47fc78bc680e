import { spawnSync } from 'node:child_process';

/** Installation whose status is queried. */
interface Asked {
  readonly port: string;
  readonly publicUrl: string;
  readonly version: string;
  /** True in a container: the proxy is another container, and there are no systemd units. */
  readonly contained: boolean;
}

/** Prints in a few lines whether server and proxy run, and the server's own status. Returns 0 if the server is ready. */
export async function tellStatus(
  { port, publicUrl, version, contained }: Asked,
  print: (line: string) => void,
): Promise<number> {
  print(`Mfuko ${version}${publicUrl ? ` at ${publicUrl}` : ', without a public address yet: mfuko tls'}`);
  for (const unit of contained ? [] : ['mfuko', 'caddy']) {
    const { stdout } = spawnSync('systemctl', ['is-active', unit], { encoding: 'utf8' });
    print(`${unit}: ${(stdout ?? '').trim() || 'unknown'}`);
  }
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/api/health/ready`, { signal: AbortSignal.timeout(15_000) });
    print(
      answer.ok
        ? `server: ready ${await answer.text()}`
        : `server: not ready (${answer.status}) ${await answer.text()}`,
    );
    return answer.ok ? 0 : 1;
  } catch (error) {
    const { cause } = error as { cause?: NodeJS.ErrnoException };
    const log = contained ? 'docker compose logs mfuko' : 'journalctl -u mfuko -n 20 --no-pager';
    print(`server: no answer on port ${port} (${cause?.code ?? (error as Error).name}). It says why: ${log}`);
    return 1;
  }
}
