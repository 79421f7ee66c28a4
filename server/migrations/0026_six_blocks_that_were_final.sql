-- A reorganisation of exactly 6 blocks takes back what was 6 deep, and counted as final.
ALTER TABLE deep_reorganisations DROP CONSTRAINT deep_reorganisations_depth_check;
ALTER TABLE deep_reorganisations ADD CONSTRAINT deep_reorganisations_depth_check CHECK (depth >= 6);
