#!/usr/bin/env bash
# Starts a Galera cluster of three MariaDB nodes on loopback in a folder: galera.sh FOLDER; about half a minute.
# Or one of its nodes again: galera.sh FOLDER I. Needs Debian's mariadb-server, galera-4 and rsync. Run as root: nodes run as
# mysql. The id of a node's process is in FOLDER/nI.pid. Its ports: SQL 23300 + I; group 24001 + 10 I and the two after it.
set -eu
base=${1:?usage: galera.sh FOLDER [I]}
group="gcomm://127.0.0.1:24001,127.0.0.1:24011,127.0.0.1:24021"
configure() {
  local i=$1 g
  mkdir -p "$base/n$i"; chown mysql "$base/n$i"
  mariadb-install-db --user=mysql --datadir="$base/n$i" --auth-root-authentication-method=normal --skip-test-db >"$base/install$i.log" 2>&1
  g=$((24001 + i * 10))
  cat >"$base/n$i.cnf" <<CNF
[mysqld]
datadir=$base/n$i
socket=$base/n$i.sock
pid-file=$base/n$i.pid
port=$((23300 + i))
bind-address=127.0.0.1
binlog_format=ROW
innodb_autoinc_lock_mode=2
innodb_flush_log_at_trx_commit=1
innodb_buffer_pool_size=64M
wsrep_on=ON
wsrep_provider=/usr/lib/galera/libgalera_smm.so
wsrep_cluster_name=cluster
wsrep_cluster_address=$group
wsrep_node_address=127.0.0.1:$g
wsrep_provider_options="base_port=$g;gmcast.listen_addr=tcp://127.0.0.1:$g;ist.recv_addr=127.0.0.1:$((g + 1));gcache.size=32M"
wsrep_sst_method=rsync
wsrep_sst_receive_address=127.0.0.1:$((g + 2))
CNF
}
ready() { mariadb -S "$base/n$1.sock" -uroot -Ne "show status like 'wsrep_local_state_comment'" 2>/dev/null | grep -q Synced; }
start() {
  local i=$1
  shift
  mariadbd --defaults-file="$base/n$i.cnf" --user=mysql "$@" >"$base/n$i.log" 2>&1 &
  for _ in $(seq 240); do ready "$i" && return; sleep 0.5; done
  tail -5 "$base/n$i.log" >&2
  exit 1
}
if [ $# -eq 2 ]; then
  start "$2"
  exit
fi
mkdir -p "$base"
chown mysql "$base"
chmod 755 "$base"
for i in 0 1 2; do configure "$i"; done
start 0 --wsrep-new-cluster
for i in 1 2; do start "$i"; done
