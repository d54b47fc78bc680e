/** Returns the SQL of a moment as hh:mm in a time zone, with the date in front unless it is today. */
export function clockTimeSql(moment: string, timeZone: string): string {
  return `to_char(${moment} AT TIME ZONE ${timeZone},
    CASE WHEN (${moment} AT TIME ZONE ${timeZone})::date = (clock_timestamp() AT TIME ZONE ${timeZone})::date
      THEN 'HH24:MI' ELSE 'DD/MM/YYYY HH24:MI' END)`;
}
