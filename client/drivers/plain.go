// A driver in plain HTTP: reads scenarios as lines, does each, prints what the caller got (docs/certify.md).
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"time"
)

const host = "https://api.mercadopago.com"
const longestCodeAge = 600

var client = http.Client{Timeout: 10 * time.Second}

type object map[string]any

// A scenario as it is read; the body goes out as it came.
type input struct {
	Token      object            `json:"token"`
	Body       json.RawMessage   `json:"body"`
	Parameters map[string]string `json:"parameters"`
	ClientID   string            `json:"client_id"`
	PlatformID string            `json:"platform_id"`
	IsSandbox  bool              `json:"is_sandbox"`
	Times      int               `json:"times"`
}

type rejected struct {
	status int
	text   string
}

func (r rejected) Error() string { return r.text }

func send(method, path string, body []byte, headers http.Header) (object, error) {
	request, err := http.NewRequest(method, host+path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	request.Header = headers
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	response, err := client.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, err
	}
	if response.StatusCode < 200 || response.StatusCode > 299 {
		return nil, rejected{response.StatusCode, string(text)}
	}
	result := object{}
	if len(text) == 0 {
		return result, nil
	}
	return result, json.Unmarshal(text, &result)
}

// The path with each id encoded; no encoding keeps a dot or two from walking to another path.
func pathOf(template string, ids ...string) (string, error) {
	encoded := []any{}
	for _, id := range ids {
		if id == "" || id == "." || id == ".." {
			return "", fmt.Errorf("%q is no id", id)
		}
		encoded = append(encoded, url.PathEscape(id))
	}
	return fmt.Sprintf(template, encoded...), nil
}

func issue(grant object) (object, error) {
	if age, _ := grant["code_age"].(float64); age >= longestCodeAge {
		return nil, errors.New("the code is older than its ten minutes: ask for another")
	}
	delete(grant, "code_age")
	body, err := json.Marshal(grant)
	if err != nil {
		return nil, err
	}
	return send("POST", "/oauth/token", body, http.Header{})
}

func accessTokenOf(token object) (any, error) {
	if lives, _ := token["expires_in"].(float64); lives > 0 {
		return token["access_token"], nil
	}
	token["grant_type"] = "authorization_code"
	if token["access_token"] != nil {
		token["grant_type"] = "refresh_token"
	}
	delete(token, "access_token")
	delete(token, "expires_in")
	issued, err := issue(token)
	return issued["access_token"], err
}

func perform(operation string, in input, headers http.Header) (object, error) {
	switch operation {
	case "checkout-preferences":
		return send("POST", "/checkout/preferences", in.Body, headers)
	case "test-users":
		return send("POST", "/users/test", in.Body, headers)
	case "wallet-agreements":
		path := "/v2/wallet_connect/agreements"
		if in.ClientID != "" {
			path += "?client.id=" + url.QueryEscape(in.ClientID)
		}
		if in.PlatformID != "" {
			headers.Set("x-platform-id", in.PlatformID)
		}
		return send("POST", path, in.Body, headers)
	}
	template, ids := "/instore/qr/seller/collectors/%s/pos/%s/orders", []string{"user_id", "external_pos_id"}
	if operation == "point-payment-intents" {
		template, ids = "/point/integration-api/devices/%s/payment-intents/%s", []string{"device_id", "payment_intent_id"}
	}
	if in.IsSandbox {
		headers.Set("x-test-scope", "sandbox")
	}
	path, err := pathOf(template, in.Parameters[ids[0]], in.Parameters[ids[1]])
	if err != nil {
		return nil, err
	}
	return send("DELETE", path, nil, headers)
}

func done(operation string, text json.RawMessage) (result object, err error) {
	if operation == "oauth-token" {
		grant := object{}
		if err := json.Unmarshal(text, &grant); err != nil {
			return nil, err
		}
		return issue(grant)
	}
	in := input{Times: 1}
	if err := json.Unmarshal(text, &in); err != nil {
		return nil, err
	}
	token, err := accessTokenOf(in.Token)
	for time := 0; err == nil && time < in.Times; time++ {
		result, err = perform(operation, in, http.Header{"Authorization": {fmt.Sprint("Bearer ", token)}})
	}
	return result, err
}

func main() {
	lines, reports := json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout)
	for {
		var task struct {
			Scenario, Operation string
			Input               json.RawMessage
		}
		if lines.Decode(&task) != nil {
			return
		}
		report := object{"scenario": task.Scenario, "outcome": "done"}
		result, err := done(task.Operation, task.Input)
		report["result"] = result
		if err != nil {
			report = object{"scenario": task.Scenario, "outcome": "error", "error": err.Error()}
		}
		var status rejected
		if errors.As(err, &status) {
			report["status"] = status.status
		}
		reports.Encode(report)
	}
}
