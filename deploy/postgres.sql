-- Once, as superuser, on PostgreSQL 18 or newer. The names quincena_app and quincena_signer are fixed.
\prompt 'Password of quincena_owner: ' owner
\prompt 'Password of quincena_app: ' app
\prompt 'Password of quincena_signer: ' signer
CREATE ROLE quincena_owner LOGIN PASSWORD :'owner';
CREATE ROLE quincena_app LOGIN PASSWORD :'app';
CREATE ROLE quincena_signer LOGIN PASSWORD :'signer';
CREATE DATABASE quincena OWNER quincena_owner ENCODING 'UTF8'
  TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'es';
REVOKE ALL ON DATABASE quincena FROM PUBLIC;
GRANT CONNECT ON DATABASE quincena TO quincena_app, quincena_signer;
