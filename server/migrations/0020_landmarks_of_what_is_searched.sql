-- What few people share of a text: the places where two words meet (the last three letters of one, the
-- first three of the next), and five digits in a row. A whole name, an e-mail address, an identification
-- and a phone are found by these at once: `dez` is had by one in five people, `dez lop` by one in a
-- hundred. Text that is part of another has no landmark that the other has not.
CREATE OR REPLACE FUNCTION landmarks(value text) RETURNS text[]
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
DECLARE
  word text;
  before text := '';
  found text[] := '{}';
BEGIN
  FOREACH word IN ARRAY string_to_array(translate(value, '@.-_+/', '      '), ' ') LOOP
    IF length(word) < 3 THEN
      before := '';
      CONTINUE;
    END IF;
    IF before != '' THEN
      found := found || (before || ' ' || left(word, 3));
    END IF;
    before := right(word, 3);
    IF word ~ '[0-9]{5}' THEN
      FOR at IN 1..length(word) - 4 LOOP
        found := found || substr(word, at, 5);
      END LOOP;
    END IF;
  END LOOP;
  RETURN found;
END $$;

CREATE INDEX IF NOT EXISTS employees_landmarks_idx ON employees USING gin (landmarks(search))
  WHERE deleted_at IS NULL;
