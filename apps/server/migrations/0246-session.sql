-- Session: a number that an account set which nobody had confirmed ties its owner to the makers of that account. Numbers set before this was noted, of
-- the 30 days that such a tie lasts.
INSERT INTO account_ties (user_id, by_user, why, at)
SELECT DISTINCT n.user_id, t.by_user, 'number', n.at
FROM account_ties n
JOIN account_ties t ON t.user_id = n.by_user AND t.why = 'made' AND t.at <= n.at AND (t.confirmed_at IS NULL OR t.confirmed_at > n.at)
WHERE n.why = 'number' AND n.at > clock_timestamp() - interval '30 days' AND t.by_user <> n.user_id
ON CONFLICT DO NOTHING;
