-- Ways to name a child who is to be erased, as patterns that JavaScript and PostgreSQL read alike: in rows of the child's own by each of
-- its names, in those of others by what tells it from everybody else of the school. From the rows themselves, so that nobody chooses them.
CREATE OR REPLACE FUNCTION name_patterns_of(the_student uuid, OUT own text[], OUT others text[]) LANGUAGE sql STABLE AS $$
  WITH the_school AS (SELECT nullif(current_setting('app.school_id', true), '')::uuid AS id),
  child AS (
    SELECT s.admission_number AS number, s.names FROM students s, the_school
    WHERE s.school_id = the_school.id AND s.id = the_student AND s.erased_at IS NULL
  ),
  people AS (
    SELECT 0 AS person, true AS is_child, true AS alone, names AS name, NULL::text AS phone FROM child
    UNION ALL
    -- A guardian of another child here names that one too.
    SELECT row_number() OVER (ORDER BY g.id), false, NOT EXISTS (
             SELECT 1 FROM guardians o WHERE o.school_id = g.school_id AND o.student_id <> the_student
               AND (o.name = g.name OR o.mobile_number = g.mobile_number)
           ), g.name, CASE WHEN g.mobile_number ~ '^\d{9,15}$' THEN g.mobile_number END
    FROM guardians g, the_school WHERE g.school_id = the_school.id AND g.student_id = the_student AND EXISTS (SELECT 1 FROM child)
  ),
  words AS (
    -- Each as it is, whichever apostrophe somebody types.
    SELECT DISTINCT person, is_child, alone, lower(word) AS word,
           regexp_replace(regexp_replace(word, '[.*+?^${}()|\[\]\\/]', '\\\&', 'g'), '[''’‘`´]', '[''’‘`´]', 'g') AS way
    FROM people, regexp_split_to_table(name, '[\s,.]+') AS word WHERE length(word) > 1
  ),
  shared AS (
    SELECT lower(word) AS word FROM the_school, LATERAL (
      SELECT names FROM students WHERE school_id = the_school.id AND id <> the_student AND erased_at IS NULL
      UNION ALL SELECT name FROM guardians WHERE school_id = the_school.id AND student_id <> the_student
      UNION ALL SELECT concat_ws(' ', first_name, last_names) FROM users WHERE school_id = the_school.id
    ) AS anybody, regexp_split_to_table(names, '[\s,.]+') AS word
  ),
  numbers AS (
    -- A short one only where the text says that it is one.
    SELECT unnest(CASE
      WHEN length(number) >= 5 THEN ARRAY[number]
      ELSE ARRAY['(?:adm(?:ission)?|number|no|nambari|namba|student|mwanafunzi)[:#\s,.]+0*' || number,
                 '^\s*' || number || '\s*$', '\(' || number || '\)']
    END) AS way FROM child
  ),
  phones AS (
    -- As people write it: with the country's number or a nought, and pauses.
    SELECT alone, '(?:\+?254|0)[\s-]?' || array_to_string(regexp_split_to_array(right(phone, 9), ''), '[\s-]?') AS way
    FROM people WHERE phone IS NOT NULL
  ),
  pairs AS (
    SELECT format('(?:%1$s)(?:[\s,.]+(?:%1$s))+', string_agg(DISTINCT way, '|')) AS way
    FROM words WHERE alone GROUP BY person HAVING count(DISTINCT way) > 1
  )
  SELECT ARRAY(SELECT way FROM words UNION SELECT way FROM numbers UNION SELECT way FROM phones),
         ARRAY(SELECT way FROM pairs
               -- Shorter ones are words of other things too.
               UNION SELECT way FROM words WHERE is_child AND length(word) >= 4 AND word NOT IN (SELECT shared.word FROM shared)
               UNION SELECT way FROM numbers
               UNION SELECT way FROM phones WHERE alone)
$$;
REVOKE ALL ON FUNCTION name_patterns_of FROM PUBLIC;
GRANT EXECUTE ON FUNCTION name_patterns_of TO mfuko_app;
