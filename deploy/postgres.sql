-- Once, as superuser, on PostgreSQL 18 or newer: psql -f deploy/postgres.sql asks for the passwords, or
-- takes them as the variables owner, app and signer. The names quincena_app and quincena_signer are fixed.
\set ON_ERROR_STOP on
\if :{?owner} \else
\prompt 'Password of quincena_owner: ' owner
\endif
\if :{?app} \else
\prompt 'Password of quincena_app: ' app
\endif
\if :{?signer} \else
\prompt 'Password of quincena_signer: ' signer
\endif
CREATE ROLE quincena_owner LOGIN PASSWORD :'owner';
CREATE ROLE quincena_app LOGIN PASSWORD :'app';
CREATE ROLE quincena_signer LOGIN PASSWORD :'signer';
CREATE DATABASE quincena OWNER quincena_owner ENCODING 'UTF8'
  TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'es';
REVOKE ALL ON DATABASE quincena FROM PUBLIC;
GRANT CONNECT ON DATABASE quincena TO quincena_app, quincena_signer;
