-- A set-up that was begun is answered alike for some minutes, so that a repeat shows the same QR code.
ALTER TABLE second_factors ADD pending_at timestamptz;
