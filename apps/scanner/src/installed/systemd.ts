import { spawn } from 'node:child_process';

/**
 * Notifies systemd that the service is ready, and then that it is alive, as often as the watchdog requires. Does nothing where systemd did
 * not start the service.
 */
export function notifySystemd(env: NodeJS.ProcessEnv, log: (line: string) => void): void {
  if (!env.NOTIFY_SOCKET) return;
  function notify(word: string): void {
    const told = spawn('systemd-notify', [word], { stdio: ['ignore', 'inherit', 'inherit'] });
    told.on('error', (error) => log(`systemd was not told: ${error.message}`));
  }
  notify('--ready');
  const watchdogMs = Number(env.WATCHDOG_USEC) / 1_000;
  if (watchdogMs > 0) setInterval(() => notify('WATCHDOG=1'), watchdogMs / 3).unref();
}
