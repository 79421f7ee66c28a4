-- Written by npm run schema:dump from the migrations. Not edited by hand.

-- Extensions

CREATE EXTENSION btree_gin;
CREATE EXTENSION pg_trgm;
CREATE EXTENSION unaccent;

-- Schemas

CREATE SCHEMA signer;

-- Enumerations

CREATE TYPE public.ledger_account AS ENUM ('wallet', 'reserved', 'outside', 'salaries', 'fees');
CREATE TYPE public.ledger_kind AS ENUM ('deposit', 'reservation', 'release', 'payment', 'withdrawal', 'reversal', 'foreign', 'correction');
CREATE TYPE public.list_type AS ENUM ('REGULAR', 'CSV');
CREATE TYPE public.message_channel AS ENUM ('EMAIL', 'SMS');
CREATE TYPE public.transaction_failure AS ENUM ('PRICE_MOVED', 'NOT_APPROVED_IN_TIME', 'REJECTED', 'PLAN_EXPIRED', 'FROZEN', 'CANCELLED', 'LANE_LOST', 'UTXO_GONE', 'SPENT_ELSEWHERE', 'PARENT_GONE', 'GIVEN_UP', 'NO_HELP_NEEDED', 'RESTORED', 'SIGNER_REFUSED');
CREATE TYPE public.transaction_state AS ENUM ('pendingApproval', 'rejected', 'signed', 'unconfirmed', 'confirmed', 'removed', 'failed');
CREATE TYPE public.transaction_type AS ENUM ('send', 'receive', 'withdrawal', 'cancel', 'child', 'consolidation');
CREATE TYPE public.transaction_wait AS ENUM ('approval', 'signature', 'lane', 'fee', 'node', 'operator');
CREATE TYPE public.user_role AS ENUM ('ADMIN', 'PAYROLL', 'APPROVER', 'ACCOUNTANT');

-- Sequences

CREATE SEQUENCE public.change_index AS bigint MINVALUE 0 MAXVALUE 9223372036854775807 START 0 INCREMENT 1;
CREATE SEQUENCE public.receive_index AS bigint MINVALUE 0 MAXVALUE 9223372036854775807 START 0 INCREMENT 1;

-- Functions

CREATE OR REPLACE FUNCTION public.allowed_moves(state public.transaction_state)
 RETURNS public.transaction_state[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN (CASE state WHEN 'pendingApproval'::public.transaction_state THEN '{rejected,signed,failed}'::text WHEN 'rejected'::public.transaction_state THEN '{}'::text WHEN 'signed'::public.transaction_state THEN '{unconfirmed,confirmed,removed,failed}'::text WHEN 'unconfirmed'::public.transaction_state THEN '{signed,confirmed,removed,failed}'::text WHEN 'confirmed'::public.transaction_state THEN '{unconfirmed,removed}'::text WHEN 'removed'::public.transaction_state THEN '{signed,unconfirmed,confirmed,failed}'::text WHEN 'failed'::public.transaction_state THEN '{unconfirmed,confirmed,removed}'::text ELSE NULL::text END)::public.transaction_state[]
;
CREATE OR REPLACE FUNCTION public.count_one_order()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF NEW.number != (CASE TG_OP WHEN 'INSERT' THEN 1 ELSE OLD.number + 1 END)
    OR (TG_OP = 'UPDATE' AND NEW.company_id != OLD.company_id) THEN
    RAISE EXCEPTION 'orders are counted one by one';
  END IF;
  RETURN NEW;
END $function$
;
CREATE OR REPLACE FUNCTION public.delete_old_guess_counts()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
  DELETE FROM guess_counts WHERE touched_at < now() - interval '1 day'
$function$
;
CREATE OR REPLACE FUNCTION public.employees_have_companies()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public'
AS $function$
BEGIN
  IF EXISTS (
    SELECT FROM (SELECT DISTINCT company_id FROM made) AS m
    LEFT JOIN companies c ON c.id = m.company_id
    WHERE c.id IS NULL
  ) THEN
    RAISE foreign_key_violation USING MESSAGE = 'an employee has no company';
  END IF;
  RETURN NULL;
END $function$
;
CREATE OR REPLACE FUNCTION public.end_message(message uuid, outcome text, why text, keeps_texts boolean)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
  UPDATE messages
  SET state = outcome, failure = why, completed_at = now(),
    sealed = CASE WHEN keeps_texts THEN sealed END
  WHERE id = message AND state = 'queued'
$function$
;
CREATE OR REPLACE FUNCTION public.forget_shared_address()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE accepted_shared_addresses a SET version = a.version + 1, mac = NULL
  FROM before b JOIN after n USING (id)
  WHERE a.mac IS NOT NULL AND n.script_pubkey <> b.script_pubkey AND a.company_id = b.company_id
    AND a.script_pubkey = b.script_pubkey AND b.id IN (a.employee_id, a.other_id);
  RETURN NULL;
END $function$
;
CREATE OR REPLACE FUNCTION public.identification_key(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (value ~ '[^0-9 .-]'::text) THEN public.lettered_document_key(value) WHEN ((length(translate(value, ' .-'::text, ''::text)) >= 5) AND (value ~ '[1-9]'::text)) THEN translate(value, ' .-'::text, ''::text) ELSE NULL::text END
;
CREATE OR REPLACE FUNCTION public.keep_company()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE 'a row keeps its id and its company';
END $function$
;
CREATE OR REPLACE FUNCTION public.keep_ended_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'a change that has ended does not come back';
END $function$
;
CREATE OR REPLACE FUNCTION public.keep_final_facts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'transaction % keeps how it ended and that it was mined', OLD.id;
END $function$
;
CREATE OR REPLACE FUNCTION public.keep_former_channel()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'a former channel stays as it is for 24 hours';
END $function$
;
CREATE OR REPLACE FUNCTION public.keep_newest_account()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'a former row of an account does not come back';
END $function$
;
CREATE OR REPLACE FUNCTION public.keep_newest_factor()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'a former row of a factor does not come back';
END $function$
;
CREATE OR REPLACE FUNCTION public.keep_newest_invitation()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'a former invitation does not come back';
END $function$
;
CREATE OR REPLACE FUNCTION public.keep_newest_row()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'a former row of % does not come back', TG_TABLE_NAME;
END $function$
;
CREATE OR REPLACE FUNCTION public.keep_used_challenge()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'a challenge is used once';
END $function$
;
CREATE OR REPLACE FUNCTION public.lettered_document_key(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN (SELECT k.key FROM (SELECT regexp_replace(lower(lettered_document_key.value), '[^[:alnum:]]'::text, ''::text, 'g'::text) AS key) k WHERE ((length(k.key) >= 5) AND (k.key ~ '[1-9]'::text) AND (regexp_replace(public.plain_text(k.key), '[0-9]'::text, ''::text, 'g'::text) <> ALL (ARRAY['none'::text, 'null'::text, 'pending'::text, 'notapplicable'::text, 'notavailable'::text, 'value'::text, 'ninguno'::text, 'ninguna'::text, 'pendiente'::text, 'nulo'::text, 'nula'::text, 'noaplica'::text, 'notiene'::text, 'nohay'::text, 'sindui'::text, 'sinnit'::text, 'sindocumento'::text, 'valor'::text, 'nessuno'::text, 'nessuna'::text, 'nessundocumento'::text, 'insospeso'::text, 'nonapplicabile'::text, 'nondisponibile'::text, 'nenhum'::text, 'nenhuma'::text, 'pendente'::text, 'naoaplica'::text, 'naoseaplica'::text, 'naotem'::text, 'semdocumento'::text]))))
;
CREATE OR REPLACE FUNCTION public.lines_have_parents()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public'
AS $function$
BEGIN
  IF EXISTS (
    SELECT FROM (SELECT DISTINCT company_id, sheet_id FROM made) AS m
    LEFT JOIN sheets p ON p.id = m.sheet_id AND p.company_id = m.company_id
    WHERE p.id IS NULL
  ) OR EXISTS (
    SELECT FROM made AS m
    LEFT JOIN employees e ON e.id = m.employee_id AND e.company_id = m.company_id
    WHERE e.id IS NULL
  ) THEN
    RAISE foreign_key_violation USING MESSAGE = 'a line has no sheet or no employee of its company';
  END IF;
  RETURN NULL;
END $function$
;
CREATE OR REPLACE FUNCTION public.members_have_parents()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public'
AS $function$
BEGIN
  IF EXISTS (
    SELECT FROM (SELECT DISTINCT company_id, payroll_id FROM made) AS m
    LEFT JOIN payrolls p ON p.id = m.payroll_id AND p.company_id = m.company_id
    WHERE p.id IS NULL
  ) OR EXISTS (
    SELECT FROM made AS m
    LEFT JOIN employees e ON e.id = m.employee_id AND e.company_id = m.company_id
    WHERE e.id IS NULL
  ) THEN
    RAISE foreign_key_violation USING
      MESSAGE = 'a member has no payroll or no employee of its company';
  END IF;
  RETURN NULL;
END $function$
;
CREATE OR REPLACE FUNCTION public.note_inputs_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO ledger_queue (payroll_id, transaction_id)
    SELECT DISTINCT t.payroll_id, t.id FROM changed i JOIN transactions t ON t.id = i.transaction_id
    WHERE t.type != 'receive';
  PERFORM queue_outpoints(array_agg(i.txid), array_agg(i.vout))
    FROM changed i JOIN transactions t ON t.id = i.transaction_id WHERE t.type != 'receive';
  RETURN NULL;
END $function$
;
CREATE OR REPLACE FUNCTION public.note_live_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
BEGIN
  INSERT INTO ledger_queue (payroll_id, transaction_id) VALUES (NEW.payroll_id, NEW.id);
  PERFORM queue_outpoints(array_agg(txid), array_agg(vout))
    FROM transaction_inputs WHERE transaction_id = NEW.id;
  RETURN NULL;
END $function$
;
CREATE OR REPLACE FUNCTION public.note_members()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO payroll_totals
      SELECT m.company_id, m.payroll_id, count(*), sum(e.base_salary_usd_cents),
        count(*) FILTER (WHERE e.bitcoin_percent > 0),
        coalesce(sum(length(e.script_pubkey)) FILTER (WHERE e.bitcoin_percent > 0), 0)
      FROM after m JOIN employees e ON e.id = m.employee_id
      WHERE NOT m.ended AND e.deleted_at IS NULL GROUP BY 1, 2;
  ELSE
    INSERT INTO payroll_totals
      SELECT company_id, payroll_id, sum(people), sum(people * usd_cents),
        sum(people * bitcoin_people), sum(people * bitcoin_people * script_bytes)
      FROM (
        SELECT m.company_id, m.payroll_id, CASE WHEN m.ended THEN -1 ELSE 1 END AS people,
          e.base_salary_usd_cents AS usd_cents, (e.bitcoin_percent > 0)::integer AS bitcoin_people,
          length(e.script_pubkey) AS script_bytes
        FROM after m JOIN before b USING (payroll_id, employee_id)
        JOIN employees e ON e.id = m.employee_id
        WHERE m.ended <> b.ended AND e.deleted_at IS NULL) c
      GROUP BY 1, 2;
  END IF;
  RETURN NULL;
END $function$
;
CREATE OR REPLACE FUNCTION public.note_members_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO payroll_totals
    SELECT m.company_id, m.payroll_id, sum(c.people), sum(c.usd_cents),
      sum(c.bitcoin_people), sum(c.bitcoin_people * c.script_bytes)
    FROM (
      SELECT id, 1 AS people, base_salary_usd_cents AS usd_cents,
        (bitcoin_percent > 0)::integer AS bitcoin_people, length(script_pubkey) AS script_bytes
      FROM after WHERE deleted_at IS NULL
      UNION ALL
      SELECT id, -1, -base_salary_usd_cents, -(bitcoin_percent > 0)::integer, length(script_pubkey)
      FROM before WHERE deleted_at IS NULL
    ) c JOIN payroll_members m ON m.employee_id = c.id
    GROUP BY 1, 2
    HAVING sum(c.people) <> 0 OR sum(c.usd_cents) <> 0 OR sum(c.bitcoin_people) <> 0
      OR sum(c.bitcoin_people * c.script_bytes) <> 0;
  RETURN NULL;
END $function$
;
CREATE OR REPLACE FUNCTION public.note_money_event()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
BEGIN
  INSERT INTO money_events (company_id, payroll_id, transaction_id, kind) VALUES (
    NEW.company_id, NEW.payroll_id, NEW.id,
    CASE WHEN NEW.waiting_for IN ('operator', 'fee') THEN NEW.waiting_for::text
      ELSE NEW.state::text END);
  RETURN NULL;
END $function$
;
CREATE OR REPLACE FUNCTION public.note_receipts_of_dollars()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
BEGIN
  INSERT INTO receipts_due (company_id, sheet_id)
    SELECT r.company_id, r.sheet_id FROM receipts r
    WHERE r.line_id = NEW.line_id AND r.txid IS NULL;
  RETURN NULL;
END $function$
;
CREATE OR REPLACE FUNCTION public.note_receipts_of_sheet()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
BEGIN
  INSERT INTO receipts_due (company_id, sheet_id) VALUES (NEW.company_id, NEW.id);
  RETURN NULL;
END $function$
;
CREATE OR REPLACE FUNCTION public.note_receipts_of_transaction()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
BEGIN
  INSERT INTO receipts_due (company_id, sheet_id)
    SELECT NEW.company_id, NEW.sheet_id WHERE NEW.sheet_id IS NOT NULL;
  RETURN NULL;
END $function$
;
CREATE OR REPLACE FUNCTION public.note_revival()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
BEGIN
  INSERT INTO money_events (company_id, payroll_id, kind)
    VALUES (NEW.company_id, NEW.id, 'revived');
  RETURN NULL;
END $function$
;
CREATE OR REPLACE FUNCTION public.note_transaction_state()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
DECLARE
  before text := CASE WHEN TG_OP = 'UPDATE' THEN OLD.state::text END;
BEGIN
  INSERT INTO audit_events (by_trigger, company_id, action, subject, detail) VALUES (
    true, NEW.company_id, 'transaction.stateChanged',
    coalesce((SELECT name FROM payrolls WHERE id = NEW.payroll_id), ''),
    jsonb_strip_nulls(jsonb_build_object(
      'transaction', NEW.id::text, 'type', NEW.type::text, 'from', before, 'to', NEW.state::text,
      'txid', encode(NEW.txid, 'hex'), 'sats', NEW.sats::text, 'failure', NEW.failure,
      'fault', NEW.signer_fault ->> 'code', 'reason', NEW.rejection_reason)));
  RETURN NULL;
END $function$
;
CREATE OR REPLACE FUNCTION public.note_utxos_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO ledger_queue (payroll_id, txid)
    SELECT payroll_id, txid FROM after
    UNION SELECT payroll_id, spent_by_txid FROM after WHERE spent_by_txid IS NOT NULL
    UNION SELECT payroll_id, txid FROM before
    UNION SELECT payroll_id, spent_by_txid FROM before WHERE spent_by_txid IS NOT NULL;
  PERFORM queue_outpoints(array_agg(txid), array_agg(vout))
    FROM (
      SELECT txid, vout, spent_by_txid FROM after
      EXCEPT SELECT txid, vout, spent_by_txid FROM before) AS spent;
  RETURN NULL;
END $function$
;
CREATE OR REPLACE FUNCTION public.note_utxos_lost()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO ledger_queue (payroll_id, txid)
    SELECT payroll_id, txid FROM before
    UNION SELECT payroll_id, spent_by_txid FROM before WHERE spent_by_txid IS NOT NULL;
  PERFORM queue_outpoints(array_agg(txid), array_agg(vout)) FROM before;
  RETURN NULL;
END $function$
;
CREATE OR REPLACE FUNCTION public.note_utxos_made()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO ledger_queue (payroll_id, txid)
    SELECT payroll_id, txid FROM after
    UNION SELECT payroll_id, spent_by_txid FROM after WHERE spent_by_txid IS NOT NULL;
  PERFORM queue_outpoints(array_agg(txid), array_agg(vout)) FROM after;
  RETURN NULL;
END $function$
;
CREATE OR REPLACE FUNCTION public.outputs_have_parents()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public'
AS $function$
BEGIN
  IF EXISTS (
    SELECT FROM (SELECT DISTINCT transaction_id FROM made) AS m
    LEFT JOIN transactions t ON t.id = m.transaction_id
    WHERE t.id IS NULL
  ) OR EXISTS (
    SELECT FROM made AS m
    LEFT JOIN sheet_lines l ON l.id = m.line_id
    WHERE m.line_id IS NOT NULL AND l.id IS NULL
  ) THEN
    RAISE foreign_key_violation USING MESSAGE = 'an output has no transaction, or no line where it names one';
  END IF;
  RETURN NULL;
END $function$
;
CREATE OR REPLACE FUNCTION public.payouts_have_lines()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public'
AS $function$
BEGIN
  IF EXISTS (
    SELECT FROM made AS m
    LEFT JOIN sheet_lines l ON l.id = m.line_id AND l.sheet_id = m.sheet_id AND l.company_id = m.company_id
    WHERE l.id IS NULL
  ) THEN
    RAISE foreign_key_violation USING MESSAGE = 'a payout has no line of its sheet';
  END IF;
  RETURN NULL;
END $function$
;
CREATE OR REPLACE FUNCTION public.person_key(first_name text, last_name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN regexp_replace(public.plain_text(((first_name || ' '::text) || last_name)), '\s+'::text, ' '::text, 'g'::text)
;
CREATE OR REPLACE FUNCTION public.plain_text(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN lower(public.unaccent('public.unaccent'::regdictionary, value))
;
CREATE OR REPLACE FUNCTION public.queue_outpoints(txids bytea[], vouts integer[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  -- Mostly nobody spends them: a block may make many thousand deposits.
  IF NOT EXISTS (
    SELECT FROM (SELECT DISTINCT unnest(txids) AS txid) AS made
    WHERE EXISTS (SELECT FROM transaction_inputs i WHERE i.txid = made.txid)
      OR EXISTS (SELECT FROM transactions t WHERE t.txid = made.txid AND t.type != 'receive')
  ) THEN
    RETURN;
  END IF;
  INSERT INTO ledger_queue (payroll_id, transaction_id)
  SELECT t.payroll_id, t.id
  FROM unnest(txids, vouts) AS o (txid, vout)
  CROSS JOIN LATERAL (
    SELECT transaction_id AS id FROM transaction_inputs i WHERE i.txid = o.txid AND i.vout = o.vout
    UNION ALL
    SELECT made.lane_of
    FROM transactions maker JOIN transaction_outputs made ON made.transaction_id = maker.id
    WHERE maker.txid = o.txid AND made.vout = o.vout AND made.lane_of IS NOT NULL
    OFFSET 0) AS taker
  JOIN transactions t ON t.id = taker.id
  WHERE t.type != 'receive'
  GROUP BY t.payroll_id, t.id;
END $function$
;
CREATE OR REPLACE FUNCTION public.refresh_balances(ids uuid[], coinbase_maturity integer)
 RETURNS void
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
BEGIN
  -- From this lock on, the second of two SQL transactions that change UTXOs of one payroll sees the
  -- first one's work.
  PERFORM FROM payroll_balances WHERE payroll_id = ANY(ids) ORDER BY payroll_id FOR NO KEY UPDATE;

  -- The ledger. The event of a transaction is the amount that it should have moved, less the amount
  -- already written; its entries sum to zero. A deposit, a reservation, a payment and the reversal of each
  -- are all such differences. So no caller has to announce them, and a change applied twice is written once.
  WITH due AS (
    DELETE FROM ledger_queue WHERE payroll_id = ANY(ids)
    RETURNING payroll_id, txid, transaction_id
  ),
  keys AS (
    SELECT d.payroll_id, d.txid, t.id AS transaction_id
    FROM due d LEFT JOIN transactions t ON t.txid = d.txid AND t.payroll_id = d.payroll_id
    WHERE d.txid IS NOT NULL
    UNION
    SELECT d.payroll_id, t.txid, t.id
    FROM due d JOIN transactions t ON t.id = d.transaction_id
  ),
  kept AS (
    SELECT r.payroll_id, r.transaction_id, sum(c.sats) AS sats
    FROM reservations r JOIN utxos c USING (payroll_id, txid, vout)
    WHERE r.payroll_id = ANY(ids) AND c.spent_by_txid IS NULL
    GROUP BY r.payroll_id, r.transaction_id
  ),
  effects AS (
    SELECT k.payroll_id, k.transaction_id,
      CASE WHEN k.transaction_id IS NULL THEN k.txid END AS foreign_txid,
      made.sats - spent.sats AS held,
      coalesce(kept.sats, 0) AS reserved,
      CASE WHEN spent.sats > 0 AND t.type = 'send' THEN t.sats ELSE 0 END AS salaries,
      CASE WHEN spent.sats > 0 AND t.type != 'receive' THEN coalesce(t.fee_sats, 0) ELSE 0 END AS fees
    FROM keys k
    LEFT JOIN transactions t ON t.id = k.transaction_id
    LEFT JOIN kept ON kept.payroll_id = k.payroll_id AND kept.transaction_id = k.transaction_id,
    LATERAL (SELECT coalesce(sum(sats), 0) AS sats FROM utxos c
      WHERE c.txid = k.txid AND c.payroll_id = k.payroll_id) AS made,
    LATERAL (SELECT coalesce(sum(sats), 0) AS sats FROM utxos c
      WHERE c.spent_by_txid = k.txid AND c.payroll_id = k.payroll_id) AS spent
  ),
  differences AS (
    SELECT payroll_id, transaction_id, foreign_txid, account, sum(sats)::bigint AS sats,
      uuidv7() AS candidate
    FROM (
      SELECT e.payroll_id, e.transaction_id, e.foreign_txid, a.account::ledger_account, a.sats
      FROM effects e, LATERAL (VALUES
        ('wallet', e.held - e.reserved), ('reserved', e.reserved), ('salaries', e.salaries),
        ('fees', e.fees), ('outside', -(e.held + e.salaries + e.fees))) AS a (account, sats)
      UNION ALL
      SELECT l.payroll_id, l.transaction_id, l.foreign_txid, l.account, -l.amount_sats
      FROM (SELECT DISTINCT payroll_id, transaction_id FROM keys) AS k
      JOIN ledger_entries l USING (payroll_id, transaction_id)
      UNION ALL
      SELECT l.payroll_id, l.transaction_id, l.foreign_txid, l.account, -l.amount_sats
      FROM (SELECT DISTINCT payroll_id, txid FROM keys) AS k
      JOIN ledger_entries l ON l.payroll_id = k.payroll_id AND l.foreign_txid = k.txid
    ) AS either
    GROUP BY payroll_id, transaction_id, foreign_txid, account
    HAVING sum(sats) != 0
  ),
  events AS (
    SELECT payroll_id, transaction_id, foreign_txid, account, sats,
      first_value(candidate) OVER event AS event_id,
      sum(sats) FILTER (WHERE account = 'fees') OVER event AS fees,
      sum(sats) FILTER (WHERE account = 'reserved') OVER event AS reserved,
      sum(sats) FILTER (WHERE account = 'outside') OVER event AS outside
    FROM differences
    WINDOW event AS (PARTITION BY payroll_id, transaction_id, foreign_txid)
  )
  INSERT INTO ledger_entries
    (event_id, company_id, payroll_id, transaction_id, foreign_txid, kind, account, amount_sats)
  SELECT e.event_id, b.company_id, e.payroll_id, e.transaction_id, e.foreign_txid,
    (CASE
      WHEN e.fees > 0 AND t.type = 'withdrawal' THEN 'withdrawal'
      WHEN e.fees > 0 THEN 'payment'
      WHEN e.fees < 0 THEN 'reversal'
      WHEN e.reserved > 0 THEN 'reservation'
      WHEN e.reserved < 0 THEN 'release'
      WHEN t.type IS NULL AND e.outside > 0 THEN 'foreign'
      WHEN t.type = 'receive' AND e.outside < 0 THEN 'deposit'
      WHEN t.type IS NULL OR t.type = 'receive' THEN 'reversal'
      ELSE 'correction' END)::ledger_kind,
    e.account, e.sats
  FROM events e
  JOIN payroll_balances b ON b.payroll_id = e.payroll_id
  LEFT JOIN transactions t ON t.id = e.transaction_id
  ORDER BY e.event_id, e.account;

  -- `balance` counts what the mempool shows; `confirmed` the UTXOs in a block that no known transaction
  -- spends; `spendable` those of them that are mature and not reserved.
  WITH tip AS (SELECT coalesce(max(height), 0) AS height FROM blocks),
  reserved AS MATERIALIZED (
    SELECT payroll_id, txid, vout FROM reservations WHERE payroll_id = ANY(ids)
  ),
  unspent AS (
    SELECT c.payroll_id,
      sum(c.sats) AS balance,
      sum(c.sats) FILTER (WHERE c.height IS NOT NULL) AS confirmed,
      sum(c.sats) FILTER (WHERE c.height IS NOT NULL AND r.txid IS NULL
        AND (NOT c.coinbase OR c.height <= tip.height - coinbase_maturity + 1)) AS spendable
    FROM tip, utxos c LEFT JOIN reserved r USING (payroll_id, txid, vout)
    WHERE c.payroll_id = ANY(ids) AND c.spent_height IS NULL AND c.spent_by_txid IS NULL
    GROUP BY c.payroll_id
  ),
  received AS (
    SELECT payroll_id, sum(sats) AS received FROM utxos
    WHERE payroll_id = ANY(ids) AND NOT change
    GROUP BY payroll_id
  )
  UPDATE payroll_balances b SET
    balance_sats = coalesce(u.balance, 0),
    confirmed_sats = coalesce(u.confirmed, 0),
    spendable_sats = coalesce(u.spendable, 0),
    -- The greater value: where foreign UTXOs take part in an untracked spend, its change may be more than
    -- our UTXOs were.
    received_sats = greatest(coalesce(r.received, 0), coalesce(u.balance, 0))
  FROM payrolls p
  LEFT JOIN unspent u ON u.payroll_id = p.id
  LEFT JOIN received r ON r.payroll_id = p.id
  WHERE b.payroll_id = p.id AND p.id = ANY(ids);
END $function$
;
CREATE OR REPLACE FUNCTION public.refuse_move()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'transaction % does not move from % to %', OLD.id, OLD.state, NEW.state;
END $function$
;
CREATE OR REPLACE FUNCTION public.refuse_sealed_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'audit event % is sealed', OLD.id;
END $function$
;
CREATE OR REPLACE FUNCTION public.set_transaction_root()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  NEW.root_id := NEW.id;
  RETURN NEW;
END $function$
;
CREATE OR REPLACE FUNCTION public.touch_guess_count()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF current_user IN ('quincena_app', 'quincena_worker')
    AND NEW.version != (CASE TG_OP WHEN 'INSERT' THEN 1 ELSE OLD.version + 1 END) THEN
    RAISE EXCEPTION 'a former row of % does not come back', TG_TABLE_NAME;
  END IF;
  NEW.touched_at := now();
  RETURN NEW;
END $function$
;

-- Tables

CREATE TABLE public.accepted_shared_addresses (
  company_id uuid NOT NULL,
  script_pubkey bytea NOT NULL,
  employee_id uuid NOT NULL,
  other_id uuid NOT NULL,
  accepted_at timestamp with time zone NOT NULL,
  version integer NOT NULL DEFAULT 1,
  mac bytea,
  CONSTRAINT accepted_shared_addresses_order_check CHECK ((employee_id < other_id)),
  CONSTRAINT accepted_shared_addresses_pkey PRIMARY KEY (company_id, script_pubkey, employee_id, other_id),
  CONSTRAINT accepted_shared_addresses_company_id_employee_id_fkey FOREIGN KEY (company_id, employee_id) REFERENCES public.employees(company_id, id),
  CONSTRAINT accepted_shared_addresses_company_id_other_id_fkey FOREIGN KEY (company_id, other_id) REFERENCES public.employees(company_id, id)
);

CREATE TABLE public.address_notices (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  company_id uuid NOT NULL,
  employee_id uuid NOT NULL,
  version integer NOT NULL,
  emails text[] NOT NULL,
  phones text[] NOT NULL,
  CONSTRAINT address_notices_pkey PRIMARY KEY (id),
  CONSTRAINT address_notices_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id)
);

CREATE TABLE public.address_report_links (
  sha256 bytea NOT NULL,
  company_id uuid NOT NULL,
  employee_id uuid NOT NULL,
  version integer NOT NULL,
  recipient text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  mac bytea NOT NULL,
  CONSTRAINT address_report_links_mac_check CHECK ((length(mac) = 32)),
  CONSTRAINT address_report_links_pkey PRIMARY KEY (sha256),
  CONSTRAINT address_report_links_sha256_check CHECK ((length(sha256) = 32)),
  CONSTRAINT address_report_links_company_id_employee_id_fkey FOREIGN KEY (company_id, employee_id) REFERENCES public.employees(company_id, id)
);

CREATE TABLE public.address_reports (
  id uuid NOT NULL DEFAULT uuidv7(),
  company_id uuid NOT NULL,
  employee_id uuid NOT NULL,
  version integer NOT NULL,
  at timestamp(3) with time zone NOT NULL,
  mac bytea NOT NULL,
  CONSTRAINT address_reports_mac_check CHECK ((length(mac) = 32)),
  CONSTRAINT address_reports_pkey PRIMARY KEY (id),
  CONSTRAINT address_reports_company_id_employee_id_fkey FOREIGN KEY (company_id, employee_id) REFERENCES public.employees(company_id, id)
);

CREATE TABLE public.addresses (
  script_pubkey bytea NOT NULL,
  company_id uuid NOT NULL,
  payroll_id uuid NOT NULL,
  branch smallint NOT NULL,
  index integer NOT NULL,
  CONSTRAINT addresses_branch_check CHECK ((branch = ANY (ARRAY[0, 1]))),
  CONSTRAINT addresses_branch_index_key UNIQUE (branch, index),
  CONSTRAINT addresses_index_check CHECK ((index >= 0)),
  CONSTRAINT addresses_pkey PRIMARY KEY (script_pubkey),
  CONSTRAINT addresses_company_id_payroll_id_fkey FOREIGN KEY (company_id, payroll_id) REFERENCES public.payrolls(company_id, id)
);

CREATE TABLE public.approval_challenges (
  subject_id uuid NOT NULL,
  user_id uuid NOT NULL,
  company_id uuid NOT NULL,
  nonce bytea NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT approval_challenges_nonce_check CHECK ((length(nonce) = 32)),
  CONSTRAINT approval_challenges_pkey PRIMARY KEY (subject_id, user_id),
  CONSTRAINT approval_challenges_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES public.users(company_id, id)
);

CREATE TABLE public.approval_notices (
  company_id uuid NOT NULL,
  subject_id uuid NOT NULL,
  kind text NOT NULL,
  at timestamp with time zone NOT NULL,
  CONSTRAINT approval_notices_kind_check CHECK ((kind = ANY (ARRAY['REMINDER'::text, 'EXPIRED'::text]))),
  CONSTRAINT approval_notices_pkey PRIMARY KEY (subject_id, kind),
  CONSTRAINT approval_notices_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id)
);

CREATE TABLE public.approval_reminders (
  subject_id uuid NOT NULL,
  company_id uuid NOT NULL,
  at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT approval_reminders_pkey PRIMARY KEY (subject_id),
  CONSTRAINT approval_reminders_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id)
);

CREATE TABLE public.approvals (
  id uuid NOT NULL DEFAULT uuidv7(),
  company_id uuid NOT NULL,
  subject_id uuid NOT NULL,
  user_id uuid NOT NULL,
  at timestamp with time zone NOT NULL,
  kind text NOT NULL,
  sheet_sha256 bytea NOT NULL,
  nonce bytea,
  passkey_id uuid,
  assertion jsonb,
  mac bytea NOT NULL,
  CONSTRAINT approvals_check CHECK ((((kind = 'PASSKEY'::text) = (nonce IS NOT NULL)) AND ((kind = 'PASSKEY'::text) = (passkey_id IS NOT NULL)) AND ((kind = 'PASSKEY'::text) = (assertion IS NOT NULL)))),
  CONSTRAINT approvals_kind_check CHECK ((kind = ANY (ARRAY['CODE'::text, 'PASSKEY'::text]))),
  CONSTRAINT approvals_nonce_check CHECK ((length(nonce) = 32)),
  CONSTRAINT approvals_pkey PRIMARY KEY (id),
  CONSTRAINT approvals_sheet_sha256_check CHECK ((length(sheet_sha256) = 32)),
  CONSTRAINT approvals_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES public.users(company_id, id)
);

CREATE TABLE public.arrivals (
  line_id uuid NOT NULL,
  company_id uuid NOT NULL,
  employee_id uuid NOT NULL,
  script_pubkey bytea NOT NULL,
  arrived boolean NOT NULL,
  at timestamp with time zone NOT NULL,
  first_yes_at timestamp with time zone,
  notified_at timestamp with time zone,
  mac bytea NOT NULL,
  CONSTRAINT arrivals_pkey PRIMARY KEY (line_id),
  CONSTRAINT arrivals_company_id_employee_id_fkey FOREIGN KEY (company_id, employee_id) REFERENCES public.employees(company_id, id),
  CONSTRAINT arrivals_line_id_fkey FOREIGN KEY (line_id) REFERENCES public.sheet_lines(id)
);

CREATE TABLE public.audit_chains (
  company_id uuid NOT NULL,
  "position" bigint NOT NULL,
  hash bytea NOT NULL,
  mac bytea NOT NULL,
  CONSTRAINT audit_chains_hash_check CHECK ((length(hash) = 32)),
  CONSTRAINT audit_chains_pkey PRIMARY KEY (company_id),
  CONSTRAINT audit_chains_position_check CHECK (("position" >= 0)),
  CONSTRAINT audit_chains_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id)
);

CREATE TABLE public.audit_events (
  id uuid NOT NULL DEFAULT uuidv7(),
  company_id uuid NOT NULL,
  user_id uuid,
  at timestamp(3) with time zone NOT NULL DEFAULT clock_timestamp(),
  action text NOT NULL,
  subject text NOT NULL,
  detail jsonb NOT NULL DEFAULT '{}'::jsonb,
  ip text,
  mac bytea,
  by_trigger boolean NOT NULL DEFAULT false,
  "position" bigint,
  hash bytea,
  CONSTRAINT audit_events_company_id_position_key UNIQUE (company_id, "position"),
  CONSTRAINT audit_events_hash_check CHECK ((length(hash) = 32)),
  CONSTRAINT audit_events_mac_check CHECK ((length(mac) = 32)),
  CONSTRAINT audit_events_pkey PRIMARY KEY (id),
  CONSTRAINT audit_events_position_check CHECK (("position" > 0)),
  CONSTRAINT audit_events_sealed_check CHECK ((("position" IS NULL) = (hash IS NULL))),
  CONSTRAINT audit_events_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id),
  CONSTRAINT audit_events_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES public.users(company_id, id)
);

CREATE TABLE public.backups (
  name text NOT NULL,
  at timestamp with time zone NOT NULL,
  bytes bigint NOT NULL,
  record_at timestamp with time zone,
  proven_at timestamp with time zone,
  CONSTRAINT backups_bytes_check CHECK ((bytes > 0)),
  CONSTRAINT backups_pkey PRIMARY KEY (name)
);

CREATE TABLE public.blocks (
  height integer NOT NULL,
  hash bytea NOT NULL,
  chainwork numeric NOT NULL,
  at timestamp with time zone NOT NULL,
  CONSTRAINT blocks_hash_check CHECK ((length(hash) = 32)),
  CONSTRAINT blocks_hash_key UNIQUE (hash),
  CONSTRAINT blocks_pkey PRIMARY KEY (height)
);

CREATE TABLE public.calendar_feeds (
  user_id uuid NOT NULL,
  company_id uuid NOT NULL,
  sha256 bytea NOT NULL,
  created_at timestamp with time zone NOT NULL,
  mac bytea NOT NULL,
  CONSTRAINT calendar_feeds_pkey PRIMARY KEY (user_id),
  CONSTRAINT calendar_feeds_sha256_check CHECK ((length(sha256) = 32)),
  CONSTRAINT calendar_feeds_sha256_key UNIQUE (sha256),
  CONSTRAINT calendar_feeds_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES public.users(company_id, id)
);

CREATE TABLE public.change_orders (
  id uuid NOT NULL DEFAULT uuidv7(),
  company_id uuid NOT NULL,
  kind text NOT NULL,
  payload text NOT NULL,
  sheet_sha256 bytea NOT NULL,
  subject text NOT NULL,
  asked_by uuid,
  asked_at timestamp with time zone NOT NULL,
  asked_ip text,
  number bigint,
  expires_at timestamp with time zone NOT NULL,
  required smallint NOT NULL,
  own_code boolean NOT NULL,
  delayed boolean NOT NULL,
  mac bytea NOT NULL,
  state text NOT NULL,
  approved_at timestamp with time zone,
  effective_at timestamp with time zone,
  ended_at timestamp with time zone,
  rejection_reason text,
  CONSTRAINT change_orders_asker_check CHECK (((asked_by IS NOT NULL) OR (kind = 'OCCURRENCE'::text))),
  CONSTRAINT change_orders_company_id_id_key UNIQUE (company_id, id),
  CONSTRAINT change_orders_kind_check CHECK ((kind = ANY (ARRAY['RULES'::text, 'SETTINGS'::text, 'ROLE'::text, 'INVITATION'::text, 'FACTOR'::text, 'RESET'::text, 'SWEEP'::text, 'RELEASE'::text, 'OCCURRENCE'::text]))),
  CONSTRAINT change_orders_pkey PRIMARY KEY (id),
  CONSTRAINT change_orders_required_check CHECK (((required >= 0) AND (required <= 5))),
  CONSTRAINT change_orders_sheet_sha256_check CHECK ((length(sheet_sha256) = 32)),
  CONSTRAINT change_orders_state_check CHECK ((state = ANY (ARRAY['open'::text, 'waiting'::text, 'done'::text, 'rejected'::text, 'undone'::text, 'expired'::text]))),
  CONSTRAINT change_orders_company_id_asked_by_fkey FOREIGN KEY (company_id, asked_by) REFERENCES public.users(company_id, id)
);

CREATE TABLE public.closed_days (
  company_id uuid NOT NULL,
  day date NOT NULL,
  name text NOT NULL,
  ended boolean NOT NULL DEFAULT false,
  version integer NOT NULL DEFAULT 1,
  mac bytea,
  CONSTRAINT closed_days_pkey PRIMARY KEY (company_id, day),
  CONSTRAINT closed_days_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id)
);

CREATE TABLE public.code_guards (
  holder_id uuid NOT NULL,
  company_id uuid NOT NULL,
  wrong_at timestamp(3) with time zone[] NOT NULL,
  wrong_in_a_row integer NOT NULL,
  locked_until timestamp(3) with time zone,
  version integer NOT NULL,
  mac bytea NOT NULL,
  CONSTRAINT code_guards_pkey PRIMARY KEY (holder_id),
  CONSTRAINT code_guards_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id)
);

