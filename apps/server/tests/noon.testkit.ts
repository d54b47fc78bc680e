import pg from 'pg';

/**
 * Sets a school's time zone such that it is about noon there, so that the day does not change while the test runs, and has hours before
 * and after now.
 */
export async function setTimeZoneToNoon(ownerUrl: string, school: string): Promise<void> {
  const ahead = 12 - new Date().getUTCHours();
  const zone = `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    await owner.query(`SELECT set_config('app.school_id', $1, false)`, [school]);
    const { rowCount } = await owner.query('UPDATE schools SET time_zone = $2 WHERE id = $1', [school, zone]);
    if (rowCount !== 1) throw new Error('the school was not moved');
  } finally {
    await owner.end();
  }
}
