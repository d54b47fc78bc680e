-- Students as lists show them: with class, balance, and whether a finger is enrolled. The view runs with the rights of
-- whoever reads it, so the tenant wall of each table stands behind it.
CREATE VIEW student_list WITH (security_invoker = true) AS
SELECT s.school_id,
       s.id,
       s.admission_number,
       -- "9" before "10": by length, then by digits.
       lpad(length(s.admission_number)::text, 2, '0') || s.admission_number AS admission_order,
       s.names,
       s.class_id,
       c.name AS class_name,
       s.status,
       EXISTS (SELECT 1 FROM fingerprints f WHERE f.school_id = s.school_id AND f.student_id = s.id) AS has_fingerprint,
       coalesce(a.balance, 0)::bigint AS balance,
       s.created_at
FROM students s
JOIN classes c ON c.school_id = s.school_id AND c.id = s.class_id
LEFT JOIN accounts a ON a.school_id = s.school_id AND a.student_id = s.id AND a.kind = 'wallet'
WHERE s.deleted_at IS NULL;
GRANT SELECT ON student_list TO mfuko_app;
