-- Second person: refuses the word of an account in the hand of the first. The trigger names the columns of both. Migrations make triggers by this name.
CREATE OR REPLACE FUNCTION refuse_one_hand() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM require_two_hands((to_jsonb(NEW) ->> TG_ARGV[0])::uuid, (to_jsonb(NEW) ->> TG_ARGV[1])::uuid);
  RETURN NEW;
END $$;
