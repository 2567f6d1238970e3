#!/usr/bin/env bash
# A driver in plain HTTP, by curl and jq: reads scenarios as lines, does each, prints what the caller got (docs/certify.md).
host=https://api.mercadopago.com
longest_code_age=600

# What a filter of jq makes of the input of the line that was read.
of() { jq -r ".input | $1" <<< "$line"; }

say() { jq -c "{ scenario } + $1" "${@:2}" <<< "$line"; }

# Prints the body of a response and returns 0, or prints the report on the scenario and returns 1.
send() { # METHOD PATH BODY HEADER…
  local method=$1 path=$2 body=$3 response status text
  local options=(-sS --max-time 10 -X "$method" -w '\n%{http_code}')
  [ -z "$body" ] || options+=(-H 'Content-Type: application/json' --data-binary @-)
  # Neither headers nor the body stand in a command line, which everybody on the machine can read.
  if ! response=$(curl "${options[@]}" -H @<(printf '%s\n' "${@:4}") "$host$path" 2>&1 <<< "$body"); then
    say '{ outcome: "error", error: $text }' --arg text "${response//$'\n'/ }"
    return 1
  fi
  status=${response##*$'\n'} text=${response%$'\n'*}
  if [ "${status:0:1}" != 2 ]; then
    say '{ outcome: "error", status: $status, error: $text }' --argjson status "$status" --arg text "$text"
    return 1
  fi
  if ! jq . <<< "$text" > /dev/null 2>&1; then
    say '{ outcome: "error", error: "The response is no JSON." }'
    return 1
  fi
  printf '%s' "$text"
}

issue() { # GRANT
  if [ "$(jq '.code_age // 0' <<< "$1")" -ge $longest_code_age ]; then
    say '{ outcome: "error", error: "The code is older than its ten minutes: ask for another." }'
    return 1
  fi
  send POST /oauth/token "$(jq -c 'del(.code_age)' <<< "$1")"
}

# The token that there is; where it has expired, one that its refresh token gives; where there is none yet, the code's.
access_token() {
  local issued
  if [ "$(of '.token.expires_in // 0')" -gt 0 ]; then
    of .token.access_token
    return
  fi
  issued=$(issue "$(of '.token + { grant_type: (if .token.access_token then "refresh_token" else "authorization_code" end) }
    | del(.access_token, .expires_in) | tojson')") || { printf '%s' "$issued"; return 1; }
  jq -r .access_token <<< "$issued"
}

perform() { # TOKEN
  local body path headers=("Authorization: Bearer $1") method=POST
  body=$(of '.body // "" | if . == "" then . else tojson end')
  case $operation in
    checkout-preferences) path=/checkout/preferences ;;
    test-users) path=/users/test ;;
    wallet-agreements)
      path=/v2/wallet_connect/agreements$(of 'if .client_id then "?client.id=" + (.client_id | @uri) else "" end')
      [ -z "$(of '.platform_id // ""')" ] || headers+=("x-platform-id: $(of .platform_id)") ;;
    point-payment-intents)
      method=DELETE
      path=$(of '.parameters | "/point/integration-api/devices/\(.device_id | @uri)/payment-intents/\(.payment_intent_id | @uri)"')
      [ "$(of '.is_sandbox // false')" = false ] || headers+=('x-test-scope: sandbox') ;;
    instore-orders)
      method=DELETE
      path=$(of '.parameters | "/instore/qr/seller/collectors/\(.user_id | @uri)/pos/\(.external_pos_id | @uri)/orders"') ;;
  esac
  # No encoding keeps a dot or two from walking to another path.
  if [ "$(of '[.parameters // {} | .[] | select(IN("", ".", ".."))] | length')" != 0 ]; then
    say '{ outcome: "error", error: "A dot or two, or nothing, is no id." }'
    return 1
  fi
  send $method "$path" "$body" "${headers[@]}"
}

scenario() {
  local operation token times result
  operation=$(jq -r .operation <<< "$line")
  if [ "$operation" = oauth-token ]; then
    result=$(issue "$(of tojson)") || { printf '%s\n' "$result"; return; }
  else
    token=$(access_token) || { printf '%s\n' "$token"; return; }
    for ((times = $(of '.times // 1'); times > 0; times -= 1)); do
      result=$(perform "$token") || { printf '%s\n' "$result"; return; }
    done
  fi
  jq -c --argjson task "$(jq -c '{ scenario }' <<< "$line")" '$task + { outcome: "done", result: . }' <<< "${result:-{\}}"
}

while IFS= read -r line; do scenario; done