CREATE TABLE public.companies (
  id uuid NOT NULL DEFAULT uuidv7(),
  name text NOT NULL,
  sector text NOT NULL,
  approval_over_usd_cents bigint,
  approval_changed_addresses boolean NOT NULL DEFAULT false,
  frozen_at timestamp with time zone,
  approval_tiers jsonb NOT NULL DEFAULT '[]'::jsonb,
  strong_only boolean NOT NULL DEFAULT false,
  funding_reserve_percent smallint NOT NULL DEFAULT 3,
  country text NOT NULL DEFAULT 'SV'::text,
  address_hold_hours smallint,
  salary_guard_percent smallint NOT NULL DEFAULT 20,
  total_guard_percent smallint NOT NULL DEFAULT 10,
  share_set_by text NOT NULL DEFAULT 'EMPLOYEE'::text,
  require_consent boolean NOT NULL DEFAULT false,
  notify_employees boolean NOT NULL DEFAULT false,
  signed_up_first boolean NOT NULL DEFAULT false,
  version integer NOT NULL DEFAULT 1,
  mac bytea,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT companies_address_hold_hours_check CHECK (((address_hold_hours >= 0) AND (address_hold_hours <= 168))),
  CONSTRAINT companies_approval_over_usd_cents_check CHECK ((approval_over_usd_cents >= 0)),
  CONSTRAINT companies_approval_tiers_check CHECK ((jsonb_typeof(approval_tiers) = 'array'::text)),
  CONSTRAINT companies_country_check CHECK ((country ~ '^[A-Z]{2}$'::text)),
  CONSTRAINT companies_funding_reserve_percent_check CHECK (((funding_reserve_percent >= 0) AND (funding_reserve_percent <= 20))),
  CONSTRAINT companies_mac_check CHECK ((length(mac) = 32)),
  CONSTRAINT companies_pkey PRIMARY KEY (id),
  CONSTRAINT companies_salary_guard_percent_check CHECK (((salary_guard_percent >= 0) AND (salary_guard_percent <= 1000))),
  CONSTRAINT companies_share_set_by_check CHECK ((share_set_by = ANY (ARRAY['COMPANY'::text, 'EMPLOYEE'::text]))),
  CONSTRAINT companies_total_guard_percent_check CHECK (((total_guard_percent >= 0) AND (total_guard_percent <= 1000)))
);

CREATE TABLE public.consent_texts (
  company_id uuid NOT NULL,
  language text NOT NULL,
  version integer NOT NULL,
  text text NOT NULL,
  created_by uuid NOT NULL,
  at timestamp with time zone NOT NULL,
  CONSTRAINT consent_texts_language_check CHECK ((language = ANY (ARRAY['es'::text, 'en'::text, 'it'::text, 'pt'::text]))),
  CONSTRAINT consent_texts_pkey PRIMARY KEY (company_id, language, version),
  CONSTRAINT consent_texts_version_check CHECK ((version > 1)),
  CONSTRAINT consent_texts_company_id_created_by_fkey FOREIGN KEY (company_id, created_by) REFERENCES public.users(company_id, id)
);

CREATE TABLE public.destination_releases (
  id uuid NOT NULL DEFAULT uuidv7(),
  company_id uuid NOT NULL,
  employee_id uuid NOT NULL,
  version integer NOT NULL,
  address text NOT NULL,
  bank text NOT NULL,
  bank_account text NOT NULL,
  released_by uuid,
  at timestamp(3) with time zone NOT NULL,
  kind text NOT NULL,
  mac bytea NOT NULL,
  CONSTRAINT destination_releases_kind_check CHECK ((kind = ANY (ARRAY['CODE'::text, 'PASSKEY'::text, 'ALONE'::text, 'EMPLOYEE'::text]))),
  CONSTRAINT destination_releases_mac_check CHECK ((length(mac) = 32)),
  CONSTRAINT destination_releases_pkey PRIMARY KEY (id),
  CONSTRAINT destination_releases_releaser_check CHECK (((released_by IS NULL) = (kind = 'EMPLOYEE'::text))),
  CONSTRAINT destination_releases_company_id_employee_id_fkey FOREIGN KEY (company_id, employee_id) REFERENCES public.employees(company_id, id),
  CONSTRAINT destination_releases_company_id_released_by_fkey FOREIGN KEY (company_id, released_by) REFERENCES public.users(company_id, id)
);

CREATE TABLE public.device_cookies (
  mac bytea NOT NULL,
  user_id uuid NOT NULL,
  company_id uuid NOT NULL,
  last_at timestamp with time zone NOT NULL,
  CONSTRAINT device_cookies_mac_check CHECK ((length(mac) = 32)),
  CONSTRAINT device_cookies_pkey PRIMARY KEY (user_id, mac),
  CONSTRAINT device_cookies_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES public.users(company_id, id)
);

CREATE TABLE public.dollar_marks (
  id uuid NOT NULL DEFAULT uuidv7(),
  company_id uuid NOT NULL,
  line_id uuid NOT NULL,
  sent boolean NOT NULL,
  marked_by uuid NOT NULL,
  at timestamp with time zone NOT NULL,
  mac bytea NOT NULL,
  CONSTRAINT dollar_marks_pkey PRIMARY KEY (id),
  CONSTRAINT dollar_marks_company_id_marked_by_fkey FOREIGN KEY (company_id, marked_by) REFERENCES public.users(company_id, id),
  CONSTRAINT dollar_marks_line_id_fkey FOREIGN KEY (line_id) REFERENCES public.sheet_lines(id)
);

CREATE TABLE public.draft_lines (
  draft_id uuid NOT NULL,
  company_id uuid NOT NULL,
  employee_id uuid NOT NULL,
  usd_cents bigint,
  computed_usd_cents bigint,
  edited boolean NOT NULL,
  CONSTRAINT draft_lines_computed_usd_cents_check CHECK ((computed_usd_cents >= 0)),
  CONSTRAINT draft_lines_pkey PRIMARY KEY (draft_id, employee_id),
  CONSTRAINT draft_lines_usd_cents_check CHECK ((usd_cents >= 0)),
  CONSTRAINT draft_lines_company_id_draft_id_fkey FOREIGN KEY (company_id, draft_id) REFERENCES public.drafts(company_id, id),
  CONSTRAINT draft_lines_company_id_employee_id_fkey FOREIGN KEY (company_id, employee_id) REFERENCES public.employees(company_id, id)
);

CREATE TABLE public.drafts (
  id uuid NOT NULL DEFAULT uuidv7(),
  company_id uuid NOT NULL,
  payroll_id uuid NOT NULL,
  kind text NOT NULL,
  period_key text NOT NULL,
  bonus_usd_cents bigint,
  bonus_percent smallint,
  due_at timestamp with time zone NOT NULL,
  created_by uuid NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  ended boolean NOT NULL DEFAULT false,
  version integer NOT NULL,
  lines_sha256 bytea NOT NULL,
  mac bytea NOT NULL,
  CONSTRAINT drafts_bonus_check CHECK (
CASE kind
    WHEN 'BONUS'::text THEN ((bonus_usd_cents IS NULL) <> (bonus_percent IS NULL))
    ELSE ((bonus_usd_cents IS NULL) AND (bonus_percent IS NULL))
END),
  CONSTRAINT drafts_bonus_percent_check CHECK (((bonus_percent >= 1) AND (bonus_percent <= 1000))),
  CONSTRAINT drafts_bonus_usd_cents_check CHECK (((bonus_usd_cents >= 100) AND (bonus_usd_cents <= 1000000000))),
  CONSTRAINT drafts_company_id_id_key UNIQUE (company_id, id),
  CONSTRAINT drafts_kind_check CHECK ((kind = ANY (ARRAY['AGUINALDO'::text, 'QUINCENA_25'::text, 'BONUS'::text]))),
  CONSTRAINT drafts_lines_sha256_check CHECK ((length(lines_sha256) = 32)),
  CONSTRAINT drafts_pkey PRIMARY KEY (id),
  CONSTRAINT drafts_company_id_created_by_fkey FOREIGN KEY (company_id, created_by) REFERENCES public.users(company_id, id),
  CONSTRAINT drafts_company_id_payroll_id_fkey FOREIGN KEY (company_id, payroll_id) REFERENCES public.payrolls(company_id, id)
);

