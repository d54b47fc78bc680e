-- Reversed collection: its money stays with M-Pesa and has no known owner any more, so it goes to suspense.
CREATE OR REPLACE FUNCTION suspense_of_reversal(the_school uuid, the_account uuid, the_entry uuid, the_reversal uuid)
RETURNS uuid LANGUAGE sql AS $$ SELECT school_account(the_school, 'suspense') $$;
