import type pg from 'pg';

/**
 * Returns a sentence for each conflict that prevents importing the school of the temporary tables: its id, its code, its users' phone
 * numbers or ids exist here already. Gives counts, never values. Unique indexes enforce the same against concurrent changes.
 */
export async function findTaken(client: pg.Client, schoolId: string): Promise<string[]> {
  // Needs the platform scope, for this query only, to see the schools and users of all. Unqualified names refer to the temporary
  // tables.
  await client.query(`SET LOCAL app.scope = 'platform'`);
  const { rows } = await client.query<{ id: number; code: number; phones: number; people: number }>(
    `SELECT (SELECT count(*)::int FROM public.schools WHERE id = $1) AS id,
            (SELECT count(*)::int FROM public.schools s JOIN schools m ON lower(m.code) = lower(s.code)
             WHERE s.deleted_at IS NULL AND m.deleted_at IS NULL AND s.id <> $1) AS code,
            (SELECT count(*)::int FROM public.users u JOIN users m ON m.phone = u.phone
             WHERE u.deleted_at IS NULL AND m.deleted_at IS NULL AND u.school_id <> $1) AS phones,
            (SELECT count(*)::int FROM public.users u JOIN users m ON m.id = u.id WHERE u.school_id <> $1) AS people`,
    [schoolId],
  );
  await client.query(`SET LOCAL app.scope = ''`);
  const found = rows[0];
  if (!found) return [];
  return [
    ...(found.id > 0
      ? ['It is here already: where it has moved away before, school:remove takes what is left out.']
      : []),
    ...(found.code > 0 ? ['Another school has its code.'] : []),
    ...(found.phones > 0
      ? [
          `${found.phones} of its people sign in by numbers that belong to others here: change or remove one of the two.`,
        ]
      : []),
    ...(found.people > 0 ? [`${found.people} of its people are here already, in another school.`] : []),
  ];
}