CREATE TABLE public.employee_changes (
  id uuid NOT NULL DEFAULT uuidv7(),
  company_id uuid NOT NULL,
  employee_id uuid NOT NULL,
  payroll_id uuid,
  kind text NOT NULL,
  at timestamp(3) with time zone NOT NULL,
  changed_by uuid,
  via text NOT NULL,
  ip text,
  version integer,
  mac bytea NOT NULL,
  CONSTRAINT employee_changes_changer_check CHECK (((changed_by IS NULL) = (via = 'EMPLOYEE'::text))),
  CONSTRAINT employee_changes_kind_check CHECK ((kind = ANY (ARRAY['ADDED'::text, 'LEFT'::text, 'SALARY'::text, 'NAME'::text, 'SHARE'::text, 'FREQUENCY'::text]))),
  CONSTRAINT employee_changes_mac_check CHECK ((length(mac) = 32)),
  CONSTRAINT employee_changes_pkey PRIMARY KEY (id),
  CONSTRAINT employee_changes_version_check CHECK (((version IS NULL) = (kind = ANY (ARRAY['ADDED'::text, 'LEFT'::text])))),
  CONSTRAINT employee_changes_via_check CHECK ((via = ANY (ARRAY['FORM'::text, 'CSV'::text, 'EMPLOYEE'::text, 'API'::text]))),
  CONSTRAINT employee_changes_company_id_changed_by_fkey FOREIGN KEY (company_id, changed_by) REFERENCES public.users(company_id, id),
  CONSTRAINT employee_changes_company_id_employee_id_fkey FOREIGN KEY (company_id, employee_id) REFERENCES public.employees(company_id, id),
  CONSTRAINT employee_changes_company_id_payroll_id_fkey FOREIGN KEY (company_id, payroll_id) REFERENCES public.payrolls(company_id, id)
);

CREATE TABLE public.employee_codes (
  id uuid NOT NULL,
  company_id uuid NOT NULL,
  employee_id uuid NOT NULL,
  session_id uuid NOT NULL,
  via public.message_channel NOT NULL,
  recipient text NOT NULL,
  mac bytea NOT NULL,
  tries smallint NOT NULL DEFAULT 0,
  created_at timestamp with time zone NOT NULL,
  voided_at timestamp with time zone,
  used_at timestamp with time zone,
  CONSTRAINT employee_codes_ended_once_check CHECK (((voided_at IS NULL) OR (used_at IS NULL))),
  CONSTRAINT employee_codes_mac_check CHECK ((length(mac) = 32)),
  CONSTRAINT employee_codes_pkey PRIMARY KEY (id),
  CONSTRAINT employee_codes_tries_check CHECK (((tries >= 0) AND (tries <= 5))),
  CONSTRAINT employee_codes_company_id_employee_id_fkey FOREIGN KEY (company_id, employee_id) REFERENCES public.employees(company_id, id),
  CONSTRAINT employee_codes_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.employee_sessions(id) ON DELETE CASCADE
);

CREATE TABLE public.employee_consents (
  id uuid NOT NULL,
  company_id uuid NOT NULL,
  employee_id uuid NOT NULL,
  agreed boolean NOT NULL,
  text_version integer NOT NULL,
  language text NOT NULL,
  bitcoin_percent smallint NOT NULL,
  address_fingerprint text NOT NULL,
  at timestamp(3) with time zone NOT NULL,
  ip text,
  by_user uuid,
  note text NOT NULL DEFAULT ''::text,
  mac bytea NOT NULL,
  "position" bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  CONSTRAINT employee_consents_bitcoin_percent_check CHECK (((bitcoin_percent >= 0) AND (bitcoin_percent <= 100))),
  CONSTRAINT employee_consents_language_check CHECK ((language = ANY (ARRAY['es'::text, 'en'::text, 'it'::text, 'pt'::text]))),
  CONSTRAINT employee_consents_mac_check CHECK ((length(mac) = 32)),
  CONSTRAINT employee_consents_pkey PRIMARY KEY (id),
  CONSTRAINT employee_consents_company_id_by_user_fkey FOREIGN KEY (company_id, by_user) REFERENCES public.users(company_id, id),
  CONSTRAINT employee_consents_company_id_employee_id_fkey FOREIGN KEY (company_id, employee_id) REFERENCES public.employees(company_id, id)
);

CREATE TABLE public.employee_contacts (
  id uuid NOT NULL DEFAULT uuidv7(),
  company_id uuid NOT NULL,
  employee_id uuid NOT NULL,
  version integer NOT NULL,
  previous_email text NOT NULL,
  previous_phone text NOT NULL,
  previous_email_since timestamp(3) with time zone NOT NULL,
  previous_phone_since timestamp(3) with time zone NOT NULL,
  email text NOT NULL,
  phone text NOT NULL,
  at timestamp(3) with time zone NOT NULL,
  changed_by uuid NOT NULL,
  via text NOT NULL,
  ip text,
  replaces boolean NOT NULL GENERATED ALWAYS AS ((((previous_email <> ''::text) AND (lower(previous_email) <> lower(email))) OR ((previous_phone <> ''::text) AND (previous_phone <> phone)))) STORED,
  mac bytea NOT NULL,
  CONSTRAINT employee_contacts_mac_check CHECK ((length(mac) = 32)),
  CONSTRAINT employee_contacts_pkey PRIMARY KEY (id),
  CONSTRAINT employee_contacts_via_check CHECK ((via = ANY (ARRAY['FORM'::text, 'CSV'::text, 'EMPLOYEE'::text, 'API'::text]))),
  CONSTRAINT employee_contacts_company_id_changed_by_fkey FOREIGN KEY (company_id, changed_by) REFERENCES public.users(company_id, id),
  CONSTRAINT employee_contacts_company_id_employee_id_fkey FOREIGN KEY (company_id, employee_id) REFERENCES public.employees(company_id, id)
);

CREATE TABLE public.employee_destinations (
  id uuid NOT NULL DEFAULT uuidv7(),
  company_id uuid NOT NULL,
  employee_id uuid NOT NULL,
  kind text NOT NULL,
  version integer NOT NULL,
  address text NOT NULL,
  script_pubkey bytea NOT NULL,
  bank text NOT NULL,
  bank_account text NOT NULL,
  previous_address text NOT NULL,
  previous_bank text NOT NULL,
  previous_account text NOT NULL,
  at timestamp(3) with time zone NOT NULL,
  changed_by uuid,
  via text NOT NULL,
  ip text,
  hold_until timestamp(3) with time zone,
  hold_reason text,
  mac bytea NOT NULL,
  CONSTRAINT employee_destinations_changer_check CHECK (((changed_by IS NULL) = (via = 'EMPLOYEE'::text))),
  CONSTRAINT employee_destinations_hold_check CHECK (((hold_until IS NULL) = (hold_reason IS NULL))),
  CONSTRAINT employee_destinations_hold_reason_check CHECK ((hold_reason = ANY (ARRAY['ADDRESS'::text, 'ACCOUNT'::text, 'CONTACT'::text]))),
  CONSTRAINT employee_destinations_kind_check CHECK ((kind = ANY (ARRAY['ADDRESS'::text, 'ACCOUNT'::text]))),
  CONSTRAINT employee_destinations_mac_check CHECK ((length(mac) = 32)),
  CONSTRAINT employee_destinations_one_check CHECK (
CASE kind
    WHEN 'ADDRESS'::text THEN (''::text = ALL (ARRAY[bank, bank_account, previous_bank, previous_account]))
    ELSE ((address = ''::text) AND (length(script_pubkey) = 0) AND (previous_address = ''::text))
END),
  CONSTRAINT employee_destinations_pkey PRIMARY KEY (id),
  CONSTRAINT employee_destinations_via_check CHECK ((via = ANY (ARRAY['FORM'::text, 'CSV'::text, 'EMPLOYEE'::text, 'API'::text]))),
  CONSTRAINT employee_destinations_company_id_changed_by_fkey FOREIGN KEY (company_id, changed_by) REFERENCES public.users(company_id, id),
  CONSTRAINT employee_destinations_company_id_employee_id_fkey FOREIGN KEY (company_id, employee_id) REFERENCES public.employees(company_id, id)
);

CREATE TABLE public.employee_invitations (
  id uuid NOT NULL DEFAULT uuidv7(),
  company_id uuid NOT NULL,
  payroll_id uuid,
  requested_by uuid NOT NULL,
  total integer NOT NULL,
  sent integer NOT NULL DEFAULT 0,
  reached uuid,
  created_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone,
  CONSTRAINT employee_invitations_pkey PRIMARY KEY (id),
  CONSTRAINT employee_invitations_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id),
  CONSTRAINT employee_invitations_company_id_payroll_id_fkey FOREIGN KEY (company_id, payroll_id) REFERENCES public.payrolls(company_id, id),
  CONSTRAINT employee_invitations_company_id_requested_by_fkey FOREIGN KEY (company_id, requested_by) REFERENCES public.users(company_id, id)
);

CREATE TABLE public.employee_link_requests (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  via public.message_channel NOT NULL,
  contact text NOT NULL,
  language text NOT NULL,
  at timestamp with time zone NOT NULL,
  CONSTRAINT employee_link_requests_language_check CHECK ((language = ANY (ARRAY['es'::text, 'en'::text, 'it'::text, 'pt'::text]))),
  CONSTRAINT employee_link_requests_pkey PRIMARY KEY (id)
);

CREATE TABLE public.employee_links (
  sha256 bytea NOT NULL,
  company_id uuid,
  via public.message_channel NOT NULL,
  contact text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  used_at timestamp with time zone,
  mac bytea NOT NULL,
  CONSTRAINT employee_links_mac_check CHECK ((length(mac) = 32)),
  CONSTRAINT employee_links_pkey PRIMARY KEY (sha256),
  CONSTRAINT employee_links_sha256_check CHECK ((length(sha256) = 32)),
  CONSTRAINT employee_links_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id)
);

CREATE TABLE public.employee_sessions (
  id uuid NOT NULL,
  sha256 bytea NOT NULL,
  company_id uuid NOT NULL,
  employee_id uuid NOT NULL,
  via public.message_channel NOT NULL,
  contact text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone,
  mac bytea NOT NULL,
  CONSTRAINT employee_sessions_mac_check CHECK ((length(mac) = 32)),
  CONSTRAINT employee_sessions_pkey PRIMARY KEY (id),
  CONSTRAINT employee_sessions_sha256_check CHECK ((length(sha256) = 32)),
  CONSTRAINT employee_sessions_sha256_key UNIQUE (sha256),
  CONSTRAINT employee_sessions_company_id_employee_id_fkey FOREIGN KEY (company_id, employee_id) REFERENCES public.employees(company_id, id)
);

CREATE TABLE public.employees (
  id uuid NOT NULL DEFAULT uuidv7(),
  company_id uuid NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  identification text NOT NULL,
  email text NOT NULL,
  phone text NOT NULL,
  base_salary_usd_cents bigint NOT NULL,
  address text NOT NULL,
  script_pubkey bytea NOT NULL,
  bitcoin_percent smallint NOT NULL DEFAULT 100,
  bank text NOT NULL DEFAULT ''::text,
  bank_account text NOT NULL DEFAULT ''::text,
  department text NOT NULL DEFAULT ''::text,
  hired_on date,
  pay_frequency text,
  invited_at timestamp with time zone,
  email_since timestamp(3) with time zone NOT NULL DEFAULT now(),
  phone_since timestamp(3) with time zone NOT NULL DEFAULT now(),
  created_by uuid,
  contact_version integer NOT NULL DEFAULT 1,
  contact_mac bytea,
  creation_type public.list_type NOT NULL,
  version integer NOT NULL DEFAULT 1,
  mac bytea NOT NULL,
  search text NOT NULL GENERATED ALWAYS AS (public.plain_text(((((((((((first_name || ' '::text) || last_name) || ' '::text) || identification) || ' '::text) || email) || ' '::text) || phone) || ' '::text) || regexp_replace(identification, '[^[:alnum:]]'::text, ''::text, 'g'::text)))) STORED,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  deleted_at timestamp with time zone,
  CONSTRAINT employees_address_check CHECK ((((address = ''::text) = (length(script_pubkey) = 0)) AND ((address <> ''::text) OR (bitcoin_percent = 0)))),
  CONSTRAINT employees_base_salary_usd_cents_check CHECK (((base_salary_usd_cents >= 100) AND (base_salary_usd_cents <= 1000000000))),
  CONSTRAINT employees_bitcoin_percent_check CHECK (((bitcoin_percent >= 0) AND (bitcoin_percent <= 100))),
  CONSTRAINT employees_company_id_id_key UNIQUE (company_id, id),
  CONSTRAINT employees_hired_on_check CHECK ((hired_on >= '1900-01-01'::date)),
  CONSTRAINT employees_pay_frequency_check CHECK ((pay_frequency = ANY (ARRAY['MONTH'::text, 'FORTNIGHT'::text]))),
  CONSTRAINT employees_pkey PRIMARY KEY (id),
  CONSTRAINT employees_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id) NOT ENFORCED
);

CREATE TABLE public.failed_sign_ins (
  user_id uuid NOT NULL,
  company_id uuid NOT NULL,
  last_at timestamp with time zone NOT NULL,
  CONSTRAINT failed_sign_ins_pkey PRIMARY KEY (user_id),
  CONSTRAINT failed_sign_ins_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES public.users(company_id, id)
);

CREATE TABLE public.fee_confirmations (
  transaction_id uuid NOT NULL,
  company_id uuid NOT NULL,
  order_id uuid NOT NULL,
  fee_sats bigint NOT NULL,
  confirmed_by uuid NOT NULL,
  confirmed_at timestamp with time zone NOT NULL,
  nonce bytea,
  assertion jsonb,
  mac bytea NOT NULL,
  CONSTRAINT fee_confirmations_check CHECK (((nonce IS NULL) = (assertion IS NULL))),
  CONSTRAINT fee_confirmations_fee_sats_check CHECK ((fee_sats > 0)),
  CONSTRAINT fee_confirmations_nonce_check CHECK ((length(nonce) = 32)),
  CONSTRAINT fee_confirmations_pkey PRIMARY KEY (transaction_id),
  CONSTRAINT fee_confirmations_company_id_confirmed_by_fkey FOREIGN KEY (company_id, confirmed_by) REFERENCES public.users(company_id, id),
  CONSTRAINT fee_confirmations_company_id_order_id_fkey FOREIGN KEY (company_id, order_id) REFERENCES public.orders(company_id, id),
  CONSTRAINT fee_confirmations_company_id_transaction_id_fkey FOREIGN KEY (company_id, transaction_id) REFERENCES public.transactions(company_id, id)
);

CREATE TABLE public.former_channels (
  id uuid NOT NULL DEFAULT uuidv7(),
  company_id uuid NOT NULL,
  user_id uuid NOT NULL,
  via public.message_channel NOT NULL,
  email text,
  phone text,
  until timestamp with time zone NOT NULL,
  mac bytea,
  CONSTRAINT former_channels_mac_check CHECK ((length(mac) = 32)),
  CONSTRAINT former_channels_phone_check CHECK (((via = 'EMAIL'::public.message_channel) OR (phone IS NOT NULL))),
  CONSTRAINT former_channels_pkey PRIMARY KEY (id),
  CONSTRAINT former_channels_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES public.users(company_id, id)
);

CREATE TABLE public.freeze_links (
  sha256 bytea NOT NULL,
  company_id uuid NOT NULL,
  user_id uuid NOT NULL,
  on_removal boolean NOT NULL,
  created_at timestamp with time zone NOT NULL,
  used_at timestamp with time zone,
  mac bytea,
  CONSTRAINT freeze_links_mac_check CHECK ((length(mac) = 32)),
  CONSTRAINT freeze_links_pkey PRIMARY KEY (sha256),
  CONSTRAINT freeze_links_sha256_check CHECK ((length(sha256) = 32)),
  CONSTRAINT freeze_links_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES public.users(company_id, id)
);

CREATE TABLE public.given_up (
  txid bytea NOT NULL,
  payroll_id uuid NOT NULL,
  by text NOT NULL,
  at timestamp with time zone NOT NULL DEFAULT now(),
  reason text NOT NULL,
  CONSTRAINT given_up_pkey PRIMARY KEY (txid),
  CONSTRAINT given_up_txid_check CHECK ((length(txid) = 32)),
  CONSTRAINT given_up_payroll_id_fkey FOREIGN KEY (payroll_id) REFERENCES public.payrolls(id)
);

CREATE TABLE public.guess_counts (
  key text NOT NULL,
  count integer NOT NULL,
  since timestamp(3) with time zone NOT NULL,
  until timestamp(3) with time zone NOT NULL,
  born_at timestamp(3) with time zone NOT NULL,
  version integer NOT NULL,
  mac bytea NOT NULL,
  touched_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT guess_counts_pkey PRIMARY KEY (key)
);

CREATE TABLE public.idempotency_keys (
  company_id uuid NOT NULL,
  user_id uuid NOT NULL,
  method text NOT NULL,
  path text NOT NULL,
  key text NOT NULL,
  body_sha256 bytea NOT NULL,
  status smallint,
  answer text,
  sheet_id uuid,
  created_at timestamp(3) with time zone NOT NULL,
  mac bytea NOT NULL,
  CONSTRAINT idempotency_keys_answer_check CHECK (((status IS NULL) = (answer IS NULL))),
  CONSTRAINT idempotency_keys_pkey PRIMARY KEY (company_id, user_id, key, method, path),
  CONSTRAINT idempotency_keys_company_id_sheet_id_fkey FOREIGN KEY (company_id, sheet_id) REFERENCES public.sheets(company_id, id),
  CONSTRAINT idempotency_keys_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES public.users(company_id, id)
);

CREATE TABLE public.import_rows (
  import_id uuid NOT NULL,
  company_id uuid NOT NULL,
  line integer NOT NULL,
  source text NOT NULL,
  faults jsonb,
  doubtful_dui boolean,
  no_document boolean,
  employee_id uuid,
  first_name text,
  last_name text,
  identification text,
  email text,
  phone text,
  base_salary_usd_cents bigint,
  address text,
  script_pubkey bytea,
  bitcoin_percent smallint,
  bank text,
  bank_account text,
  department text,
  hired_on date,
  pay_frequency text,
  mac bytea,
  restored_dui boolean,
  matched_id uuid,
  changed boolean,
  decision text,
  decided_about uuid,
  decided_by uuid,
  decided_ip text,
  CONSTRAINT import_rows_decision_check CHECK ((decision = ANY (ARRAY['same'::text, 'other'::text]))),
  CONSTRAINT import_rows_pkey PRIMARY KEY (import_id, line)
);

CREATE TABLE public.imports (
  id uuid NOT NULL DEFAULT uuidv7(),
  company_id uuid NOT NULL,
  requested_by uuid NOT NULL,
  ip text,
  target text NOT NULL DEFAULT 'payroll'::text,
  payroll_id uuid,
  name text NOT NULL DEFAULT ''::text,
  description text NOT NULL DEFAULT ''::text,
  dry_run boolean NOT NULL,
  state text NOT NULL DEFAULT 'reading'::text,
  deferred boolean NOT NULL DEFAULT false,
  header text[] NOT NULL DEFAULT '{}'::text[],
  separator text NOT NULL DEFAULT ','::text,
  rows_read integer NOT NULL DEFAULT 0,
  rows_total integer,
  error_count integer NOT NULL DEFAULT 0,
  diff jsonb,
  questions jsonb,
  failure text,
  attempts smallint NOT NULL DEFAULT 0,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  alive_at timestamp with time zone NOT NULL DEFAULT now(),
  ended_at timestamp with time zone,
  CONSTRAINT imports_company_id_id_key UNIQUE (company_id, id),
  CONSTRAINT imports_ended_check CHECK (((state = ANY (ARRAY['done'::text, 'failed'::text])) = (ended_at IS NOT NULL))),
  CONSTRAINT imports_failure_check CHECK (((state = 'failed'::text) = (failure IS NOT NULL))),
  CONSTRAINT imports_people_check CHECK (((target = 'payroll'::text) OR (payroll_id IS NULL))),
  CONSTRAINT imports_pkey PRIMARY KEY (id),
  CONSTRAINT imports_state_check CHECK ((state = ANY (ARRAY['reading'::text, 'undecided'::text, 'saving'::text, 'done'::text, 'failed'::text]))),
  CONSTRAINT imports_target_check CHECK ((target = ANY (ARRAY['payroll'::text, 'people'::text]))),
  CONSTRAINT imports_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id),
  CONSTRAINT imports_company_id_payroll_id_fkey FOREIGN KEY (company_id, payroll_id) REFERENCES public.payrolls(company_id, id),
  CONSTRAINT imports_company_id_requested_by_fkey FOREIGN KEY (company_id, requested_by) REFERENCES public.users(company_id, id)
);

CREATE TABLE public.known_devices (
  user_id uuid NOT NULL,
  company_id uuid NOT NULL,
  sha256 bytea NOT NULL,
  first_at timestamp with time zone NOT NULL,
  mac bytea NOT NULL,
  CONSTRAINT known_devices_pkey PRIMARY KEY (user_id, sha256),
  CONSTRAINT known_devices_sha256_check CHECK ((length(sha256) = 32)),
  CONSTRAINT known_devices_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES public.users(company_id, id)
);

CREATE TABLE public.known_networks (
  user_id uuid NOT NULL,
  company_id uuid NOT NULL,
  network text NOT NULL,
  last_at timestamp with time zone NOT NULL,
  CONSTRAINT known_networks_pkey PRIMARY KEY (user_id, network),
  CONSTRAINT known_networks_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES public.users(company_id, id)
);

CREATE TABLE public.ledger_entries (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  event_id uuid NOT NULL,
  company_id uuid NOT NULL,
  payroll_id uuid NOT NULL,
  transaction_id uuid,
  foreign_txid bytea,
  kind public.ledger_kind NOT NULL,
  account public.ledger_account NOT NULL,
  amount_sats bigint NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT ledger_entries_amount_sats_check CHECK ((amount_sats <> 0)),
  CONSTRAINT ledger_entries_foreign_txid_check CHECK ((length(foreign_txid) = 32)),
  CONSTRAINT ledger_entries_pkey PRIMARY KEY (id),
  CONSTRAINT ledger_entries_transaction_or_foreign_check CHECK (((transaction_id IS NULL) = (foreign_txid IS NOT NULL))),
  CONSTRAINT ledger_entries_company_id_payroll_id_fkey FOREIGN KEY (company_id, payroll_id) REFERENCES public.payroll_balances(company_id, payroll_id),
  CONSTRAINT ledger_entries_company_id_transaction_id_fkey FOREIGN KEY (company_id, transaction_id) REFERENCES public.transactions(company_id, id)
);

CREATE TABLE public.ledger_queue (
  payroll_id uuid NOT NULL,
  txid bytea,
  transaction_id uuid
);

