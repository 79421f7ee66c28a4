-- When a session was last active decides whether it is still one: under a MAC as its tokens are (0040).
ALTER TABLE sessions ADD COLUMN mac bytea CHECK (length(mac) = 32);

-- Those that were begun before have no MAC: everybody signs in again, and asks for another link.
DELETE FROM sessions;
DELETE FROM mfa_challenges;
DELETE FROM reset_links;
DELETE FROM device_cookies;

-- The signer believes no company's freeze, or that there is none, but by its MAC.
GRANT SELECT (approval_over_usd_cents, approval_changed_addresses, mac) ON companies TO quincena_signer;
