-- An erasure takes out why money of a student was to be taken back.
GRANT UPDATE (reason) ON reversal_proposals TO mfuko_app;
