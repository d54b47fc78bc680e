-- Numbers that wait are read in the school of their account alone: nothing of the platform looks them up over all schools.
DROP POLICY platform_reads ON number_changes;
