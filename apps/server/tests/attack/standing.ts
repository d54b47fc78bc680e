import type { Cast, Site } from './cast.ts';

/**
 * Restores the attackers' access: a call of theirs may have ended their sessions, deleted one of them, or suspended their school, so that
 * all later requests would be refused at sign-in.
 */
export async function keepStanding(site: Site, { own, attackers }: Cast): Promise<() => Promise<void>> {
  const phones = attackers.map(({ phone }) => phone);
  const kept = [
    ...(await keep(site, 'schools', 'id = $1', [own.id])),
    ...(await keep(site, 'users', 'phone = ANY ($1)', [phones])),
    ...(await keep(site, 'students', 'school_id = $1', [own.id])),
    ...(await keep(site, 'classes', 'school_id = $1', [own.id])),
  ];
  await site.stand(own.id);
  return async () => {
    await site.stand(own.id);
    await site.rows('UPDATE sessions SET ended_at = NULL, ended_why = NULL WHERE ended_at IS NOT NULL');
    for (const { table, columns, row } of kept) {
      const back = site.rows(
        `UPDATE ${table} AS t SET ${columns.map((column) => `${column} = kept.${column}`).join(', ')}
         FROM jsonb_populate_record(NULL::${table}, $1) AS kept WHERE t.id = kept.id`,
        [row],
      );
      // A new user may have taken the number of a deleted one, who then stays deleted.
      await back.catch((error: { code?: string }) => {
        if (error.code !== '23505') throw error;
      });
    }
  };
}

async function keep(site: Site, table: string, where: string, values: readonly unknown[]) {
  const found = await site.rows<{ row: Record<string, unknown> }>(
    `SELECT to_jsonb(t) AS row FROM ${table} t WHERE ${where}`,
    values,
  );
  return found.map(({ row }) => ({
    table,
    columns: Object.keys(row).filter((column) => column !== 'id'),
    row: JSON.stringify(row),
  }));
}

/** Written by background jobs of the server, at any time. */
const BY_JOBS = /^(audit_|book_|clock_|provider_|sms_|school_days)/;

/** Snapshot of all records of a school: for each table with rows, a digest of them. */
export async function pictureOf(site: Site, school: string): Promise<Record<string, string>> {
  const tables = await site.rows<{ name: string }>(
    `SELECT c.table_name AS name FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
     WHERE c.table_schema = 'public' AND c.column_name = 'school_id' AND t.table_type = 'BASE TABLE' ORDER BY 1`,
  );
  const picture: Record<string, string> = {};
  for (const name of ['schools', ...tables.map((each) => each.name)].filter((each) => !BY_JOBS.test(each))) {
    const mine = name === 'schools' ? 'id' : 'school_id';
    const [row] = await site.rows<{ count: string; digest: string | null }>(
      `SELECT count(*) AS count, md5(string_agg(t::text, '|' ORDER BY t::text)) AS digest FROM ${name} t WHERE ${mine} = $1`,
      [school],
    );
    if (row?.digest) picture[name] = `${row.count} rows, ${row.digest}`;
  }
  return picture;
}
