import { spawnSync } from 'node:child_process';

/** Tells in a few lines whether server and proxy run and what the server says of itself. Answers 0 where it is ready. */
export async function tellStatus(
  { port, publicUrl, version }: { readonly port: string; readonly publicUrl: string; readonly version: string },
  print: (line: string) => void,
): Promise<number> {
  print(`Mfuko ${version}${publicUrl ? ` at ${publicUrl}` : ', without a public address yet: mfuko tls'}`);
  for (const unit of ['mfuko', 'caddy']) {
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
    print(
      `server: no answer on port ${port} (${cause?.code ?? (error as Error).name}). It says why: journalctl -u mfuko -n 20 --no-pager`,
    );
    return 1;
  }
}