CREATE TABLE public.messages (
  id uuid NOT NULL DEFAULT uuidv7(),
  company_id uuid NOT NULL,
  user_id uuid,
  recipient text NOT NULL,
  via public.message_channel NOT NULL,
  template text NOT NULL,
  sealed bytea,
  subject text NOT NULL DEFAULT ''::text,
  body text NOT NULL DEFAULT ''::text,
  html text,
  secret boolean NOT NULL,
  expires_at timestamp with time zone,
  state text NOT NULL DEFAULT 'queued'::text,
  failure text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  completed_at timestamp with time zone,
  CONSTRAINT messages_completed_check CHECK (((state = 'queued'::text) = (completed_at IS NULL))),
  CONSTRAINT messages_pkey PRIMARY KEY (id),
  CONSTRAINT messages_secret_check CHECK (((NOT secret) OR (expires_at IS NOT NULL))),
  CONSTRAINT messages_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'sent'::text, 'shown'::text, 'failed'::text, 'expired'::text]))),
  CONSTRAINT messages_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id),
  CONSTRAINT messages_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES public.users(company_id, id)
);

CREATE TABLE public.mfa_challenges (
  id uuid NOT NULL DEFAULT uuidv7(),
  sha256 bytea NOT NULL,
  company_id uuid NOT NULL,
  user_id uuid NOT NULL,
  created_at timestamp with time zone NOT NULL,
  tries smallint NOT NULL DEFAULT 0,
  mac bytea,
  CONSTRAINT mfa_challenges_mac_check CHECK ((length(mac) = 32)),
  CONSTRAINT mfa_challenges_pkey PRIMARY KEY (id),
  CONSTRAINT mfa_challenges_sha256_check CHECK ((length(sha256) = 32)),
  CONSTRAINT mfa_challenges_sha256_key UNIQUE (sha256),
  CONSTRAINT mfa_challenges_tries_check CHECK (((tries >= 0) AND (tries <= 5))),
  CONSTRAINT mfa_challenges_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES public.users(company_id, id)
);

CREATE TABLE public.migrations (
  name text NOT NULL,
  at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT migrations_pkey PRIMARY KEY (name)
);

CREATE TABLE public.money_breaches (
  invariant text NOT NULL,
  kind text NOT NULL,
  id text NOT NULL,
  fields jsonb NOT NULL DEFAULT '{}'::jsonb,
  payroll_ids uuid[],
  found_at timestamp with time zone NOT NULL DEFAULT now(),
  gone_at timestamp with time zone,
  accepted_at timestamp with time zone,
  CONSTRAINT money_breaches_pkey PRIMARY KEY (invariant, kind, id)
);

CREATE TABLE public.money_events (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  company_id uuid NOT NULL,
  payroll_id uuid NOT NULL,
  transaction_id uuid,
  kind text NOT NULL,
  at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT money_events_kind_check CHECK ((kind = ANY (ARRAY['confirmed'::text, 'removed'::text, 'failed'::text, 'rejected'::text, 'approval'::text, 'operator'::text, 'fee'::text, 'revived'::text, 'reorganised'::text]))),
  CONSTRAINT money_events_pkey PRIMARY KEY (id),
  CONSTRAINT money_events_transaction_check CHECK (((kind = 'revived'::text) = (transaction_id IS NULL))),
  CONSTRAINT money_events_company_id_payroll_id_fkey FOREIGN KEY (company_id, payroll_id) REFERENCES public.payrolls(company_id, id),
  CONSTRAINT money_events_company_id_transaction_id_fkey FOREIGN KEY (company_id, transaction_id) REFERENCES public.transactions(company_id, id)
);

CREATE TABLE public.node_status (
  singleton boolean NOT NULL DEFAULT true,
  height integer NOT NULL,
  headers integer NOT NULL,
  fee_rate_next_block_sats_per_kvb bigint NOT NULL,
  fee_rate_sats_per_kvb bigint NOT NULL,
  fee_rate_6_blocks_sats_per_kvb bigint,
  fee_rate_36_blocks_sats_per_kvb bigint,
  fee_rate_144_blocks_sats_per_kvb bigint,
  estimated_at timestamp with time zone,
  trouble text,
  at timestamp with time zone NOT NULL,
  CONSTRAINT node_status_pkey PRIMARY KEY (singleton),
  CONSTRAINT node_status_singleton_check CHECK (singleton)
);

CREATE TABLE public.noted_dollars (
  id uuid NOT NULL,
  company_id uuid NOT NULL,
  sheet_sha256 bytea,
  usd_cents bigint,
  at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT noted_dollars_order_check CHECK (((sheet_sha256 IS NULL) = (usd_cents IS NULL))),
  CONSTRAINT noted_dollars_pkey PRIMARY KEY (id),
  CONSTRAINT noted_dollars_sheet_sha256_check CHECK ((length(sheet_sha256) = 32)),
  CONSTRAINT noted_dollars_usd_cents_check CHECK ((usd_cents > 0))
);

CREATE TABLE public.occurrence_notices (
  occurrence_id uuid NOT NULL,
  company_id uuid NOT NULL,
  kind text NOT NULL,
  due_on date NOT NULL,
  silent boolean NOT NULL DEFAULT false,
  at timestamp with time zone NOT NULL,
  CONSTRAINT occurrence_notices_kind_check CHECK ((kind = ANY (ARRAY['DAYS_7'::text, 'DAYS_2'::text, 'HOURS_4'::text, 'HELD'::text, 'MISSED'::text]))),
  CONSTRAINT occurrence_notices_pkey PRIMARY KEY (occurrence_id, kind, due_on),
  CONSTRAINT occurrence_notices_occurrence_id_fkey FOREIGN KEY (occurrence_id) REFERENCES public.occurrences(id) ON DELETE CASCADE
);

CREATE TABLE public.occurrences (
  id uuid NOT NULL DEFAULT uuidv7(),
  company_id uuid NOT NULL,
  payroll_id uuid NOT NULL,
  kind text NOT NULL DEFAULT 'REGULAR'::text,
  period_key text NOT NULL,
  nominal_day date NOT NULL,
  due_at timestamp with time zone NOT NULL,
  time_zone text NOT NULL,
  moved_reason text,
  moved_name text NOT NULL DEFAULT ''::text,
  moved_by_hand boolean NOT NULL DEFAULT false,
  mode text NOT NULL,
  skipped_at timestamp with time zone,
  skip_reason text NOT NULL DEFAULT ''::text,
  skipped_by uuid,
  held_at timestamp with time zone,
  held_reason text,
  missed_at timestamp with time zone,
  missed_reason text,
  draft_id uuid,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  ended boolean NOT NULL DEFAULT false,
  version integer NOT NULL DEFAULT 1,
  mac bytea,
  CONSTRAINT occurrences_company_id_id_key UNIQUE (company_id, id),
  CONSTRAINT occurrences_kind_check CHECK ((kind = ANY (ARRAY['REGULAR'::text, 'AGUINALDO'::text, 'QUINCENA_25'::text, 'BONUS'::text]))),
  CONSTRAINT occurrences_mode_check CHECK ((mode = ANY (ARRAY['REMIND'::text, 'PREPARE'::text, 'PAY'::text]))),
  CONSTRAINT occurrences_moved_reason_check CHECK ((moved_reason = ANY (ARRAY['SUNDAY'::text, 'SATURDAY'::text, 'HOLIDAY'::text, 'COMPANY_DAY'::text]))),
  CONSTRAINT occurrences_payroll_id_period_key_key UNIQUE (payroll_id, period_key),
  CONSTRAINT occurrences_pkey PRIMARY KEY (id),
  CONSTRAINT occurrences_skipped_check CHECK (((skipped_at IS NULL) = (skipped_by IS NULL))),
  CONSTRAINT occurrences_special_check CHECK (((kind <> 'REGULAR'::text) OR (draft_id IS NULL))),
  CONSTRAINT occurrences_company_id_payroll_id_fkey FOREIGN KEY (company_id, payroll_id) REFERENCES public.payrolls(company_id, id),
  CONSTRAINT occurrences_company_id_skipped_by_fkey FOREIGN KEY (company_id, skipped_by) REFERENCES public.users(company_id, id)
);

CREATE TABLE public.order_counts (
  company_id uuid NOT NULL,
  number bigint NOT NULL,
  CONSTRAINT order_counts_pkey PRIMARY KEY (company_id),
  CONSTRAINT order_counts_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id)
);

CREATE TABLE public.orders (
  id uuid NOT NULL DEFAULT uuidv7(),
  company_id uuid NOT NULL,
  number bigint,
  payroll_id uuid NOT NULL,
  sheet_id uuid,
  withdrawal_id uuid,
  plan_sha256 bytea NOT NULL,
  fee_ceiling_sats bigint NOT NULL,
  target_blocks smallint NOT NULL DEFAULT 3,
  requested_by uuid,
  requested_at timestamp with time zone NOT NULL,
  requested_ip text,
  mac bytea,
  change_order_id uuid,
  required smallint NOT NULL,
  own_code boolean NOT NULL,
  needs_approval boolean NOT NULL GENERATED ALWAYS AS (((required > 0) OR own_code)) STORED,
  sheet_sha256 bytea NOT NULL,
  fee_ceiling_usd_cents bigint NOT NULL,
  held jsonb NOT NULL DEFAULT '{}'::jsonb,
  included jsonb NOT NULL DEFAULT '[]'::jsonb,
  changers jsonb NOT NULL DEFAULT '[]'::jsonb,
  changes_sha256 bytea,
  changes text,
  reasons jsonb NOT NULL DEFAULT '[]'::jsonb,
  claims_period text,
  dollars_usd_cents bigint NOT NULL DEFAULT 0,
  over_usd_cents bigint,
  CONSTRAINT orders_approval_check CHECK (((required = 0) OR (NOT own_code))),
  CONSTRAINT orders_changers_check CHECK ((jsonb_typeof(changers) = 'array'::text)),
  CONSTRAINT orders_changes_check CHECK (((changes IS NULL) = (changes_sha256 IS NULL))),
  CONSTRAINT orders_changes_sha256_check CHECK ((length(changes_sha256) = 32)),
  CONSTRAINT orders_company_id_id_key UNIQUE (company_id, id),
  CONSTRAINT orders_company_id_number_key UNIQUE (company_id, number),
  CONSTRAINT orders_dollars_usd_cents_check CHECK ((dollars_usd_cents >= 0)),
  CONSTRAINT orders_fee_ceiling_sats_check CHECK ((fee_ceiling_sats >= 0)),
  CONSTRAINT orders_fee_ceiling_usd_cents_check CHECK ((fee_ceiling_usd_cents >= 0)),
  CONSTRAINT orders_held_check CHECK ((jsonb_typeof(held) = 'object'::text)),
  CONSTRAINT orders_included_check CHECK ((jsonb_typeof(included) = 'array'::text)),
  CONSTRAINT orders_mac_check CHECK (((mac IS NOT NULL) OR (change_order_id IS NOT NULL))),
  CONSTRAINT orders_over_usd_cents_check CHECK ((over_usd_cents >= 0)),
  CONSTRAINT orders_pkey PRIMARY KEY (id),
  CONSTRAINT orders_plan_sha256_check CHECK ((length(plan_sha256) = 32)),
  CONSTRAINT orders_reasons_check CHECK ((jsonb_typeof(reasons) = 'array'::text)),
  CONSTRAINT orders_required_check CHECK (((required >= 0) AND (required <= 5))),
  CONSTRAINT orders_sheet_or_withdrawal_check CHECK (((sheet_id IS NULL) OR (withdrawal_id IS NULL))),
  CONSTRAINT orders_sheet_sha256_check CHECK ((length(sheet_sha256) = 32)),
  CONSTRAINT orders_target_blocks_check CHECK ((target_blocks = ANY (ARRAY[3, 6, 36, 144]))),
  CONSTRAINT orders_company_id_change_order_id_fkey FOREIGN KEY (company_id, change_order_id) REFERENCES public.change_orders(company_id, id),
  CONSTRAINT orders_company_id_payroll_id_fkey FOREIGN KEY (company_id, payroll_id) REFERENCES public.payrolls(company_id, id),
  CONSTRAINT orders_company_id_requested_by_fkey FOREIGN KEY (company_id, requested_by) REFERENCES public.users(company_id, id),
  CONSTRAINT orders_company_id_sheet_id_fkey FOREIGN KEY (company_id, sheet_id) REFERENCES public.sheets(company_id, id),
  CONSTRAINT orders_company_id_withdrawal_id_fkey FOREIGN KEY (company_id, withdrawal_id) REFERENCES public.withdrawals(company_id, id)
);

CREATE TABLE public.passkeys (
  id uuid NOT NULL DEFAULT uuidv7(),
  company_id uuid NOT NULL,
  user_id uuid NOT NULL,
  credential_id bytea NOT NULL,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  is_synced boolean NOT NULL,
  backed_up boolean NOT NULL,
  rp_id text NOT NULL,
  name text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  last_used_at timestamp with time zone,
  removed_at timestamp with time zone,
  version integer NOT NULL DEFAULT 1,
  mac bytea,
  CONSTRAINT passkeys_company_id_id_key UNIQUE (company_id, id),
  CONSTRAINT passkeys_credential_id_check CHECK (((length(credential_id) >= 1) AND (length(credential_id) <= 1023))),
  CONSTRAINT passkeys_mac_check CHECK ((length(mac) = 32)),
  CONSTRAINT passkeys_pkey PRIMARY KEY (id),
  CONSTRAINT passkeys_public_key_check CHECK ((length(public_key) <= 4096)),
  CONSTRAINT passkeys_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES public.users(company_id, id)
);

CREATE TABLE public.pay_data_changes (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  company_id uuid NOT NULL,
  user_id uuid,
  ip text,
  at timestamp with time zone NOT NULL,
  changes jsonb NOT NULL,
  count integer NOT NULL,
  CONSTRAINT pay_data_changes_changes_check CHECK (((jsonb_array_length(changes) >= 1) AND (jsonb_array_length(changes) <= 10))),
  CONSTRAINT pay_data_changes_count_check CHECK ((count >= jsonb_array_length(changes))),
  CONSTRAINT pay_data_changes_pkey PRIMARY KEY (id),
  CONSTRAINT pay_data_changes_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id),
  CONSTRAINT pay_data_changes_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES public.users(company_id, id)
);

CREATE TABLE public.payday_sheet_lines (
  sheet_id uuid NOT NULL,
  employee_id uuid NOT NULL,
  company_id uuid NOT NULL,
  address text NOT NULL,
  script_pubkey bytea NOT NULL,
  usd_cents bigint NOT NULL,
  dollars_usd_cents bigint NOT NULL,
  bitcoin_percent smallint NOT NULL,
  split_reason text,
  bank text NOT NULL,
  bank_account text NOT NULL,
  pay_frequency text,
  version integer NOT NULL,
  mac bytea NOT NULL,
  CONSTRAINT payday_sheet_lines_bitcoin_percent_check CHECK (((bitcoin_percent >= 0) AND (bitcoin_percent <= 100))),
  CONSTRAINT payday_sheet_lines_dollars_usd_cents_check CHECK ((dollars_usd_cents >= 0)),
  CONSTRAINT payday_sheet_lines_pkey PRIMARY KEY (sheet_id, employee_id),
  CONSTRAINT payday_sheet_lines_split_reason_check CHECK ((split_reason = ANY (ARRAY['DUST'::text, 'NO_CONSENT'::text]))),
  CONSTRAINT payday_sheet_lines_usd_cents_check CHECK ((usd_cents >= 0)),
  CONSTRAINT payday_sheet_lines_company_id_employee_id_fkey FOREIGN KEY (company_id, employee_id) REFERENCES public.employees(company_id, id),
  CONSTRAINT payday_sheet_lines_company_id_sheet_id_fkey FOREIGN KEY (company_id, sheet_id) REFERENCES public.payday_sheets(company_id, id) ON DELETE CASCADE
);

CREATE TABLE public.payday_sheets (
  id uuid NOT NULL DEFAULT uuidv7(),
  company_id uuid NOT NULL,
  payroll_id uuid NOT NULL,
  occurrence_id uuid NOT NULL,
  period_key text NOT NULL,
  due_at timestamp with time zone NOT NULL,
  prepared_at timestamp with time zone NOT NULL,
  prepared_by uuid,
  change_order_id uuid,
  rate_usd_cents_per_btc bigint,
  ceiling_usd_cents bigint NOT NULL,
  sheet_sha256 bytea NOT NULL,
  held jsonb NOT NULL,
  included jsonb NOT NULL DEFAULT '[]'::jsonb,
  left_out jsonb NOT NULL,
  CONSTRAINT payday_sheets_ceiling_usd_cents_check CHECK ((ceiling_usd_cents >= 0)),
  CONSTRAINT payday_sheets_company_id_id_key UNIQUE (company_id, id),
  CONSTRAINT payday_sheets_held_check CHECK ((jsonb_typeof(held) = 'object'::text)),
  CONSTRAINT payday_sheets_included_check CHECK ((jsonb_typeof(included) = 'array'::text)),
  CONSTRAINT payday_sheets_left_out_check CHECK ((jsonb_typeof(left_out) = 'array'::text)),
  CONSTRAINT payday_sheets_occurrence_id_key UNIQUE (occurrence_id),
  CONSTRAINT payday_sheets_pkey PRIMARY KEY (id),
  CONSTRAINT payday_sheets_rate_usd_cents_per_btc_check CHECK ((rate_usd_cents_per_btc > 0)),
  CONSTRAINT payday_sheets_sheet_sha256_check CHECK ((length(sheet_sha256) = 32)),
  CONSTRAINT payday_sheets_company_id_change_order_id_fkey FOREIGN KEY (company_id, change_order_id) REFERENCES public.change_orders(company_id, id),
  CONSTRAINT payday_sheets_company_id_occurrence_id_fkey FOREIGN KEY (company_id, occurrence_id) REFERENCES public.occurrences(company_id, id) ON DELETE CASCADE,
  CONSTRAINT payday_sheets_company_id_payroll_id_fkey FOREIGN KEY (company_id, payroll_id) REFERENCES public.payrolls(company_id, id),
  CONSTRAINT payday_sheets_company_id_prepared_by_fkey FOREIGN KEY (company_id, prepared_by) REFERENCES public.users(company_id, id)
);

CREATE TABLE public.payouts (
  line_id uuid NOT NULL,
  method text NOT NULL,
  company_id uuid NOT NULL,
  sheet_id uuid NOT NULL,
  usd_cents bigint NOT NULL,
  sats bigint,
  split_reason text,
  replaces uuid,
  sent_at timestamp with time zone,
  sent_by uuid,
  paid_at timestamp with time zone,
  reference text NOT NULL DEFAULT ''::text,
  marked_by uuid,
  CONSTRAINT payouts_bitcoin_check CHECK (((method = 'BITCOIN'::text) = (sats IS NOT NULL))),
  CONSTRAINT payouts_dollars_check CHECK (((method = 'DOLLARS'::text) OR ((split_reason IS NULL) AND (replaces IS NULL) AND (sent_at IS NULL)))),
  CONSTRAINT payouts_marked_check CHECK ((((paid_at IS NULL) = (marked_by IS NULL)) AND ((paid_at IS NULL) OR (sent_at IS NOT NULL)))),
  CONSTRAINT payouts_method_check CHECK ((method = ANY (ARRAY['BITCOIN'::text, 'DOLLARS'::text]))),
  CONSTRAINT payouts_pkey PRIMARY KEY (line_id, method),
  CONSTRAINT payouts_sats_check CHECK ((sats > 0)),
  CONSTRAINT payouts_sent_check CHECK (((sent_at IS NULL) = (sent_by IS NULL))),
  CONSTRAINT payouts_split_reason_check CHECK ((split_reason = ANY (ARRAY['DUST'::text, 'NO_CONSENT'::text]))),
  CONSTRAINT payouts_usd_cents_check CHECK ((usd_cents > 0)),
  CONSTRAINT payouts_company_id_marked_by_fkey FOREIGN KEY (company_id, marked_by) REFERENCES public.users(company_id, id),
  CONSTRAINT payouts_company_id_sent_by_fkey FOREIGN KEY (company_id, sent_by) REFERENCES public.users(company_id, id),
  CONSTRAINT payouts_company_id_sheet_id_fkey FOREIGN KEY (company_id, sheet_id) REFERENCES public.sheets(company_id, id) NOT ENFORCED,
  CONSTRAINT payouts_line_id_fkey FOREIGN KEY (line_id) REFERENCES public.sheet_lines(id) NOT ENFORCED
);

CREATE TABLE public.payroll_balances (
  payroll_id uuid NOT NULL,
  company_id uuid NOT NULL,
  balance_sats bigint NOT NULL DEFAULT 0,
  confirmed_sats bigint NOT NULL DEFAULT 0,
  spendable_sats bigint NOT NULL DEFAULT 0,
  received_sats bigint NOT NULL DEFAULT 0,
  CONSTRAINT payroll_balances_balance_sats_check CHECK ((balance_sats >= 0)),
  CONSTRAINT payroll_balances_company_id_payroll_id_key UNIQUE (company_id, payroll_id),
  CONSTRAINT payroll_balances_confirmed_sats_check CHECK ((confirmed_sats >= 0)),
  CONSTRAINT payroll_balances_pkey PRIMARY KEY (payroll_id),
  CONSTRAINT payroll_balances_received_check CHECK ((received_sats >= balance_sats)),
  CONSTRAINT payroll_balances_spendable_sats_check CHECK ((spendable_sats >= 0)),
  CONSTRAINT payroll_balances_company_id_payroll_id_fkey FOREIGN KEY (company_id, payroll_id) REFERENCES public.payrolls(company_id, id)
);

CREATE TABLE public.payroll_employees (
  company_id uuid NOT NULL,
  payroll_id uuid NOT NULL,
  employee_id uuid NOT NULL,
  added_at timestamp with time zone NOT NULL DEFAULT now(),
  ended boolean NOT NULL DEFAULT false,
  changed_by uuid,
  version integer NOT NULL DEFAULT 1,
  mac bytea,
  CONSTRAINT payroll_employees_pkey PRIMARY KEY (employee_id, payroll_id),
  CONSTRAINT payroll_employees_company_id_employee_id_fkey FOREIGN KEY (company_id, employee_id) REFERENCES public.employees(company_id, id) NOT ENFORCED,
  CONSTRAINT payroll_employees_company_id_payroll_id_fkey FOREIGN KEY (company_id, payroll_id) REFERENCES public.payrolls(company_id, id) NOT ENFORCED
);

CREATE TABLE public.payroll_totals (
  company_id uuid NOT NULL,
  payroll_id uuid NOT NULL,
  people bigint NOT NULL,
  usd_cents bigint NOT NULL,
  bitcoin_people bigint NOT NULL,
  script_bytes bigint NOT NULL
);

CREATE TABLE public.payrolls (
  id uuid NOT NULL DEFAULT uuidv7(),
  company_id uuid NOT NULL,
  name text NOT NULL,
  description text NOT NULL,
  type public.list_type NOT NULL,
  address text NOT NULL,
  search text NOT NULL GENERATED ALWAYS AS (public.plain_text(name)) STORED,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  deleted_at timestamp with time zone,
  version integer NOT NULL DEFAULT 1,
  mac bytea,
  CONSTRAINT payrolls_address_key UNIQUE (address),
  CONSTRAINT payrolls_company_id_id_key UNIQUE (company_id, id),
  CONSTRAINT payrolls_pkey PRIMARY KEY (id),
  CONSTRAINT payrolls_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id)
);

