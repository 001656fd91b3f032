#!/usr/bin/env bash
# Verifies a file of exportAudit, or of compliance.audit.lines(), without vaspkit, with bash, sha256sum and jq:
#   verify-audit.sh trail.jsonl [heads.jsonl]
# Each line is {"hash":"…","record":{…}}. The hash is SHA-256 over the text of the record, as it is in the line. A record
# names the hash of the one before it in its chain, and the first one of a chain names the heads of others. A line
# {"entry":{…}} finds the record before it for who has the key. The record has the SHA-256 of this line.
# heads.jsonl has a published head in each line. Without it, a removed or rewritten end of a chain is not found.
set -euo pipefail
file=${1:?usage: verify-audit.sh trail.jsonl [heads.jsonl]}
heads=${2:-/dev/null}

fail() {
  echo "$1" >&2
  exit 1
}

sha256() {
  printf %s "$1" | sha256sum | cut -c 1-64
}

text='"([^"\\]+)"'
entry='^\{"entry":\{"at":T,"chain":T,"salt":T,"seq":([0-9]+),"subject":T\}\}$'
entry=${entry//T/$text}

declare -A hash_of next newest
number=0
records=0
chains=0
place=none
entries=
# The last line may have no line break.
while IFS= read -r line || [ -n "$line" ]; do
  number=$((number + 1))
  at="line $number:"
  if [[ $line =~ $entry ]]; then
    [ "${BASH_REMATCH[2]} ${BASH_REMATCH[4]}" = "$place" ] || fail "$at the record of the entry is not before it"
    hash=$(sha256 "$line")
    [[ " $entries " == *" $hash "* ]] || fail "$at the entry was changed, or is repeated"
    entries=${entries/$hash/}
    continue
  fi
  records=$((records + 1))
  record=${line:84:-1}
  hash=$(sha256 "$record")
  [ "$line" = "{\"hash\":\"$hash\",\"record\":$record}" ] || fail "$at the record was changed"
  IFS=$'\t' read -r chain seq prev entries < <(
    jq -r '[.chain, .seq, .prev // "none", (.entries | join(" "))] | @tsv' <<<"$record"
  )
  expected=${next[$chain]:-0}
  [ "$seq" -eq "$expected" ] || fail "$at record $expected of chain $chain is not here, but record $seq"
  [ "$prev" = "${newest[$chain]:-none}" ] || fail "$at it does not follow the record before it"
  [ "$seq" -ne 0 ] || chains=$((chains + 1))
  hash_of["$chain $seq"]=$hash
  newest[$chain]=$hash
  next[$chain]=$((seq + 1))
  place="$chain $seq"
done <"$file"

# First records of chains name heads, and so do published ones.
while IFS=$'\t' read -r chain seq hash; do
  [ "${hash_of["$chain $seq"]:-}" = "$hash" ] || fail "record $seq of chain $chain is missing or rewritten"
done < <(jq -r '(.record.heads // [])[] | [.chain, .seq, .hash] | @tsv' "$file" && jq -r '[.chain, .seq, .hash] | @tsv' "$heads")

echo "$records records in $chains chains: nothing was changed"
