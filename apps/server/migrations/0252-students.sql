-- Standard terms: an access log, a blind index, failed attempts, and reversals.
ALTER TABLE student_looks RENAME TO student_access_log;
ALTER TABLE student_access_log RENAME CONSTRAINT student_looks_pkey TO student_access_log_pkey;
ALTER TABLE student_access_log RENAME CONSTRAINT student_looks_school_id_student_id_fkey TO student_access_log_school_id_student_id_fkey;
ALTER INDEX student_looks_day RENAME TO student_access_log_day;

ALTER TABLE payer_words RENAME TO payer_blind_index;
ALTER TABLE payer_blind_index RENAME CONSTRAINT payer_words_pkey TO payer_blind_index_pkey;
ALTER TABLE payer_blind_index RENAME CONSTRAINT payer_words_school_id_receipt_fkey TO payer_blind_index_school_id_receipt_fkey;
ALTER TABLE payer_blind_index RENAME CONSTRAINT payer_words_word_check TO payer_blind_index_word_check;

ALTER TABLE taken_back_meals RENAME TO meal_reversals;
ALTER TABLE meal_reversals RENAME CONSTRAINT taken_back_meals_pkey TO meal_reversals_pkey;
ALTER TABLE meal_reversals RENAME CONSTRAINT taken_back_meals_school_id_meal_id_fkey TO meal_reversals_school_id_meal_id_fkey;

ALTER TABLE pin_misses RENAME TO failed_attempts;
ALTER TABLE failed_attempts RENAME CONSTRAINT pin_misses_pkey TO failed_attempts_pkey;
ALTER TABLE failed_attempts RENAME CONSTRAINT pin_misses_kind_check TO failed_attempts_kind_check;
ALTER INDEX pin_misses_school RENAME TO failed_attempts_school;
ALTER INDEX pin_misses_user RENAME TO failed_attempts_user;

-- Of their new names the functions are there before this.
DROP FUNCTION IF EXISTS gone_by_first_pin(uuid, uuid), held_of(bytea, text, smallint), most_cash_of(uuid, bigint),
  most_cash_now(uuid, uuid, bigint), ways_to_name(uuid);