CREATE TABLE public.period_claims (
  payroll_id uuid NOT NULL,
  employee_id uuid NOT NULL,
  period_key text NOT NULL,
  company_id uuid NOT NULL,
  line_id uuid NOT NULL,
  CONSTRAINT period_claims_pkey PRIMARY KEY (payroll_id, period_key, employee_id),
  CONSTRAINT period_claims_company_id_payroll_id_fkey FOREIGN KEY (company_id, payroll_id) REFERENCES public.payrolls(company_id, id) NOT ENFORCED,
  CONSTRAINT period_claims_line_id_fkey FOREIGN KEY (line_id) REFERENCES public.sheet_lines(id) NOT ENFORCED
);

CREATE TABLE public.prices (
  at timestamp with time zone NOT NULL,
  usd_cents_per_btc bigint NOT NULL,
  sources smallint NOT NULL,
  quotes jsonb NOT NULL DEFAULT '[]'::jsonb,
  CONSTRAINT prices_pkey PRIMARY KEY (at),
  CONSTRAINT prices_usd_cents_per_btc_check CHECK ((usd_cents_per_btc > 0))
);

CREATE UNLOGGED TABLE public.rate_limits (
  key text NOT NULL,
  count integer NOT NULL,
  since timestamp with time zone NOT NULL,
  until timestamp with time zone NOT NULL,
  CONSTRAINT rate_limits_pkey PRIMARY KEY (key)
);

CREATE TABLE public.receipt_counters (
  company_id uuid NOT NULL,
  year smallint NOT NULL,
  last integer NOT NULL DEFAULT 0,
  CONSTRAINT receipt_counters_last_check CHECK ((last >= 0)),
  CONSTRAINT receipt_counters_pkey PRIMARY KEY (company_id, year),
  CONSTRAINT receipt_counters_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id)
);

CREATE TABLE public.receipt_messages (
  line_id uuid NOT NULL,
  company_id uuid NOT NULL,
  message_id uuid NOT NULL,
  on_its_way_at timestamp with time zone,
  CONSTRAINT receipt_messages_pkey PRIMARY KEY (line_id),
  CONSTRAINT receipt_messages_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id),
  CONSTRAINT receipt_messages_line_id_fkey FOREIGN KEY (line_id) REFERENCES public.sheet_lines(id),
  CONSTRAINT receipt_messages_message_id_fkey FOREIGN KEY (message_id) REFERENCES public.messages(id)
);

CREATE TABLE public.receipts (
  id uuid NOT NULL DEFAULT uuidv7(),
  company_id uuid NOT NULL,
  sheet_id uuid NOT NULL,
  line_id uuid NOT NULL,
  year smallint NOT NULL,
  number integer NOT NULL,
  txid bytea,
  vout integer,
  facts jsonb NOT NULL,
  issued_at timestamp with time zone NOT NULL,
  voided_at timestamp with time zone,
  CONSTRAINT receipts_company_id_year_number_key UNIQUE (company_id, year, number),
  CONSTRAINT receipts_number_check CHECK ((number > 0)),
  CONSTRAINT receipts_output_check CHECK (((txid IS NULL) = (vout IS NULL))),
  CONSTRAINT receipts_pkey PRIMARY KEY (id),
  CONSTRAINT receipts_transaction_key UNIQUE NULLS NOT DISTINCT (line_id, txid),
  CONSTRAINT receipts_txid_check CHECK ((length(txid) = 32)),
  CONSTRAINT receipts_vout_check CHECK ((vout >= 0)),
  CONSTRAINT receipts_company_id_sheet_id_fkey FOREIGN KEY (company_id, sheet_id) REFERENCES public.sheets(company_id, id),
  CONSTRAINT receipts_line_id_fkey FOREIGN KEY (line_id) REFERENCES public.sheet_lines(id)
);

CREATE TABLE public.receipts_due (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  company_id uuid NOT NULL,
  sheet_id uuid NOT NULL,
  CONSTRAINT receipts_due_pkey PRIMARY KEY (id)
);

CREATE TABLE public.recovery_codes (
  id uuid NOT NULL DEFAULT uuidv7(),
  company_id uuid NOT NULL,
  user_id uuid NOT NULL,
  codes bytea[] NOT NULL,
  created_at timestamp with time zone,
  version integer NOT NULL DEFAULT 1,
  mac bytea,
  CONSTRAINT recovery_codes_mac_check CHECK ((length(mac) = 32)),
  CONSTRAINT recovery_codes_pkey PRIMARY KEY (id),
  CONSTRAINT recovery_codes_user_id_key UNIQUE (user_id),
  CONSTRAINT recovery_codes_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES public.users(company_id, id)
);

CREATE TABLE public.reset_links (
  user_id uuid NOT NULL,
  company_id uuid NOT NULL,
  sha256 bytea NOT NULL,
  created_at timestamp with time zone NOT NULL,
  mac bytea,
  CONSTRAINT reset_links_mac_check CHECK ((length(mac) = 32)),
  CONSTRAINT reset_links_pkey PRIMARY KEY (user_id),
  CONSTRAINT reset_links_sha256_check CHECK ((length(sha256) = 32)),
  CONSTRAINT reset_links_sha256_key UNIQUE (sha256),
  CONSTRAINT reset_links_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES public.users(company_id, id)
);

CREATE TABLE public.restorations (
  at timestamp with time zone NOT NULL DEFAULT now(),
  first_receive_index integer NOT NULL,
  last_receive_index integer NOT NULL,
  first_change_index integer NOT NULL,
  last_change_index integer NOT NULL,
  hold_until_height integer NOT NULL,
  dollars_known boolean NOT NULL DEFAULT false,
  CONSTRAINT restorations_pkey PRIMARY KEY (at)
);

CREATE TABLE public.restored_people (
  employee_id uuid NOT NULL,
  company_id uuid NOT NULL,
  document bytea NOT NULL,
  CONSTRAINT restored_people_document_check CHECK ((length(document) = 32)),
  CONSTRAINT restored_people_pkey PRIMARY KEY (employee_id),
  CONSTRAINT restored_people_company_id_employee_id_fkey FOREIGN KEY (company_id, employee_id) REFERENCES public.employees(company_id, id)
);

CREATE TABLE public.rule_endings (
  id uuid NOT NULL,
  company_id uuid NOT NULL,
  requested_at timestamp with time zone NOT NULL,
  effective_at timestamp with time zone NOT NULL,
  mac bytea NOT NULL,
  announced_at timestamp with time zone,
  applied_at timestamp with time zone,
  CONSTRAINT rule_endings_check CHECK ((effective_at > requested_at)),
  CONSTRAINT rule_endings_mac_check CHECK ((length(mac) = 32)),
  CONSTRAINT rule_endings_pkey PRIMARY KEY (id),
  CONSTRAINT rule_endings_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id)
);

CREATE TABLE public.sandbox_settings (
  singleton boolean NOT NULL DEFAULT true,
  fixed_usd_cents_per_btc bigint,
  auto_mining boolean NOT NULL DEFAULT false,
  CONSTRAINT sandbox_settings_pkey PRIMARY KEY (singleton),
  CONSTRAINT sandbox_settings_singleton_check CHECK (singleton)
);

CREATE TABLE public.schedules (
  payroll_id uuid NOT NULL,
  company_id uuid NOT NULL,
  every text NOT NULL,
  days text[] NOT NULL,
  weekday smallint,
  hour text NOT NULL,
  time_zone text NOT NULL,
  when_closed text NOT NULL,
  saturdays text NOT NULL,
  starts_on date NOT NULL,
  ends_on date,
  mode text NOT NULL,
  switched_on_at timestamp with time zone NOT NULL,
  saves jsonb NOT NULL,
  ended boolean NOT NULL DEFAULT false,
  version integer NOT NULL DEFAULT 1,
  mac bytea,
  CONSTRAINT schedules_days_check CHECK (
CASE every
    WHEN 'FORTNIGHT'::text THEN (cardinality(days) = 2)
    WHEN 'MONTH'::text THEN (cardinality(days) = 1)
    ELSE (cardinality(days) = 0)
END),
  CONSTRAINT schedules_ends_check CHECK ((ends_on >= starts_on)),
  CONSTRAINT schedules_every_check CHECK ((every = ANY (ARRAY['FORTNIGHT'::text, 'MONTH'::text, 'WEEK'::text]))),
  CONSTRAINT schedules_hour_check CHECK ((hour ~ '^([01]\d|2[0-3]):[0-5]\d$'::text)),
  CONSTRAINT schedules_mode_check CHECK ((mode = ANY (ARRAY['REMIND'::text, 'PREPARE'::text, 'PAY'::text]))),
  CONSTRAINT schedules_pkey PRIMARY KEY (payroll_id),
  CONSTRAINT schedules_saturdays_check CHECK ((saturdays = ANY (ARRAY['CLOSED'::text, 'OPEN'::text]))),
  CONSTRAINT schedules_saves_check CHECK ((jsonb_typeof(saves) = 'array'::text)),
  CONSTRAINT schedules_week_check CHECK (((every = 'WEEK'::text) = (weekday IS NOT NULL))),
  CONSTRAINT schedules_weekday_check CHECK (((weekday >= 1) AND (weekday <= 7))),
  CONSTRAINT schedules_when_closed_check CHECK ((when_closed = ANY (ARRAY['BEFORE'::text, 'AFTER'::text]))),
  CONSTRAINT schedules_company_id_payroll_id_fkey FOREIGN KEY (company_id, payroll_id) REFERENCES public.payrolls(company_id, id)
);

CREATE TABLE public.sent_notifications (
  company_id uuid NOT NULL,
  kind text NOT NULL,
  subject_id uuid NOT NULL,
  at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT sent_notifications_pkey PRIMARY KEY (subject_id, kind),
  CONSTRAINT sent_notifications_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id)
);

CREATE TABLE public.session_tokens (
  sha256 bytea NOT NULL,
  session_id uuid NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  replaced_at timestamp with time zone,
  successor_salt bytea,
  mac bytea,
  CONSTRAINT session_tokens_mac_check CHECK ((length(mac) = 32)),
  CONSTRAINT session_tokens_pkey PRIMARY KEY (sha256),
  CONSTRAINT session_tokens_sha256_check CHECK ((length(sha256) = 32)),
  CONSTRAINT session_tokens_successor_check CHECK (((replaced_at IS NULL) = (successor_salt IS NULL))),
  CONSTRAINT session_tokens_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.sessions(id) ON DELETE CASCADE
);

CREATE TABLE public.sessions (
  id uuid NOT NULL DEFAULT uuidv7(),
  company_id uuid NOT NULL,
  user_id uuid NOT NULL,
  ip text NOT NULL,
  agent text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  last_active_at timestamp with time zone NOT NULL DEFAULT now(),
  mac bytea,
  CONSTRAINT sessions_mac_check CHECK ((length(mac) = 32)),
  CONSTRAINT sessions_pkey PRIMARY KEY (id),
  CONSTRAINT sessions_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES public.users(company_id, id)
);

CREATE TABLE public.sheet_left_out (
  sheet_id uuid NOT NULL,
  employee_id uuid NOT NULL,
  company_id uuid NOT NULL,
  name text NOT NULL,
  reason text NOT NULL,
  elsewhere jsonb,
  CONSTRAINT sheet_left_out_elsewhere_check CHECK (((reason = 'PAID_ELSEWHERE'::text) = (elsewhere IS NOT NULL))),
  CONSTRAINT sheet_left_out_pkey PRIMARY KEY (sheet_id, employee_id),
  CONSTRAINT sheet_left_out_reason_check CHECK ((reason = ANY (ARRAY['WAITS_AFTER_RESET'::text, 'ASKED'::text, 'HELD_ADDRESS'::text, 'PAID_ELSEWHERE'::text]))),
  CONSTRAINT sheet_left_out_company_id_sheet_id_fkey FOREIGN KEY (company_id, sheet_id) REFERENCES public.sheets(company_id, id)
);

CREATE TABLE public.sheet_lines (
  id uuid NOT NULL DEFAULT uuidv7(),
  company_id uuid NOT NULL,
  sheet_id uuid NOT NULL,
  employee_id uuid NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  identification text NOT NULL DEFAULT ''::text,
  net_usd_cents bigint NOT NULL,
  address text NOT NULL,
  script_pubkey bytea NOT NULL,
  base_usd_cents bigint NOT NULL,
  bitcoin_percent smallint NOT NULL DEFAULT 100,
  bank text NOT NULL DEFAULT ''::text,
  bank_account text NOT NULL DEFAULT ''::text,
  pay_frequency text,
  version integer NOT NULL,
  mac bytea NOT NULL,
  CONSTRAINT sheet_lines_base_usd_cents_check CHECK ((base_usd_cents >= 0)),
  CONSTRAINT sheet_lines_bitcoin_percent_check CHECK (((bitcoin_percent >= 0) AND (bitcoin_percent <= 100))),
  CONSTRAINT sheet_lines_net_usd_cents_check CHECK ((net_usd_cents > 0)),
  CONSTRAINT sheet_lines_pkey PRIMARY KEY (id),
  CONSTRAINT sheet_lines_sheet_id_employee_id_key UNIQUE (sheet_id, employee_id),
  CONSTRAINT sheet_lines_company_id_employee_id_fkey FOREIGN KEY (company_id, employee_id) REFERENCES public.employees(company_id, id) NOT ENFORCED,
  CONSTRAINT sheet_lines_company_id_sheet_id_fkey FOREIGN KEY (company_id, sheet_id) REFERENCES public.sheets(company_id, id) NOT ENFORCED
);

CREATE TABLE public.sheet_previews (
  payroll_id uuid NOT NULL,
  sha256 bytea NOT NULL,
  company_id uuid NOT NULL,
  people text NOT NULL,
  shown_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT sheet_previews_pkey PRIMARY KEY (payroll_id, sha256),
  CONSTRAINT sheet_previews_sha256_check CHECK ((length(sha256) = 32)),
  CONSTRAINT sheet_previews_company_id_payroll_id_fkey FOREIGN KEY (company_id, payroll_id) REFERENCES public.payrolls(company_id, id)
);

CREATE TABLE public.sheets (
  id uuid NOT NULL DEFAULT uuidv7(),
  company_id uuid NOT NULL,
  payroll_id uuid NOT NULL,
  requested_by uuid,
  note text NOT NULL,
  bitcoin_usd_cents bigint NOT NULL,
  dollars_usd_cents bigint NOT NULL,
  total_sats bigint NOT NULL,
  rate_usd_cents_per_btc bigint,
  rate_sources smallint,
  rate_quotes jsonb,
  rate_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  closed_at timestamp with time zone,
  unpaid_lines_closed_at timestamp with time zone,
  given_up_at timestamp with time zone,
  of_chosen_people boolean NOT NULL DEFAULT false,
  period_key text,
  period_due_at timestamp with time zone,
  extra boolean NOT NULL DEFAULT false,
  kind text NOT NULL DEFAULT 'REGULAR'::text,
  draft_id uuid,
  CONSTRAINT sheets_bitcoin_usd_cents_check CHECK ((bitcoin_usd_cents >= 0)),
  CONSTRAINT sheets_company_id_id_key UNIQUE (company_id, id),
  CONSTRAINT sheets_dollars_usd_cents_check CHECK ((dollars_usd_cents >= 0)),
  CONSTRAINT sheets_draft_check CHECK (((kind = 'REGULAR'::text) OR ((draft_id IS NOT NULL) AND (period_key IS NOT NULL)))),
  CONSTRAINT sheets_extra_check CHECK (((NOT extra) OR ((period_key IS NOT NULL) AND (kind = 'REGULAR'::text)))),
  CONSTRAINT sheets_given_up_check CHECK (((given_up_at IS NULL) OR ((total_sats = 0) AND (closed_at IS NOT NULL)))),
  CONSTRAINT sheets_kind_check CHECK ((kind = ANY (ARRAY['REGULAR'::text, 'AGUINALDO'::text, 'QUINCENA_25'::text, 'BONUS'::text]))),
  CONSTRAINT sheets_pkey PRIMARY KEY (id),
  CONSTRAINT sheets_rate_usd_cents_per_btc_check CHECK ((rate_usd_cents_per_btc > 0)),
  CONSTRAINT sheets_sums_check CHECK ((((bitcoin_usd_cents + dollars_usd_cents) > 0) AND ((total_sats = 0) = (bitcoin_usd_cents = 0)) AND ((total_sats = 0) = (rate_usd_cents_per_btc IS NULL)))),
  CONSTRAINT sheets_total_sats_check CHECK ((total_sats >= 0)),
  CONSTRAINT sheets_company_id_payroll_id_fkey FOREIGN KEY (company_id, payroll_id) REFERENCES public.payrolls(company_id, id),
  CONSTRAINT sheets_company_id_requested_by_fkey FOREIGN KEY (company_id, requested_by) REFERENCES public.users(company_id, id)
);

CREATE TABLE public.sign_up_invitations (
  sha256 bytea NOT NULL,
  email text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  mac bytea NOT NULL,
  CONSTRAINT sign_up_invitations_mac_check CHECK ((length(mac) = 32)),
  CONSTRAINT sign_up_invitations_pkey PRIMARY KEY (sha256),
  CONSTRAINT sign_up_invitations_sha256_check CHECK ((length(sha256) = 32))
);

CREATE TABLE public.signer_status (
  singleton boolean NOT NULL DEFAULT true,
  held jsonb,
  at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT signer_status_pkey PRIMARY KEY (singleton),
  CONSTRAINT signer_status_singleton_check CHECK (singleton)
);

CREATE TABLE public.team_invitations (
  id uuid NOT NULL DEFAULT uuidv7(),
  company_id uuid NOT NULL,
  email text NOT NULL,
  role public.user_role NOT NULL,
  sha256 bytea,
  invited_by uuid NOT NULL,
  language text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone,
  version integer NOT NULL DEFAULT 1,
  mac bytea,
  CONSTRAINT team_invitations_language_check CHECK ((language = ANY (ARRAY['es'::text, 'en'::text, 'it'::text, 'pt'::text]))),
  CONSTRAINT team_invitations_mac_check CHECK ((length(mac) = 32)),
  CONSTRAINT team_invitations_pkey PRIMARY KEY (id),
  CONSTRAINT team_invitations_sha256_check CHECK ((length(sha256) = 32)),
  CONSTRAINT team_invitations_sha256_key UNIQUE (sha256),
  CONSTRAINT team_invitations_company_id_invited_by_fkey FOREIGN KEY (company_id, invited_by) REFERENCES public.users(company_id, id)
);

CREATE TABLE public.totp_secrets (
  id uuid NOT NULL DEFAULT uuidv7(),
  company_id uuid NOT NULL,
  user_id uuid NOT NULL,
  sealed bytea,
  confirmed_at timestamp with time zone,
  last_step bigint NOT NULL DEFAULT 0,
  pending_sealed bytea,
  pending_at timestamp with time zone,
  version integer NOT NULL DEFAULT 1,
  mac bytea,
  CONSTRAINT totp_secrets_confirmed_check CHECK (((sealed IS NULL) = (confirmed_at IS NULL))),
  CONSTRAINT totp_secrets_mac_check CHECK ((length(mac) = 32)),
  CONSTRAINT totp_secrets_pending_check CHECK (((pending_sealed IS NULL) = (pending_at IS NULL))),
  CONSTRAINT totp_secrets_pkey PRIMARY KEY (id),
  CONSTRAINT totp_secrets_user_id_key UNIQUE (user_id),
  CONSTRAINT totp_secrets_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES public.users(company_id, id)
);

CREATE TABLE public.transaction_inputs (
  transaction_id uuid NOT NULL,
  "position" integer NOT NULL,
  txid bytea NOT NULL,
  vout integer NOT NULL,
  CONSTRAINT transaction_inputs_pkey PRIMARY KEY (transaction_id, "position"),
  CONSTRAINT transaction_inputs_txid_check CHECK ((length(txid) = 32)),
  CONSTRAINT transaction_inputs_vout_check CHECK ((vout >= 0)),
  CONSTRAINT transaction_inputs_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES public.transactions(id)
);

CREATE TABLE public.transaction_outputs (
  transaction_id uuid NOT NULL,
  vout integer NOT NULL,
  line_id uuid,
  withdrawal_id uuid,
  lane_of uuid,
  script_pubkey bytea NOT NULL,
  sats bigint NOT NULL,
  CONSTRAINT transaction_outputs_lane_check CHECK (((lane_of IS NULL) OR (line_id IS NULL))),
  CONSTRAINT transaction_outputs_pkey PRIMARY KEY (transaction_id, vout),
  CONSTRAINT transaction_outputs_sats_check CHECK ((sats > 0)),
  CONSTRAINT transaction_outputs_withdrawal_check CHECK (((withdrawal_id IS NULL) OR ((line_id IS NULL) AND (lane_of IS NULL)))),
  CONSTRAINT transaction_outputs_lane_of_fkey FOREIGN KEY (lane_of) REFERENCES public.transactions(id),
  CONSTRAINT transaction_outputs_line_id_fkey FOREIGN KEY (line_id) REFERENCES public.sheet_lines(id) NOT ENFORCED,
  CONSTRAINT transaction_outputs_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES public.transactions(id) NOT ENFORCED,
  CONSTRAINT transaction_outputs_withdrawal_id_fkey FOREIGN KEY (withdrawal_id) REFERENCES public.withdrawals(id)
);

