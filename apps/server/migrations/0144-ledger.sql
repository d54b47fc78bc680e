-- The school's own account for what it gives towards the meals of its students; an expense, so that minus is more.
ALTER TABLE accounts DROP CONSTRAINT accounts_kind_check, ADD CONSTRAINT accounts_kind_check CHECK (kind IN (
  'wallet', 'cash-desk', 'm-pesa', 'canteen-income', 'item-income', 'platform-fees', 'suspense', 'payouts', 'till',
  'till-variance', 'bank', 'other-money', 'meal-subsidy'));
