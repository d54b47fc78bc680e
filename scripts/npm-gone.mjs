// Plain JavaScript with node's own modules only: it runs before the installation, on any Node from 20 on.

/**
 * Calls `act` once npm, which started this script, has ended. A killed npm notifies nobody, and its children must not keep running
 * unnoticed and occupy the port.
 */
export function onNpmGone(act) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && act(), 1_000).unref();
}