CREATE TABLE public.transactions (
  id uuid NOT NULL DEFAULT uuidv7(),
  company_id uuid NOT NULL,
  payroll_id uuid NOT NULL,
  sheet_id uuid,
  withdrawal_id uuid,
  order_id uuid,
  "position" smallint NOT NULL DEFAULT 0,
  type public.transaction_type NOT NULL,
  root_id uuid NOT NULL,
  version integer NOT NULL DEFAULT 1,
  cpfp_parent_id uuid,
  usd_cents bigint NOT NULL,
  sats bigint NOT NULL,
  rate_usd_cents_per_btc bigint NOT NULL,
  fee_sats bigint,
  vsize integer,
  fee_rate_sats_per_kvb bigint,
  txid bytea,
  raw bytea,
  waiting_for public.transaction_wait,
  waiting_since timestamp with time zone,
  ended public.transaction_state,
  failure public.transaction_failure,
  signer_fault jsonb,
  rejection_reason text,
  in_mempool boolean NOT NULL DEFAULT false,
  unconfirmed_since integer,
  height integer,
  was_mined boolean NOT NULL DEFAULT false,
  conflict_height integer,
  superseded_height integer,
  is_lost boolean NOT NULL DEFAULT false,
  state public.transaction_state NOT NULL GENERATED ALWAYS AS (
CASE
    WHEN (txid IS NULL) THEN COALESCE(ended, 'pendingApproval'::public.transaction_state)
    WHEN (height IS NOT NULL) THEN 'confirmed'::public.transaction_state
    WHEN in_mempool THEN 'unconfirmed'::public.transaction_state
    WHEN is_lost THEN 'failed'::public.transaction_state
    WHEN ((sent_at IS NOT NULL) OR was_mined OR (type = 'receive'::public.transaction_type) OR (conflict_height IS NOT NULL)) THEN 'removed'::public.transaction_state
    ELSE 'signed'::public.transaction_state
END) STORED,
  live boolean NOT NULL GENERATED ALWAYS AS (((ended IS NULL) AND (height IS NULL) AND (superseded_height IS NULL) AND (in_mempool OR (NOT is_lost)))) STORED,
  untracked boolean NOT NULL DEFAULT false,
  acknowledged_at timestamp with time zone,
  acknowledged_by uuid,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  signed_at timestamp with time zone,
  sent_at timestamp with time zone,
  confirmed_at timestamp with time zone,
  CONSTRAINT transactions_acknowledged_check CHECK (((acknowledged_at IS NULL) OR untracked)),
  CONSTRAINT transactions_company_id_id_key UNIQUE (company_id, id),
  CONSTRAINT transactions_ended_check CHECK ((ended = ANY (ARRAY['rejected'::public.transaction_state, 'failed'::public.transaction_state]))),
  CONSTRAINT transactions_ended_unsigned CHECK (((ended IS NULL) OR (txid IS NULL))),
  CONSTRAINT transactions_fee_rate_sats_per_kvb_check CHECK ((fee_rate_sats_per_kvb > 0)),
  CONSTRAINT transactions_fee_sats_check CHECK ((fee_sats >= 0)),
  CONSTRAINT transactions_lost_check CHECK (((NOT is_lost) OR (txid IS NOT NULL))),
  CONSTRAINT transactions_mempool_check CHECK (((NOT in_mempool) OR ((txid IS NOT NULL) AND (height IS NULL)))),
  CONSTRAINT transactions_mined_check CHECK (((height IS NULL) OR ((txid IS NOT NULL) AND was_mined))),
  CONSTRAINT transactions_pkey PRIMARY KEY (id),
  CONSTRAINT transactions_rate_usd_cents_per_btc_check CHECK ((rate_usd_cents_per_btc >= 0)),
  CONSTRAINT transactions_raw_check CHECK (((type = 'receive'::public.transaction_type) OR ((txid IS NULL) = (raw IS NULL)))),
  CONSTRAINT transactions_root_version_key UNIQUE (root_id, version),
  CONSTRAINT transactions_sats_check CHECK (((sats > 0) OR ((sats = 0) AND (type = 'send'::public.transaction_type)))),
  CONSTRAINT transactions_sheet_check CHECK ((((type <> 'send'::public.transaction_type) OR (sheet_id IS NOT NULL) OR untracked) AND ((type <> 'receive'::public.transaction_type) OR (sheet_id IS NULL)))),
  CONSTRAINT transactions_signer_fault_check CHECK (((failure IS DISTINCT FROM 'SIGNER_REFUSED'::public.transaction_failure) OR (signer_fault IS NOT NULL))),
  CONSTRAINT transactions_superseded_check CHECK (((superseded_height IS NULL) OR ((conflict_height IS NOT NULL) AND (conflict_height <= superseded_height)))),
  CONSTRAINT transactions_txid_check CHECK ((length(txid) = 32)),
  CONSTRAINT transactions_usd_cents_check CHECK ((usd_cents >= 0)),
  CONSTRAINT transactions_version_check CHECK ((version > 0)),
  CONSTRAINT transactions_vsize_check CHECK ((vsize > 0)),
  CONSTRAINT transactions_waiting_check CHECK (((state = 'pendingApproval'::public.transaction_state) = (waiting_for IS NOT NULL))),
  CONSTRAINT transactions_withdrawal_check CHECK ((((type <> 'withdrawal'::public.transaction_type) OR (withdrawal_id IS NOT NULL) OR untracked) AND ((withdrawal_id IS NULL) OR (sheet_id IS NULL)))),
  CONSTRAINT transactions_company_id_acknowledged_by_fkey FOREIGN KEY (company_id, acknowledged_by) REFERENCES public.users(company_id, id),
  CONSTRAINT transactions_company_id_cpfp_parent_id_fkey FOREIGN KEY (company_id, cpfp_parent_id) REFERENCES public.transactions(company_id, id),
  CONSTRAINT transactions_company_id_order_id_fkey FOREIGN KEY (company_id, order_id) REFERENCES public.orders(company_id, id) DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT transactions_company_id_payroll_id_fkey FOREIGN KEY (company_id, payroll_id) REFERENCES public.payrolls(company_id, id),
  CONSTRAINT transactions_company_id_root_id_fkey FOREIGN KEY (company_id, root_id) REFERENCES public.transactions(company_id, id),
  CONSTRAINT transactions_company_id_sheet_id_fkey FOREIGN KEY (company_id, sheet_id) REFERENCES public.sheets(company_id, id),
  CONSTRAINT transactions_company_id_withdrawal_id_fkey FOREIGN KEY (company_id, withdrawal_id) REFERENCES public.withdrawals(company_id, id)
);

CREATE TABLE public.users (
  id uuid NOT NULL DEFAULT uuidv7(),
  company_id uuid NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  email text NOT NULL,
  phone text,
  email_verified_at timestamp with time zone,
  phone_verified_at timestamp with time zone,
  password_hash text NOT NULL,
  password_reset_at timestamp with time zone,
  role public.user_role NOT NULL,
  role_since timestamp with time zone NOT NULL,
  factors_reset_at timestamp with time zone,
  removed_at timestamp with time zone,
  two_factor_enabled boolean NOT NULL DEFAULT false,
  two_factor_via public.message_channel NOT NULL DEFAULT 'EMAIL'::public.message_channel,
  language text NOT NULL DEFAULT 'es'::text,
  version integer NOT NULL DEFAULT 1,
  mac bytea,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT users_company_id_id_key UNIQUE (company_id, id),
  CONSTRAINT users_language_check CHECK ((language = ANY (ARRAY['es'::text, 'en'::text, 'it'::text, 'pt'::text]))),
  CONSTRAINT users_mac_check CHECK ((length(mac) = 32)),
  CONSTRAINT users_pkey PRIMARY KEY (id),
  CONSTRAINT users_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id)
);

CREATE TABLE public.utxos (
  txid bytea NOT NULL,
  vout integer NOT NULL,
  company_id uuid NOT NULL,
  payroll_id uuid NOT NULL,
  script_pubkey bytea NOT NULL,
  sats bigint NOT NULL,
  coinbase boolean NOT NULL,
  change boolean NOT NULL,
  head boolean NOT NULL DEFAULT false,
  height integer,
  spent_by_txid bytea,
  spent_height integer,
  CONSTRAINT utxos_pkey PRIMARY KEY (txid, vout),
  CONSTRAINT utxos_sats_check CHECK ((sats > 0)),
  CONSTRAINT utxos_spent_check CHECK (((spent_height IS NULL) OR (spent_by_txid IS NOT NULL))),
  CONSTRAINT utxos_txid_check CHECK ((length(txid) = 32)),
  CONSTRAINT utxos_vout_check CHECK ((vout >= 0)),
  CONSTRAINT utxos_company_id_payroll_id_fkey FOREIGN KEY (company_id, payroll_id) REFERENCES public.payrolls(company_id, id),
  CONSTRAINT utxos_script_pubkey_fkey FOREIGN KEY (script_pubkey) REFERENCES public.addresses(script_pubkey)
);

CREATE TABLE public.verification_codes (
  id uuid NOT NULL,
  company_id uuid NOT NULL,
  user_id uuid NOT NULL,
  purpose text NOT NULL,
  subject_id uuid NOT NULL,
  via public.message_channel NOT NULL DEFAULT 'EMAIL'::public.message_channel,
  recipient text NOT NULL DEFAULT ''::text,
  mac bytea NOT NULL,
  tries smallint NOT NULL DEFAULT 0,
  created_at timestamp with time zone NOT NULL,
  voided_at timestamp with time zone,
  used_at timestamp with time zone,
  CONSTRAINT verification_codes_ended_once_check CHECK (((voided_at IS NULL) OR (used_at IS NULL))),
  CONSTRAINT verification_codes_mac_check CHECK ((length(mac) = 32)),
  CONSTRAINT verification_codes_pkey PRIMARY KEY (id),
  CONSTRAINT verification_codes_purpose_check CHECK ((purpose = ANY (ARRAY['sign-in'::text, 'payment'::text, 'withdrawal'::text, 'consolidation'::text, 'change'::text, 'contact:EMAIL'::text, 'contact:SMS'::text, 'step-up:TWO_FACTOR'::text, 'step-up:CONTACT'::text, 'step-up:FACTORS'::text, 'step-up:CANCEL'::text, 'step-up:FEE'::text, 'step-up:UNFREEZE'::text]))),
  CONSTRAINT verification_codes_tries_check CHECK (((tries >= 0) AND (tries <= 5))),
  CONSTRAINT verification_codes_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES public.users(company_id, id)
);

CREATE TABLE public.wallet_account (
  singleton boolean NOT NULL DEFAULT true,
  network text NOT NULL,
  xpub text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT wallet_account_pkey PRIMARY KEY (singleton),
  CONSTRAINT wallet_account_singleton_check CHECK (singleton)
);

CREATE TABLE public.webauthn_challenges (
  sha256 bytea NOT NULL,
  company_id uuid,
  user_id uuid,
  purpose text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  used_at timestamp with time zone,
  mac bytea NOT NULL,
  CONSTRAINT webauthn_challenges_mac_check CHECK ((length(mac) = 32)),
  CONSTRAINT webauthn_challenges_pkey PRIMARY KEY (sha256),
  CONSTRAINT webauthn_challenges_sha256_check CHECK ((length(sha256) = 32)),
  CONSTRAINT webauthn_challenges_user_check CHECK (((company_id IS NULL) = (user_id IS NULL))),
  CONSTRAINT webauthn_challenges_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES public.users(company_id, id)
);

CREATE TABLE public.withdrawals (
  id uuid NOT NULL DEFAULT uuidv7(),
  company_id uuid NOT NULL,
  payroll_id uuid NOT NULL,
  requested_by uuid NOT NULL,
  address text NOT NULL,
  script_pubkey bytea NOT NULL,
  requested_sats bigint,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  closed_at timestamp with time zone,
  CONSTRAINT withdrawals_company_id_id_key UNIQUE (company_id, id),
  CONSTRAINT withdrawals_pkey PRIMARY KEY (id),
  CONSTRAINT withdrawals_requested_sats_check CHECK ((requested_sats > 0)),
  CONSTRAINT withdrawals_company_id_payroll_id_fkey FOREIGN KEY (company_id, payroll_id) REFERENCES public.payrolls(company_id, id),
  CONSTRAINT withdrawals_company_id_requested_by_fkey FOREIGN KEY (company_id, requested_by) REFERENCES public.users(company_id, id)
);

CREATE TABLE signer.authorities (
  company_id uuid NOT NULL,
  version integer NOT NULL,
  document text NOT NULL,
  mac bytea NOT NULL,
  at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT authorities_mac_check CHECK ((length(mac) = 32)),
  CONSTRAINT authorities_pkey PRIMARY KEY (company_id, version),
  CONSTRAINT authorities_version_check CHECK ((version > 0))
);

CREATE TABLE signer.price_confirmations (
  id uuid NOT NULL DEFAULT uuidv7(),
  usd_cents_per_btc bigint NOT NULL,
  confirmed_at timestamp with time zone NOT NULL,
  mac bytea NOT NULL,
  CONSTRAINT price_confirmations_mac_check CHECK ((length(mac) = 32)),
  CONSTRAINT price_confirmations_pkey PRIMARY KEY (id),
  CONSTRAINT price_confirmations_usd_cents_per_btc_check CHECK ((usd_cents_per_btc > 0))
);

CREATE TABLE signer.signature_count (
  singleton boolean NOT NULL DEFAULT true,
  signatures bigint NOT NULL,
  mac bytea NOT NULL,
  CONSTRAINT signature_count_mac_check CHECK ((length(mac) = 32)),
  CONSTRAINT signature_count_pkey PRIMARY KEY (singleton),
  CONSTRAINT signature_count_signatures_check CHECK ((signatures > 0)),
  CONSTRAINT signature_count_singleton_check CHECK (singleton)
);

CREATE TABLE signer.signature_inputs (
  transaction_id uuid NOT NULL,
  txid bytea NOT NULL,
  vout integer NOT NULL,
  CONSTRAINT signature_inputs_pkey PRIMARY KEY (transaction_id, txid, vout),
  CONSTRAINT signature_inputs_txid_check CHECK ((length(txid) = 32)),
  CONSTRAINT signature_inputs_vout_check CHECK ((vout >= 0)),
  CONSTRAINT signature_inputs_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES signer.signatures(transaction_id)
);

CREATE TABLE signer.signatures (
  transaction_id uuid NOT NULL,
  order_id uuid NOT NULL,
  order_kind text NOT NULL,
  order_number bigint,
  company_id uuid NOT NULL,
  payroll_id uuid NOT NULL,
  run_id uuid NOT NULL,
  root_id uuid NOT NULL,
  txid bytea NOT NULL,
  paid uuid[] NOT NULL,
  pays boolean NOT NULL GENERATED ALWAYS AS ((paid <> '{}'::uuid[])) STORED,
  paid_sats bigint NOT NULL,
  fee_sats bigint NOT NULL,
  run_sats bigint NOT NULL,
  rate_usd_cents_per_btc bigint NOT NULL,
  order_usd_cents bigint NOT NULL,
  sheet_sha256 bytea NOT NULL,
  period_key text,
  signed_at timestamp with time zone NOT NULL DEFAULT now(),
  number bigint,
  mac bytea,
  CONSTRAINT signatures_fee_sats_check CHECK ((fee_sats >= 0)),
  CONSTRAINT signatures_mac_check CHECK ((length(mac) = 32)),
  CONSTRAINT signatures_number_check CHECK ((number > 0)),
  CONSTRAINT signatures_number_key UNIQUE (number),
  CONSTRAINT signatures_order_kind_check CHECK ((order_kind = ANY (ARRAY['payment'::text, 'withdrawal'::text, 'consolidation'::text]))),
  CONSTRAINT signatures_order_usd_cents_check CHECK ((order_usd_cents >= 0)),
  CONSTRAINT signatures_paid_sats_check CHECK ((paid_sats >= 0)),
  CONSTRAINT signatures_pkey PRIMARY KEY (transaction_id),
  CONSTRAINT signatures_rate_usd_cents_per_btc_check CHECK ((rate_usd_cents_per_btc > 0)),
  CONSTRAINT signatures_run_sats_check CHECK ((run_sats >= 0)),
  CONSTRAINT signatures_sheet_sha256_check CHECK ((length(sheet_sha256) = 32)),
  CONSTRAINT signatures_txid_check CHECK ((length(txid) = 32))
);

CREATE TABLE signer.signed_scripts (
  script_pubkey bytea NOT NULL,
  company_id uuid NOT NULL,
  payroll_id uuid NOT NULL,
  transaction_id uuid,
  CONSTRAINT signed_scripts_pkey PRIMARY KEY (script_pubkey)
);

CREATE TABLE signer.signed_terms (
  employee_id uuid NOT NULL,
  version integer NOT NULL,
  company_id uuid NOT NULL,
  order_number bigint NOT NULL,
  CONSTRAINT signed_terms_pkey PRIMARY KEY (employee_id, version)
);

CREATE TABLE signer.wallet_secret (
  singleton boolean NOT NULL DEFAULT true,
  wallet_id uuid NOT NULL,
  sealed_mnemonic bytea NOT NULL,
  shown_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT wallet_secret_pkey PRIMARY KEY (singleton),
  CONSTRAINT wallet_secret_singleton_check CHECK (singleton)
);

-- Views

CREATE VIEW public.line_states AS
 SELECT id,
    company_id,
    sheet_id,
    employee_id,
    ( SELECT (bool_or((o.state = ANY (ARRAY['sent'::text, 'paid'::text]))) OR bool_and((o.state = 'planned'::text)))
           FROM public.payout_states o
          WHERE (o.line_id = l.id)) AS stands
   FROM public.sheet_lines l;

CREATE VIEW public.payout_states AS
 SELECT o.line_id,
    o.method,
    o.sheet_id,
    o.usd_cents,
    o.sats,
        CASE
            WHEN (o.method = 'BITCOIN'::text) THEN COALESCE(( SELECT
                    CASE
                        WHEN bool_or((t.height IS NOT NULL)) THEN 'paid'::text
                        WHEN bool_or((t.live AND (t.txid IS NOT NULL))) THEN 'sent'::text
                        WHEN bool_or(t.live) THEN 'planned'::text
                        ELSE NULL::text
                    END AS "case"
               FROM (public.transaction_outputs made
                 JOIN public.transactions t ON ((t.id = made.transaction_id)))
              WHERE (made.line_id = o.line_id)),
            CASE
                WHEN (s.unpaid_lines_closed_at IS NULL) THEN 'owed'::text
                ELSE 'given_up'::text
            END)
            WHEN (o.paid_at IS NOT NULL) THEN 'paid'::text
            WHEN (o.sent_at IS NOT NULL) THEN 'sent'::text
            WHEN ((s.given_up_at IS NOT NULL) OR (EXISTS ( SELECT
               FROM (public.payouts other
                 JOIN public.sheet_states of ON ((of.id = other.sheet_id)))
              WHERE ((other.method = 'DOLLARS'::text) AND (other.line_id <> o.line_id) AND (other.line_id IN ( SELECT payouts.line_id
                       FROM public.payouts
                      WHERE (payouts.replaces = COALESCE(o.replaces, o.line_id))
                    UNION ALL
                     SELECT o.replaces)) AND ((other.sent_at IS NOT NULL) OR ((other.line_id > o.line_id) AND of.stands)))))) THEN 'given_up'::text
            WHEN (s.stands OR s.has_sent_dollars) THEN 'planned'::text
            ELSE 'owed'::text
        END AS state
   FROM (public.payouts o
     JOIN public.sheet_states s ON ((s.id = o.sheet_id)));

CREATE VIEW public.payroll_members AS
 SELECT company_id,
    payroll_id,
    employee_id,
    added_at,
    ended,
    changed_by,
    version,
    mac
   FROM public.payroll_employees
  WHERE (NOT ended);

CREATE VIEW public.reservations AS
 SELECT DISTINCT ON (payroll_id, txid, vout) txid,
    vout,
    payroll_id,
    transaction_id
   FROM ( SELECT i.txid,
            i.vout,
            t.payroll_id,
            t.id AS transaction_id,
            t.root_id,
            t.version
           FROM (public.transactions t
             CROSS JOIN LATERAL ( SELECT transaction_inputs.txid,
                    transaction_inputs.vout
                   FROM public.transaction_inputs
                  WHERE (transaction_inputs.transaction_id = t.id)
                 OFFSET 0) i)
          WHERE (t.live AND (t.type <> 'receive'::public.transaction_type) AND (NOT t.untracked))
        UNION ALL
         SELECT maker.txid,
            o.vout,
            t.payroll_id,
            t.id,
            t.root_id,
            t.version
           FROM ((public.transactions t
             CROSS JOIN LATERAL ( SELECT transaction_outputs.transaction_id,
                    transaction_outputs.vout
                   FROM public.transaction_outputs
                  WHERE (transaction_outputs.lane_of = t.id)
                 OFFSET 0) o)
             CROSS JOIN LATERAL ( SELECT transactions.txid
                   FROM public.transactions
                  WHERE ((transactions.id = o.transaction_id) AND (transactions.in_mempool OR (transactions.height IS NOT NULL)))
                 OFFSET 0) maker)
          WHERE (t.live AND (t.type <> 'receive'::public.transaction_type) AND (t.state = 'pendingApproval'::public.transaction_state))) wanted
  ORDER BY payroll_id, txid, vout, root_id DESC, version DESC;

CREATE VIEW public.sheet_states AS
 SELECT id,
    company_id,
    given_up_at,
    unpaid_lines_closed_at,
    (total_sats = 0) AS is_all_in_dollars,
    ((total_sats = 0) AND (closed_at IS NULL)) AS waits_in_dollars,
        CASE
            WHEN (total_sats = 0) THEN (given_up_at IS NULL)
            ELSE (EXISTS ( SELECT
               FROM public.transactions t
              WHERE ((t.sheet_id = p.id) AND (t.type = 'send'::public.transaction_type) AND (t.sats > 0) AND (t.live OR (t.state = 'confirmed'::public.transaction_state)))))
        END AS stands,
        CASE
            WHEN (total_sats = 0) THEN ((given_up_at IS NULL) AND (closed_at IS NOT NULL))
            ELSE (EXISTS ( SELECT
               FROM public.transactions t
              WHERE ((t.sheet_id = p.id) AND (t.type = 'send'::public.transaction_type) AND (t.sats > 0) AND ((t.state = 'confirmed'::public.transaction_state) OR (t.live AND (t.txid IS NOT NULL))))))
        END AS dollars_are_due,
    ((dollars_usd_cents > 0) AND (EXISTS ( SELECT
           FROM public.payouts o
          WHERE ((o.sheet_id = p.id) AND (o.method = 'DOLLARS'::text) AND (o.sent_at IS NOT NULL))))) AS has_sent_dollars,
        CASE
            WHEN (total_sats = 0) THEN (given_up_at IS NULL)
            ELSE ((EXISTS ( SELECT
               FROM (public.transactions t
                 JOIN public.transaction_outputs o ON ((o.transaction_id = t.id)))
              WHERE ((t.sheet_id = p.id) AND (t.state = 'confirmed'::public.transaction_state) AND (o.line_id IS NOT NULL)))) OR ((dollars_usd_cents > 0) AND (EXISTS ( SELECT
               FROM public.payouts o
              WHERE ((o.sheet_id = p.id) AND (o.method = 'DOLLARS'::text) AND (o.sent_at IS NOT NULL))))))
        END AS has_paid,
        CASE
            WHEN (total_sats = 0) THEN (given_up_at IS NULL)
            ELSE ((closed_at IS NULL) OR (EXISTS ( SELECT
               FROM public.transactions t
              WHERE ((t.sheet_id = p.id) AND (t.type = 'send'::public.transaction_type) AND (t.state = ANY (ARRAY['pendingApproval'::public.transaction_state, 'signed'::public.transaction_state, 'unconfirmed'::public.transaction_state, 'confirmed'::public.transaction_state, 'removed'::public.transaction_state]))))))
        END AS counts_for_period
   FROM public.sheets p;

CREATE VIEW public.uncounted_runs AS
 SELECT DISTINCT e.company_id,
    e.sheet_id
   FROM public.transactions e
  WHERE ((e.root_id = e.id) AND (e.sheet_id IS NOT NULL) AND (NOT e.live) AND (e.state <> 'confirmed'::public.transaction_state) AND (NOT (EXISTS ( SELECT
           FROM public.transactions t
          WHERE ((t.sheet_id = e.sheet_id) AND t.live)))) AND (EXISTS ( SELECT
           FROM public.transactions t
          WHERE ((t.sheet_id = e.sheet_id) AND (t.root_id = t.id) AND (NOT (EXISTS ( SELECT
                   FROM public.transactions v
                  WHERE ((v.root_id = t.id) AND (v.type = 'send'::public.transaction_type) AND (v.state = 'confirmed'::public.transaction_state)))))))) AND ((NOT (EXISTS ( SELECT
           FROM public.sheet_lines l
          WHERE (l.sheet_id = e.sheet_id)
         OFFSET 0))) OR (EXISTS ( SELECT
           FROM public.sheet_lines l
          WHERE ((l.sheet_id = e.sheet_id) AND (NOT (EXISTS ( SELECT
                   FROM (public.transaction_outputs o
                     JOIN public.transactions t ON ((t.id = o.transaction_id)))
                  WHERE ((o.line_id = l.id) AND (t.state = 'confirmed'::public.transaction_state))))))
         OFFSET 0))))
