-- Permits: the office lets a bus with a paper that is over run on one day of the school; null: it never has.
ALTER TABLE buses ADD COLUMN permitted_on date,
  ADD COLUMN permit_reason text CHECK (length(permit_reason) BETWEEN 1 AND 200),
  ADD COLUMN permitted_by uuid,
  ADD CONSTRAINT buses_permit CHECK (num_nulls(permitted_on, permit_reason, permitted_by) IN (0, 3));

-- Papers that were over when a trip opened, as a record of how it set out: the reason, and who of the office had let it run.
-- No `papers_by`: a boarding opened it without the office's word.
ALTER TABLE bus_trips ADD COLUMN papers_over text[] NOT NULL DEFAULT '{}',
  ADD COLUMN papers_reason text CHECK (length(papers_reason) BETWEEN 1 AND 200),
  ADD COLUMN papers_by uuid,
  ADD CONSTRAINT bus_trips_papers CHECK (papers_over <@ ARRAY['inspection', 'insurance']
    AND (papers_over <> '{}' OR num_nulls(papers_reason, papers_by) = 2));
