#!/bin/sh
# Run by the image of PostgreSQL when it makes its cluster (compose.yaml).
exec psql -U postgres -d postgres -v owner="$OWNER_PASSWORD" -v app="$APP_PASSWORD" \
	-v worker="$WORKER_PASSWORD" -v signer="$SIGNER_PASSWORD" -f /quincena/postgres.sql
