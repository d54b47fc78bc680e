/**
 * Returns a row that is inserted when it is first needed: selects it, inserts it where it is missing, and selects it again, so that the
 * SELECT may lock it. `insert` needs `ON CONFLICT DO NOTHING`, because another transaction may insert the row at the same time.
 */
export async function selectOrInsert<Row>(select: () => Promise<Row[]>, insert: () => Promise<unknown>): Promise<Row> {
  const [existing] = await select();
  if (existing) return existing;
  await insert();
  const [inserted] = await select();
  if (!inserted) throw new Error('The row is missing after its INSERT.');
  return inserted;
}
