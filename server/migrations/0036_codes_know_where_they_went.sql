-- A code is bound to the address it went to, by its MAC too: who uses it has shown that the address is
-- his or hers. The codes of before are worth nothing to this release, and live ten minutes.
ALTER TABLE codes
  ADD COLUMN via message_channel NOT NULL DEFAULT 'EMAIL',
  ADD COLUMN recipient text NOT NULL DEFAULT '',
  DROP CONSTRAINT codes_purpose_check,
  ADD CONSTRAINT codes_purpose_check CHECK (purpose IN (
    'sign-in', 'payment', 'withdrawal', 'approval-settings', 'contact:EMAIL', 'contact:SMS',
    'step-up:TWO_FACTOR', 'step-up:CONTACT', 'step-up:APPROVAL', 'step-up:FACTORS', 'step-up:CANCEL',
    'step-up:UNFREEZE'));

-- When a channel was last shown to be its user's; null: never, or changed since.
ALTER TABLE users
  ADD COLUMN email_verified_at timestamptz,
  ADD COLUMN phone_verified_at timestamptz;

-- Where codes went by mail before the e-mail changed.
ALTER TABLE former_channels ADD COLUMN email text;
