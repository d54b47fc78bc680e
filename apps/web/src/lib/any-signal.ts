/**
 * Returns a signal that is aborted with the first of those that are given, for the same reason. In place of `AbortSignal.any`, which tablets with Android 7
 * have with their last Chrome only, and Safari since 17.4.
 */
export function anySignal(...signals: readonly (AbortSignal | undefined)[]): AbortSignal {
  const controller = new AbortController();
  for (const each of signals) {
    if (each?.aborted) controller.abort(each.reason);
    each?.addEventListener('abort', () => controller.abort(each.reason));
  }
  return controller.signal;
}
