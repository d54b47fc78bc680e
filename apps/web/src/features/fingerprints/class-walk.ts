interface Walked {
  readonly sysid: string;
  readonly hasFingerprint: boolean;
}

/**
 * Next of a class: whoever has no fingerprint and was not skipped, after `current` and then from the beginning. Undefined: nobody
 * is left but those who were skipped.
 */
export function nextOf(rows: readonly Walked[], skipped: readonly string[], current?: string): string | undefined {
  const at = rows.findIndex(({ sysid }) => sysid === current);
  const inOrder = [...rows.slice(at + 1), ...rows.slice(0, at + 1)];
  return inOrder.find(({ sysid, hasFingerprint }) => !hasFingerprint && sysid !== current && !skipped.includes(sysid))
    ?.sysid;
}
