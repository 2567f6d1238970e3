package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strings"
)

const host = "https://api.mercadopago.com"

func send(method, path, body string) map[string]any {
	request, _ := http.NewRequest(method, host+path, strings.NewReader(body))
	request.Header.Set("Authorization", "Bearer APP_USR-4711-its-own")
	if body != "" {
		request.Header.Set("Content-Type", "application/json")
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil || response.StatusCode >= 300 {
		fmt.Println(err, response)
		os.Exit(1)
	}
	defer response.Body.Close()
	answer := map[string]any{}
	_ = json.NewDecoder(response.Body).Decode(&answer)
	return answer
}

func main() {
	user := send("POST", "/users/test", `{"description":"a buyer","site_id":"MLA"}`)
	send("DELETE", "/instore/qr/seller/collectors/4711/pos/POS1/orders", "")
	fmt.Println("created", user["site_id"])
}
