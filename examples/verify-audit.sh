#!/usr/bin/env bash
# Verifies a file of compliance.audit.lines() without vaspkit, with bash, sha256sum and jq:
#   verify-audit.sh trail.jsonl
# Each line is {"hash":"…","record":{…}}. The hash is SHA-256 over the text of the record, as it is in the line. A record
# names the hash of the one before it in its chain, and the first one of a chain names the heads of others.
set -euo pipefail
file=${1:?usage: verify-audit.sh trail.jsonl}

fail() {
  echo "line $1: $2" >&2
  exit 1
}

declare -A hash_of next newest
number=0
while IFS= read -r line; do
  number=$((number + 1))
  record=${line:84:-1}
  hash=$(printf %s "$record" | sha256sum | cut -c 1-64)
  [ "$line" = "{\"hash\":\"$hash\",\"record\":$record}" ] || fail $number "the record was changed"
  IFS=$'\t' read -r chain seq prev < <(jq -r '[.chain, .seq, .prev // "none"] | @tsv' <<<"$record")
  expected=${next[$chain]:-0}
  [ "$seq" -eq "$expected" ] || fail $number "record $expected of chain $chain is not here, but record $seq"
  [ "$prev" = "${newest[$chain]:-none}" ] || fail $number "it does not follow the record before it"
  hash_of["$chain $seq"]=$hash
  newest[$chain]=$hash
  next[$chain]=$((seq + 1))
done <"$file"

# Heads are named by the first records of chains. Add those that were published.
while IFS=$'\t' read -r chain seq hash; do
  [ "${hash_of["$chain $seq"]:-}" = "$hash" ] || fail 0 "record $seq of chain $chain is missing or rewritten"
done < <(jq -r '.record.heads // [] | .[] | [.chain, .seq, .hash] | @tsv' "$file")

echo "$number records in ${#newest[@]} chains: nothing was changed"
