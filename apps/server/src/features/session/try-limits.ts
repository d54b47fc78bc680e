/**
 * Returns the condition on which a further try is charged: fewer than $3 tries within the last hour, and fewer than $4 within the last day,
 * by the person in $2.
 */
export function withinTryLimits(tries: 'backup_code_tries' | 'second_factor_tries', person: 'phone_hash' | 'user_id') {
  return `(SELECT count(*) FROM ${tries} WHERE ${person} = $2 AND at > clock_timestamp() - interval '1 hour') < $3
      AND (SELECT count(*) FROM ${tries} WHERE ${person} = $2 AND at > clock_timestamp() - interval '1 day') < $4`;
}
