#!/usr/bin/env bash
# Verifies a file of exportAudit, or of compliance.audit.lines(), without vaspkit, with bash, sha256sum and jq:
#   verify-audit.sh trail.jsonl
# Each line is {"hash":"…","record":{…}}. The hash is SHA-256 over the text of the record, as it is in the line. A record
# names the hash of the one before it in its chain, and the first one of a chain names the heads of others. A line
# {"entry":{…}} finds the record before it for who has the key. It proves nothing.
set -euo pipefail
file=${1:?usage: verify-audit.sh trail.jsonl}

fail() {
  echo "line $1: $2" >&2
  exit 1
}

text='"([^"\\]+)"'
entry='^\{"entry":\{"at":T,"chain":T,"salt":T,"seq":([0-9]+),"subject":T\}\}$'
entry=${entry//T/$text}

declare -A hash_of next newest
number=0
records=0
place=none
subjects=
while IFS= read -r line; do
  number=$((number + 1))
  if [[ $line =~ $entry ]]; then
    at=${BASH_REMATCH[1]} chain=${BASH_REMATCH[2]} seq=${BASH_REMATCH[4]} subject=${BASH_REMATCH[5]}
    [ "$at $chain $seq" = "$place" ] || fail $number "the record of the entry is not before it"
    [[ $subjects != *"\"$subject\""* ]] || fail $number "the entry is repeated"
    subjects+="\"$subject\""
    continue
  fi
  records=$((records + 1))
  record=${line:84:-1}
  hash=$(printf %s "$record" | sha256sum | cut -c 1-64)
  [ "$line" = "{\"hash\":\"$hash\",\"record\":$record}" ] || fail $number "the record was changed"
  IFS=$'\t' read -r chain seq prev at < <(jq -r '[.chain, .seq, .prev // "none", .at] | @tsv' <<<"$record")
  expected=${next[$chain]:-0}
  [ "$seq" -eq "$expected" ] || fail $number "record $expected of chain $chain is not here, but record $seq"
  [ "$prev" = "${newest[$chain]:-none}" ] || fail $number "it does not follow the record before it"
  hash_of["$chain $seq"]=$hash
  newest[$chain]=$hash
  next[$chain]=$((seq + 1))
  place="$at $chain $seq"
  subjects=
done <"$file"

# Heads are named by the first records of chains. Add those that were published.
while IFS=$'\t' read -r chain seq hash; do
  [ "${hash_of["$chain $seq"]:-}" = "$hash" ] || fail 0 "record $seq of chain $chain is missing or rewritten"
done < <(jq -r '.record.heads // [] | .[] | [.chain, .seq, .hash] | @tsv' "$file")

echo "$records records in ${#newest[@]} chains: nothing was changed"
