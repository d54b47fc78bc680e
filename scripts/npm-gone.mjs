// Plain JavaScript on node's own modules alone: it runs before anything is installed, on any Node from 20 on.

/**
 * Acts once npm, which started this script, is gone. npm that is killed tells nobody; what it started must not live on
 * unseen and keep the port.
 */
export function onNpmGone(act) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && act(), 1_000).unref();
}
