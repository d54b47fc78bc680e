interface Walked {
  readonly sysid: string;
  readonly hasFingerprint: boolean;
}

/**
 * Returns the next student of a class without a fingerprint who was not skipped, after `current` and then from the beginning. Undefined
 * where only skipped students are left.
 */
export function nextOf(rows: readonly Walked[], skipped: readonly string[], current?: string): string | undefined {
  const at = rows.findIndex(({ sysid }) => sysid === current);
  const inOrder = [...rows.slice(at + 1), ...rows.slice(0, at + 1)];
  return inOrder.find(({ sysid, hasFingerprint }) => !hasFingerprint && sysid !== current && !skipped.includes(sysid))
    ?.sysid;
}
