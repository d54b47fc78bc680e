// Plain JavaScript with node's own modules only: `npm start` runs it on any Node from 20 on.

/** Exit code after sysexits.h, as in apps/server/src/platform/process/process-faults.ts: a start that would fail again the same way. */
const EXIT_REFUSED = 78;
const BACKOFF_MS = [1_000, 2_000, 5_000, 10_000, 30_000];
/** Uptime after which a server counts as recovered, so that the backoff starts again at the next crash. */
const STEADY_AFTER_MS = 10 * 60_000;
/** Maximum number of starts without 'ready': such a server fails every time. */
const STARTS_WITHOUT_READY = 5;

/**
 * Supervisor of one process: starts it again whenever it crashes, after 1, 2, 5, 10 and then 30 seconds. Ends with its exit
 * code where it ended in order, was told to, refused its settings, or never became ready.
 *
 * @param {() => import('node:child_process').ChildProcess} launch starts it, with an IPC channel on which it says 'ready'
 * @param {{ log(line: string): void, wait?(ms: number): Promise<void>, now?(): number }} parts
 * @returns {{ ended: Promise<number>, tell(signal: NodeJS.Signals): void }} its last exit code; a signal to hand on
 */
export function supervise(launch, { log, wait = sleep, now = Date.now }) {
  let child;
  let told = false;
  let everReady = false;
  let crashes = 0;
  let release;

  const runOnce = () =>
    new Promise((resolve) => {
      const begun = now();
      child = launch();
      child.on('message', (message) => {
        if (message === 'ready') everReady = true;
      });
      child.on('error', (error) => resolve({ code: 1, why: error.message }));
      child.on('exit', (code, signal) => {
        if (now() - begun > STEADY_AFTER_MS) crashes = 0;
        resolve({
          code: code ?? (signal === 'SIGTERM' || signal === 'SIGINT' ? 0 : 137),
          why: signal ?? `exit ${code}`,
        });
      });
    });

  const ended = (async () => {
    for (;;) {
      const { code, why } = await runOnce();
      crashes += 1;
      if (told || code === 0 || code === EXIT_REFUSED) return code;
      if (!everReady && crashes >= STARTS_WITHOUT_READY) return code;
      const ms = BACKOFF_MS[Math.min(crashes, BACKOFF_MS.length) - 1];
      log(`The server ended (${why}); starting it again in ${ms / 1000} s.`);
      await Promise.race([wait(ms), new Promise((resolve) => (release = resolve))]);
      if (told) return code;
    }
  })();

  return {
    ended,
    tell(signal) {
      told = true;
      child?.kill(signal);
      release?.();
    },
  };
}

function sleep(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