UNION ALL
 SELECT sheets.company_id,
    sheets.id AS sheet_id
   FROM public.sheets
  WHERE (sheets.given_up_at IS NOT NULL);

-- Indexes, without those of the constraints above

CREATE INDEX address_report_links_created_idx ON public.address_report_links USING btree (created_at);
CREATE INDEX address_reports_company_idx ON public.address_reports USING btree (company_id, employee_id);
CREATE INDEX addresses_payroll_idx ON public.addresses USING btree (payroll_id, branch);
CREATE INDEX approvals_subject_idx ON public.approvals USING btree (subject_id);
CREATE INDEX arrivals_employee_idx ON public.arrivals USING btree (employee_id);
CREATE INDEX audit_events_transaction_idx ON public.audit_events USING btree (((detail ->> 'transaction'::text))) WHERE (action = 'transaction.stateChanged'::text);
CREATE INDEX audit_events_unsealed_idx ON public.audit_events USING btree (company_id, id) WHERE ("position" IS NULL);
CREATE INDEX backups_at_idx ON public.backups USING btree (at);
CREATE UNIQUE INDEX change_orders_one_of_rules ON public.change_orders USING btree (company_id) WHERE ((kind = 'RULES'::text) AND (state = ANY (ARRAY['open'::text, 'waiting'::text])));
CREATE INDEX change_orders_open_idx ON public.change_orders USING btree (company_id) WHERE (state = ANY (ARRAY['open'::text, 'waiting'::text]));
CREATE UNIQUE INDEX companies_signed_up_first_key ON public.companies USING btree (signed_up_first) WHERE signed_up_first;
CREATE INDEX destination_releases_employee_idx ON public.destination_releases USING btree (employee_id);
CREATE INDEX dollar_marks_line_idx ON public.dollar_marks USING btree (line_id, id DESC);
CREATE UNIQUE INDEX drafts_one_idx ON public.drafts USING btree (payroll_id, period_key) WHERE (NOT ended);
CREATE INDEX employee_changes_employee_idx ON public.employee_changes USING btree (employee_id, kind, id DESC);
CREATE UNIQUE INDEX employee_codes_one_live ON public.employee_codes USING btree (session_id) WHERE ((voided_at IS NULL) AND (used_at IS NULL));
CREATE INDEX employee_consents_employee_idx ON public.employee_consents USING btree (employee_id, "position" DESC);
CREATE INDEX employee_consents_refused_idx ON public.employee_consents USING btree (company_id) WHERE (NOT agreed);
CREATE INDEX employee_contacts_employee_idx ON public.employee_contacts USING btree (employee_id, at DESC);
CREATE INDEX employee_destinations_employee_idx ON public.employee_destinations USING btree (employee_id, version DESC);
CREATE INDEX employee_destinations_hold_idx ON public.employee_destinations USING btree (company_id, hold_until) WHERE (hold_until IS NOT NULL);
CREATE INDEX employee_invitations_company_idx ON public.employee_invitations USING btree (company_id, id DESC);
CREATE UNIQUE INDEX employee_invitations_one_open ON public.employee_invitations USING btree (company_id) WHERE (ended_at IS NULL);
CREATE INDEX employee_links_created_idx ON public.employee_links USING btree (created_at);
CREATE INDEX employee_sessions_created_idx ON public.employee_sessions USING btree (created_at);
CREATE INDEX employees_anywhere_phone_idx ON public.employees USING btree (phone) WHERE ((phone <> ''::text) AND (deleted_at IS NULL));
CREATE INDEX employees_email_idx ON public.employees USING btree (lower(email), company_id, id DESC) WHERE (email <> ''::text);
CREATE INDEX employees_newest_idx ON public.employees USING btree (company_id, id DESC) INCLUDE (creation_type) WHERE (deleted_at IS NULL);
CREATE INDEX employees_person_idx ON public.employees USING btree (company_id, public.identification_key(identification), id DESC) WHERE (identification <> ''::text);
CREATE INDEX employees_script_idx ON public.employees USING btree (company_id, script_pubkey) WHERE (deleted_at IS NULL);
CREATE INDEX employees_search_idx ON public.employees USING gin (company_id, search public.gin_trgm_ops) WHERE (deleted_at IS NULL);
CREATE INDEX former_channels_user_idx ON public.former_channels USING btree (user_id, until);
CREATE INDEX freeze_links_created_idx ON public.freeze_links USING btree (created_at);
CREATE INDEX freeze_links_user_idx ON public.freeze_links USING btree (company_id, user_id);
CREATE INDEX guess_counts_touched_idx ON public.guess_counts USING btree (touched_at);
CREATE INDEX import_rows_faults_idx ON public.import_rows USING btree (import_id, line) WHERE (faults IS NOT NULL);
CREATE INDEX imports_company_idx ON public.imports USING btree (company_id, created_at);
CREATE INDEX imports_ended_idx ON public.imports USING btree (ended_at) WHERE (ended_at IS NOT NULL);
CREATE UNIQUE INDEX imports_one_open ON public.imports USING btree (company_id) WHERE (ended_at IS NULL);
CREATE INDEX imports_open_idx ON public.imports USING btree (created_at) WHERE (ended_at IS NULL);
CREATE INDEX ledger_entries_foreign_idx ON public.ledger_entries USING btree (foreign_txid) WHERE (foreign_txid IS NOT NULL);
CREATE INDEX ledger_entries_payroll_idx ON public.ledger_entries USING btree (payroll_id);
CREATE INDEX ledger_entries_transaction_idx ON public.ledger_entries USING btree (transaction_id);
CREATE INDEX ledger_queue_payroll_idx ON public.ledger_queue USING btree (payroll_id);
CREATE INDEX messages_failed_idx ON public.messages USING btree (completed_at) WHERE (state = 'failed'::text);
CREATE INDEX messages_queued_idx ON public.messages USING btree (created_at) WHERE (state = 'queued'::text);
CREATE INDEX messages_recipient_idx ON public.messages USING btree (recipient, id DESC);
CREATE INDEX mfa_challenges_user_idx ON public.mfa_challenges USING btree (user_id);
CREATE INDEX money_breaches_standing_idx ON public.money_breaches USING btree (found_at) WHERE ((gone_at IS NULL) AND (accepted_at IS NULL));
CREATE INDEX noted_dollars_company_idx ON public.noted_dollars USING btree (company_id, at);
CREATE INDEX occurrences_company_idx ON public.occurrences USING btree (company_id, due_at);
CREATE INDEX occurrences_due_idx ON public.occurrences USING btree (due_at) WHERE ((skipped_at IS NULL) AND (missed_at IS NULL));
CREATE INDEX occurrences_payroll_idx ON public.occurrences USING btree (payroll_id, due_at);
CREATE INDEX orders_company_idx ON public.orders USING btree (company_id, requested_at);
CREATE INDEX orders_dollars_idx ON public.orders USING btree (id) WHERE (dollars_usd_cents > 0);
CREATE INDEX orders_included_idx ON public.orders USING btree (company_id) WHERE (included <> '[]'::jsonb);
CREATE UNIQUE INDEX passkeys_credential_key ON public.passkeys USING btree (credential_id);
CREATE INDEX passkeys_user_idx ON public.passkeys USING btree (user_id);
CREATE INDEX payday_sheet_lines_employee_idx ON public.payday_sheet_lines USING btree (employee_id);
CREATE INDEX payouts_replaces_idx ON public.payouts USING btree (replaces) WHERE (replaces IS NOT NULL);
CREATE INDEX payouts_sheet_idx ON public.payouts USING btree (sheet_id, method);
CREATE INDEX payroll_employees_present_idx ON public.payroll_employees USING btree (payroll_id, employee_id) WHERE (NOT ended);
CREATE INDEX payroll_totals_payroll_idx ON public.payroll_totals USING btree (payroll_id);
CREATE INDEX payrolls_newest_idx ON public.payrolls USING btree (company_id, id DESC) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX receipts_one_valid ON public.receipts USING btree (line_id) WHERE (voided_at IS NULL);
CREATE INDEX receipts_sheet_idx ON public.receipts USING btree (sheet_id, id);
CREATE INDEX rule_endings_company_idx ON public.rule_endings USING btree (company_id);
CREATE INDEX session_tokens_session_idx ON public.session_tokens USING btree (session_id);
CREATE INDEX sessions_user_idx ON public.sessions USING btree (user_id, last_active_at DESC);
CREATE INDEX sheet_lines_employee_idx ON public.sheet_lines USING btree (employee_id, id DESC);
CREATE INDEX sheet_lines_script_idx ON public.sheet_lines USING hash (script_pubkey);
CREATE INDEX sheets_company_idx ON public.sheets USING btree (company_id, created_at);
CREATE INDEX sheets_company_period_idx ON public.sheets USING btree (company_id, period_key) WHERE (period_key IS NOT NULL);
CREATE UNIQUE INDEX sheets_one_open ON public.sheets USING btree (payroll_id) WHERE (closed_at IS NULL);
CREATE INDEX sheets_payroll_idx ON public.sheets USING btree (payroll_id, id DESC);
CREATE INDEX sheets_period_idx ON public.sheets USING btree (payroll_id, period_key) WHERE (period_key IS NOT NULL);
CREATE UNIQUE INDEX sign_up_invitations_email_key ON public.sign_up_invitations USING btree (lower(email));
CREATE UNIQUE INDEX team_invitations_open_key ON public.team_invitations USING btree (company_id, lower(email)) WHERE (ended_at IS NULL);
CREATE INDEX transaction_inputs_outpoint_idx ON public.transaction_inputs USING btree (txid, vout);
CREATE INDEX transaction_outputs_lane_of_idx ON public.transaction_outputs USING btree (lane_of) WHERE (lane_of IS NOT NULL);
CREATE INDEX transaction_outputs_line_idx ON public.transaction_outputs USING btree (line_id);
CREATE INDEX transactions_approval_idx ON public.transactions USING btree (order_id) WHERE (waiting_for = 'approval'::public.transaction_wait);
CREATE INDEX transactions_children_idx ON public.transactions USING btree (cpfp_parent_id) WHERE (cpfp_parent_id IS NOT NULL);
CREATE INDEX transactions_company_idx ON public.transactions USING btree (company_id, id DESC);
CREATE INDEX transactions_company_root_idx ON public.transactions USING btree (company_id, root_id DESC);
CREATE INDEX transactions_conflict_idx ON public.transactions USING btree (is_lost, conflict_height) WHERE (conflict_height IS NOT NULL);
CREATE INDEX transactions_ended_idx ON public.transactions USING btree (company_id) INCLUDE (sheet_id) WHERE ((root_id = id) AND (NOT live) AND (state <> 'confirmed'::public.transaction_state));
CREATE INDEX transactions_height_idx ON public.transactions USING btree (height) WHERE (height IS NOT NULL);
CREATE INDEX transactions_live_idx ON public.transactions USING btree (payroll_id) WHERE (live AND (type <> 'receive'::public.transaction_type));
CREATE UNIQUE INDEX transactions_one_bump ON public.transactions USING btree (COALESCE(cpfp_parent_id, root_id)) WHERE (state = 'pendingApproval'::public.transaction_state);
CREATE INDEX transactions_open_idx ON public.transactions USING btree (state) WHERE (state = ANY (ARRAY['pendingApproval'::public.transaction_state, 'signed'::public.transaction_state, 'unconfirmed'::public.transaction_state, 'removed'::public.transaction_state]));
CREATE INDEX transactions_order_idx ON public.transactions USING btree (order_id) WHERE (order_id IS NOT NULL);
CREATE INDEX transactions_payroll_idx ON public.transactions USING btree (payroll_id, id DESC);
CREATE INDEX transactions_payroll_root_idx ON public.transactions USING btree (payroll_id, root_id DESC);
CREATE INDEX transactions_replaced_idx ON public.transactions USING btree (payroll_id, root_id) WHERE (root_id <> id);
CREATE INDEX transactions_sheet_idx ON public.transactions USING btree (sheet_id);
CREATE INDEX transactions_spending_idx ON public.transactions USING btree (company_id, created_at) INCLUDE (usd_cents, sats) WHERE ((type = 'send'::public.transaction_type) AND (state = ANY (ARRAY['unconfirmed'::public.transaction_state, 'confirmed'::public.transaction_state])));
CREATE INDEX transactions_superseded_idx ON public.transactions USING btree (superseded_height) WHERE (superseded_height IS NOT NULL);
CREATE UNIQUE INDEX transactions_txid_key ON public.transactions USING btree (txid, payroll_id) WHERE (txid IS NOT NULL);
CREATE INDEX transactions_untracked_idx ON public.transactions USING btree (payroll_id) WHERE untracked;
CREATE INDEX transactions_withdrawal_idx ON public.transactions USING btree (withdrawal_id) WHERE (withdrawal_id IS NOT NULL);
CREATE INDEX users_company_idx ON public.users USING btree (company_id) WHERE (removed_at IS NULL);
CREATE UNIQUE INDEX users_email_key ON public.users USING btree (lower(email)) WHERE (removed_at IS NULL);
CREATE INDEX utxos_height_idx ON public.utxos USING btree (height);
CREATE INDEX utxos_payroll_idx ON public.utxos USING btree (payroll_id) WHERE (spent_height IS NULL);
CREATE INDEX utxos_received_idx ON public.utxos USING btree (payroll_id) INCLUDE (sats) WHERE (NOT change);
CREATE INDEX utxos_spent_by_idx ON public.utxos USING btree (spent_by_txid) WHERE (spent_by_txid IS NOT NULL);
CREATE INDEX utxos_spent_height_idx ON public.utxos USING btree (spent_height) WHERE (spent_height IS NOT NULL);
CREATE UNIQUE INDEX verification_codes_one_live ON public.verification_codes USING btree (user_id, purpose, subject_id) WHERE ((voided_at IS NULL) AND (used_at IS NULL));
CREATE INDEX verification_codes_subject_idx ON public.verification_codes USING btree (user_id, purpose, subject_id, created_at);
CREATE INDEX webauthn_challenges_created_idx ON public.webauthn_challenges USING btree (created_at);
CREATE UNIQUE INDEX withdrawals_one_open ON public.withdrawals USING btree (payroll_id) WHERE (closed_at IS NULL);
CREATE INDEX withdrawals_payroll_idx ON public.withdrawals USING btree (payroll_id);
CREATE INDEX signature_inputs_outpoint_idx ON signer.signature_inputs USING btree (txid, vout);
CREATE INDEX signatures_order_idx ON signer.signatures USING btree (order_id);
CREATE INDEX signatures_payroll_idx ON signer.signatures USING btree (payroll_id, order_number);
CREATE INDEX signatures_root_idx ON signer.signatures USING btree (root_id);
CREATE INDEX signatures_run_idx ON signer.signatures USING btree (run_id);
CREATE INDEX signatures_signed_at_idx ON signer.signatures USING btree (signed_at);
CREATE INDEX signatures_txid_idx ON signer.signatures USING btree (txid);
CREATE INDEX signed_scripts_transaction_idx ON signer.signed_scripts USING btree (transaction_id);

-- Triggers

CREATE TRIGGER accepted_shared_addresses_go_forward BEFORE UPDATE ON public.accepted_shared_addresses FOR EACH ROW WHEN (((CURRENT_USER = ANY (ARRAY['quincena_app'::name, 'quincena_worker'::name])) AND (new.version < old.version))) EXECUTE FUNCTION public.keep_newest_row();
CREATE TRIGGER arrivals_go_forward BEFORE UPDATE ON public.arrivals FOR EACH ROW WHEN (((CURRENT_USER = ANY (ARRAY['quincena_app'::name, 'quincena_worker'::name])) AND (new.at < old.at))) EXECUTE FUNCTION public.keep_newest_row();
CREATE TRIGGER audit_chains_go_forward BEFORE UPDATE ON public.audit_chains FOR EACH ROW WHEN (((CURRENT_USER = ANY (ARRAY['quincena_app'::name, 'quincena_worker'::name])) AND ((new."position" < old."position") OR (new.company_id <> old.company_id)))) EXECUTE FUNCTION public.keep_newest_row();
CREATE TRIGGER audit_events_sealed BEFORE UPDATE OF id, company_id, user_id, at, action, subject, detail, ip, by_trigger, "position", hash ON public.audit_events FOR EACH ROW WHEN ((old."position" IS NOT NULL)) EXECUTE FUNCTION public.refuse_sealed_change();
CREATE TRIGGER change_orders_end_once BEFORE UPDATE ON public.change_orders FOR EACH ROW WHEN (((CURRENT_USER = ANY (ARRAY['quincena_app'::name, 'quincena_worker'::name])) AND (old.state <> ALL (ARRAY['open'::text, 'waiting'::text])))) EXECUTE FUNCTION public.keep_ended_change();
CREATE TRIGGER closed_days_go_forward BEFORE UPDATE ON public.closed_days FOR EACH ROW WHEN (((CURRENT_USER = ANY (ARRAY['quincena_app'::name, 'quincena_worker'::name])) AND (new.version < old.version))) EXECUTE FUNCTION public.keep_newest_row();
CREATE TRIGGER code_guards_go_forward BEFORE UPDATE ON public.code_guards FOR EACH ROW WHEN (((CURRENT_USER = ANY (ARRAY['quincena_app'::name, 'quincena_worker'::name])) AND ((new.version < old.version) OR (new.holder_id <> old.holder_id)))) EXECUTE FUNCTION public.keep_newest_row();
CREATE TRIGGER companies_go_forward BEFORE UPDATE ON public.companies FOR EACH ROW WHEN (((CURRENT_USER = ANY (ARRAY['quincena_app'::name, 'quincena_worker'::name])) AND ((new.version < old.version) OR (new.id <> old.id)))) EXECUTE FUNCTION public.keep_newest_account();
CREATE TRIGGER drafts_go_forward BEFORE UPDATE ON public.drafts FOR EACH ROW WHEN (((CURRENT_USER = ANY (ARRAY['quincena_app'::name, 'quincena_worker'::name])) AND (new.version < old.version))) EXECUTE FUNCTION public.keep_newest_row();
CREATE TRIGGER employee_codes_count_up BEFORE UPDATE ON public.employee_codes FOR EACH ROW WHEN (((CURRENT_USER = ANY (ARRAY['quincena_app'::name, 'quincena_worker'::name])) AND (new.tries < old.tries))) EXECUTE FUNCTION public.keep_newest_row();
CREATE TRIGGER employees_changed_as_members AFTER UPDATE ON public.employees REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION public.note_members_change();
CREATE TRIGGER employees_go_forward BEFORE UPDATE ON public.employees FOR EACH ROW WHEN (((CURRENT_USER = ANY (ARRAY['quincena_app'::name, 'quincena_worker'::name])) AND ((new.version < old.version) OR (new.contact_version < old.contact_version)))) EXECUTE FUNCTION public.keep_newest_row();
CREATE TRIGGER employees_keep_company BEFORE UPDATE OF id, company_id ON public.employees FOR EACH STATEMENT EXECUTE FUNCTION public.keep_company();
CREATE TRIGGER employees_made AFTER INSERT ON public.employees REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION public.employees_have_companies();
CREATE TRIGGER employees_no_longer_sharing AFTER UPDATE ON public.employees REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION public.forget_shared_address();
CREATE TRIGGER former_channels_kept BEFORE DELETE OR UPDATE ON public.former_channels FOR EACH ROW WHEN (((CURRENT_USER = ANY (ARRAY['quincena_app'::name, 'quincena_worker'::name])) AND (old.until > (now() - '24:00:00'::interval)))) EXECUTE FUNCTION public.keep_former_channel();
CREATE TRIGGER guess_counts_go_forward BEFORE INSERT OR UPDATE ON public.guess_counts FOR EACH ROW EXECUTE FUNCTION public.touch_guess_count();
CREATE TRIGGER mfa_challenges_count_up BEFORE UPDATE ON public.mfa_challenges FOR EACH ROW WHEN (((CURRENT_USER = ANY (ARRAY['quincena_app'::name, 'quincena_worker'::name])) AND (new.tries < old.tries))) EXECUTE FUNCTION public.keep_newest_row();
CREATE TRIGGER occurrences_go_forward BEFORE UPDATE ON public.occurrences FOR EACH ROW WHEN (((CURRENT_USER = ANY (ARRAY['quincena_app'::name, 'quincena_worker'::name])) AND (new.version < old.version))) EXECUTE FUNCTION public.keep_newest_row();
CREATE TRIGGER order_counts_go_forward BEFORE INSERT OR UPDATE ON public.order_counts FOR EACH ROW WHEN ((CURRENT_USER = ANY (ARRAY['quincena_app'::name, 'quincena_worker'::name]))) EXECUTE FUNCTION public.count_one_order();
CREATE TRIGGER passkeys_go_forward BEFORE UPDATE ON public.passkeys FOR EACH ROW WHEN (((CURRENT_USER = ANY (ARRAY['quincena_app'::name, 'quincena_worker'::name])) AND (new.version < old.version))) EXECUTE FUNCTION public.keep_newest_factor();
CREATE TRIGGER payouts_made AFTER INSERT ON public.payouts REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION public.payouts_have_lines();
CREATE TRIGGER payouts_to_receipt AFTER UPDATE OF paid_at ON public.payouts FOR EACH ROW WHEN ((old.paid_at IS DISTINCT FROM new.paid_at)) EXECUTE FUNCTION public.note_receipts_of_dollars();
CREATE TRIGGER members_made AFTER INSERT ON public.payroll_employees REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION public.members_have_parents();
CREATE TRIGGER payroll_employees_changed AFTER UPDATE ON public.payroll_employees REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION public.note_members();
CREATE TRIGGER payroll_employees_go_forward BEFORE UPDATE ON public.payroll_employees FOR EACH ROW WHEN (((CURRENT_USER = ANY (ARRAY['quincena_app'::name, 'quincena_worker'::name])) AND (new.version < old.version))) EXECUTE FUNCTION public.keep_newest_row();
CREATE TRIGGER payroll_employees_made AFTER INSERT ON public.payroll_employees REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION public.note_members();
CREATE TRIGGER payrolls_go_forward BEFORE UPDATE ON public.payrolls FOR EACH ROW WHEN (((CURRENT_USER = ANY (ARRAY['quincena_app'::name, 'quincena_worker'::name])) AND (new.version < old.version))) EXECUTE FUNCTION public.keep_newest_row();
CREATE TRIGGER payrolls_keep_company BEFORE UPDATE OF id, company_id ON public.payrolls FOR EACH STATEMENT EXECUTE FUNCTION public.keep_company();
CREATE TRIGGER payrolls_revived AFTER UPDATE OF deleted_at ON public.payrolls FOR EACH ROW WHEN (((old.deleted_at IS NOT NULL) AND (new.deleted_at IS NULL))) EXECUTE FUNCTION public.note_revival();
CREATE TRIGGER recovery_codes_go_forward BEFORE UPDATE ON public.recovery_codes FOR EACH ROW WHEN (((CURRENT_USER = ANY (ARRAY['quincena_app'::name, 'quincena_worker'::name])) AND (new.version < old.version))) EXECUTE FUNCTION public.keep_newest_factor();
CREATE TRIGGER schedules_go_forward BEFORE UPDATE ON public.schedules FOR EACH ROW WHEN (((CURRENT_USER = ANY (ARRAY['quincena_app'::name, 'quincena_worker'::name])) AND (new.version < old.version))) EXECUTE FUNCTION public.keep_newest_row();
CREATE TRIGGER lines_made AFTER INSERT ON public.sheet_lines REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION public.lines_have_parents();
CREATE TRIGGER sheets_to_receipt_closed AFTER UPDATE OF closed_at ON public.sheets FOR EACH ROW WHEN (((old.closed_at IS NULL) AND (new.closed_at IS NOT NULL) AND (new.given_up_at IS NULL))) EXECUTE FUNCTION public.note_receipts_of_sheet();
CREATE TRIGGER sheets_to_receipt_made AFTER INSERT ON public.sheets FOR EACH ROW WHEN ((new.closed_at IS NOT NULL)) EXECUTE FUNCTION public.note_receipts_of_sheet();
CREATE TRIGGER team_invitations_go_forward BEFORE UPDATE ON public.team_invitations FOR EACH ROW WHEN (((CURRENT_USER = ANY (ARRAY['quincena_app'::name, 'quincena_worker'::name])) AND ((old.ended_at IS NOT NULL) OR (new.version < old.version) OR (new.id <> old.id)))) EXECUTE FUNCTION public.keep_newest_invitation();
CREATE TRIGGER totp_secrets_go_forward BEFORE UPDATE ON public.totp_secrets FOR EACH ROW WHEN (((CURRENT_USER = ANY (ARRAY['quincena_app'::name, 'quincena_worker'::name])) AND (new.version < old.version))) EXECUTE FUNCTION public.keep_newest_factor();
CREATE TRIGGER inputs_lost AFTER DELETE ON public.transaction_inputs REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_inputs_changed();
CREATE TRIGGER inputs_made AFTER INSERT ON public.transaction_inputs REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_inputs_changed();
CREATE TRIGGER outputs_made AFTER INSERT ON public.transaction_outputs REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION public.outputs_have_parents();
CREATE TRIGGER transactions_final BEFORE UPDATE ON public.transactions FOR EACH ROW WHEN ((((old.ended IS NOT NULL) AND (new.ended IS DISTINCT FROM old.ended)) OR (old.was_mined AND (NOT new.was_mined)))) EXECUTE FUNCTION public.keep_final_facts();
CREATE TRIGGER transactions_live_changed AFTER UPDATE ON public.transactions FOR EACH ROW WHEN (((new.type <> 'receive'::public.transaction_type) AND ((old.live IS DISTINCT FROM new.live) OR (old.version IS DISTINCT FROM new.version)))) EXECUTE FUNCTION public.note_live_changed();
CREATE TRIGGER transactions_made AFTER INSERT ON public.transactions FOR EACH ROW EXECUTE FUNCTION public.note_transaction_state();
CREATE TRIGGER transactions_moved AFTER UPDATE ON public.transactions FOR EACH ROW WHEN ((old.state IS DISTINCT FROM new.state)) EXECUTE FUNCTION public.note_transaction_state();
CREATE TRIGGER transactions_moves AFTER UPDATE ON public.transactions FOR EACH ROW WHEN (((old.state IS DISTINCT FROM new.state) AND (new.state <> ALL (public.allowed_moves(old.state))))) EXECUTE FUNCTION public.refuse_move();
CREATE TRIGGER transactions_root BEFORE INSERT ON public.transactions FOR EACH ROW WHEN ((new.root_id IS NULL)) EXECUTE FUNCTION public.set_transaction_root();
CREATE TRIGGER transactions_to_receipt_made AFTER INSERT ON public.transactions FOR EACH ROW WHEN (((new.height IS NOT NULL) AND (new.sheet_id IS NOT NULL))) EXECUTE FUNCTION public.note_receipts_of_transaction();
CREATE TRIGGER transactions_to_receipt_moved AFTER UPDATE ON public.transactions FOR EACH ROW WHEN (((new.type = ANY (ARRAY['send'::public.transaction_type, 'cancel'::public.transaction_type])) AND (((old.height IS NULL) <> (new.height IS NULL)) OR (old.sheet_id IS DISTINCT FROM new.sheet_id)))) EXECUTE FUNCTION public.note_receipts_of_transaction();
CREATE TRIGGER transactions_to_tell_made AFTER INSERT ON public.transactions FOR EACH ROW WHEN ((new.state = 'confirmed'::public.transaction_state)) EXECUTE FUNCTION public.note_money_event();
CREATE TRIGGER transactions_to_tell_moved AFTER UPDATE ON public.transactions FOR EACH ROW WHEN ((((old.state IS DISTINCT FROM new.state) AND (new.state = ANY (ARRAY['confirmed'::public.transaction_state, 'removed'::public.transaction_state, 'failed'::public.transaction_state, 'rejected'::public.transaction_state]))) OR ((old.waiting_for IS DISTINCT FROM new.waiting_for) AND (new.waiting_for = ANY (ARRAY['operator'::public.transaction_wait, 'fee'::public.transaction_wait]))))) EXECUTE FUNCTION public.note_money_event();
CREATE TRIGGER users_go_forward BEFORE UPDATE ON public.users FOR EACH ROW WHEN (((CURRENT_USER = ANY (ARRAY['quincena_app'::name, 'quincena_worker'::name])) AND ((new.version < old.version) OR (new.id <> old.id)))) EXECUTE FUNCTION public.keep_newest_account();
CREATE TRIGGER utxos_changed AFTER UPDATE ON public.utxos REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION public.note_utxos_changed();
CREATE TRIGGER utxos_lost AFTER DELETE ON public.utxos REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION public.note_utxos_lost();
CREATE TRIGGER utxos_made AFTER INSERT ON public.utxos REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION public.note_utxos_made();
CREATE TRIGGER verification_codes_count_up BEFORE UPDATE ON public.verification_codes FOR EACH ROW WHEN (((CURRENT_USER = ANY (ARRAY['quincena_app'::name, 'quincena_worker'::name])) AND (new.tries < old.tries))) EXECUTE FUNCTION public.keep_newest_row();
CREATE TRIGGER webauthn_challenges_kept BEFORE DELETE ON public.webauthn_challenges FOR EACH ROW WHEN (((CURRENT_USER = ANY (ARRAY['quincena_app'::name, 'quincena_worker'::name])) AND (old.created_at > (now() - '00:10:00'::interval)))) EXECUTE FUNCTION public.keep_used_challenge();
CREATE TRIGGER webauthn_challenges_used_once BEFORE UPDATE ON public.webauthn_challenges FOR EACH ROW WHEN (((CURRENT_USER = ANY (ARRAY['quincena_app'::name, 'quincena_worker'::name])) AND (old.used_at IS NOT NULL))) EXECUTE FUNCTION public.keep_used_challenge();

