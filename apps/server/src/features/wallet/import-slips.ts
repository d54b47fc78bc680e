import type { Channel } from '@mfuko/contract/channels';
import type { ReadTx } from '../../platform/database/database.ts';
import type { Findings } from '../../platform/spreadsheets/findings.ts';
import { slipOf } from './channels.ts';
import type { DepositLine } from './import-plan.ts';
import type { DepositField } from './import-rows.ts';
import { findSlips } from './slips.ts';

/** Adds a finding on each row whose bank slip has paid in already, since no second person approves the rows of a list. */
export async function flagUsedSlips(
  tx: ReadTx,
  channel: Channel,
  lines: readonly DepositLine[],
  findings: Findings<DepositField>,
): Promise<void> {
  const slips = lines.flatMap(({ row, reference }) => {
    const slip = slipOf(channel, reference);
    return slip === null ? [] : [{ row, slip, reference: reference ?? '' }];
  });
  const taken = await findSlips(
    tx,
    slips.map(({ slip }) => slip),
  );
  const rowOf = new Map<string, number>();
  for (const { row, slip, reference } of slips) {
    const first = taken.get(slip);
    const firstRow = rowOf.get(slip);
    if (firstRow === undefined) rowOf.set(slip, row);
    const why = first
      ? `was paid in on ${first.receipt.date.slice(0, 10)} already: KES ${first.amount} for ${first.names}`
      : `is the slip of row ${firstRow}: a slip of the bank pays in once`;
    if (!first && firstRow === undefined) continue;
    const params: Record<string, string | number> = first
      ? { date: first.receipt.date.slice(0, 10), amount: first.amount, names: first.names }
      : { first: firstRow ?? 0 };
    findings.at(row, 'reference', 'reference-taken', why, reference, { params });
  }
}
