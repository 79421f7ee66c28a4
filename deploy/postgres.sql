-- Once, as superuser, on PostgreSQL 18 or newer: psql -f deploy/postgres.sql asks for the passwords, or
-- takes them as the variables owner, app, worker and signer. All names but the owner's are fixed.
\set ON_ERROR_STOP on
\if :{?owner} \else
\prompt 'Password of quincena_owner: ' owner
\endif
\if :{?app} \else
\prompt 'Password of quincena_app: ' app
\endif
\if :{?worker} \else
\prompt 'Password of quincena_worker: ' worker
\endif
\if :{?signer} \else
\prompt 'Password of quincena_signer: ' signer
\endif
CREATE ROLE quincena_owner LOGIN CREATEDB PASSWORD :'owner';
CREATE ROLE quincena_app LOGIN PASSWORD :'app';
CREATE ROLE quincena_worker LOGIN PASSWORD :'worker';
CREATE ROLE quincena_signer LOGIN PASSWORD :'signer';
GRANT quincena_app TO quincena_worker;
CREATE DATABASE quincena OWNER quincena_owner ENCODING 'UTF8'
  TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'es';
REVOKE ALL ON DATABASE quincena FROM PUBLIC;
GRANT CONNECT ON DATABASE quincena TO quincena_app, quincena_worker, quincena_signer;