-- Rights of roles other than the owner

GRANT EXECUTE ON FUNCTION public.end_message(uuid,text,text,boolean) TO quincena_worker;
GRANT SELECT, UPDATE, USAGE ON SEQUENCE public.change_index TO quincena_app;
GRANT SELECT, UPDATE, USAGE ON SEQUENCE public.receive_index TO quincena_app;
GRANT INSERT, SELECT, UPDATE (accepted_at), UPDATE (mac), UPDATE (version) ON public.accepted_shared_addresses TO quincena_app;
GRANT INSERT ON public.address_notices TO quincena_app;
GRANT DELETE, SELECT, UPDATE ON public.address_notices TO quincena_worker;
GRANT DELETE, INSERT, SELECT ON public.address_report_links TO quincena_app;
GRANT INSERT, SELECT ON public.address_reports TO quincena_app;
GRANT SELECT ON public.address_reports TO quincena_signer;
GRANT INSERT, SELECT ON public.addresses TO quincena_app;
GRANT SELECT ON public.addresses TO quincena_signer;
GRANT DELETE, INSERT, SELECT, UPDATE ON public.approval_challenges TO quincena_app;
GRANT INSERT, SELECT ON public.approval_notices TO quincena_app;
GRANT INSERT, SELECT ON public.approval_reminders TO quincena_app;
GRANT INSERT, SELECT ON public.approvals TO quincena_app;
GRANT SELECT ON public.approvals TO quincena_signer;
GRANT INSERT, SELECT, UPDATE (arrived), UPDATE (at), UPDATE (first_yes_at), UPDATE (mac), UPDATE (notified_at) ON public.arrivals TO quincena_app;
GRANT SELECT ON public.audit_chains TO quincena_app;
GRANT INSERT, UPDATE ("position"), UPDATE (hash), UPDATE (mac) ON public.audit_chains TO quincena_worker;
GRANT INSERT (action), INSERT (at), INSERT (company_id), INSERT (detail), INSERT (id), INSERT (ip), INSERT (mac), INSERT (subject), INSERT (user_id), SELECT ON public.audit_events TO quincena_app;
GRANT UPDATE ("position"), UPDATE (hash) ON public.audit_events TO quincena_worker;
GRANT SELECT ON public.backups TO quincena_app;
GRANT SELECT ON public.blocks TO quincena_app;
GRANT SELECT ON public.blocks TO quincena_signer;
GRANT DELETE, INSERT, UPDATE ON public.blocks TO quincena_worker;
GRANT DELETE, INSERT, SELECT, UPDATE ON public.calendar_feeds TO quincena_app;
GRANT INSERT, SELECT, UPDATE (approved_at), UPDATE (effective_at), UPDATE (ended_at), UPDATE (rejection_reason), UPDATE (state) ON public.change_orders TO quincena_app;
GRANT SELECT ON public.change_orders TO quincena_signer;
GRANT INSERT, SELECT, UPDATE (ended), UPDATE (mac), UPDATE (name), UPDATE (version) ON public.closed_days TO quincena_app;
GRANT INSERT, SELECT, UPDATE ON public.code_guards TO quincena_app;
GRANT INSERT, SELECT, UPDATE ON public.companies TO quincena_app;
GRANT SELECT (address_hold_hours), SELECT (approval_changed_addresses), SELECT (approval_over_usd_cents), SELECT (approval_tiers), SELECT (created_at), SELECT (frozen_at), SELECT (id), SELECT (mac), SELECT (require_consent), SELECT (salary_guard_percent), SELECT (share_set_by), SELECT (strong_only), SELECT (total_guard_percent), SELECT (version) ON public.companies TO quincena_signer;
GRANT INSERT, SELECT ON public.consent_texts TO quincena_app;
GRANT INSERT, SELECT ON public.destination_releases TO quincena_app;
GRANT SELECT ON public.destination_releases TO quincena_signer;
GRANT DELETE, INSERT, SELECT, UPDATE ON public.device_cookies TO quincena_app;
GRANT INSERT, SELECT ON public.dollar_marks TO quincena_app;
GRANT SELECT ON public.dollar_marks TO quincena_signer;
GRANT DELETE, INSERT, SELECT ON public.draft_lines TO quincena_app;
GRANT INSERT, SELECT, UPDATE (ended), UPDATE (lines_sha256), UPDATE (mac), UPDATE (version) ON public.drafts TO quincena_app;
GRANT INSERT, SELECT ON public.employee_changes TO quincena_app;
GRANT DELETE, INSERT, SELECT, UPDATE (tries), UPDATE (used_at), UPDATE (voided_at) ON public.employee_codes TO quincena_app;
GRANT INSERT, SELECT ON public.employee_consents TO quincena_app;
GRANT INSERT, SELECT ON public.employee_contacts TO quincena_app;
GRANT INSERT, SELECT ON public.employee_destinations TO quincena_app;
GRANT SELECT ON public.employee_destinations TO quincena_signer;
GRANT INSERT, SELECT, UPDATE (ended_at), UPDATE (reached), UPDATE (sent) ON public.employee_invitations TO quincena_app;
GRANT INSERT ON public.employee_link_requests TO quincena_app;
GRANT DELETE, SELECT, UPDATE ON public.employee_link_requests TO quincena_worker;
GRANT DELETE, INSERT, SELECT, UPDATE (used_at) ON public.employee_links TO quincena_app;
GRANT DELETE, INSERT, SELECT, UPDATE (ended_at) ON public.employee_sessions TO quincena_app;
GRANT INSERT, MAINTAIN, SELECT, UPDATE ON public.employees TO quincena_app;
GRANT SELECT (id) ON public.employees TO quincena_signer;
GRANT DELETE, INSERT, SELECT, UPDATE ON public.failed_sign_ins TO quincena_app;
GRANT INSERT, SELECT ON public.fee_confirmations TO quincena_app;
GRANT SELECT ON public.fee_confirmations TO quincena_signer;
GRANT DELETE, INSERT, SELECT, UPDATE ON public.former_channels TO quincena_app;
GRANT DELETE, INSERT, SELECT, UPDATE ON public.freeze_links TO quincena_app;
GRANT SELECT ON public.given_up TO quincena_app;
GRANT SELECT ON public.given_up TO quincena_signer;
GRANT INSERT, SELECT, UPDATE (count), UPDATE (mac), UPDATE (since), UPDATE (until), UPDATE (version) ON public.guess_counts TO quincena_app;
GRANT DELETE, INSERT, SELECT, UPDATE ON public.idempotency_keys TO quincena_app;
GRANT DELETE, INSERT, MAINTAIN, SELECT, UPDATE ON public.import_rows TO quincena_app;
GRANT DELETE, INSERT, SELECT, UPDATE ON public.imports TO quincena_app;
GRANT INSERT, SELECT ON public.known_devices TO quincena_app;
GRANT DELETE, INSERT, SELECT, UPDATE ON public.known_networks TO quincena_app;
GRANT INSERT, SELECT ON public.ledger_entries TO quincena_app;
GRANT DELETE, INSERT, SELECT ON public.ledger_queue TO quincena_app;
GRANT SELECT ON public.line_states TO quincena_app;
GRANT INSERT, SELECT ON public.messages TO quincena_app;
GRANT DELETE, INSERT, SELECT, UPDATE ON public.mfa_challenges TO quincena_app;
GRANT SELECT ON public.migrations TO quincena_app;
GRANT SELECT ON public.migrations TO quincena_signer;
GRANT INSERT, SELECT, UPDATE ON public.money_breaches TO quincena_app;
GRANT INSERT ON public.money_events TO quincena_app;
GRANT DELETE, SELECT, UPDATE ON public.money_events TO quincena_worker;
GRANT SELECT ON public.node_status TO quincena_app;
GRANT DELETE, INSERT, UPDATE ON public.node_status TO quincena_worker;
GRANT SELECT ON public.noted_dollars TO quincena_app;
GRANT INSERT, SELECT ON public.noted_dollars TO quincena_signer;
GRANT INSERT, SELECT ON public.occurrence_notices TO quincena_app;
GRANT INSERT, SELECT, UPDATE (created_at), UPDATE (draft_id), UPDATE (due_at), UPDATE (ended), UPDATE (held_at), UPDATE (held_reason), UPDATE (mac), UPDATE (missed_at), UPDATE (missed_reason), UPDATE (mode), UPDATE (moved_by_hand), UPDATE (moved_name), UPDATE (moved_reason), UPDATE (nominal_day), UPDATE (skip_reason), UPDATE (skipped_at), UPDATE (skipped_by), UPDATE (time_zone), UPDATE (version) ON public.occurrences TO quincena_app;
GRANT SELECT ON public.occurrences TO quincena_signer;
GRANT INSERT, SELECT, UPDATE (number) ON public.order_counts TO quincena_app;
GRANT SELECT ON public.order_counts TO quincena_signer;
GRANT INSERT, SELECT, UPDATE ON public.orders TO quincena_app;
GRANT SELECT ON public.orders TO quincena_signer;
GRANT INSERT, SELECT, UPDATE (backed_up), UPDATE (counter), UPDATE (last_used_at), UPDATE (mac), UPDATE (name), UPDATE (removed_at), UPDATE (version) ON public.passkeys TO quincena_app;
GRANT SELECT ON public.passkeys TO quincena_signer;
GRANT INSERT ON public.pay_data_changes TO quincena_app;
GRANT DELETE, SELECT ON public.pay_data_changes TO quincena_worker;
GRANT DELETE, INSERT, SELECT ON public.payday_sheet_lines TO quincena_app;
GRANT DELETE, INSERT, SELECT ON public.payday_sheets TO quincena_app;
GRANT SELECT ON public.payout_states TO quincena_app;
GRANT INSERT, SELECT, UPDATE (marked_by), UPDATE (paid_at), UPDATE (reference), UPDATE (sats), UPDATE (sent_at), UPDATE (sent_by) ON public.payouts TO quincena_app;
GRANT SELECT ON public.payouts TO quincena_signer;
GRANT DELETE, INSERT, SELECT, UPDATE ON public.payroll_balances TO quincena_app;
GRANT INSERT, MAINTAIN, SELECT, UPDATE (changed_by), UPDATE (ended), UPDATE (mac), UPDATE (version) ON public.payroll_employees TO quincena_app;
GRANT SELECT ON public.payroll_members TO quincena_app;
GRANT DELETE, INSERT, SELECT ON public.payroll_totals TO quincena_app;
GRANT INSERT, SELECT, UPDATE (deleted_at), UPDATE (description), UPDATE (mac), UPDATE (name), UPDATE (type), UPDATE (version) ON public.payrolls TO quincena_app;
GRANT SELECT ON public.payrolls TO quincena_signer;
GRANT DELETE, INSERT, SELECT ON public.period_claims TO quincena_app;
GRANT SELECT ON public.prices TO quincena_app;
GRANT SELECT ON public.prices TO quincena_signer;
GRANT DELETE, INSERT ON public.prices TO quincena_worker;
GRANT DELETE, INSERT, SELECT, UPDATE ON public.rate_limits TO quincena_app;
GRANT INSERT, SELECT, UPDATE (last) ON public.receipt_counters TO quincena_worker;
GRANT INSERT, SELECT, UPDATE (on_its_way_at) ON public.receipt_messages TO quincena_worker;
GRANT SELECT ON public.receipts TO quincena_app;
GRANT INSERT, UPDATE (voided_at) ON public.receipts TO quincena_worker;
GRANT DELETE, SELECT ON public.receipts_due TO quincena_worker;
GRANT INSERT, SELECT, UPDATE (codes), UPDATE (created_at), UPDATE (mac), UPDATE (version) ON public.recovery_codes TO quincena_app;
GRANT SELECT ON public.reservations TO quincena_app;
GRANT SELECT ON public.reservations TO quincena_signer;
GRANT DELETE, INSERT, SELECT, UPDATE ON public.reset_links TO quincena_app;
GRANT SELECT ON public.restorations TO quincena_app;
GRANT SELECT ON public.restorations TO quincena_signer;
GRANT SELECT ON public.restored_people TO quincena_app;
GRANT INSERT (company_id), INSERT (effective_at), INSERT (id), INSERT (mac), INSERT (requested_at), SELECT ON public.rule_endings TO quincena_signer;
GRANT SELECT, UPDATE (announced_at), UPDATE (applied_at) ON public.rule_endings TO quincena_worker;
GRANT DELETE, INSERT, SELECT, UPDATE ON public.sandbox_settings TO quincena_app;
GRANT INSERT, SELECT, UPDATE (days), UPDATE (ended), UPDATE (ends_on), UPDATE (every), UPDATE (hour), UPDATE (mac), UPDATE (mode), UPDATE (saturdays), UPDATE (saves), UPDATE (starts_on), UPDATE (switched_on_at), UPDATE (time_zone), UPDATE (version), UPDATE (weekday), UPDATE (when_closed) ON public.schedules TO quincena_app;
GRANT SELECT ON public.schedules TO quincena_signer;
GRANT INSERT, SELECT ON public.sent_notifications TO quincena_app;
GRANT DELETE, INSERT, SELECT, UPDATE ON public.session_tokens TO quincena_app;
GRANT DELETE, INSERT, SELECT, UPDATE ON public.sessions TO quincena_app;
GRANT INSERT, SELECT ON public.sheet_left_out TO quincena_app;
GRANT INSERT, SELECT ON public.sheet_lines TO quincena_app;
GRANT SELECT ON public.sheet_lines TO quincena_signer;
GRANT DELETE, INSERT, SELECT ON public.sheet_previews TO quincena_app;
GRANT SELECT ON public.sheet_states TO quincena_app;
GRANT SELECT ON public.sheet_states TO quincena_signer;
GRANT INSERT, SELECT, UPDATE ON public.sheets TO quincena_app;
GRANT SELECT ON public.sheets TO quincena_signer;
GRANT DELETE, INSERT, SELECT, UPDATE ON public.sign_up_invitations TO quincena_app;
GRANT SELECT ON public.signer_status TO quincena_app;
GRANT INSERT, SELECT, UPDATE ON public.signer_status TO quincena_signer;
GRANT INSERT, SELECT, UPDATE ON public.team_invitations TO quincena_app;
GRANT INSERT, SELECT, UPDATE (confirmed_at), UPDATE (last_step), UPDATE (mac), UPDATE (pending_at), UPDATE (pending_sealed), UPDATE (sealed), UPDATE (version) ON public.totp_secrets TO quincena_app;
GRANT DELETE, INSERT, SELECT, UPDATE ON public.transaction_inputs TO quincena_app;
GRANT SELECT ON public.transaction_inputs TO quincena_signer;
GRANT INSERT, SELECT, UPDATE (vout) ON public.transaction_outputs TO quincena_app;
GRANT SELECT ON public.transaction_outputs TO quincena_signer;
GRANT INSERT, SELECT, UPDATE ON public.transactions TO quincena_app;
GRANT SELECT, UPDATE (ended), UPDATE (failure), UPDATE (fee_sats), UPDATE (raw), UPDATE (signed_at), UPDATE (signer_fault), UPDATE (txid), UPDATE (vsize), UPDATE (waiting_for), UPDATE (waiting_since) ON public.transactions TO quincena_signer;
GRANT SELECT ON public.uncounted_runs TO quincena_app;
GRANT INSERT, SELECT, UPDATE ON public.users TO quincena_app;
GRANT SELECT (company_id), SELECT (email), SELECT (email_verified_at), SELECT (factors_reset_at), SELECT (id), SELECT (mac), SELECT (password_hash), SELECT (password_reset_at), SELECT (phone), SELECT (phone_verified_at), SELECT (removed_at), SELECT (role), SELECT (role_since), SELECT (two_factor_enabled), SELECT (two_factor_via), SELECT (version) ON public.users TO quincena_signer;
GRANT DELETE, INSERT, SELECT, UPDATE ON public.utxos TO quincena_app;
GRANT SELECT ON public.utxos TO quincena_signer;
GRANT DELETE, INSERT, SELECT, UPDATE ON public.verification_codes TO quincena_app;
GRANT SELECT ON public.wallet_account TO quincena_app;
GRANT INSERT, SELECT ON public.wallet_account TO quincena_signer;
GRANT DELETE, INSERT, SELECT, UPDATE (used_at) ON public.webauthn_challenges TO quincena_app;
GRANT INSERT, SELECT, UPDATE ON public.withdrawals TO quincena_app;
GRANT SELECT ON public.withdrawals TO quincena_signer;
GRANT INSERT, SELECT ON signer.authorities TO quincena_signer;
GRANT INSERT, SELECT ON signer.price_confirmations TO quincena_signer;
GRANT INSERT, SELECT, UPDATE ON signer.signature_count TO quincena_signer;
GRANT INSERT, SELECT ON signer.signature_inputs TO quincena_signer;
GRANT INSERT, SELECT ON signer.signatures TO quincena_signer;
GRANT INSERT, SELECT ON signer.signed_scripts TO quincena_signer;
GRANT INSERT, SELECT ON signer.signed_terms TO quincena_signer;
GRANT INSERT, SELECT, UPDATE (shown_at) ON signer.wallet_secret TO quincena_signer;
