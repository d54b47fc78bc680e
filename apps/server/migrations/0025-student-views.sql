-- Views of a student over tables of several features, and so behind all of them. They run with the rights of whoever reads
-- them: the row-level security of each table holds.

-- Students as lists show them. A student's class is joined so that a count may leave it out; there always is one.
CREATE VIEW student_list WITH (security_invoker = true) AS
SELECT s.school_id,
       s.id,
       s.admission_number,
       -- As the index students_order.
       lpad(length(s.admission_number)::text, 2, '0') || s.admission_number AS admission_order,
       s.names,
       s.class_id,
       c.name AS class_name,
       s.status,
       EXISTS (SELECT 1 FROM fingerprints f WHERE f.school_id = s.school_id AND f.student_id = s.id) AS has_fingerprint,
       coalesce(a.balance, 0)::bigint AS balance,
       s.created_at
FROM students s
LEFT JOIN classes c ON c.school_id = s.school_id AND c.id = s.class_id
LEFT JOIN accounts a ON a.school_id = s.school_id AND a.student_id = s.id AND a.kind = 'wallet'
WHERE s.deleted_at IS NULL;
GRANT SELECT ON student_list TO mfuko_app;

-- A student as the office and the page of the student show it. Deleted ones are in it, so that the answer to a deletion can be
-- read from it.
CREATE VIEW student_details WITH (security_invoker = true) AS
SELECT s.school_id,
       s.id,
       s.admission_number,
       s.names,
       s.class_id,
       c.name AS class_name,
       s.status,
       s.left_at,
       s.created_at,
       s.deleted_at,
       s.pin_hash IS NOT NULL AS has_pin,
       l.pin_locked_until,
       EXISTS (SELECT 1 FROM fingerprints f WHERE f.school_id = s.school_id AND f.student_id = s.id) AS has_fingerprint,
       coalesce(a.balance, 0)::bigint AS balance,
       g.kind AS gate_kind,
       g.since AS gate_since,
       b.kind AS bus_kind,
       b.since AS bus_since,
       v.plate AS bus_plate
FROM students s
JOIN classes c ON c.school_id = s.school_id AND c.id = s.class_id
LEFT JOIN student_locks l ON l.school_id = s.school_id AND l.student_id = s.id
LEFT JOIN accounts a ON a.school_id = s.school_id AND a.student_id = s.id AND a.kind = 'wallet'
LEFT JOIN gate_states g ON g.school_id = s.school_id AND g.student_id = s.id
LEFT JOIN bus_states b ON b.school_id = s.school_id AND b.student_id = s.id
LEFT JOIN buses v ON v.school_id = b.school_id AND v.id = b.bus_id;
GRANT SELECT ON student_details TO mfuko_app;
